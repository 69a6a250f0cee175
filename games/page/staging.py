"""Positions for the page, and what the engine makes of them.

What is shown comes from the presenters of a live table: they get the snapshot of a table that is
stored nowhere. So an example looks and reads as at a table, whatever becomes of either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import Table
from games.rules.actions import Action
from games.rules.cards import total_heads
from games.rules.deal import SeededDealer
from games.rules.engine import apply
from games.rules.events import Events, Revealed
from games.rules.held_cards import FlipCards, SpecialCards, Specials
from games.rules.options import Options
from games.rules.ox_state import OxState
from games.rules.state import Cards, GameState, RoundState, Row
from games.table.snapshot import Play, SeatInfo, Snapshot

BASE = Options()
DEALER = SeededDealer(bytes(32), ("examples",))


@dataclass(frozen=True, slots=True)
class Position:
    """Rows and hands to play from; what is left out is as at the start of a game.

    hands, specials and piles are by seat. round_scores: the heads of the rounds before, by seat.
    """

    rows: tuple[Row, ...]
    hands: tuple[Cards, ...]
    options: Options = BASE
    specials: tuple[Specials, ...] | None = None
    piles: tuple[Cards, ...] = ()
    round_scores: tuple[tuple[int, ...], ...] = ()
    ox: OxState | None = None

    def state(self) -> GameState:
        """The position as a game before its choices."""
        players = len(self.hands)
        no_cards: tuple[Cards, ...] = ((),) * players
        piles = self.piles or no_cards
        return GameState(
            options=self.options,
            player_count=players,
            round=RoundState(
                number=len(self.round_scores) + 1,
                seats=tuple(range(players)),
                turn=1,
                rows=self.rows,
                hands=self.hands,
                choices=(None,) * players,
                queue=(),
                piles=piles,
                pile_heads=tuple(map(total_heads, piles)),
                specials=None if self.specials is None else SpecialCards(self.specials, ()),
                ox=self.ox,
                flips=FlipCards((None,) * players, (False,) * players)
                if self.options.flip
                else None,
            ),
            round_scores=self.round_scores,
            eliminated_in=(None,) * players,
        )


def play(state: GameState, actions: Iterable[Action]) -> tuple[GameState, Events]:
    """The game after these actions, and what happened since its cards were last revealed."""
    story: Events = ()
    for action in actions:
        state, events = apply(state, action, DEALER)
        begins_anew = any(isinstance(event, Revealed) for event in events)
        story = events if begins_anew else story + events
    return state, story


def snapshot_of(
    game: GameState, story: Events, names: Sequence[str], *, deck: str, turn_key: str = ""
) -> Snapshot:
    """The table at which this game would stand. turn_key: the turn that the story tells."""
    seats = tuple(
        SeatInfo(index, name, player_id=None, user_id=None, bot="", client_seed="")
        for index, name in enumerate(names)
    )
    return Snapshot(
        table_id=0,
        code="",
        name="",
        status=Table.Status.PLAYING,
        version=0,
        options=game.options,
        visibility=Table.Visibility.PUBLIC,
        host_id=None,
        time_per_choice=None,
        deck=deck,
        commitment="",
        server_seed=None,
        rematch_code=None,
        seats=seats,
        play=Play(
            game=game,
            story=story,
            turn_key=turn_key,
            missed=(0,) * len(seats),
            away=(False,) * len(seats),
            since=0,
        ),
    )
