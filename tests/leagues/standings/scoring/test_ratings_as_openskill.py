"""The ratings beside those of openskill: an independent calculation of the same model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryPart

from games.rules.options import MOST_PLAYERS
from games.strength import Strength
from leagues.standings.rating_store import rate
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks
from tests.leagues.standings.scoring.seasons import latest
from tests.support.seasons import places_by_heads

MODEL = BradleyTerryPart(window_size=MOST_PLAYERS - 1)


@st.composite
def games(draw: st.DrawFn) -> GameResult:
    """A game of 2 to 10 out of twelve players, often with ties."""
    players = draw(st.lists(st.integers(1, 12), min_size=2, max_size=MOST_PLAYERS, unique=True))
    heads = draw(st.lists(st.integers(0, 4), min_size=len(players), max_size=len(players)))
    places = places_by_heads(heads)
    seats = zip(players, heads, places, twice_ranks(places), strict=True)
    return GameResult(1, 1, len(players), sum(heads), 0, tuple(Entry(*seat) for seat in seats))


strengths = st.builds(Strength, st.floats(-20, 80), st.floats(0.01, 25 / 3), st.just(7))


def by_openskill(played: list[GameResult], start: dict[int, Strength]) -> dict[int, Strength]:
    now = dict(start)
    for result in played:
        before = [now.get(entry.player, Strength()) for entry in result.entries]
        after = MODEL.rate(
            [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in before],
            ranks=[float(entry.place) for entry in result.entries],
        )
        for entry, ((player,), rating) in zip(
            result.entries, zip(after, before, strict=True), strict=True
        ):
            now[entry.player] = Strength(player.mu, player.sigma, rating.games + 1)
    return now


@given(st.lists(games(), max_size=20), st.dictionaries(st.integers(1, 12), strengths))
def test_they_are_the_same_over_any_games(
    played: list[GameResult], start: dict[int, Strength]
) -> None:
    found = start | latest(rate(played, start=start))
    wanted = by_openskill(played, start)
    assert found.keys() == wanted.keys()
    for player, rating in wanted.items():
        assert found[player] == pytest.approx(rating, rel=1e-9, abs=1e-9)


def test_who_is_new_begins_at_the_same_strength() -> None:
    new = MODEL.rating()
    assert Strength() == (new.mu, new.sigma, 0)
