"""What the page of a finished live game says of its league, and to whom."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Table
from leagues.models import Game, League, RatingPoint, Season, Standing
from tests.games.addresses import url
from tests.leagues.sessions.rooms import live_game, short_season, start, table_of
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.leagues import make_session
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)


def ended_game(visibility: League.Visibility = League.Visibility.PUBLIC) -> tuple[Game, Table]:
    game, table = live_game()
    League.objects.update(visibility=visibility)
    play_to_the_end(table)
    return game, table


def notes(client: Client, table: Table, asked: str = "") -> str:
    return html_of(client.get(url("notes", table), {"again": asked} if asked else {}))


def test_it_names_the_places_now() -> None:
    game, table = ended_game()
    html = notes(Client(), table)
    text = words(html)
    season = game.session.season
    assert f"{season.league} · {season}" in text
    for row in Standing.objects.filter(season=season).select_related("player"):
        said = "not ranked yet" if row.place is None else f"now in place {row.place}"
        assert f"{row.player.name} · {said}" in text
        story = [season.league.slug, season.number, row.player_id]
        assert reverse("leagues:story", args=story) in html


def test_the_page_of_the_table_asks_for_it() -> None:
    _game, table = ended_game()
    page = signed_in(people(1)[0]).get(url("table", table)).content.decode()
    assert f'hx-get="{url("notes", table)}"' in page


def test_a_strength_is_shown_with_the_change_by_this_game_once_five_games_stand_behind_it() -> None:
    players = people(2)
    season = short_season()
    table = None
    for _game in range(6):
        game = table_of(make_session(season), *players)
        table = start(game)
        play_to_the_end(table)
    assert table is not None
    last, before = RatingPoint.objects.filter(player=players[0]).order_by("-number")[:2]
    change = (last.mu - 3 * last.sigma) - (before.mu - 3 * before.sigma)
    sign = "+" if change > 0 else "\N{MINUS SIGN}"
    expected = f"strength {last.mu - 3 * last.sigma:.1f} ({sign}{abs(change):.1f} by this game)"
    assert expected.replace("strength -", "strength \N{MINUS SIGN}") in words(
        notes(Client(), table)
    )


def test_a_league_for_members_tells_strangers_nothing() -> None:
    game, table = ended_game(League.Visibility.MEMBERS)
    Table.objects.update(visibility=Table.Visibility.PUBLIC)
    assert words(notes(Client(), table)) == ""
    assert str(game.session.season.league) in notes(signed_in(people(1)[0]), table)


def test_a_table_that_strangers_may_not_see_has_no_notes_for_them() -> None:
    _game, table = ended_game()
    Table.objects.update(visibility=Table.Visibility.CLUB)
    Table.objects.get(pk=table.pk)
    Table.objects.filter(pk=table.pk).update(version=table.version + 1000)
    assert Client().get(url("notes", table)).status_code == HTTPStatus.NOT_FOUND


def test_while_standings_are_out_of_date_the_page_asks_again_a_few_times() -> None:
    _game, table = ended_game()
    Season.objects.update(outdated_standings={"since": "x"})
    first = notes(Client(), table)
    assert "place" not in words(first)
    assert f'hx-get="{url("notes", table)}?again=1"' in first
    assert "again=" not in notes(Client(), table, "9")
    assert "again=" not in notes(Client(), table, "x")


def test_a_game_of_no_league_has_no_notes(table: Table) -> None:
    assert Client().get(url("notes", table)).status_code == HTTPStatus.NOT_FOUND
    play_to_the_end(table)
    assert words(notes(signed_in(people(1)[0]), table)) == ""
    page = signed_in(people(1)[0]).get(url("table", table)).content.decode()
    assert "result-notes" not in page
