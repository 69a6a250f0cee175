"""Series of cards to learn by: in which row does the card go?

Nothing is stored: a series has a number, from which all its cards follow, and where the newcomer
stands is the number of the question and the row that was guessed.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from games.bots.costs import cheapest_row
from games.page.staging import Position, play
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.events import Events
from games.rules.fan import fan_row_for
from games.rules.options import Options
from games.rules.placement import is_full, row_for
from games.rules.state import Awaited, Cards, GameState, Row

# By their name in addresses: the games in which a number alone does not tell its row.
GAMES = {
    "base": Options(),
    "cabriole": Options(cabriole=True),
    "even-odd": Options(even_odd=True),
    "mountain": Options(mountain=True),
}
LAST_SERIES = 999
# A card alone, and then whole turns.
SINGLE_CARDS, WHOLE_TURNS = 5, 3
QUESTIONS = SINGLE_CARDS + WHOLE_TURNS
PLAYERS = 4
# Guessed in place of a row.
NO_ROW = "none"
_TRIES = 200
_LATEST_TURN = 7


@dataclass(frozen=True, slots=True)
class Question:
    """Cards that are revealed on these rows; the newcomer's is the last one of them.

    spare: cards of the same players that stay in their hands.
    """

    options: Options
    rows: tuple[Row, ...]
    cards: Cards
    spare: Cards

    @property
    def card(self) -> int:
        return self.cards[-1]

    @property
    def seat(self) -> int:
        """The newcomer's."""
        return len(self.cards) - 1

    @property
    def is_whole_turn(self) -> bool:
        return len(self.cards) > 1

    def start(self) -> GameState:
        """The table before the choices."""
        return self._position(self.cards, self.spare).state()

    def played(self) -> tuple[GameState, Events]:
        """The table after the turn, in which low cards take the cheapest row."""
        return self._play(self.cards, self.spare)

    def rows_before(self) -> tuple[Row, ...]:
        """The rows when the newcomer's card has its turn."""
        lower = [pair for pair in zip(self.cards, self.spare, strict=True) if pair[0] < self.card]
        if not lower:
            return self.rows
        cards, spare = zip(*lower, strict=True)
        return self._play(cards, spare)[0].round.rows

    def answer(self) -> int | None:
        """The row where the card goes, from 0; None for a low card, which takes one."""
        return row_of(self.options, self.rows_before(), self.card)

    def _position(self, cards: Cards, spare: Cards) -> Position:
        hands = tuple(tuple(sorted(hand)) for hand in zip(cards, spare, strict=True))
        return Position(self.rows, hands, self.options)

    def _play(self, cards: Cards, spare: Cards) -> tuple[GameState, Events]:
        actions: list[Action] = [ChooseCard(seat, card) for seat, card in enumerate(cards)]
        start = self._position(cards, spare).state()
        state, story = play(start, actions)
        while (decision := state.round.decision).kind is Awaited.ROW:
            actions.append(TakeRow(decision.seats[0], cheapest_row(state.round.rows)))
            state, story = play(start, actions)
        return state, story


def row_of(options: Options, rows: tuple[Row, ...], card: int) -> int | None:
    """Where Rules 1 and 2 lay a card; None for a low card."""
    return row_for(rows, card) if options.fan is None else fan_row_for(rows, card)


@lru_cache(maxsize=100)
def questions_of(game: str, series: int) -> tuple[Question, ...]:
    """The questions of a series, the same each time. game: a key of GAMES."""
    chance = random.Random(f"{game}|{series}")  # noqa: S311 (no secret)
    kinds: list[Callable[[Question], bool]] = [_is_easy, _is_easy, _is_near, _takes, _is_low]
    chance.shuffle(kinds)
    kinds += [_is_changed] * WHOLE_TURNS
    sizes = [1] * SINGLE_CARDS + [PLAYERS] * WHOLE_TURNS
    options = GAMES[game]
    return tuple(_ask(options, size, kind, chance) for size, kind in zip(sizes, kinds, strict=True))


def _ask(
    options: Options, size: int, is_wanted: Callable[[Question], bool], chance: random.Random
) -> Question:
    """A question of a kind, from tables at which cards were played by chance."""
    for _try in range(_TRIES):
        state = _table(options, chance)
        hands = [chance.sample(hand, 2) for hand in state.round.hands[-size:]]
        cards, spare = zip(*hands, strict=True)
        question = Question(options, state.round.rows, cards, spare)
        if is_wanted(question):
            break
    return question


def _table(options: Options, chance: random.Random) -> GameState:
    """A table after some turns; everybody still holds two cards at least."""
    dealer = SeededDealer(chance.randbytes(32), ("trainer",) * PLAYERS)
    state, _ = new_game(options, PLAYERS, dealer)
    last = chance.randint(2, _LATEST_TURN)
    while state.round.turn <= last:
        decision = state.round.decision
        action = chance.choice(legal_actions(state, decision.seats[0]))
        state, _ = apply(state, action, dealer)
    return state


# --- Kinds of questions ----------------------------------------------------------------------


def _fitting(question: Question) -> int:
    """How many rows the card could follow by Rule 1 alone."""
    rows = question.rows
    return sum(row_of(question.options, (row,), question.card) is not None for row in rows)


def _is_easy(question: Question) -> bool:
    answer = question.answer()
    return answer is not None and not is_full(question.rows[answer])


def _is_near(question: Question) -> bool:
    """More than one row could be followed, and the card joins the nearest of them."""
    return _is_easy(question) and _fitting(question) > 1


def _takes(question: Question) -> bool:
    answer = question.answer()
    return answer is not None and is_full(question.rows[answer])


def _is_low(question: Question) -> bool:
    return question.answer() is None


def _is_changed(question: Question) -> bool:
    """Cards that are placed before change where the newcomer's goes, or that it takes a row."""
    return _fate(question, question.rows) != _fate(question, question.rows_before())


def _fate(question: Question, rows: tuple[Row, ...]) -> tuple[int | None, bool]:
    row = row_of(question.options, rows, question.card)
    return row, row is not None and is_full(rows[row])
