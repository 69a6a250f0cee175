"""The council to learn by: one proposal leads on, and nothing that is sent can upset it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.bots.council import Outcome, council_of, foresee
from games.help.council_lesson import BEST, NEWCOMER, council_at
from games.rules.engine import view_for
from tests.support.clients import html_of

pytestmark = pytest.mark.django_db

URL = reverse("games:tutorial", args=["council"])
TASK = "All numbers are seen, none is placed."


def page(language: str = "en", **tried: str) -> str:
    return html_of(Client().get(URL, tried, headers={"accept-language": language}))


def test_the_proposal_that_leads_on_is_the_best_one() -> None:
    start = council_at(None, is_played=False, is_placed=False)
    offers = foresee(council_of(view_for(start.game, NEWCOMER)))[1]
    # 12, 14, 15, 21, 26 and 30 count 1 + 1 + 2 + 1 + 1 + 3.
    assert offers[0] == (BEST, Outcome(0, 9))
    assert [brings.cost(2) < -9 for _offer, brings in offers[1:]] == [False] * 5


def test_the_select_begins_with_another_one() -> None:
    html = page()
    assert html.index('value="last.30."') < html.index('value="seven_takes..0"')


def test_the_newcomer_sees_rows_numbers_cards_and_what_the_turn_brings() -> None:
    html = page()
    assert TASK in html
    for number in (12, 14, 15, 21, 26, 37, 43, 58, 30, 44, 33):
        assert f'#c{number}"' in html
    assert "<small>team +6 × 2, ox +0</small>" in html
    assert "team +0, ox +9 · row 1 holds six" in html
    assert "No card is left in the pile." in html


def test_the_bot_agrees_and_the_numbers_are_placed() -> None:
    played = council_at(BEST, is_played=False, is_placed=False)
    assert played.game.round.rows[0].seven_takes
    html = page(play="seven_takes..0")
    assert "Alice agrees" in html
    assert "<small>team +0, ox +9</small>" in html
    assert '<input type="hidden" name="played" value="1">' in html
    placed = council_at(None, is_played=True, is_placed=True)
    assert [row.cards for row in placed.game.round.rows] == [(33,), (37,), (43, 44), (58,)]
    assert placed.game.round.ox is not None
    assert placed.game.round.ox.heads == 9
    html = page(played="1", place="1")
    assert "The ox plays" in html
    assert 'form="do-ready"' not in html


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        ({"play": "last.30."}, "team +1 × 2, ox +6: Alice would agree, but you can do better."),
        ({"play": "last.44."}, "team +6 × 2, ox +0, instead of team +6 × 2, ox +0"),
        ({"place": "1"}, "As the numbers lie, the turn brings team +6 × 2, ox +0"),
        ({"played": "1", "play": "last.30."}, "team +1 × 2, ox +0, instead of team +0, ox +9"),
    ],
)
def test_what_leads_nowhere_is_explained(tried: dict[str, str], why: str) -> None:
    html = page(**tried)
    assert why in html
    assert 'form="do-propose"' in html


@pytest.mark.parametrize(
    "play",
    ["", "x", "last.33.", "last.30.0", "stop..0", "seven_takes..9", "seven_takes..²", "sort...1-1"],
)
def test_nonsense_is_nothing_proposed(play: str) -> None:
    assert TASK in page(play=play)


def test_in_french() -> None:
    assert "Proposez la carte spéciale" in page("fr")
    assert "équipe +1 × 2, bœuf +6\N{NO-BREAK SPACE}: Alice serait d’accord" in page(
        "fr", play="last.30."
    )


def test_the_chapter_leads_to_it_and_to_the_deal_of_the_day_and_the_best_results() -> None:
    html = Client().get(reverse("games:rules", args=["against-the-ox"])).text
    for path in (URL, f"{reverse('games:practice')}#deal"):
        assert f'href="{path}"' in html


def test_it_writes_and_reads_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page(play="seven_takes..0")
