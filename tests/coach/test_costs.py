"""What the figures of an analysis say, by figures made by hand."""

import pytest

from games.coach import costs


def choice(chosen: int, *weighed: tuple[int, float, float], **more: object) -> dict[str, object]:
    """weighed: card, heads, and the error of the difference to the best card."""
    rows = [[card, heads, 0.05, apart] for card, heads, apart in weighed]
    return {"round": 1, "turn": 1, "kind": "card", "chosen": chosen, "weighed": rows, **more}


PLAIN = choice(40, (12, 5.0, 0.2), (40, 3.5, 0.1), (77, 2.0, 0.0))


def test_a_choice_costs_what_it_takes_more_than_the_best() -> None:
    assert costs.best_of(PLAIN).value == 77
    assert costs.cost_of(PLAIN) == 1.5
    assert costs.cost_of(PLAIN | {"chosen": 77}) == 0


@pytest.mark.parametrize(
    ("lost", "apart", "is_one"),
    [(0.31, 0.1, True), (0.31, 0.11, False), (0.29, 0.0, False), (3.0, 1.1, False)],
)
def test_a_mistake_costs_a_third_of_a_head_and_more_than_three_errors(
    lost: float, apart: float, is_one: bool
) -> None:
    assert costs.is_mistake(choice(5, (5, 1 + lost, apart), (9, 1.0, 0.0))) is is_one


def test_the_three_dearest_mistakes_are_the_lessons() -> None:
    made = [choice(5, (5, 1 + lost, 0.01), (9, 1.0, 0.0)) for lost in (0.5, 2.0, 0.1, 1.0, 3.0)]
    assert [round(costs.cost_of(each), 2) for each in costs.lessons(made)] == [3.0, 2.0, 1.0]
    assert costs.lessons(made[2:3]) == []


def test_expectation_choices_and_luck_add_up_to_what_was_taken() -> None:
    # Round 1: 6 expected, 10 taken, 1.5 lost by a choice; round 2: 4.5 expected, 2 taken.
    made = costs.score([PLAIN], [(1, 6.0, 10), (2, 4.5, 2)])
    assert made == (10.5, 1.5, 0.0, 12)


def test_costs_are_listed_by_the_turn_of_the_card() -> None:
    made = [PLAIN, PLAIN | {"turn": 3}, PLAIN | {"turn": 3, "chosen": 77}, PLAIN | {"kind": "row"}]
    assert costs.by_turn(made) == {1: [1.5], 3: [1.5, 0.0]}


def test_skill_is_the_mean_by_game_by_turn_and_by_number_of_players() -> None:
    games = [
        (6.0, 4, [PLAIN, PLAIN | {"turn": 3, "chosen": 12}]),
        (3.0, 2, [PLAIN | {"chosen": 77}]),
        (9.0, 4, []),
    ]
    skill = costs.skill_of(games)
    assert skill is not None
    assert (skill.games, skill.heads_per_game) == (3, 6.0)
    assert skill.turns == [(1, 0.75, 9.0), (3, 3.0, 36.0)]
    assert skill.tables == [(2, 1, 3.0), (4, 2, 7.5)]
    assert costs.skill_of([]) is None
