"""What happened since the last reveal: what was played, where it went, why a row was taken.

The same lines drive the reveal on the page: each carries what to move and for how long.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.presenters.story_lines import (
    Cast,
    Line,
    Scene,
    cabriole_take_line,
    card_line,
    ends_before,
    placed_line,
    taken_line,
)
from games.presenters.story_rounds import round_line
from games.presenters.story_specials import in_telling_order, special_lines, whole_row_line
from games.rules.events import (
    Eliminated,
    Event,
    GameEnded,
    Jumped,
    Picked,
    Placed,
    Revealed,
    RoundScored,
    RoundStarted,
    RowRemoved,
    RowsLaid,
    TakeReason,
    Took,
)
from games.rules.options import Variant
from games.rules.projection import View
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Story:
    """key: the "round.turn" that is told. dropped: lines that came before those of the last lap.

    told, following: the turn that is told and the one that can follow it, counted over all rounds;
    the same while the told one is not over. awaits_bots: the version at which a decision began that
    bots answer once this has been watched; None where there is none. is_draft: picks are told.
    is_replayed: in a replay, where it is the turn that one looks at.
    """

    key: str
    lines: tuple[Line, ...]
    dropped: int = 0
    told: int = 0
    following: int = 0
    awaits_bots: int | None = None
    is_draft: bool = False
    is_replayed: bool = False

    @property
    def turn(self) -> str:
        """The number of the turn that is told; empty before the first one."""
        return self.key.partition(".")[2] if self.lines else ""


def present_story(snapshot: Snapshot, view: View | None, deck: str) -> Story:
    """The last turn, or the last lap of a draft; empty before the first deal."""
    if view is None:
        return Story(snapshot.turn_key, ())
    scene = Scene(
        story=tuple(snapshot.story),
        rows=view.rows,
        options=view.options,
        eliminated_in=view.eliminated_in,
        forced=snapshot.forced,
        cast=Cast(tuple(seat.name for seat in snapshot.seats), deck),
        players=len(view.seats),
    )
    story, dropped = _last_lap(scene.story, scene.players)
    lines = tuple(_lines(scene, story))
    is_draft = view.options.draft and (bool(view.pool) or snapshot.turn_key.endswith(".0"))
    told = _count(view, *map(int, snapshot.turn_key.split("."))) if snapshot.turn_key else 0
    following = _count(view, view.round_number, view.turn_number)
    play = snapshot.play
    return Story(
        key=snapshot.turn_key,
        lines=lines,
        dropped=dropped,
        told=told,
        following=following,
        awaits_bots=play.since if play and play.bots_at else None,
        is_draft=is_draft,
    )


def _count(view: View, round_number: int, turn: int) -> int:
    """A turn of a round as a number that counts on from round to round."""
    return (round_number - 1) * view.options.hand_size + turn


def _last_lap(story: Sequence[Event], players: int) -> tuple[Sequence[Event], int]:
    """The story with the newest picks only, one for each player, and how many were left out."""
    picks = [at for at, event in enumerate(story) if isinstance(event, Picked)]
    old = set(picks[: max(0, len(picks) - players)])
    return [event for at, event in enumerate(story) if at not in old], len(old)


def _lines(scene: Scene, story: Sequence[Event]) -> Iterator[Line]:
    """The lines of the events; a take and the card that caused it share one."""
    ends = ends_before(scene, story)
    taken: Took | None = None
    if scene.options.variant is Variant.SPECIAL:
        story = in_telling_order(story)
    for event in story:
        match event:
            case Took(why=TakeReason.SIXTH | TakeReason.SEVENTH | TakeReason.LOW):
                taken = event
            case RowRemoved() if taken:
                yield whole_row_line(taken, scene.cast)
                taken = None
            case Placed() if taken:
                yield taken_line(taken, event, scene)
                taken = None
            case Placed():
                yield placed_line(event, ends.get(event.card), scene.cast)
            case Took(why=TakeReason.CABRIOLE):
                yield cabriole_take_line(event, scene.cast)
            case Revealed() | Picked() | RowsLaid() | Jumped():
                yield card_line(event, scene)
            case RoundStarted() | RoundScored() | Eliminated() | GameEnded():
                yield round_line(event, scene)
            case _:
                yield from special_lines(event, scene.cast)
