"""A game that was played passes when it is written down, and comes to what the engine says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.options import Ending, Options
from leagues.sheets.check import check
from leagues.sheets.score_sheet import Pad, outcome, round_bounds
from tests.leagues.sheets.pad.played import WAYS_TO_PLAY, play, written_down

GAMES = [
    pytest.param(options, players, id=f"{name}, {players} players")
    for name, options in WAYS_TO_PLAY.items()
    for players in range(2, options.max_players + 1)
]
# Games by their seed, and how all play: these tests look at the same ones, which are played once.
SEEDS = [
    pytest.param({1: "random", 3: "gap"}, id="two games"),
    pytest.param({2: "random", 4: "random"}, id="two more", marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("options", "players"), GAMES)
@pytest.mark.parametrize("seeds", SEEDS)
def test_a_played_game_passes_and_comes_to_what_the_engine_says(
    options: Options, players: int, seeds: dict[int, str]
) -> None:
    for seed, level in seeds.items():
        game = play(options, players, seed, level)
        pad = written_down(game)
        assert [*check(pad, options)] == []
        result = outcome(pad, options)
        assert (result.totals, result.places) == (game.totals, game.ranks)
        assert result.rounds == len(game.round_scores)


@pytest.mark.parametrize(("options", "players"), GAMES)
def test_the_totals_of_a_played_game_pass_alone(options: Options, players: int) -> None:
    game = play(options, players, 1)
    if options.ending is Ending.ELIMINATION:
        return
    for count in (None, len(game.round_scores)):
        pad = Pad(written_down(game).columns, totals=game.totals, round_count=count)
        assert [*check(pad, options)] == []
        assert outcome(pad, options).places == game.ranks
        assert outcome(pad, options).rounds in (count, len(game.round_scores))


@pytest.mark.parametrize(("options", "players"), GAMES)
@pytest.mark.parametrize("seeds", SEEDS)
def test_every_round_that_was_played_lies_within_the_bounds(
    options: Options, players: int, seeds: dict[int, str]
) -> None:
    for seed, level in seeds.items():
        game = play(options, players, seed, level)
        for number, scores in enumerate(game.round_scores, 1):
            playing = sum(out is None or out >= number for out in game.eliminated_in)
            bounds = round_bounds(options, playing)
            assert bounds.least <= sum(scores) <= bounds.most
            assert max(scores) <= bounds.each


@settings(max_examples=60)
@given(st.data())
def test_nothing_is_wrong_while_a_right_pad_is_typed_in_any_order(data: st.DataObject) -> None:
    options = data.draw(st.sampled_from([*WAYS_TO_PLAY.values()]))
    players = data.draw(st.integers(2, options.max_players))
    seed, level = data.draw(st.sampled_from([(1, "random"), (3, "gap")]))
    whole = written_down(play(options, players, seed, level))
    hidden = st.sets(st.integers(0, len(whole.rounds) * players - 1))
    missing = data.draw(hidden)
    part = Pad(
        whole.columns,
        tuple(
            tuple(
                None if index * players + column in missing else cell
                for column, cell in enumerate(row)
            )
            for index, row in enumerate(whole.rounds)
        ),
    )
    assert [*check(part, options, complete=False)] == []


@settings(max_examples=60)
@given(st.data())
def test_nothing_is_wrong_while_right_totals_are_typed(data: st.DataObject) -> None:
    ways = [o for o in WAYS_TO_PLAY.values() if o.ending is Ending.LIMIT]
    options = data.draw(st.sampled_from(ways))
    players = data.draw(st.integers(2, options.max_players))
    game = play(options, players, 1)
    totals = tuple(total if data.draw(st.booleans()) else None for total in game.totals)
    part = Pad(tuple(range(players)), totals=totals)
    assert [*check(part, options, complete=False)] == []


@settings(max_examples=60)
@given(st.data())
def test_what_breaks_the_rules_is_refused(data: st.DataObject) -> None:
    """A round left out, said twice, or one cell changed beyond what can be."""
    options = data.draw(st.sampled_from([*WAYS_TO_PLAY.values()]))
    players = data.draw(st.integers(2, options.max_players))
    whole = written_down(play(options, players, 1))
    index = data.draw(st.integers(0, len(whole.rounds) - 1))
    row = whole.rounds[index]
    column = data.draw(st.sampled_from([c for c, cell in enumerate(row) if cell is not None]))
    wrong = data.draw(st.sampled_from([None, -1, 172, "12,5", "x"]))
    changed = (*row[:column], wrong, *row[column + 1 :])
    rounds = data.draw(
        st.sampled_from(
            [
                (*whole.rounds[:index], changed, *whole.rounds[index + 1 :]),
                (*whole.rounds, whole.rounds[-1]),
                whole.rounds[:-1],
            ]
        )
    )
    assert [*check(Pad(whole.columns, rounds), options)]
