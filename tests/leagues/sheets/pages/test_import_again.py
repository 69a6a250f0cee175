"""A sheet that a session has already is pointed out, and entered again only on purpose."""

import re
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, League, Role, Session, Standing
from leagues.people import merging
from leagues.sessions import session_life
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.browsing import words_of
from tests.leagues.sheets.pages.pages import address_in
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    sheet_of,
)
from tests.support.races import at_once

pytestmark = pytest.mark.django_db

ONE = "Sheet;Player;Total\nA;Ada;12\nA;Bob;70"
OTHER_ORDER = "Sheet;Player;Total\nZ;bob;70\nZ;ADA;12"
BY_ROUNDS = "Sheet;Player;Round 1;Round 2\nA;Ada;5;7\nA;Bob;40;30"
WITH_GUEST = "Sheet;Player;Total\nA;Ada;12\nA;Théo;70"


@pytest.fixture
def people(session: Session) -> dict[str, Player]:
    return {name: PlayerFactory.create(name=name) for name in ("Ada", "Bob")}


@pytest.fixture
def scorer(session: Session, people: dict[str, Player]) -> Client:
    return signed_in(make_member_with(Role.Kind.SCORER, session.season.league, name="Sam"))


def look(browser: Client, session: Session, text: str, **fields: object) -> HttpResponse:
    return browser.post(address_in(session, "import"), {"text": text, **fields})  # type: ignore[return-value]


def post(browser: Client, session: Session, text: str, **fields: object) -> HttpResponse:
    return look(browser, session, text, **{"import": "1", **fields})


