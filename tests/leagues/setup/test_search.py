"""What the search finds, and for whom."""

import re
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, ProfileFor, User
from games.models import Table
from leagues.models import Entrant, League, Role, Season
from leagues.people import merging
from leagues.setup.league_life import set_role
from leagues.setup.search import MOST_TABLES, Found, find
from leagues.setup.views import SEARCHES
from tests.factories import PlayerFactory
from tests.support.clients import html_of, signed_in
from tests.support.leagues import make_guest, make_season, make_session
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db


def listed(season: Season, player: Player) -> Player:
    Entrant.objects.create(season=season, player=player)
    return player


def people(text: str, reader: Player | None = None) -> list[str]:
    return [found.name for found in find(text, reader).get("Players", [])]


def names(results: dict[str, list[Found]]) -> set[str]:
    return {found.name for group in results.values() for found in group}


@pytest.mark.parametrize(
    "text", ["Zoé Lefèvre", "zoe", "lefevre zoe", "lefe", "Lefevvre", "Lefvere", "  ZOÉ  "]
)
def test_a_person_is_found_by_accents_case_beginning_order_and_slips(text: str) -> None:
    season = make_season()
    listed(season, PlayerFactory.create(name="Zoé Lefèvre"))
    listed(season, PlayerFactory.create(name="Quentin Bouvier"))
    assert people(text) == ["Zoé Lefèvre"]


def test_the_exact_name_comes_before_longer_ones() -> None:
    season = make_season()
    for name in ("Annabel", "Joanna", "Anna"):
        listed(season, PlayerFactory.create(name=name))
    assert people("anna") == ["Anna", "Annabel", "Joanna"]


@pytest.mark.parametrize("text", ["", "   ", "?!", "zz", "%", "_", "'", '"', "\\"])
def test_what_is_no_name_finds_nobody(text: str) -> None:
    listed(make_season(), PlayerFactory.create(name="Zoé"))
    assert not find(text, None)


@pytest.mark.parametrize("visibility", League.Visibility)
@pytest.mark.parametrize("who", ["stranger", "member", "scorer"])
def test_a_league_with_its_people_and_sessions_is_found_by_whom_it_is_listed_for(
    visibility: League.Visibility, who: str
) -> None:
    season = make_season(name="Quokkas", visibility=visibility)
    listed(season, make_guest("Quokka Smith"))
    make_session(season, name="Quokka night")
    reader = None if who == "stranger" else PlayerFactory.create()
    if who == "scorer":
        assert reader is not None
        set_role(season.league, reader, Role.Kind.SCORER)
    is_listed = {
        League.Visibility.PUBLIC: True,
        League.Visibility.MEMBERS: who != "stranger",
        League.Visibility.UNLISTED: who == "scorer",
    }[visibility]
    expected = {"Quokkas", "Quokka Smith", "Quokka night"} if is_listed else set()
    assert names(find("quokka", reader)) == expected


def test_a_season_in_preparation_is_told_to_nobody() -> None:
    season = make_season(name="Tuesdays", opened=False)
    listed(season, PlayerFactory.create(name="Quokka Smith"))
    make_session(season, name="Quokka night")
    assert not find("quokka", None)


@pytest.mark.parametrize("visibility", Table.Visibility)
@pytest.mark.parametrize("who", ["stranger", "member", "seated"])
def test_a_table_is_found_by_whom_it_is_listed_for(visibility: Table.Visibility, who: str) -> None:
    host, seated, member = PlayerFactory.create_batch(3)
    open_table(host, seated, name="Quokka", visibility=visibility)
    reader = {"stranger": None, "member": member, "seated": seated}[who]
    is_listed = {
        Table.Visibility.PUBLIC: True,
        Table.Visibility.CLUB: who != "stranger",
        Table.Visibility.PRIVATE: who == "seated",
    }[visibility]
    assert names(find("quokka", reader)) == ({"Quokka"} if is_listed else set())


def test_a_table_is_found_by_who_sits_there() -> None:
    host = PlayerFactory.create(name="Zoé Lefèvre")
    open_table(host, PlayerFactory.create(), name="Friday", visibility="public")
    assert [found.name for found in find("lefevre", None)["Tables"]] == ["Friday"]


def test_a_game_of_long_ago_is_found_among_ones_own_by_its_name_or_who_sat_there(
    client: Client,
) -> None:
    host, guest = PlayerFactory.create(name="Zoé Lefèvre"), PlayerFactory.create(name="Bob")
    old = open_table(host, guest, name="Quokka & co", visibility="public")
    old.status, old.ended_at = Table.Status.FINISHED, timezone.now() - timedelta(days=400)
    old.save()
    Table.objects.bulk_create(Table(name="Later", visibility="public") for _ in range(MOST_TABLES))
    for text in ("quokka &", "lefevre"):
        assert "Tables" not in find(text, guest)
        searched = {"q": text}
        page = html_of(signed_in(guest).get(reverse("leagues:list"), searched))
        address = f"{reverse('games:past')}?{urlencode(searched, quote_via=quote)}"
        assert f'href="{address}"' in page
        assert "Quokka &amp; co" in html_of(signed_in(guest).get(address))
    assert reverse("games:past") not in html_of(
        client.get(reverse("leagues:list"), {"q": "quokka"})
    )


