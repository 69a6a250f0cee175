"""A pause in words, and what a player may do about it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.names import isolated, join_names
from games.pause.agreement import may_go_on, unanswered
from games.pause.state import PauseState
from games.snapshot import Snapshot
from games.time_limits import day_and_time


@dataclass(frozen=True, slots=True)
class PauseShown:
    """sentence: what is proposed, or that the game is paused.

    asks: this player has yet to answer. may_withdraw: it is their own proposal. may_go_on: they may
    end the pause.
    """

    sentence: str
    asks: bool = False
    may_withdraw: bool = False
    may_go_on: bool = False


def present_pause(
    snapshot: Snapshot, seat: int | None, *, is_organizer: bool = False
) -> PauseShown | None:
    """What the prompt of a viewer says and offers about a pause; None for nothing.

    Organizers of the club may end one without a seat.
    """
    play, pause = snapshot.play, snapshot.pause
    if play is None or pause is None or (seat is None and not is_organizer):
        return None
    if pause.state is PauseState.ON:
        sentence = gettext("Paused until %(moment)s at the latest.")
        may_end = may_go_on(snapshot, play, None if is_organizer else seat)
        return PauseShown(sentence % {"moment": day_and_time(pause.ends_at)}, may_go_on=may_end)
    if pause.state is PauseState.ENDING or seat is None or seat not in snapshot.still_play(play):
        return None
    if seat not in pause.agreed:
        name = isolated(snapshot.seats[pause.by].name)
        return PauseShown(gettext("%(name)s proposes a pause.") % {"name": name}, asks=True)
    names = join_names([snapshot.seats[other].name for other in unanswered(snapshot, play)])
    sentence = gettext("The pause begins once everybody agrees. Waiting for: %(names)s.")
    sentence %= {"names": names}
    return PauseShown(sentence, may_withdraw=seat == pause.by)


def away_sentences(snapshot: Snapshot) -> tuple[str, ...]:
    """What somebody reads who has left; the first sentence alone has to fit on a phone."""
    pause = snapshot.pause
    if pause is None or not pause.waits_for_return:
        return (gettext("The bot plays for you."),)
    limit = gettext("Bots play on after %(moment)s.")
    return gettext("Paused until you are back."), limit % {"moment": day_and_time(pause.ends_at)}


def paused_status(snapshot: Snapshot) -> str:
    """The status sentence of a game that stands still, for everybody."""
    if snapshot.pause is not None and snapshot.pause.state is PauseState.ENDING:
        return gettext("The game goes on.")
    if snapshot.pause is not None and snapshot.pause.waits_for_return:
        return gettext("The game is paused: everybody is away.")
    return gettext("The game is paused.")


def paused_prompt(snapshot: Snapshot) -> str:
    """The prompt's sentence while the game stands still, beside what `PauseShown` says."""
    if snapshot.pause is not None and snapshot.pause.state is PauseState.ENDING:
        return gettext("Get ready: the game goes on in a few seconds.")
    return ""
