"""The lines of the story about rounds and the game: how they began and ended."""

from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from accounts.names import isolated
from games import decks
from games.pace import BEATS
from games.presenters.story_lines import Cast, Line, Scene, line, tell
from games.rules.events import Eliminated, GameEnded, RoundScored, RoundStarted


def round_line(event: RoundStarted | RoundScored | Eliminated | GameEnded, scene: Scene) -> Line:
    """The line of a round or a game that begins or ends."""
    match event:
        case RoundStarted():
            return _started(event, scene)
        case RoundScored():
            return _scored(event, scene)
        case Eliminated():
            return _eliminated(event, scene)
        case GameEnded():
            return _ended(event, scene.cast)


def _started(event: RoundStarted, scene: Scene) -> Line:
    pattern = (
        gettext("Round %(number)d begins with a draft.")
        if scene.options.draft
        else gettext("Round %(number)d begins.")
    )
    return tell(0, pattern % {"number": event.number})


def _scored(event: RoundScored, scene: Scene) -> Line:
    scores = ", ".join(
        f"{isolated(scene.cast.names[seat])} {score}"
        for seat, score in enumerate(event.scores)
        if _played(scene, seat, event.number)
    )
    text = gettext("Round %(number)d is over: %(scores)s.") % {
        "number": event.number,
        "scores": scores,
    }
    if any(isinstance(told, GameEnded) for told in scene.story):
        return tell(BEATS[RoundScored], text)  # the result follows, which says it all
    return line(
        "score",
        BEATS[RoundScored],
        format_html("{}", text),
        number=event.number,
        scores=" ".join(
            str(score) if _played(scene, seat, event.number) else "-"
            for seat, score in enumerate(event.scores)
        ),
        totals=" ".join(map(str, event.totals)),
    )


def _played(scene: Scene, seat: int, number: int) -> bool:
    """Whether a seat was not yet out in that round."""
    return (scene.eliminated_in[seat] or number) >= number


def _eliminated(event: Eliminated, scene: Scene) -> Line:
    text = ngettext(
        "More than %(limit)d: %(names)s is out.",
        "More than %(limit)d: %(names)s are out.",
        len(event.seats),
    ) % {"limit": scene.options.limit, "names": scene.cast.all_names(event.seats)}
    seats = " ".join(map(str, event.seats))
    return line("out", BEATS[Eliminated], format_html("{}", text), seats=seats)


def _ended(event: GameEnded, cast: Cast) -> Line:
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    text = gettext("The game is over. Lowest total: %(names)s, with %(heads)s.") % {
        "heads": decks.count_heads(event.totals[winners[0]], cast.deck),
        "names": cast.all_names(winners),
    }
    return tell(0, text)
