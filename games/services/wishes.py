"""What people wish not to be asked: their answer is given for them at once."""

from accounts.models import SpecialQuestion, User
from games.rules.actions import PassSpecial
from games.rules.placement import is_full, row_for
from games.rules.state import Awaited, GameState
from games.snapshot import Snapshot


def wished_pass(snapshot: Snapshot, game: GameState) -> PassSpecial | None:
    """The pass of who is now asked for a special card, and wishes to be asked only on a take.

    The wish is read when it counts: a kept snapshot would not know of its change.
    """
    decision = game.decision
    if decision is None or decision.kind is not Awaited.SPECIAL or decision.card is None:
        return None
    (seat,) = decision.seats
    user_id = snapshot.seats[seat].user_id
    if user_id is None or _takes(game, decision.card):
        return None
    wishes = User.objects.filter(pk=user_id, special_question=SpecialQuestion.TAKES)
    return PassSpecial(seat) if wishes.exists() else None


def _takes(game: GameState, card: int) -> bool:
    """Whether a number placed without a special card takes a row."""
    rows = game.round.rows
    index = row_for(rows, card)
    return index is None or is_full(rows[index])
