"""Sums of the games of the base rules, which name nobody, and what may be a record of the club.

The keeper adds each finished game once. Sums can be deleted and made anew: `manage.py count_games`.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from django.db import DatabaseError, transaction
from django.utils import timezone

from accounts.locks import locked
from games.models import GameExtremes, GameSums, Seat, Table
from games.rules.actions import Action
from games.rules.cards import LAST_CARD
from games.rules.dealer import Dealer
from games.rules.engine import apply, new_game
from games.rules.errors import RulesError
from games.rules.events import Event, Placed, Revealed, RoundStarted, TakeReason, Took
from games.rules.options import FIRST_ROWS, Options
from games.table.stored_deal import dealer_of, logged_actions

logger = logging.getLogger(__name__)

# Games at each call; one takes some 3 ms, a very long one 30.
PORTION = 100
# Of the base game, whatever ends it.
ENDS = ("limit", "max_rounds")
PEOPLE, BOTS = "people", "bots"


@dataclass
class CardSums:
    """How often a card was played, the heads that it took, and how often as a sixth or low card."""

    played: int = 0
    heads: int = 0
    sixth: int = 0
    low: int = 0

    @property
    def safe(self) -> int:
        """How often it took nothing."""
        return self.played - self.sixth - self.low

    @property
    def mean(self) -> float | None:
        """The heads that it takes on average; None if it was never played."""
        return self.heads / self.played if self.played else None


@dataclass
class Sums:
    """Games summed up. rounds: of all; seat_rounds: rounds times players.

    full, lengths: games to 66 heads without a last round, and how many of them had so many rounds.
    places: how many cards became the second to the fifth of a row. cards: by card, from 1 on.
    """

    games: int = 0
    rounds: int = 0
    seat_rounds: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    places: list[int] = field(default_factory=lambda: [0] * 4)
    cards: list[CardSums] = field(default_factory=lambda: [CardSums() for _ in range(LAST_CARD)])

    @property
    def heads(self) -> int:
        """All that was taken."""
        return sum(card.heads for card in self.cards)

    @property
    def heads_a_round(self) -> float | None:
        """Of a player; None without a round."""
        return self.heads / self.seat_rounds if self.seat_rounds else None

    def add(self, more: "Sums") -> None:
        """Add other games."""
        self.games += more.games
        self.rounds += more.rounds
        self.seat_rounds += more.seat_rounds
        self.lengths.update(more.lengths)
        self.places = [a + b for a, b in zip(self.places, more.places, strict=True)]
        for card, other in zip(self.cards, more.cards, strict=True):
            card.played += other.played
            card.heads += other.heads
            card.sixth += other.sixth
            card.low += other.low

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "seat_rounds": self.seat_rounds,
            "lengths": {str(rounds): count for rounds, count in sorted(self.lengths.items())},
            "places": self.places,
            "cards": [[card.played, card.heads, card.sixth, card.low] for card in self.cards],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Sums":
        """What `to_json` has made."""
        return cls(
            games=data["games"],
            rounds=data["rounds"],
            seat_rounds=data["seat_rounds"],
            lengths=Counter({int(rounds): count for rounds, count in data["lengths"].items()}),
            places=list(data["places"]),
            cards=[CardSums(*card) for card in data["cards"]],
        )


class Game(NamedTuple):
    """A game that counts: what it adds, and the heads by round and seat."""

    players: int
    sums: Sums
    scores: Sequence[Sequence[int]]
    is_full: bool


def counts(options: Options) -> bool:
    """Whether games with these options count: the base game, to any number of heads or rounds."""
    ends = {name: getattr(options, name) for name in ENDS}
    return options == Options(**ends)


def game_of(
    options: Options, players: int, dealer: Dealer, actions: Iterable[Action]
) -> Game | None:
    """A game of the base rules; None if it was not played to the end. Pure.

    Raises RulesError for actions that are not of such a game.
    """
    counter = _Counter()
    state, events = new_game(options, players, dealer)
    counter.add(events)
    for action in actions:
        state, events = apply(state, action, dealer)
        counter.add(events)
    if state.ranks is None:
        return None
    scores, sums = state.round_scores, counter.sums
    is_full = options == Options()
    sums.games, sums.rounds, sums.seat_rounds = 1, len(scores), len(scores) * players
    if is_full:
        sums.lengths[len(scores)] = 1
    return Game(players, sums, scores, is_full)


class _Counter:
    """Counts what becomes of each card."""

    def __init__(self) -> None:
        self.sums = Sums()
        # Of the rows; and the cards of this turn by seat.
        self._lengths: list[int] = []
        self._laid: dict[int, int] = {}

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case RoundStarted():
                    self._lengths = [1] * FIRST_ROWS
                case Revealed(cards):
                    self._laid = dict(cards)
                case Took(seat, row, _, heads, why):
                    card = self.sums.cards[self._laid[seat] - 1]
                    card.heads += heads
                    card.sixth += why is TakeReason.SIXTH
                    card.low += why is TakeReason.LOW
                    self._lengths[row] = 0
                case Placed(_, number, row):
                    self.sums.cards[number - 1].played += 1
                    self._lengths[row] += 1
                    # The first of a row has taken it.
                    if self._lengths[row] > 1:
                        self.sums.places[self._lengths[row] - 2] += 1


def extremes_of(game: Game, people: Sequence[int]) -> dict[str, tuple[int, int, int]]:
    """By figure its value in this game, the seat of a person, and where it begins (round).

    "worst", "best": heads of a round. "clean_rounds": rounds without a head, one after the other.
    "total": heads in the end, of a full game only. Of equal ones the first.
    """
    columns = {seat: [each[seat] for each in game.scores] for seat in people}
    rounds = [
        (heads, seat, number)
        for seat, column in columns.items()
        for number, heads in enumerate(column, start=1)
    ]
    rounds.sort(key=lambda each: each[2])
    found = {
        "worst": max(rounds, key=lambda each: each[0]),
        "best": min(rounds, key=lambda each: each[0]),
        "clean_rounds": max(
            (_longest_clean(seat, column) for seat, column in columns.items()), key=_first
        ),
    }
    if game.is_full:
        totals = ((sum(column), seat, len(column)) for seat, column in columns.items())
        found["total"] = max(totals, key=_first)
    return found


def _first(each: tuple[int, int, int]) -> int:
    return each[0]


def _longest_clean(seat: int, column: Sequence[int]) -> tuple[int, int, int]:
    longest = (0, seat, 1)
    for is_clean, rounds in groupby(enumerate(column, start=1), key=lambda each: each[1] == 0):
        numbers = [number for number, _heads in rounds]
        if is_clean and len(numbers) > longest[0]:
            longest = (len(numbers), seat, numbers[0])
    return longest


def not_counted() -> Any:
    """Tables whose game has ended and was not looked at yet."""
    # As the index has it: SQLite uses none whose condition has a value.
    return Table.objects.filter(ended_at__isnull=False, counted_at=None).order_by("-pk")


def count_missing() -> int:
    """Add those of the newest games that are in no sum yet, some at each call; how many."""
    ids = list(not_counted().values_list("pk", flat=True)[:PORTION])
    if ids:
        _add({pk: _read(pk) for pk in ids})
    return len(ids)


def forget_all() -> None:
    """Delete sums and extremes, so that all games that are still stored are counted anew."""
    with transaction.atomic():
        row = locked_sums()
        counted = Table.objects.exclude(counted_at=None)
        list(locked(counted).order_by("-pk").only("pk"))
        GameExtremes.objects.all().delete()
        counted.update(counted_at=None)
        row.sums = {}
        row.save()


def stored_sums() -> dict[tuple[int, bool], Sums]:
    """By number of players, and whether bots sat there; one statement."""
    row = GameSums.objects.filter(pk=GameSums.THE_ONE).first()
    return _read_sums(row) if row else {}


def _read_sums(row: GameSums) -> dict[tuple[int, bool], Sums]:
    return {
        (int(players), who == BOTS): Sums.from_json(data)
        for who, by_players in row.sums.items()
        for players, data in by_players.items()
    }


def locked_sums() -> GameSums:
    """The one row of sums, locked: games are counted and rated one after the other."""
    GameSums.objects.get_or_create(pk=GameSums.THE_ONE)
    return locked(GameSums.objects.filter(pk=GameSums.THE_ONE)).get()


class _Read(NamedTuple):
    game: Game
    people: list[int]
    is_private: bool


def _read(table_id: int) -> _Read | None:
    """The game of a table; None if it does not count, or its log cannot be read any more."""
    # Before the table, which has a record once the text of somebody who left is gone.
    seats = list(
        Seat.objects.filter(table=table_id).order_by("index").values_list("client_seed", "bot")
    )
    tables = Table.objects.only("options", "server_seed", "record", "visibility")
    table = tables.filter(pk=table_id, status=Table.Status.FINISHED).first()
    if table is None:
        return None
    try:
        options = Options.from_json(table.options)
        if not counts(options):
            return None
        dealer = dealer_of(table, tuple(text for text, _bot in seats))
        game = game_of(options, len(seats), dealer, logged_actions(table_id))
    except DatabaseError:
        raise
    except RulesError as error:
        logger.warning("table %s is not counted: %s", table_id, type(error).__name__)
        return None
    except Exception:
        # The same game would fail again each minute, and keep the older ones waiting.
        logger.exception("table %s is not counted", table_id)
        return None
    people = [index for index, (_text, bot) in enumerate(seats) if not bot]
    is_private = table.visibility == Table.Visibility.PRIVATE
    return _Read(game, people, is_private) if game else None


def _add(found: Mapping[int, _Read | None]) -> None:
    """Add games to the sums, each once, whoever else does so at this moment."""
    with transaction.atomic():
        row = locked_sums()
        tables = Table.objects.filter(pk__in=found, counted_at=None)
        ids = list(locked(tables).order_by("-pk").values_list("pk", flat=True))
        sums = _read_sums(row)
        extremes = []
        for pk in ids:
            read = found[pk]
            if read is None:
                continue
            game, people, is_private = read
            has_bots = len(people) < game.players
            sums.setdefault((game.players, has_bots), Sums()).add(game.sums)
            if people and not is_private:
                extremes.append(_extremes(pk, game, people, has_bots=has_bots))
        GameExtremes.objects.bulk_create(extremes)
        row.sums = {PEOPLE: {}, BOTS: {}}
        for (players, has_bots), each in sums.items():
            row.sums[BOTS if has_bots else PEOPLE][str(players)] = each.to_json()
        row.save()
        Table.objects.filter(pk__in=ids).update(counted_at=timezone.now())


def _extremes(pk: int, game: Game, people: Sequence[int], *, has_bots: bool) -> GameExtremes:
    found = extremes_of(game, people)
    return GameExtremes(
        table_id=pk,
        players=game.players,
        has_bots=has_bots,
        rounds=len(game.scores) if game.is_full else None,
        **{name: value for name, (value, _seat, _round) in found.items()},
        at={name: [seat, number] for name, (_value, seat, number) in found.items()},
    )
