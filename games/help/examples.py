"""The worked examples of the leaflets, as positions that the engine plays (RULES.md)."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.page.staging import BASE, Position, play
from games.rules.actions import Action, Agree, ChooseCard, PlaySpecial, Propose, Ready, TakeRow
from games.rules.cards import LAST_CARD, FanFace, OxKind, SpecialKind
from games.rules.events import Events
from games.rules.held_cards import Specials
from games.rules.options import Ending, Options, Variant
from games.rules.ox_state import OxState
from games.rules.state import Cards, GameState, Row

NAMES = ("Alice", "Bruno", "Chloé", "David")
CABRIOLE = Options(cabriole=True)
SPECIAL = Options(variant=Variant.SPECIAL)


@dataclass(frozen=True, slots=True)
class Example:
    """A turn to show. cards: what each seat plays. answers: what is done after the reveal.

    more: cards kept in hand, by seat; everybody keeps at least one, so that the round goes on.
    flipped: the seats that play theirs flipped. ox: the numbers of the ox, and the team's cards.
    """

    rows: tuple[Row, ...]
    cards: Cards
    answers: tuple[Action, ...] = ()
    options: Options = BASE
    specials: tuple[Specials, ...] | None = None
    piles: tuple[Cards, ...] = ()
    more: tuple[Cards, ...] = ()
    flipped: tuple[int, ...] = ()
    ox: OxState | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: len(self.cards)]

    def before(self) -> GameState:
        """The table before anybody has chosen."""
        kept = self.more or tuple((card,) for card in self._unused())
        hands = tuple(
            tuple(sorted((card, *others))) for card, others in zip(self.cards, kept, strict=False)
        )
        return Position(
            self.rows, hands, self.options, self.specials, self.piles, ox=self.ox
        ).state()

    def played(self) -> tuple[GameState, Events]:
        """The table after the turn, and what happened in it."""
        choices = [
            ChooseCard(seat, card, seat in self.flipped) for seat, card in enumerate(self.cards)
        ]
        return play(self.before(), [*choices, *self.answers])

    def _unused(self) -> Iterator[int]:
        """Numbers of which the example does not speak, the highest first."""
        used = {*self.cards, *(self.ox.hand if self.ox else ())}.union(
            *(row.cards for row in self.rows), *self.piles
        )
        return (card for card in range(LAST_CARD, 0, -1) if card not in used)


def rows(*lanes: Cards) -> tuple[Row, ...]:
    """Rows of these numbers, the first one at the top."""
    return tuple(map(Row, lanes))


def special(kind: SpecialKind, others: int = 1) -> tuple[Specials, ...]:
    """The first player holds this special card, the others none."""
    return ((kind,), *((),) * others)


# --- Base game (S0, S3, S4) and its traps; the ducks' turn (S1) --------------------------

FIRST_ROWS = rows((12,), (37,), (43,), (58,))
AFTER_FIRST = rows((12, 14, 15), (37,), (43, 44), (58, 61))
AFTER_SECOND = rows((30, 36), (37,), (43, 44), (58, 61))

BASE_EXAMPLES = {
    "first-turn": Example(FIRST_ROWS, (14, 15, 44, 61)),
    "second-turn": Example(AFTER_FIRST, (21, 26, 30, 36)),
    "third-turn": Example(AFTER_SECOND, (3, 9, 68, 83), (TakeRow(0, 1),)),
    "trap-42": Example(rows((10,), (24,), (17, 28, 40), (31, 33, 35, 41)), (42, 45)),
    "trap-30": Example(
        rows((61,), (33, 35), (40, 44, 47), (50, 51, 53, 56, 58)), (30, 62), (TakeRow(0, 0),)
    ),
    "ducks": Example(
        rows((21,), (24,), (33, 42, 50, 57), (69, 72, 81)), (23, 88, 7, 64), (TakeRow(2, 3),)
    ),
}

# --- Cabriole (S2) ------------------------------------------------------------------------

CABRIOLE_EXAMPLES = {
    "jump": Example(
        (Row((10, 13), cabriole=True), *rows((20,), (30,), (41,))), (15, 32), options=CABRIOLE
    ),
    "take-and-jump": Example(
        (Row((3, 5, 9, 13), cabriole=True), *rows((78,), (104,), (53,))),
        (43, 80),
        options=CABRIOLE,
    ),
    "chain": Example(
        (Row((36,), cabriole=True), *rows((30, 31, 32, 33, 34), (20, 21, 22, 23, 35), (90,))),
        (38, 92),
        options=CABRIOLE,
    ),
}

# --- Fan cards (S2) -----------------------------------------------------------------------

FAN_EXAMPLES = {
    "even-odd": Example(
        (Row((12,)), Row((24,), fan=FanFace.EVEN), *rows((43,), (58,))),
        (27, 26),
        options=Options(even_odd=True),
    ),
    "even-odd-moves": Example(
        (Row((9, 12, 13, 15, 17)), Row((24,), fan=FanFace.EVEN), *rows((43,), (58,))),
        (19, 22),
        (TakeRow(1, 0),),
        Options(even_odd=True),
    ),
    "mountain": Example(
        (*rows((12,), (37,), (43,)), Row((58,), fan=FanFace.UP)),
        (55, 61),
        options=Options(mountain=True),
    ),
    "mountain-moves": Example(
        (*rows((12,), (37,), (43, 45, 46, 47, 48)), Row((70,), fan=FanFace.UP)),
        (51, 60),
        options=Options(mountain=True),
    ),
    "flip": Example(
        rows((12,), (37,), (43,), (58,)), (64, 45, 47), options=Options(flip=True), flipped=(0,)
    ),
    "flip-tie": Example(
        rows((12,), (37,), (43,), (58,)), (54, 45), options=Options(flip=True), flipped=(0,)
    ),
}

# --- All against the ox (S2) --------------------------------------------------------------

OX = Options(variant=Variant.OX)

OX_EXAMPLES = {
    "ox-turn": Example(
        rows((12, 14, 15, 21, 26), (37,), (43,), (58,)),
        (44, 45),
        options=OX,
        ox=OxState((30, 99), (), ()),
    ),
    "ox-council": Example(
        rows((12, 14, 15, 21, 26), (37,), (43,), (58,)),
        (30, 44),
        (Propose(1, OxKind.SEVEN_TAKES, row=0), Agree(0), Ready(0), Ready(1)),
        OX,
        ox=OxState((33, 99), (), (OxKind.SEVEN_TAKES, OxKind.STOP)),
    ),
}

# --- Special cards (S4) -------------------------------------------------------------------

SPECIAL_EXAMPLES = {
    "fifth-row": Example(
        rows((40, 46), (51,), (60, 63, 64), (15, 17, 18, 20, 22)),
        (23, 66),
        (PlaySpecial(0, SpecialKind.FIFTH_ROW),),
        SPECIAL,
        special(SpecialKind.FIFTH_ROW),
    ),
    "five-rows": Example(
        rows((40, 46), (51,), (60, 63, 64), (15, 17, 18, 20, 22), (23,)),
        (2, 68),
        (TakeRow(0, 4),),
        SPECIAL,
        ((), ()),
    ),
    "seven-takes": Example(
        rows((3, 5, 11, 13, 17), (40,), (51, 54), (60,)),
        (20, 55),
        (PlaySpecial(0, SpecialKind.SEVEN_TAKES),),
        SPECIAL,
        special(SpecialKind.SEVEN_TAKES),
    ),
    "insert": Example(
        rows((5, 11), (32, 38), (51,), (60,)),
        (10, 62),
        (PlaySpecial(0, SpecialKind.INSERT, row=0),),
        SPECIAL,
        special(SpecialKind.INSERT),
    ),
    "insert-too-long": Example(
        rows((32, 38), (5, 8, 11, 16, 17), (51,), (60,)),
        (10, 62),
        (PlaySpecial(0, SpecialKind.INSERT, row=1),),
        SPECIAL,
        special(SpecialKind.INSERT),
    ),
    "replace": Example(
        rows((3, 4, 8, 14, 17), (7, 10), (51,), (60,)),
        (25, 62),
        (PlaySpecial(0, SpecialKind.REPLACE, card=15),),
        SPECIAL,
        special(SpecialKind.REPLACE),
        more=((15,), (91,)),
    ),
    "shift": Example(
        rows((13, 16, 18, 19, 22), (10, 17), (51,), (60,)),
        (24, 62),
        (PlaySpecial(0, SpecialKind.SHIFT, card=13, row=1),),
        SPECIAL,
        special(SpecialKind.SHIFT),
    ),
    "stop": Example(
        rows((12, 13, 14, 16, 17), (4, 10), (51,), (60,)),
        (22, 62),
        (PlaySpecial(0, SpecialKind.STOP, row=0),),
        SPECIAL,
        special(SpecialKind.STOP),
    ),
    "minus-is-plus": Example(
        rows((3, 5, 11, 13, 17), (40,), (51,), (60,)),
        (20, 62),
        (PlaySpecial(0, SpecialKind.MINUS_IS_PLUS, card=11),),
        SPECIAL,
        special(SpecialKind.MINUS_IS_PLUS),
    ),
    "minus-is-plus-low": Example(
        rows((11, 13), (40,), (51,), (60,)),
        (3, 62),
        (PlaySpecial(0, SpecialKind.MINUS_IS_PLUS, card=11, row=0),),
        SPECIAL,
        special(SpecialKind.MINUS_IS_PLUS),
        piles=((1, 10), ()),
    ),
}

EXAMPLES = {**BASE_EXAMPLES, **CABRIOLE_EXAMPLES, **FAN_EXAMPLES, **OX_EXAMPLES, **SPECIAL_EXAMPLES}

# --- Elimination (S1): the last turn of a third round --------------------------------------


def elimination() -> tuple[GameState, Events]:
    """A round that brings one player to 67 and another to 66 exactly; the next one is dealt."""
    position = Position(
        rows=rows((40,), (52,), (71,), (90,)),
        hands=((41,), (53,), (72,), (91,)),
        options=Options(ending=Ending.ELIMINATION),
        piles=((10,), (50, 60), (), (5, 11, 22, 33)),
        round_scores=((20, 31, 12, 25), (22, 30, 20, 24)),
    )
    last_cards = [ChooseCard(seat, hand[0]) for seat, hand in enumerate(position.hands)]
    return play(position.state(), last_cards)
