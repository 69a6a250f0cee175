"""Ratings of people by rated games, beside a slow calculation with the sums of openskill."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart

from games.play.ratings import Rated, Result, can_be_rated, points_of, rate
from games.rules.options import Ending, Options, Variant

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MODEL = BradleyTerryPart(window_size=9)
A, B, C, D = 1, 2, 3, 4


def ended(*ranks: tuple[int, int], left: Sequence[int] = (), at: datetime = NOON) -> Result:
    """A game; ranks: of each player. left: who has left it."""
    seats = tuple(Rated(player, rank, player in left) for player, rank in ranks)
    return Result(1, at, seats)


def points(games: Sequence[Result]) -> dict[int, int]:
    """What people read at the end."""
    return {after.player: points_of(after.strength.mu) for after in rate(games, {})}


def test_of_two_new_players_the_winner_gains_what_the_other_loses() -> None:
    # By hand: each variance is (25/3)^2 + (25/300)^2 = 69.4514, the spread of the pair the root of
    # 2 * 69.4514 + 2 * (25/6)^2 = 13.1767; half a win more than expected, 30 points a unit:
    # 30 * 69.4514 / 13.1767 / 2 = 79.06.
    assert points([ended((A, 1), (B, 2))]) == {A: 1579, B: 1421}


def test_a_shared_first_place_between_equals_changes_nothing() -> None:
    assert points([ended((A, 1), (B, 1))]) == {A: 1500, B: 1500}


def test_everybody_is_compared_with_everybody() -> None:
    found = points([ended((A, 1), (B, 2), (C, 3), (D, 4))])
    # A third of the wins and defeats of each: +3, +1, -1 and -3 halves of 79.06 points a pair.
    assert found == {A: 1579, B: 1526, C: 1474, D: 1421}


class TestWhoLeaves:
    def test_counts_as_last_though_the_bot_won(self) -> None:
        assert points([ended((A, 1), (B, 2), (C, 3), left=[A])])[A] == 1421

    def test_gives_those_who_stay_nothing(self) -> None:
        with_a = points([ended((A, 3), (B, 1), (C, 2), left=[A])])
        assert (with_a[B], with_a[C]) == (1579, 1421)
        assert points([ended((A, 2), (B, 1), left=[A])]) == {A: 1421}

    def test_is_not_compared_with_others_who_left(self) -> None:
        assert points([ended((A, 1), (B, 2), left=[A, B])]) == {}


class TestOfTheSameTwo:
    def test_five_games_within_24_hours_count(self) -> None:
        games = [ended((A, 1), (B, 2), at=NOON + n * HOUR) for n in range(8)]
        assert [after.strength.games for after in rate(games, {}) if after.player == A] == [
            1,
            2,
            3,
            4,
            5,
        ]

    def test_they_count_again_a_day_later(self) -> None:
        games = [ended((A, 1), (B, 2), at=NOON + n * HOUR) for n in (*range(5), 23, 24, 25)]
        # At the 23rd hour five lie within 24 hours. At the 24th the one of noon no longer does,
        # but the one of the 23rd hour does.
        assert len(rate(games, {})) == 10
        assert len(rate([*games[:5], games[6]], {})) == 12

    def test_others_of_the_table_are_still_compared_with_each(self) -> None:
        games = [ended((A, 1), (B, 2), at=NOON + n * HOUR) for n in range(5)]
        three = ended((A, 1), (B, 2), (C, 3), at=NOON + 5 * HOUR)
        both = rate([*games, three], {})
        before = {after.player: after.strength.mu for after in both[:10]}
        last = {after.player: after.strength.mu for after in both[10:]}
        # Each of them met C alone, over whom both were ahead.
        assert last[A] > before[A]
        assert last[B] > before[B]


# --- A slow calculation ------------------------------------------------------------------


@st.composite
def evenings(draw: st.DrawFn) -> list[Result]:
    """Games of 2 to 6 out of seven players, often with ties, at most hours apart."""
    at, games = NOON, []
    for number in range(draw(st.integers(1, 12))):
        at += timedelta(minutes=draw(st.integers(1, 400)))
        players = draw(st.lists(st.integers(1, 7), min_size=2, max_size=6, unique=True))
        seats = tuple(
            Rated(player, draw(st.integers(1, len(players))), draw(st.booleans()))
            for player in players
        )
        games.append(Result(number, at, seats))
    return games


def slowly(games: Sequence[Result]) -> dict[int, tuple[float, float, int]]:
    """Mean, deviation and games of each player; openskill rates each with whom they are compared.

    Those of a pair are looked for in all games again and again.
    """
    now: dict[int, tuple[float, float, int]] = {}
    for index, game in enumerate(games):
        after = dict(now)
        for own in game.seats:
            others = []
            for other in game.seats:
                together = [
                    each
                    for each in games[:index]
                    if game.ended_at - each.ended_at < timedelta(days=1)
                    and {own.player, other.player} <= {seat.player for seat in each.seats}
                ]
                if other != own and not other.has_left and len(together) < 5:
                    others.append(other)
            if others:
                places = [99.0 if own.has_left else own.rank, *(float(o.rank) for o in others)]
                teams = [
                    [MODEL.create_rating(list(now.get(seat.player, (25.0, 25 / 3))[:2]))]
                    for seat in (own, *others)
                ]
                rated = MODEL.rate(teams, ranks=places)[0][0]
                count = now.get(own.player, (0, 0, 0))[2] + 1
                after[own.player] = (rated.mu, rated.sigma, count)
        now = after
    return now


@given(evenings())
def test_they_are_those_of_the_slow_calculation(games: list[Result]) -> None:
    found = {after.player: after.strength for after in rate(games, {})}
    wanted = slowly(games)
    assert found.keys() == wanted.keys()
    for player, strength in wanted.items():
        assert found[player] == pytest.approx(strength, rel=1e-9, abs=1e-9)


# --- Which games -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "is_rated"),
    [
        (Options(), True),
        (Options(known_cards=True), True),
        (Options(draft=True, known_cards=True), True),
        (Options(limit=10), False),
        (Options(max_rounds=1), False),
        (Options(ending=Ending.ELIMINATION), False),
        (Options(cabriole=True), False),
        (Options(flip=True), False),
        (Options(variant=Variant.SPECIAL), False),
        (Options(variant=Variant.OX), False),
    ],
)
def test_the_base_game_of_full_length_can_be_rated(options: Options, is_rated: bool) -> None:
    assert can_be_rated(options, 30) is is_rated
    assert not can_be_rated(options, None)
