"""What rules do to three players, by hand: tables of four, six sessions of one game each."""

from http import HTTPStatus
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Player
from leagues.season_rules import Preset, SeasonRules
from leagues.setup.season_form import rules_example
from tests.leagues.setup.forms import sent
from tests.support.clients import signed_in

ANNA = "1 Anna 6 66.67"  # four times second, first and third: (4 x 66.67 + 100 + 33.33) / 6
BRUNO = "2 Bruno 6 50.00"  # three times first, three times last


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ({}, [ANNA, BRUNO, "– Chloé 2 100.00 1 game missing"]),
        ({"min_games": 0}, ["1 Chloé 2 100.00", "2 Anna 6 66.67", "3 Bruno 6 50.00"]),
        ({"min_sessions": 4}, [ANNA, BRUNO, "– Chloé 2 100.00 2 sessions missing"]),
        (
            {"drop_percent": 50},
            ["1 Bruno 3/6 100.00", "2 Anna 3/6 77.78", "– Chloé 1/2 100.00 1 game missing"],
        ),
        (
            {"preset": Preset.BEST, "best_of": 2},
            ["1 Bruno 2/6 100.00", "2 Anna 2/6 83.33", "– Chloé 2 100.00 1 game missing"],
        ),
        ({"preset": Preset.PLACEMENT}, ["1 Bruno 6 39", "2 Anna 6 38", "3 Chloé 2 20"]),
        # The first has 8 heads, the second 18, the third 28, the last 38.
        (
            {"preset": Preset.TOTAL, "fewest": 4, "most": 4},
            ["1 Anna 6 18.00", "2 Bruno 6 23.00", "– Chloé 2 8.00 1 game missing"],
        ),
    ],
)
def test_the_three_stand_where_the_rules_put_them(rules: dict[str, Any], lines: list[str]) -> None:
    example = rules_example(SeasonRules(**rules))
    told = [
        f"{row.place} {row.story.name} {row.games} {row.figure} {row.missing}".strip()
        for row in example["rows"]
    ]
    assert told == lines


@pytest.mark.parametrize("size", [2, 10])
def test_there_is_an_example_for_tables_of_every_size(size: int) -> None:
    example = rules_example(SeasonRules(fewest=2, preferred=size, most=10))
    assert {row.story.name for row in example["rows"]} == {"Anna", "Bruno", "Chloé"}


@pytest.mark.django_db
def test_the_example_follows_what_is_chosen_and_nothing_is_kept(ada: Player) -> None:
    response = signed_in(ada).post(
        reverse("leagues:rules_example"), sent(season_name="", preset="placement", final=4)
    )
    html = " ".join(response.content.decode().split())
    assert html.index("Bruno") < html.index("Anna") < html.index("Chloé")
    assert "the best 4 of those who come play a final" in html


@pytest.mark.django_db
def test_what_cannot_be_is_left_out_of_the_example(ada: Player) -> None:
    fields = sent(preset="placement", placement="ten six", drop_percent=99, preferred=1)
    response = signed_in(ada).post(reverse("leagues:rules_example"), fields)
    html = " ".join(response.content.decode().split())
    assert response.status_code == HTTPStatus.OK
    assert "at tables of 4." in html
    assert html.index("39") < html.index("38") < html.index("20")
