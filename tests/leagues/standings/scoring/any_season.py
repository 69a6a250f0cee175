"""Any season, any rules: played games of 2..10 with many ties, for property tests."""

from hypothesis import strategies as st

from leagues.season_rules import Preset, SeasonRules, TieBreak
from leagues.standings.scoring.table import PointAdjustment
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks
from tests.support.seasons import places_by_heads

PLAYERS = range(1, 13)

Season = list[GameResult]
Adjustments = list[PointAdjustment]

rules_of_seasons = st.builds(
    SeasonRules,
    preset=st.sampled_from(Preset),
    best_of=st.integers(1, 5),
    weight_index=st.integers(-9, 99),
    weight_heads=st.integers(-3, 0),
    min_games=st.integers(0, 3),
    drop_percent=st.sampled_from([0, 20, 50]),
    best_sessions=st.integers(0, 3),
    min_sessions=st.integers(0, 2),
    tie_breaks=st.permutations(list(TieBreak)).flatmap(
        lambda order: st.integers(0, 3).map(lambda count: tuple(order[:count]))
    ),
    fewest=st.just(4),
    most=st.just(4),
)
adjustments_of_seasons = st.lists(
    st.builds(
        PointAdjustment,
        st.sampled_from(PLAYERS),
        st.integers(1, 4),
        st.fractions(-9, 9, max_denominator=100),
    ),
    max_size=3,
)


@st.composite
def games(draw: st.DrawFn) -> GameResult:
    """A game without its number; heads are few, so that ties are many."""
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=10, unique=True))
    heads = draw(st.lists(st.integers(0, 4), min_size=len(players), max_size=len(players)))
    places = places_by_heads(heads)
    columns = zip(players, heads, places, twice_ranks(places), strict=True)
    session = draw(st.integers(1, 4))
    return GameResult(0, session, len(players), sum(heads), 3, tuple(Entry(*c) for c in columns))


@st.composite
def seasons(draw: st.DrawFn) -> Season:
    played = draw(st.lists(games(), max_size=12))
    return [result._replace(game=number) for number, result in enumerate(played, 1)]
