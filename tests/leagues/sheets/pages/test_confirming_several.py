"""Several sheets confirmed in one tap: each as it was seen."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Role, Round, Season, Session
from leagues.sheets import results
from tests.leagues.sessions.pages import text
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_member_with,
    make_season,
    make_session,
    sheet_of,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return make_season(second_person=True)


@pytest.fixture
def scorer(season: Season) -> Player:
    return make_member_with(Role.Kind.SCORER, season.league)


def waiting(season: Season, count: int, by: Player | None = None) -> list[Game]:
    session = make_session(season)
    return [enter(make_game(session, people(2)), [12, 70], by=by) for _n in range(count)]


def seen(*games: Game) -> dict[str, list[str]]:
    return {"sheet": [f"{game.pk}:{game.version}" for game in games]}


def confirm(client: Client, season: Season, data: dict[str, list[str]]) -> str:
    address = reverse("leagues:confirm_ticked", args=[season.league.slug, season.number])
    return text(client.post(address, data, follow=True))


def counting(season: Season) -> list[int]:
    games = Game.objects.counting().filter(session__season=season)
    return list(games.order_by("pk").values_list("number", flat=True))


def test_all_ticked_sheets_count_and_a_second_tap_does_nothing(
    season: Season, scorer: Player
) -> None:
    games = waiting(season, 3)
    browser = signed_in(scorer)
    page = confirm(browser, season, seen(*games[:2]))
    assert "2 sheets confirmed." in page
    assert counting(season) == [1, 2]
    page = confirm(browser, season, seen(*games[:2]))
    assert "Session 1, table 1: Somebody has just changed this: please look again." in page
    assert counting(season) == [1, 2]


def test_what_was_left_out_is_named_by_its_round_and_its_table(
    season: Season, scorer: Player, session: Session
) -> None:
    row = Round.objects.create(session=session, number=2, seed=1)
    game = make_game(session, people(2), number=7, round=row, table_number=3)
    enter(game, [12, 70], by=scorer)
    page = confirm(signed_in(scorer), season, seen(game))
    assert "Session 1, round 2, table 3: Somebody else must confirm it." in page


def test_a_sheet_that_changed_meanwhile_and_ones_own_are_left_out_by_name(
    season: Season, scorer: Player
) -> None:
    fresh, changed = waiting(season, 2)
    (own,) = waiting(season, 1, by=scorer)
    shown = seen(fresh, changed, own)
    players = [seat.player for seat in changed.seats.order_by("index") if seat.player]
    results.submit(changed, sheet_of(players, totals=[13, 70]), players[0], timezone.now())
    page = confirm(signed_in(scorer), season, shown)
    assert "1 sheet confirmed." in page
    assert "Session 1, table 2: Somebody has just changed this: please look again." in page
    assert "Session 2, table 1: Somebody else must confirm it." in page
    assert counting(season) == [1]


def test_sheets_without_doubts_are_ticked_and_corrections_are_not(
    season: Season, scorer: Player
) -> None:
    plain, other = waiting(season, 2)
    (corrected,) = waiting(season, 1)
    results.confirm(corrected, scorer, timezone.now())
    corrected.refresh_from_db()
    players = [seat.player for seat in corrected.seats.order_by("index") if seat.player]
    sheet = sheet_of(players, totals=[13, 70])
    results.correct(corrected, sheet, players[0], "Read again", timezone.now())
    address = reverse("leagues:to_confirm", args=[season.league.slug, season.number])
    page = signed_in(scorer).get(address, follow=True)
    assert {item.game.pk: item.has_doubts for item in page.context["waiting"]} == {
        plain.pk: False,
        other.pk: False,
        corrected.pk: True,
    }
    assert page.text.count('form="ticked"') == 3
    assert page.text.count("checked") == 2


def test_nothing_ticked_and_sheets_of_other_leagues_change_nothing(
    season: Season, scorer: Player
) -> None:
    (foreign,) = waiting(make_season(second_person=True), 1)
    browser = signed_in(scorer)
    assert "Tick the sheets that you want to confirm." in confirm(browser, season, {})
    for text_sent in (f"{foreign.pk}:{foreign.version}", "x:y", "", ":"):
        confirm(browser, season, {"sheet": [text_sent]})
    foreign.refresh_from_db()
    assert foreign.status == Game.Status.SUBMITTED
