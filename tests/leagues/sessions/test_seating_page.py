"""Who is drawn to which table, as the page of the seating shows it and its forms do it."""

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Season, Session
from leagues.sessions.round_edits import release
from leagues.sessions.seats import lay_tables
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def proposal(client: Client, session: Session, **query: Any) -> dict[str, list[str]]:
    """The form that accepts a draw, as it stands on the page."""
    page = client.get(url("seating", session), {"seed": 7, **query}, follow=True).content.decode()
    form = page[page.index('id="proposal"') : page.index('id="accept"')]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        fields = dict(re.findall(r'(name|value)="([^"]*)"', tag))
        sent.setdefault(fields["name"], []).append(fields["value"])
    return sent


def accept(client: Client, session: Session, **query: Any) -> Any:
    """Look at a draw and accept it."""
    return client.post(url("draw", session), proposal(client, session, **query))


def test_a_draw_is_shown_before_it_is_accepted(client: Client, organizer: Player) -> None:
    season = make_season(fewest=4, preferred=4, most=4)
    players = people(4)
    play(make_session(season), *players)
    session = make_session(season)
    check_in(session, *players)
    everybody = [player.pk for player in players]
    query = urlencode({"seed": 7, "player": everybody}, doseq=True)
    page = text(client.get(f"{url('seating', session)}?{query}", follow=True))
    assert "1 table. 6 pairs meet again." in page
    assert "have met once" in page
    assert "Number of the draw: 7" in page
    assert not session.games.exists()
    accept(client, session, player=everybody)
    assert session.games.get().seats.count() == 4
    assert session.rounds.get().seed == 7
    assert session.rounds.get().by == organizer


def test_a_draw_accepted_twice_lays_its_tables_once(
    client: Client, organizer: Player, session: Session
) -> None:
    players = people(4)
    check_in(session, *players)
    page = proposal(client, session, player=[player.pk for player in players])
    for _tap in range(2):
        answer = client.post(url("draw", session), page)
        assert answer.headers["Location"] == session.get_absolute_url()
    assert session.games.count() == 1


def test_a_draw_that_would_come_out_otherwise_now_is_refused(
    client: Client, organizer: Player, session: Session
) -> None:
    players = people(4)
    check_in(session, *players)
    sent = {"seed": 7, "player": [player.pk for player in players], "tables": "1-2-3-4-5"}
    answer = client.post(url("draw", session), sent, follow=True)
    assert "Somebody has just changed this" in text(answer)
    assert not session.games.exists()


def test_who_is_not_ticked_is_not_drawn(
    client: Client, organizer: Player, session: Session
) -> None:
    players = people(4)
    check_in(session, *players)
    accept(client, session, player=[player.pk for player in players[:3]])
    seats = session.games.get().seats
    assert set(seats.values_list("player", flat=True)) == {player.pk for player in players[:3]}


def test_where_that_many_people_make_no_tables_the_page_says_who_sits_out(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(fewest=4, preferred=4, most=4))
    players = people(7)
    check_in(session, *players)
    query = urlencode({"seed": 1, "player": [player.pk for player in players]}, doseq=True)
    page = client.get(f"{url('seating', session)}?{query}", follow=True)
    said = text(page)
    assert "That many people cannot be split into tables. These would sit out:" in said
    assert said.count("who has sat out 0 of 0 rounds") == 3
    accept(client, session, player=[player.pk for player in players])
    assert session.games.get().seats.count() == 4
    out = {bye.player_id for bye in session.rounds.get().byes.all()}
    assert len(out) == 3
    # Those who sit at the table are free once it is taken apart for another round.
    session.games.update(status=Game.Status.VOIDED)
    said = text(client.get(f"{url('seating', session)}?{query}", follow=True))
    assert said.count("who has sat out 0 of 0 rounds") == 3
    for player in players:
        row = f"{player.name} 1 1" if player.pk in out else f"{player.name} 0 0"
        assert row in said


def test_nonsense_in_the_address_is_nobody(
    client: Client, organizer: Player, session: Session
) -> None:
    check_in(session, *people(4))
    query = urlencode({"seed": "x", "player": ["-1", "9" * 40, "²"]}, doseq=True)
    answer = client.get(f"{url('seating', session)}?{query}", follow=True)
    assert answer.status_code == HTTPStatus.OK
    assert "Nobody is ticked." in text(answer)


def test_a_wish_is_noted_and_removed(
    client: Client, organizer: Player, season: Season, session: Session, ada: Player, ben: Player
) -> None:
    check_in(session, ada, ben)
    season_of = [season.league.slug, season.number]
    fields = {"first": ada.pk, "kind": "apart", "second": ben.pk}
    client.post(reverse("leagues:wish_add", args=season_of), fields)
    page = text(client.get(reverse("leagues:wishes", args=season_of)))
    assert f"{ada.name} and {ben.name} never sit together" in page
    wish = {"wish": season.wishes.get().pk}
    client.post(reverse("leagues:wish_remove", args=season_of), wish)
    assert not season.wishes.exists()


def test_before_anybody_is_here_there_is_nothing_to_draw(
    client: Client, organizer: Player, session: Session
) -> None:
    page = client.get(url("seating", session), follow=True).content.decode()
    assert "Nobody is here yet" in page
    assert 'id="accept"' not in page


def test_the_first_thing_to_do_with_a_hidden_round_is_to_show_it(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(fewest=3, preferred=3, most=3))
    seated = people(3)
    check_in(session, *seated)
    row = lay_tables(session, [[each.pk for each in seated]], 7, organizer, is_released=False)
    page = session.get_absolute_url()
    primary = re.compile(r'class="button button--primary"\s+id="([\w-]+)"')
    next_step = client.get(page).content.decode().partition('id="start"')[0]
    assert primary.findall(next_step) == ["release-1"]
    release(session, row.number, timezone.now())
    next_step = client.get(page).content.decode().partition('id="start"')[0]
    assert primary.findall(next_step) == ["to-start"]
