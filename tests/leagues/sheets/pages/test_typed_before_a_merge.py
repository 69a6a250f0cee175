"""A sheet that was typed before a merge names whom the guest turned out to be."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Merge, Role
from leagues.people import merging
from leagues.sheets.score_links import service
from tests.leagues.sheets.pages.pages import address, address_in, fields
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_guest,
    make_member_with,
    play,
    totals_of,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db

WITHOUT_A_PLAYER = "without a player"


@pytest.fixture
def players() -> list[Player]:
    return [*people(2), make_guest("Basile")]


@pytest.fixture
def scorer(game: Game) -> Player:
    return make_member_with(Role.Kind.SCORER, game.session.season.league)


def merged(game: Game, guest: Player, member: Player, by: Player) -> Merge:
    return merging.merge(game.session.season.league, guest, member, by, timezone.now())


def test_a_stale_form_is_late_and_then_enters_the_member(
    game: Game, players: list[Player], scorer: Player
) -> None:
    browser, member = signed_in(scorer), people(1)[0]
    typed = fields(players, totals=(3, 30, 70), version=game.version)
    merged(game, players[2], member, scorer)
    late = browser.post(address(game, "game_submit"), typed)
    assert late.status_code == HTTPStatus.CONFLICT
    assert f'value="{member.pk}" selected' in " ".join(late.content.decode().split())
    game.refresh_from_db()
    browser.post(address(game, "game_submit"), typed | {"version": game.version})
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    seats = game.sheet.seats.values_list("player", flat=True)
    assert list(seats) == [players[0].pk, players[1].pk, member.pk]
    assert totals_of(game.sheet) == [3, 30, 70]


def test_what_a_stale_page_saves_meanwhile_names_the_member(
    game: Game, players: list[Player], scorer: Player
) -> None:
    browser, member = signed_in(scorer), people(1)[0]
    merged(game, players[2], member, scorer)
    game.refresh_from_db()
    typed = fields([*players[:2], players[2]], totals=(3, 30, ""), version=game.version)
    answer = browser.post(address(game, "game_draft"), typed | {"f0": players[2].pk})
    assert answer.status_code == HTTPStatus.OK
    game.refresh_from_db()
    assert game.draft is not None
    assert game.draft["texts"]["p2"] == str(member.pk)
    assert game.draft["texts"]["f0"] == str(member.pk)


def test_a_guest_who_was_merged_twice_is_who_they_are_in_the_end(
    game: Game, players: list[Player], scorer: Player
) -> None:
    between, member = make_guest("Dominique"), people(1)[0]
    merged(game, players[2], between, scorer)
    last = merged(game, between, member, scorer)
    game.refresh_from_db()
    typed = fields(players, totals=(3, 30, ""), version=game.version)
    signed_in(scorer).post(address(game, "game_draft"), typed)
    game.refresh_from_db()
    assert game.draft is not None
    assert game.draft["texts"]["p2"] == str(member.pk)
    merging.undo(last, scorer, timezone.now())
    game.refresh_from_db()
    signed_in(scorer).post(address(game, "game_draft"), typed | {"version": game.version})
    game.refresh_from_db()
    assert game.draft["texts"]["p2"] == str(between.pk)


def test_a_game_of_a_stale_page_is_opened_for_the_member(
    game: Game, players: list[Player], scorer: Player
) -> None:
    member = people(1)[0]
    merged(game, players[2], member, scorer)
    new = address_in(game.session, "game_new")
    signed_in(scorer).post(new, fields(players, table=2))
    seats = Game.objects.get(session=game.session, number=2).seats
    assert set(seats.values_list("player", flat=True)) == {
        players[0].pk,
        players[1].pk,
        member.pk,
    }


def test_a_correction_of_a_stale_page_names_the_member(
    game: Game, players: list[Player], scorer: Player
) -> None:
    counting = play(game.session, *players)
    typed = fields(players, totals=(30, 3, 70), reason="misread")
    member = people(1)[0]
    merged(game, players[2], member, scorer)
    counting.refresh_from_db()
    corrected = typed | {"version": counting.version}
    signed_in(scorer).post(address(counting, "game_correct"), corrected)
    seats = counting.seats.order_by("index").values_list("player", "heads")
    assert list(seats) == [(players[0].pk, 30), (players[1].pk, 3), (member.pk, 70)]


def test_a_phone_that_has_the_link_open_sends_the_member(
    game: Game, players: list[Player], scorer: Player
) -> None:
    member = people(1)[0]
    merged(game, players[2], member, scorer)
    game.refresh_from_db()
    path = f"/leagues/score/{service.token_of(game, service.link_of(game))}/"
    typed = fields(players, totals=(3, 30, 70), version=game.version)
    assert Client().post(path, typed).status_code == HTTPStatus.FOUND
    game.refresh_from_db()
    assert member.pk in game.sheet.seats.values_list("player", flat=True)


def test_where_both_are_typed_the_sheet_says_that_they_are_one_person(
    game: Game, players: list[Player], scorer: Player
) -> None:
    member = people(1)[0]
    merged(game, players[2], member, scorer)
    game.refresh_from_db()
    typed = fields([players[0], member, players[2]], totals=(3, 30, 70), version=game.version)
    answer = signed_in(scorer).post(address(game, "game_submit"), typed)
    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert WITHOUT_A_PLAYER not in page
    assert "is on this sheet twice" in page
