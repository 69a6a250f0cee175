"""Tables at points of a game worth a picture; their addresses by name.

Members of the club sit at them, the first one at the first
seat, and no bot: nobody plays on.
"""

import random
from collections.abc import Iterator, Sequence

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.actions import Action, ChooseCard, PassSpecial
from games.rules.cards import SpecialKind, total_heads
from games.rules.engine import legal_actions, new_game
from games.rules.events import Events
from games.rules.options import Ending, Options
from games.rules.state import Awaited, Cards, GameState, Row
from games.seats import seating
from games.table import store
from tests.rules.builders import Game, dealer, position
from tests.support.tables import open_table, play_to_the_end, start_table

FULL = Row((3, 5, 11, 13, 17))
FOUR_ROWS = (FULL, Row((30, 41)), Row((51, 54, 62)), Row((70,)))
SIX = Row((20, 21, 24, 28, 29, 33), seven_takes=True)
FIVE_ROWS = (FULL, SIX, Row((41, 55), stopped=True), Row((62, 66, 68, 71)), Row((88,)))
HAND = (2, 18, 35, 44, 49, 60, 72, 83, 89, 97, 103)
OTHERS = (99, 100, 101, 102, 95, 96, 94)


class Told(Game):
    """A game that keeps what its last turn tells, and which turn that was."""

    def __init__(self, state: GameState) -> None:
        super().__init__(state)
        self.story: Events = ()
        self.turn_key = f"{state.round.number}.{state.round.turn}"

    def do(self, action: Action) -> Events:
        self.turn_key = f"{self.state.round.number}.{self.state.round.turn}"
        if isinstance(action, ChooseCard):
            self.story = ()
        self.story += super().do(action)
        return self.story


def asked(number: int, rows: Sequence[Row], *kinds: SpecialKind, players: int = 5) -> Told:
    """The first player's number is to be placed, and they hold these special cards."""
    others = OTHERS[: players - 1]
    game = Told(
        position(
            rows,
            ((number, *HAND), *((card, 1) for card in others)),
            specials=(kinds, *[(SpecialKind.STOP,) * 2] * len(others)),
            discard=(SpecialKind.SHIFT, SpecialKind.INSERT, SpecialKind.REPLACE),
            piles=((40, 16), (), (90, 80), *[(36, 37)] * (players - 3)),
            number=2,
            round_scores=((12, 3, 0, 25, 8, 14, 7, 21)[:players],),
        )
    )
    game.reveal(number, *others)
    return game


def special_games() -> Iterator[tuple[str, Told]]:
    kind = SpecialKind
    yield (
        "asks",
        asked(23, FOUR_ROWS, kind.SHIFT, kind.INSERT, kind.STOP, kind.REPLACE, kind.REPLACE),
    )
    yield "takes", asked(23, FOUR_ROWS, kind.MINUS_IS_PLUS, kind.FIFTH_ROW, kind.STOP)
    yield "seven", asked(43, FOUR_ROWS, kind.SEVEN_TAKES, kind.FIFTH_ROW, kind.SHIFT)
    exchange = asked(23, FOUR_ROWS, kind.MINUS_IS_PLUS, kind.FIFTH_ROW, kind.STOP)
    exchange.do(PassSpecial(0))
    yield "exchange", exchange
    low = asked(1, FIVE_ROWS, kind.SHIFT, kind.INSERT)
    low.do(PassSpecial(0))
    yield "five-rows-take", low
    yield (
        "five-rows-ask",
        asked(34, FIVE_ROWS, kind.SHIFT, kind.INSERT, kind.REPLACE, kind.STOP, players=8),
    )
    on = asked(72, FIVE_ROWS, kind.SHIFT, kind.INSERT, kind.STOP, players=8)
    while (decision := on.state.decision) and decision.kind is not Awaited.CARD:
        on.do(legal_actions(on.state, decision.seats[0])[0])
    yield "five-rows", on


def turns(options: Options, players: int, count: int) -> Told:
    """A game after so many turns in which all play at random."""
    chance = random.Random(6)
    state, _ = new_game(options, players, dealer(9))
    game = Told(state)
    while game.state.round.turn <= count:
        seat = game.state.decision.seats[0]
        game.do(chance.choice(legal_actions(game.state, seat)))
    return game


def jumping() -> Told:
    """A take after which the Cabriole makes the same player take twice more."""
    rows = (
        Row((6, 9, 10, 13), cabriole=True),
        Row((22, 25, 31, 33, 38)),
        Row((70, 78)),
        Row((41, 44, 47, 50, 53)),
    )
    hands = (
        (15, 2, 60, 61, 88, 96),
        (79, 3, 4, 5, 7, 8),
        (80, 81, 82, 83, 84, 85),
        (99, *range(86, 88), 89, 91, 92),
    )
    game = Told(
        position(
            rows,
            hands,
            options=Options(cabriole=True),
            number=3,
            round_scores=((4, 12, 30, 0), (0, 8, 2, 17)),
        )
    )
    game.reveal(15, 79, 80, 99)
    return game


def elimination() -> Told:
    """The second and the fourth of five are out since earlier rounds."""
    options = Options(ending=Ending.ELIMINATION, limit=30)
    state, _ = new_game(options, 5, dealer(4))
    hands: list[Cards] = list(state.round.hands)
    hands[1] = hands[3] = ()
    round = state.round._replace(
        number=4,
        seats=(0, 2, 4),
        hands=tuple(hands),
        piles=((27, 30), (), (55,), (), ()),
        pile_heads=(total_heads((27, 30)), 0, 7, 0, 0),
    )
    scores = ((4, 21, 9, 0, 12), (8, 15, 3, 17, 0), (2, 0, 11, 19, 6))
    return Told(
        state._replace(round=round, round_scores=scores, eliminated_in=(None, 2, None, 3, None))
    )


def stage(players: Sequence[Player], game: Told, deck: str = "bulls") -> Table:
    """A stored table at which this game is played."""
    table = start_table(*players[: game.state.player_count], options=game.state.options, deck=deck)
    snapshot = store.load(table.pk)
    play = snapshot.play._replace(
        game=game.state,
        story=game.story,
        turn_key=game.turn_key,
    )
    Table.objects.filter(pk=table.pk).update(state=play.to_json())
    store.forget(table.pk)
    return table


def finished(players: Sequence[Player], options: Options) -> Table:
    """A game that was played to its end; the same one each time."""
    table = open_table(*players, options=options)
    Table.objects.filter(pk=table.pk).update(server_seed=bytes(32))
    table.seats.update(client_seed="")
    seating.start(table.pk, players[0], timezone.now())
    play_to_the_end(table)
    return table


def stage_all(players: Sequence[Player]) -> Iterator[tuple[str, Table]]:
    for name, game in special_games():
        yield f"special-{name}", stage(players, game)
    yield "cabriole-jump", stage(players, jumping())
    yield "elimination", stage(players, elimination())
    yield "elimination-out", stage([players[1], players[0], *players[2:]], elimination())
    yield "draft-ten", stage(players, turns(Options(draft=True), 10, -1))
    yield "ten", stage(players, turns(Options(), 10, 3))
    for deck in ("bulls", "ducks", "elements"):
        yield f"deck-{deck}", stage(players, turns(Options(), 4, 3), deck)
    yield "end", finished(players[:6], Options())
    yield "end-elimination", finished(players[:4], Options(ending=Ending.ELIMINATION))


def stage_tables() -> dict[str, str]:
    players = list(Player.objects.filter(user__isnull=False, is_organizer=False).order_by("pk"))
    return {name: table.get_absolute_url() for name, table in stage_all(players)}
