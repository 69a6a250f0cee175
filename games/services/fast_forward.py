"""Let bots play the rest of a game at once, when nobody else plays any more."""

from datetime import datetime

from games import store
from games.errors import TableError, TableErrorCode
from games.services import playing
from games.transition import is_left_to_bots

# A game is over long before; this ends the loop should one ever not be.
MOST_MOVES = 5000


def finish(table_id: int, seat: int, now: datetime) -> None:
    """Make the moves of the bots until the game is over, for a player who is out of it.

    seat: of who asks. Each move is a version of its own, as ever. Raises TableError (NOT_PLAYING,
    NOT_SEATED, STILL_PLAYED: a person plays on).
    """
    snapshot = store.fresh(table_id)
    if snapshot.seats[seat].is_former:
        raise TableError(TableErrorCode.NOT_SEATED)
    if snapshot.has_ended:
        return  # the bots were faster, or somebody else has asked too
    if not is_left_to_bots(snapshot):
        raise TableError(TableErrorCode.STILL_PLAYED)
    for _move in range(MOST_MOVES):
        if playing.move_bots(table_id, now).has_ended:
            return