def test_a_new_name_is_found_at_once_and_the_old_one_no_more() -> None:
    player = listed(make_season(), PlayerFactory.create(name="Quokka"))
    Player.objects.filter(pk=player.pk).update(name="Wombat")
    assert (people("quokka"), people("wombat")) == ([], ["Wombat"])


def test_who_was_erased_is_not_found() -> None:
    player = listed(make_season(), PlayerFactory.create(name="Quokka"))
    privacy.erase(player)
    assert people("quokka") == []


def test_a_guest_who_was_merged_is_found_as_the_member_alone() -> None:
    season = make_season()
    guest = listed(season, make_guest("Quokka"))
    member = listed(season, PlayerFactory.create(name="Wombat"))
    assert people("quokka") == ["Quokka"]
    by = PlayerFactory.create()
    merging.merge(season.league, guest, member, by, timezone.now())
    assert (people("quokka"), people("wombat")) == ([], ["Wombat"])


def test_members_find_those_in_no_league_who_show_them_their_profile() -> None:
    reader = PlayerFactory.create()
    for audience in ProfileFor:
        player = PlayerFactory.create(name=f"Quokka {audience}")
        User.objects.filter(player=player).update(profile_for=audience)
    assert people("quokka", reader) == ["Quokka all", "Quokka members"]
    assert people("quokka") == []
    (first, _second) = find("quokka", reader)["Players"]
    answer = signed_in(reader).get(first.url)
    assert re.search(r"<h1[^>]*>\s*Quokka all\s*</h1>", html_of(answer))


def test_nobody_finds_who_may_no_longer_sign_in_or_sat_at_one_table_as_a_guest() -> None:
    reader = PlayerFactory.create()
    User.objects.filter(player=PlayerFactory.create(name="Quokka")).update(is_active=False)
    guest = PlayerFactory.create(name="Quokka")
    Player.every.filter(pk=guest.pk).update(is_table_guest=True)
    make_guest("Quokka")
    assert people("quokka", reader) == []


def test_every_result_leads_to_a_page_that_its_reader_may_see(client: Client) -> None:
    season = make_season(name="Quokkas")
    player = listed(season, PlayerFactory.create(name="Quokka Smith"))
    make_session(season, name="Quokka night")
    open_table(player, PlayerFactory.create(), name="Quokka", visibility="public")
    found = find("quokka", None)
    assert {heading: len(rows) for heading, rows in found.items()} == {
        "Players": 1,
        "Leagues": 1,
        "Sessions": 1,
        "Tables": 1,
    }
    for rows in found.values():
        assert client.get(rows[0].url, follow=True).status_code == HTTPStatus.OK


def test_the_page_shows_a_text_as_a_text_and_cuts_a_long_one(client: Client) -> None:
    page = client.get(reverse("leagues:list"), {"q": "<b>\0" + "x" * 5000})
    text = page.content.decode()
    assert page.status_code == HTTPStatus.OK
    assert "<b>x" not in text
    assert f'value="&lt;b&gt;{"x" * 57}"' in text


def test_what_a_member_searched_for_is_not_compressed_beside_the_address_of_a_private_table() -> (
    None
):
    ada = PlayerFactory.create(name="Ada")
    table = open_table(ada, seats=2, visibility=Table.Visibility.PRIVATE)
    # Words beyond the fifth are not searched for: there somebody would put their guesses.
    text = f"a a a a a {table.get_absolute_url()}"
    for reader, encoding in ((ada, "identity"), (None, "gzip")):
        answer = signed_in(reader).get(
            reverse("leagues:list"), {"q": text}, headers={"accept-encoding": "gzip"}
        )
        assert answer["Content-Encoding"] == encoding
    found = html_of(signed_in(ada).get(reverse("leagues:list"), {"q": text}))
    assert f'href="{table.get_absolute_url()}"' in found


def test_the_statements_do_not_grow_with_the_rows(django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    season = make_season(name="Quokkas")
    for number in range(12):
        player = listed(season, PlayerFactory.create(name=f"Quokka {number}"))
        make_session(season, name=f"Quokka {number}")
        open_table(player, PlayerFactory.create(), name=f"Quokka {number}", visibility="public")
    with django_assert_max_num_queries(9):
        found = find("quokka", None)
    assert {heading: len(rows) for heading, rows in found.items()} == {
        "Players": 8,
        "Leagues": 1,
        "Sessions": 8,
        "Tables": 8,
    }


def test_who_searches_without_end_must_wait(client: Client) -> None:
    answers = [
        client.get(reverse("leagues:list"), {"q": "x"}).status_code
        for _ in range(SEARCHES.amount + 1)
    ]
    assert answers == [HTTPStatus.OK] * SEARCHES.amount + [HTTPStatus.TOO_MANY_REQUESTS]
