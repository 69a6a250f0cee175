from tests.support.tables import fresh_store

__all__ = ["fresh_store"]
