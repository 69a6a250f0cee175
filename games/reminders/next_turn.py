"""The tables at which a member is awaited."""

from django.db.models import F

from accounts.models import Player
from games import store
from games.models import Table
from games.transition import awaited, is_automatic


def table_awaiting(player: Player, after: str) -> Table | None:
    """The table that awaits a player first, by its deadline; that of the code `after` is left out.

    Those without a limit come last.
    """
    playing = Table.objects.with_player(player).filter(status=Table.Status.PLAYING)
    # Whoever looks after a table by itself, it is due at its deadline at the latest.
    by_deadline = playing.order_by(F("due_at").asc(nulls_last=True), "pk")
    for table in by_deadline.exclude(code=after).defer("state"):
        snapshot = store.at_least(table.pk, table.version)
        seat, play = snapshot.seat_of(player.pk), snapshot.play
        if seat is None or play is None or play.is_paused or seat not in awaited(play):
            continue
        if not is_automatic(snapshot, play, seat):
            return table
    return None
