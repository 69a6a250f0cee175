from tests.live.conftest import connect
from tests.support.tables import fresh_store

__all__ = ["connect", "fresh_store"]
