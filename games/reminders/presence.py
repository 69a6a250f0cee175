"""Who has the page of a table open.

By correspondence they need no mail about their turn; at an open table they wait for others.
"""

from django.core.cache import cache

from games import store
from games.models import Table

# Pages ping every 15 seconds; a page that was closed is forgotten after this.
REMEMBERED_SECONDS = 90


def note(table_id: int, player_id: int) -> None:
    """Remember that the page of a player is open."""
    cache.set(_key(table_id, player_id), True, REMEMBERED_SECONDS)


def is_tracked_at(table_id: int) -> bool:
    """Whether it matters who has this table's page open, as far as this process knows."""
    snapshot = store.kept(table_id)
    if snapshot is None:
        return False
    return snapshot.is_by_correspondence or snapshot.status == Table.Status.OPEN


def has_page_open(table_id: int, player_id: int | None) -> bool:
    """Whether a player has the page of a table open; False where that is not known."""
    return player_id is not None and bool(cache.get(_key(table_id, player_id)))


def _key(table_id: int, player_id: int) -> str:
    return f"games.page.{table_id}.{player_id}"
