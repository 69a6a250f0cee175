"""Which level of bots fits a member, as their games against bots alone tell."""

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from games.bots import LEVELS
from games.models import Seat, Table
from games.rules.cards import FanCard
from games.rules.options import Variant
from games.seats.seats import LEVELS as WORDS

FEWEST_GAMES, MOST_GAMES = 5, 60
# Strengths are natural logarithms: of a player ten times as likely to win as another, 400 points.
POINTS = 400 / log(10)
# How far members are from the gap player, before their games are known: 120 points.
SPREAD = 120 / POINTS
ANCHOR = LEVELS["gap"].rating
STEPS = 30


class Game(NamedTuple):
    """A finished game of one person against bots. won: 1, of a shared win its part, or 0."""

    won: float
    levels: tuple[str, ...]


class Fit(NamedTuple):
    """The level whose rating is nearest to a person's, and of how many games that is known."""

    level: str
    games: int

    @property
    def words(self) -> str:
        """The level as members know it."""
        return str(WORDS[self.level])


def fit_of(player: Player) -> Fit | None:
    """The level that fits, by the newest games; None while they are too few; two statements."""
    games = _games(player)
    if len(games) < FEWEST_GAMES:
        return None
    rating = rating_of(games)
    level = min(LEVELS, key=lambda name: abs(LEVELS[name].rating - rating))
    return Fit(level, len(games))


def rating_of(games: Sequence[Game]) -> float:
    """The likeliest rating of whoever played these games, on the scale of the levels.

    With strengths a, and b of each bot, a person wins e^a / (e^a + all e^b) of their games.
    """
    own = 0.0
    for _step in range(STEPS):
        slope, bend = -own / SPREAD**2, 1 / SPREAD**2
        for won, levels in games:
            others = sum(exp((LEVELS[name].rating - ANCHOR) / POINTS) for name in levels)
            share = exp(own) / (exp(own) + others)
            slope += won - share
            bend += share * (1 - share)
        own += slope / bend
    return ANCHOR + own * POINTS


def _games(player: Player) -> list[Game]:
    """The newest ones. Where bots of all levels play alike, a game tells nothing of a level."""
    people = Seat.objects.filter(table=OuterRef("table"), bot="").exclude(player=player)
    understood = Q(
        table__options__variant=Variant.BASE.value,
        **{f"table__options__{FanCard.FLIP.value}__isnull": True},
    )
    own = Seat.objects.filter(
        understood,
        ~Exists(people),
        player=player,
        rank__isnull=False,
        table__status=Table.Status.FINISHED,
    )
    newest = own.order_by("-table__ended_at", "-table_id").values_list("table", flat=True)
    seats: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=list(newest[:MOST_GAMES])):
        seats[seat.table_id].append(seat)
    return [_game(each) for each in seats.values()]


def _game(seats: Sequence[Seat]) -> Game:
    winners = [seat for seat in seats if seat.rank == 1]
    won = 1 / len(winners) if any(not seat.bot for seat in winners) else 0.0
    return Game(won, tuple(seat.bot for seat in seats if seat.bot))
