"""The page of a puzzle: what it tells before and after an answer, and to whom."""

from datetime import UTC, date, datetime, timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import PuzzleAnswer, Table
from games.practice import answers
from games.rules.options import Options
from tests.support.clients import html_of, signed_in
from tests.support.puzzles import BEST, HAND, SECOND, WEIGHED, WORST, make_puzzle
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
TODAY = date(2026, 11, 27)
DAY = timedelta(days=1)
PAGE = "games:practice"


@pytest.fixture(autouse=True)
def clock() -> object:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def page(browser: Client, **asked: str | int) -> str:
    return html_of(browser.get(reverse(PAGE), asked))


def send(browser: Client, day: date, card: object, **more: str) -> str:
    address = reverse("games:answer_puzzle", args=[day.isoformat()])
    return html_of(browser.post(address, {"card": card, **more}, follow=True))


def test_before_the_answer_nothing_on_the_page_tells_it(ada: Player, ben: Player) -> None:
    # In the one the 45 is best, in the other the 30.
    answers.answer(ben, make_puzzle(TODAY), BEST, NOON, is_listed=True)
    stranger, member = Client(), signed_in(ada)
    before = stranger.get(reverse(PAGE)).content, page(member)
    turned = [(card, 11 - heads, error) for card, heads, error in WEIGHED]
    make_puzzle(TODAY, weighed=turned)
    after = stranger.get(reverse(PAGE)).content, page(member)
    assert before[0] == after[0]
    assert "What each card costs" not in before[1]
    assert "Ben" not in before[1]
    for figure in ("Nobody can come", "4.5", "9.3", "7.3", "3.3"):
        assert figure not in before[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_stranger_tries_the_puzzle_and_nothing_is_kept(language: str) -> None:
    make_puzzle(TODAY)
    browser = Client(headers={"Accept-Language": language})
    html = page(browser, card=WORST)
    figures = ("4.5", "9.3", "+7.3") if language == "en" else ("4,5", "9,3", "+7,3")
    for figure in figures:
        assert figure in html
    if language == "en":
        assert "The 30 would be one card too many for row 1: 6 bull heads." in html
    assert ("your card" if language == "en" else "votre carte") in html
    assert not PuzzleAnswer.objects.exists()
    assert "csrfmiddlewaretoken" not in html


@pytest.mark.parametrize("card", ["44", "0", "-3", "x", "²", "9" * 300, ""])
def test_nonsense_is_no_answer(ada: Player, card: str) -> None:
    make_puzzle(TODAY)
    assert "Which card do you play?" in page(Client(), card=card)
    html = send(signed_in(ada), TODAY, card)
    assert "This card is not in the hand." in html
    assert "Which card do you play?" in html
    assert not PuzzleAnswer.objects.exists()


def test_a_members_address_answers_nothing(ada: Player) -> None:
    make_puzzle(TODAY)
    assert "Which card do you play?" in page(signed_in(ada), card=WORST)


def test_a_member_answers_and_sees_what_each_card_costs_and_the_table(
    ada: Player, ben: Player
) -> None:
    answers.answer(ben, make_puzzle(TODAY), BEST, NOON, is_listed=True)
    html = send(signed_in(ada), TODAY, SECOND, listed="1")
    assert "The 90 costs 1.3 bull heads more than the 45, on average." in html
    # 44 and 45 follow each other; three play, and after 61 the row holds three more.
    assert "Nobody can come between the 44 and the 45, and the row has room." in html
    assert "The 90 takes nothing now; it is better kept for later in the round." in html
    assert "Ben" in html
    assert "2 members have answered on the day." in html
    assert "1 has found the best card." in html
    for card in HAND:
        assert f'id="card-{card}"' in html
    assert "<fieldset" in html
    assert "disabled" in html


def test_a_second_tap_and_another_tab_change_nothing(ada: Player) -> None:
    make_puzzle(TODAY)
    browser = signed_in(ada)
    assert "Solved." in send(browser, TODAY, BEST)
    html = send(browser, TODAY, BEST)
    assert "Your first answer counts" not in html
    html = send(browser, TODAY, WORST)
    assert "Your first answer counts: the 45." in html
    assert "Solved." in html
    assert PuzzleAnswer.objects.get().card == BEST


def test_a_page_of_yesterday_still_answers_the_puzzle_of_yesterday(
    ada: Player, clock: time_machine.Traveller
) -> None:
    make_puzzle(TODAY)
    make_puzzle(TODAY + DAY)
    clock.move_to(NOON + DAY)
    html = send(signed_in(ada), TODAY, BEST)
    assert "You answered after its day" in html
    given = PuzzleAnswer.objects.get()
    assert (given.puzzle.day, given.is_in_time) == (TODAY, False)
    assert "Which card do you play?" in page(signed_in(ada))


def test_no_puzzle_is_seen_or_answered_before_its_day(ada: Player) -> None:
    make_puzzle(TODAY + DAY)
    browser = signed_in(ada)
    day = (TODAY + DAY).isoformat()
    looked = browser.get(reverse("games:past_puzzle", args=[day]))
    assert looked.status_code == HTTPStatus.NOT_FOUND
    sent = browser.post(reverse("games:answer_puzzle", args=[day]), {"card": BEST})
    assert sent.status_code == HTTPStatus.NOT_FOUND
    assert "It is being made." in page(browser)
    assert "It is being made." in page(Client())


@pytest.mark.parametrize(
    "day", ["2026-11-31", "20261127", "2026-W48-5", "today", "1", "2026-11-26"]
)
def test_a_day_that_is_none_or_has_no_puzzle_is_not_found(ada: Player, day: str) -> None:
    make_puzzle(TODAY)
    looked = signed_in(ada).get(reverse("games:past_puzzle", args=[day]))
    assert looked.status_code == HTTPStatus.NOT_FOUND


def test_earlier_puzzles_are_listed_with_what_one_has_answered(ada: Player) -> None:
    for ago, card in ((1, BEST), (2, WORST), (3, None)):
        puzzle = make_puzzle(TODAY - ago * DAY)
        if card:
            answers.answer(ada, puzzle, card, NOON - ago * DAY, is_listed=True)
    make_puzzle(TODAY)
    html = page(signed_in(ada))
    listed = html[html.index('id="past-title"') :]
    assert [word for word in ("solved", "not solved", "not answered yet") if word in listed] == [
        "solved",
        "not solved",
        "not answered yet",
    ]
    assert listed.count("/practice/2026-11-2") == 3
    assert "Your streak: 1 day." in html


def test_the_tick_says_whether_ones_name_is_shown(ada: Player, ben: Player) -> None:
    make_puzzle(TODAY)
    send(signed_in(ada), TODAY, BEST)
    send(signed_in(ben), TODAY, BEST, listed="1")
    assert "Ada" not in html_table(page(signed_in(ben)))
    html = html_of(signed_in(ada).post(reverse("games:list_answers"), {"listed": "1"}, follow=True))
    assert "Leave my name out of the tables" in html
    assert "Ada" in html_table(page(signed_in(ben)))


def html_table(html: str) -> str:
    return html[html.index('id="solved-title"') :]


def test_the_replay_is_offered_of_a_public_game_after_the_answer_only(
    ada: Player, ben: Player
) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility=Table.Visibility.PUBLIC)
    play_to_the_end(table)
    make_puzzle(TODAY, table=table, is_dealt=False)
    link = reverse("games:replay", args=[table.code])
    assert link not in page(Client())
    assert "From a public game of the club." in page(Client())
    assert link in page(Client(), card=BEST)
    Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.CLUB)
    assert link not in page(Client(), card=BEST)


def test_a_puzzle_that_the_site_dealt_says_so() -> None:
    make_puzzle(TODAY)
    assert "From a game of bots that the site dealt." in page(Client())


def test_the_lobby_the_rules_and_the_home_page_lead_there(ada: Player) -> None:
    for browser, name in ((signed_in(ada), "games:lobby"), (Client(), "games:home")):
        assert f'href="{reverse(PAGE)}"' in html_of(browser.get(reverse(name)))


def test_who_is_not_in_the_table_sees_their_own_streak_too(ada: Player) -> None:
    make_puzzle(TODAY)
    html = send(signed_in(ada), TODAY, BEST)
    assert "Your streak: 1 day." in html
    assert "Show my name in the tables" in html
