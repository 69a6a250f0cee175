"""Players added by a list of names: it is shown who is meant, and then they join together."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import League, Season
from leagues.people import pasted, players
from tests.factories import PlayerFactory
from tests.leagues.browsing import url, words_of
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


def send(browser: Client, season: Season, **fields: Any) -> Any:
    return browser.post(url("players_named", season), fields, follow=True)


def listed(season: Season) -> set[str]:
    return set(season.entrants.values_list("player__name", flat=True))


def chosen_in(html: str) -> list[str]:
    """The answers that a page offers at first, by line."""
    asked = html.partition('aria-labelledby="pasted"')[2].partition("</section>")[0]
    return re.findall(r'value="(\w*)"\s+selected', asked)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ana\n\n  Bob  \r\nCléo Roux", ["Ana", "Bob", "Cléo Roux"]),
        ("Ana;ana@club.example\nBob\tbob@club.example\t07", ["Ana", "Bob"]),
        ("Ana Roux <ana@club.example>\nbob@club.example,Bob\nb@club.example", ["Ana Roux", "Bob"]),
        ('"Roux, Ana"\nRoux, Bob', ["Roux, Ana", "Roux, Bob"]),
        ("\n \n", []),
    ],
)
def test_names_are_read_as_mails_and_spreadsheets_have_them(text: str, names: list[str]) -> None:
    assert pasted.names_in(text) == names


def test_a_list_shows_who_is_meant_before_anybody_joins(browser: Client, season: Season) -> None:
    zoe = PlayerFactory.create(name="Zoé Lambert")
    PlayerFactory.create(name="Marie Roux")
    players.add_guest(season.pk, "Hal")
    response = send(browser, season, names="zoe  lambert\nMarie Martin\nhal\nQuentin\nquentîn")
    said = words_of(response.content.decode())
    for sentence in (
        "Who is meant by these 5 names?",
        "Similar names: Marie Roux.",
        "Already plays in the season.",
        "The same name is further up.",
    ):
        assert sentence in said
    assert chosen_in(response.content.decode()) == [str(zoe.pk), "new", "", "new", ""]
    assert listed(season) == {"Hal"}


def test_who_has_withdrawn_is_not_said_to_play(browser: Client, season: Season) -> None:
    zoe, ana = (PlayerFactory.create(name=name) for name in ("Zoé", "Ana"))
    play(make_session(season), zoe, ana)
    players.withdraw(season.pk, zoe, timezone.now())
    response = send(browser, season, names="Zoe\nAna")
    said = words_of(response.content.decode())
    assert "Has withdrawn: choose “Plays again” in the list of players." in said
    assert said.count("Already plays in the season.") == 1
    assert chosen_in(response.content.decode()) == ["", ""]


def test_what_was_chosen_joins_together(browser: Client, season: Season) -> None:
    zoe = PlayerFactory.create(name="Zoé")
    names = ["Zoe", "Quentin", "Nobody", "Quentin"]
    answer = send(browser, season, name=names, who=[zoe.pk, "new", "", "new"])
    assert "2 players added." in words_of(answer.content.decode())
    assert listed(season) == {"Zoé", "Quentin"}
    again = send(browser, season, name=["Zoe"], who=[zoe.pk])
    assert "0 players added." in words_of(again.content.decode())


def test_one_name_that_can_mean_one_person_only_needs_no_second_look(
    browser: Client, season: Season, ana: Player
) -> None:
    send(browser, season, names="ana")
    send(browser, season, names=" Aunt   Quentin ")
    assert set(season.entrants.values_list("player", flat=True)) >= {ana.pk}
    assert listed(season) == {"Ana", "Aunt Quentin"}
    # A guest who differs in accents alone would be taken for her.
    assert "Already plays in the season." in words_of(
        send(browser, season, names="Aunt Quentîn").content.decode()
    )


def test_two_of_one_name_must_be_told_apart(browser: Client, season: Season) -> None:
    PlayerFactory.create(name="Gus")
    PlayerFactory.create(name="Gus")
    html = send(browser, season, names="Gus").content.decode()
    assert "Several people have this name." in html
    assert chosen_in(html) == [""]
    assert not listed(season)


@pytest.mark.parametrize("names", ["", "a@club.example", "x\n" * 201, "y" * 20_001])
def test_a_list_without_names_or_with_too_many_is_refused(
    browser: Client, season: Season, names: str
) -> None:
    answer = send(browser, season, names=names)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not listed(season)


def test_what_no_page_offers_is_left_out(browser: Client, season: Season) -> None:
    hidden = make_season(visibility=League.Visibility.UNLISTED)
    theirs = players.add_guest(hidden.pk, "Theirs")
    gone = PlayerFactory.create(name="Gone", erased_at="2026-01-01T00:00Z")
    answers = [theirs.pk, gone.pk, "99999", "x", "new", "new"]
    send(browser, season, name=["A", "B", "C", "D", "\u200b", "E|F"], who=answers)
    assert not listed(season)
    assert Player.every.filter(name__in=["\u200b", "E|F"]).count() == 0


def test_a_name_taken_meanwhile_adds_nobody(browser: Client, season: Season) -> None:
    make_guest("Hal")
    players.add_guest(season.pk, "Quentin")
    answer = send(browser, season, name=["Ida", "Quentin"], who=["new", "new"])
    assert "Somebody in this season already has that name." in answer.content.decode()
    assert listed(season) == {"Quentin"}
