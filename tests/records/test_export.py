"""The record of a game of this site: whole when it is over, discreet while it runs."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.arena import Arena, Lineup
from games.rules.actions import Action, ChooseCard, ExchangeSpecial
from games.rules.deal import commitment
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Ending, Options, Variant
from games.rules.record_export import export_record
from games.rules.record_read import parse_record
from games.rules.record_write import record_to_json
from games.rules.replay import Outcome
from games.rules.state import GameState
from tests.support.records import check, refusal_of

OPTIONS = [
    Options(max_rounds=2),
    Options(known_cards=True, ending=Ending.ELIMINATION, limit=20),
    Options(draft=True, max_rounds=2),
    Options(cabriole=True, max_rounds=2),
    Options(cabriole=True, draft=True, known_cards=True, max_rounds=1),
    Options(variant=Variant.SPECIAL),
]
PLAYERS = 3


def played(options: Options, seed: int) -> tuple[Lineup, list[Action]]:
    """A whole game of three that play at random."""
    lineup = Lineup(options, ("random",) * PLAYERS, seed)
    return lineup, Arena(lineup, clock=lambda: 0.0).play(0)


def export(
    lineup: Lineup, log: list[Action], viewer: int | None, *, abandoned: bool = False
) -> dict[str, Any]:
    return export_record(
        lineup.options, lineup.names(0), lineup.dealer(0), log, viewer, abandoned=abandoned
    )


def state_after(lineup: Lineup, log: list[Action]) -> GameState:
    state, _ = new_game(lineup.options, PLAYERS, lineup.dealer(0))
    for action in log:
        state, _ = apply(state, action, lineup.dealer(0))
    return state


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_is_exported_from_its_deal_to_its_result(options: Options) -> None:
    lineup, log = played(options, seed=2)
    state = state_after(lineup, log)
    dealer = lineup.dealer(0)

    data = export(lineup, log, viewer=None)

    assert data["fairness"] == {
        "server_seed": dealer.server_seed.hex(),
        "commitment": commitment(dealer.server_seed),
        "client_seeds": list(dealer.client_seeds),
    }
    assert data["totals"] == list(state.totals)
    assert check(data) == Outcome(state.totals, state.ranks)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("viewer", [0, None])
def test_of_a_running_game_a_viewer_gets_the_own_hand_and_no_seed(
    options: Options, viewer: int | None
) -> None:
    lineup, log = played(options, seed=2)
    log = log[: len(log) // 2]
    whole = export(lineup, log, viewer, abandoned=True)

    data = export_record(options, lineup.names(0), lineup.dealer(0), log, viewer)

    assert whole["fairness"]["server_seed"] is not None
    assert data["fairness"] == {**whole["fairness"], "server_seed": None}
    for shown, recorded in zip(data["rounds"], whole["rounds"], strict=True):
        dealt = zip(recorded["seats"], recorded["hands"], strict=True)
        assert shown["hands"] == [hand if seat == viewer else None for seat, hand in dealt]
    assert record_to_json(parse_record(data)) == data


def test_what_is_drawn_from_a_rebuilt_pile_is_exported() -> None:
    lineup = Lineup(Options(variant=Variant.SPECIAL), ("random",) * 8, seed=7)
    log = Arena(lineup, clock=lambda: 0.0).play(0)

    data = export(lineup, log, viewer=None)

    assert check(data).totals == tuple(data["totals"])


games = st.builds(played, st.sampled_from(OPTIONS), st.integers(0, 2**32))


@given(games)
@settings(max_examples=20)
def test_a_finished_game_is_exported_whole_and_replays(game: tuple[Lineup, list[Action]]) -> None:
    lineup, log = game
    state = state_after(lineup, log)

    data = export(lineup, log, viewer=None)

    outcome = check(data)
    assert outcome.totals == state.totals
    assert outcome.ranks == state.ranks
    assert data == export(lineup, log, viewer=1)
    assert data["fairness"]["server_seed"] == lineup.dealer(0).server_seed.hex()


@given(games, st.integers(0, 10**6))
@settings(max_examples=40)
def test_an_abandoned_game_is_exported_whole_as_far_as_it_went(
    game: tuple[Lineup, list[Action]], cut: int
) -> None:
    lineup, log = game
    log = log[: cut % len(log)]
    state = state_after(lineup, log)

    data = export(lineup, log, viewer=None, abandoned=True)

    assert "totals" not in data
    assert check(data).totals == state.totals


@given(games, st.integers(0, 10**6), st.sampled_from([None, 0, 1, 2]))
@settings(max_examples=60)
def test_a_running_game_shows_only_what_its_viewer_may_know(
    game: tuple[Lineup, list[Action]], cut: int, viewer: int | None
) -> None:
    lineup, log = game
    log = log[: cut % len(log)]
    state = state_after(lineup, log)
    view = view_for(state, viewer)

    data = export(lineup, log, viewer)

    assert data["fairness"]["server_seed"] is None
    assert "totals" not in data
    last = data["rounds"][-1]
    told = {*last["rows"], *last.get("draft", [])}
    told.update(card for hand in last["hands"] if hand for card in hand)
    told.update(card for turn in last["turns"] for card in turn["cards"])
    assert told <= view.seen | set(view.hand)
    for recorded in data["rounds"]:
        shown = [hand is not None for hand in recorded["hands"]]
        assert shown == [seat == viewer for seat in recorded["seats"]]
    if lineup.options.variant is Variant.SPECIAL:
        assert refusal_of(data).code == "hidden"
    else:
        assert check(data).totals == state.totals


def test_a_choice_is_no_part_of_a_record_before_it_is_revealed() -> None:
    lineup, log = played(Options(max_rounds=1), seed=5)
    assert isinstance(log[1], ChooseCard)

    assert export(lineup, log[:2], log[1].seat) == export(lineup, [], log[1].seat)


def test_others_specials_draws_and_the_pile_are_secret_while_a_game_runs() -> None:
    lineup, log = played(Options(variant=Variant.SPECIAL), seed=3)
    exchange = next(action for action in log if isinstance(action, ExchangeSpecial))
    log = log[: log.index(exchange) + 1]

    exports = [
        export(lineup, log, viewer) for viewer in (exchange.seat, (exchange.seat + 1) % PLAYERS)
    ]

    assert [record_to_json(parse_record(data)) for data in exports] == exports
    own, other = (data["rounds"][-1] for data in exports)
    assert own["special_pile"] is None
    assert [held is None for held in own["specials"]] == [
        s != exchange.seat for s in range(PLAYERS)
    ]
    made = own["turns"][-1]["decisions"][-1]
    assert made["draw"] is not None
    assert other["turns"][-1]["decisions"][-1] == {**made, "draw": None}


@pytest.mark.parametrize("options", OPTIONS)
def test_a_game_not_begun_is_a_record_without_turns(options: Options) -> None:
    lineup, _ = played(options, seed=1)

    data = export(lineup, [], viewer=0)

    assert data["rounds"][0]["turns"] == []
    assert "scores" not in data["rounds"][0]
