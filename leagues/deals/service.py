"""Take the secret of a session's next table."""

from leagues.deals.secrets import secret_of
from leagues.models import Session


def next_secret(session: Session) -> bytes:
    """The secret of the table that is opened now; no other table ever gets it.

    session: as it was read under the lock of its season.
    """
    session.tables_opened += 1
    session.save(update_fields=["tables_opened"])
    return secret_of(bytes(session.deal_secret), session.tables_opened)