def words(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def ticks(answer: HttpResponse) -> dict[str, str]:
    """The boxes of a page to enter sheets again, with what they send."""
    boxes = re.findall(r'type="checkbox" name="(again\d+)" value="(\d+)"', words(answer))
    return dict(boxes)


@pytest.mark.parametrize("again", [ONE, OTHER_ORDER, BY_ROUNDS])
def test_the_same_sheet_counts_once(session: Session, scorer: Client, again: str) -> None:
    post(scorer, session, ONE)

    answer = post(scorer, session, again)

    assert answer.status_code == HTTPStatus.FOUND
    assert session.games.count() == 1
    assert Standing.objects.get(player__name="Ada").games == 1
    page = words(scorer.get(answer["Location"]))  # type: ignore[arg-type]
    assert "1 sheet is there already: it was not entered again." in page


def test_it_is_shown_before_anything_is_entered(session: Session, scorer: Client) -> None:
    post(scorer, session, ONE)

    page = words(look(scorer, session, ONE))

    assert "Table 1 has the same people with the same heads. It is not entered again." in page


def test_the_others_of_the_text_are_entered(session: Session, scorer: Client) -> None:
    post(scorer, session, ONE)

    post(scorer, session, ONE + "\nB;Ada;70\nB;Bob;12")

    assert [game.seats.get(index=0).heads for game in session.games.all()] == [12, 70]


def test_a_second_game_with_the_same_heads_is_entered_on_purpose_and_once(
    session: Session, scorer: Client
) -> None:
    post(scorer, session, ONE)
    ticked = ticks(look(scorer, session, ONE))

    for _click in range(2):
        post(scorer, session, ONE, **ticked)

    assert session.games.count() == 2
    post(scorer, session, ONE, **ticks(look(scorer, session, ONE)))
    assert session.games.count() == 3


def test_two_sheets_of_one_text_that_are_the_same_count_once(
    session: Session, scorer: Client
) -> None:
    text = ONE + "\nB;Ada;12\nB;Bob;70"
    shown = look(scorer, session, text)
    assert "Sheet “A” has the same people with the same heads." in words(shown)

    post(scorer, session, text)
    assert session.games.count() == 1

    second = make_session(session.season)
    for _click in range(2):
        post(scorer, second, text, **ticks(shown))
    assert second.games.count() == 2


def test_the_sheet_of_a_table_that_was_sent_twice_is_no_mistake(
    session: Session, scorer: Client, people: dict[str, Player]
) -> None:
    make_game(session, list(people.values()))
    text = ONE.replace("A;", "1;")

    answers = [post(scorer, session, text) for _click in range(2)]

    assert [answer.status_code for answer in answers] == [HTTPStatus.FOUND] * 2
    ticked = post(scorer, session, text, **ticks(look(scorer, session, text)))
    assert "Line 2: Table 1 is not open" in words(ticked)


def test_what_waits_for_a_second_person_is_not_entered_again(scorer: Client) -> None:
    session = make_session(make_season(second_person=True))
    browser = signed_in(make_member_with(Role.Kind.SCORER, session.season.league))

    for _click in range(2):
        post(browser, session, ONE)

    assert [game.status for game in session.games.all()] == [Game.Status.SUBMITTED]


def test_a_sheet_that_was_corrected_since_is_not_entered_again(
    session: Session, scorer: Client, people: dict[str, Player]
) -> None:
    post(scorer, session, ONE)
    by, sheet = PlayerFactory.create(), sheet_of(list(people.values()), totals=[13, 70])
    results.correct(session.games.get(), sheet, by, "Misread", timezone.now())

    post(scorer, session, ONE)

    assert session.games.get().seats.get(index=0).heads == 13


def test_a_sheet_that_was_taken_out_is_not_entered_again(session: Session, scorer: Client) -> None:
    post(scorer, session, ONE)
    results.void(session.games.get(), PlayerFactory.create(), "A test", timezone.now())

    post(scorer, session, ONE)

    assert session.games.get().status == Game.Status.VOIDED


def test_who_became_a_member_since_is_the_same_person(
    session: Session, scorer: Client, people: dict[str, Player], league: League
) -> None:
    guest = make_guest("Adda")
    game = enter(make_game(session, [guest, people["Bob"]]), [12, 70])
    merging.merge(league, guest, people["Ada"], PlayerFactory.create(), timezone.now())

    post(scorer, session, ONE)

    assert session.games.get() == game


def test_the_name_of_a_guest_who_became_a_member_means_the_member(
    session: Session, scorer: Client, people: dict[str, Player], league: League
) -> None:
    text = ONE.replace("Bob", "Théo")
    post(scorer, session, text, n1="guest")
    guest = Player.objects.get(name="Théo")
    merging.merge(league, guest, people["Bob"], PlayerFactory.create(), timezone.now())

    shown = look(scorer, session, text)
    answer = post(scorer, session, text)

    assert "Bob" in words_of(shown.content.decode()).partition("What would be entered")[2]
    assert answer.status_code == HTTPStatus.FOUND
    assert session.games.count() == 1


def test_a_guest_who_came_again_after_a_merge_is_meant_by_their_name(
    session: Session, scorer: Client, people: dict[str, Player], league: League
) -> None:
    text = ONE.replace("Bob", "Théo")
    post(scorer, session, text, n1="guest")
    guest = Player.objects.get(name="Théo")
    merging.merge(league, guest, people["Bob"], PlayerFactory.create(), timezone.now())
    again = session_life.arrive_guest(session, "Théo", timezone.now())

    post(scorer, session, text)

    assert session.games.filter(seats__player=again).count() == 1


def test_the_name_of_a_guest_who_became_two_people_in_turn_means_the_last(
    session: Session, scorer: Client, people: dict[str, Player]
) -> None:
    text = ONE.replace("Bob", "Théo")
    post(scorer, session, text, n1="guest")
    league, by = session.season.league, PlayerFactory.create()
    guest, other = Player.objects.get(name="Théo"), make_guest("Theodor")
    merging.merge(league, guest, other, by, timezone.now())
    merging.merge(league, other, people["Bob"], by, timezone.now())

    answer = post(scorer, session, text)

    assert answer.status_code == HTTPStatus.FOUND
    assert session.games.count() == 1


def test_another_session_may_have_the_same_sheet(session: Session, scorer: Client) -> None:
    post(scorer, session, ONE)
    second = make_session(session.season)

    post(scorer, second, ONE)

    assert second.games.count() == 1


def test_what_only_the_answers_say_is_pointed_out_first(
    session: Session, scorer: Client, people: dict[str, Player]
) -> None:
    post(scorer, session, ONE)
    text, answers = ONE.replace("Bob", "Robert"), {"n1": people["Bob"].pk}

    shown = post(scorer, session, text, **answers)

    assert shown.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "The session already has some of these sheets" in words(shown)
    assert session.games.count() == 1
    post(scorer, session, text, **answers, **ticks(shown))
    assert session.games.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("text", [ONE, WITH_GUEST])
def test_scorers_who_enter_the_same_text_at_the_same_moment_enter_it_once(
    text: str, session: Session, league: League
) -> None:
    for name in ("Ada", "Bob"):
        PlayerFactory.create(name=name)
    scorers = [signed_in(make_member_with(Role.Kind.SCORER, league)) for _ in range(3)]

    answers = at_once(
        *(lambda one=one: post(one, session, text, n1="guest").status_code for one in scorers)
    )

    assert answers == [HTTPStatus.FOUND] * 3
    assert session.games.count() == 1
    assert Player.objects.filter(name="Théo").count() == (text == WITH_GUEST)
