"""The replay of a table: who may see it, what a position shows, and what it never shows."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.models import Table
from games.play import playing
from games.replay import replays
from games.rules.options import Ending, Options, Variant
from games.table import archive, store
from tests.games.addresses import url
from tests.support.clients import html_of, signed_in
from tests.support.tables import fresh_store, open_table, people, play_to_the_end, start_table

__all__ = ["fresh_store"]

pytestmark = pytest.mark.django_db(transaction=True)

VARIANTS = {
    "base": (2, Options(max_rounds=2)),
    "known cards": (3, Options(known_cards=True, max_rounds=1)),
    "draft": (3, Options(draft=True, known_cards=True, max_rounds=1)),
    "cabriole": (4, Options(cabriole=True, max_rounds=2)),
    "elimination": (5, Options(ending=Ending.ELIMINATION, limit=12)),
    "special": (4, Options(variant=Variant.SPECIAL)),
    "ten": (10, Options(max_rounds=1)),
}


@pytest.fixture(autouse=True)
def _no_kept_games() -> None:
    replays.COURSES.clear()


def ended_table(count: int = 2, options: Options | None = None, **plan: Any) -> Table:
    table = start_table(*people(count), options=options or Options(max_rounds=1), **plan)
    play_to_the_end(table)
    table.refresh_from_db()
    return table


def member(table: Table) -> Client:
    """The browser of who sits at the first seat."""
    return signed_in(table.seats.get(index=0).player)


def page(table: Table, turn: str = "") -> str:
    query = {"turn": turn} if turn else {}
    return html_of(member(table).get(url("replay", table), query))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_position_of_every_variant_can_be_opened(name: str) -> None:
    count, options = VARIANTS[name]
    table = ended_table(count, options)
    client = member(table)
    whole = page(table)
    keys = re.search(r'data-keys="([^"]+)"', whole)
    assert keys
    before = ""
    for key in keys[1].split():
        frame = client.get(url("replay_frame", table), {"turn": key, "from": before})
        assert frame.status_code == HTTPStatus.OK, key
        assert 'id="ways"' in frame.content.decode()
        before = key
    result = re.findall(r'player__total">(\d+)<', page(table, before))
    assert list(map(int, result)) == [seat.heads for seat in table.seats.order_by("index")]


def test_a_position_links_to_those_beside_it() -> None:
    text = page(ended_table(), "1.2")
    for turn in ("1.0", "1.1", "1.3", "1.10"):
        assert f'href="?turn={turn}"' in text


def test_all_hands_are_open_and_the_card_played_next_is_marked() -> None:
    table = ended_table(3)
    record = archive.record_of(store.fresh(table.pk), None)
    text = page(table, "1.0")
    dealt = {
        (int(seat), int(card)) for seat, card in re.findall(r'data-part="hand-(\d)-(\d+)"', text)
    }
    hands = record["rounds"][0]["hands"]
    assert dealt == {(seat, card) for seat, hand in enumerate(hands) for card in hand}
    marked = re.findall(r'is-next"\s+data-part="hand-\d-(\d+)"', text)
    assert list(map(int, marked)) == record["rounds"][0]["turns"][0]["cards"]


def test_the_address_without_a_turn_shows_the_first_deal() -> None:
    assert "Round 1, the deal" in page(ended_table())


@pytest.mark.parametrize("turn", ["9.9", "nonsense", "1.11"])
def test_an_unknown_turn_leads_to_the_beginning(turn: str) -> None:
    table = ended_table()
    answer = member(table).get(url("replay", table), {"turn": turn})
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, url("replay", table))


def test_the_scrubber_without_javascript_leads_to_a_turn() -> None:
    table = ended_table()
    client = member(table)
    answer = client.get(url("replay", table), {"position": "99999999999"})
    assert answer["Location"].endswith("?turn=1.10")


def test_a_game_in_play_has_no_replay_for_anybody() -> None:
    ada, ben, other = people(3)
    table = start_table(ada, ben, visibility="public")
    for person in (ada, other):
        for name in ("replay", "replay_frame"):
            answer = signed_in(person).get(url(name, table), {"turn": "1.0"})
            assert answer.status_code == HTTPStatus.NOT_FOUND
    frame = signed_in(None).get(url("replay_frame", table), {"turn": "1.0"})
    assert frame.status_code == HTTPStatus.NOT_FOUND


def test_a_table_where_nothing_was_dealt_has_no_replay() -> None:
    ada, _ben = people(2)
    table = open_table(ada, seats=2)
    assert signed_in(ada).get(url("replay", table)).status_code == HTTPStatus.NOT_FOUND


def test_a_public_replay_is_seen_without_an_account_and_holds_no_token() -> None:
    table = ended_table(visibility="public")
    answer = signed_in(None).get(url("replay", table))
    assert answer.status_code == HTTPStatus.OK
    assert "csrfmiddlewaretoken" not in answer.content.decode()
    frame = signed_in(None).get(url("replay_frame", table), {"turn": "1.1", "from": "1.0"})
    assert frame.status_code == HTTPStatus.OK


@pytest.mark.parametrize("visibility", ["private", "club"])
def test_strangers_must_sign_in_for_the_replay_of_other_tables(visibility: str) -> None:
    table = ended_table(visibility=visibility)
    (other,) = people(1)
    assert signed_in(other).get(url("replay", table)).status_code == HTTPStatus.OK
    answer = signed_in(None).get(url("replay", table))
    assert answer.status_code == HTTPStatus.FOUND
    assert reverse("account_login") in answer["Location"]
    frame = signed_in(None).get(url("replay_frame", table), {"turn": "1.0"})
    assert frame.status_code == HTTPStatus.NOT_FOUND


def test_an_abandoned_game_can_be_looked_at_as_far_as_it_went(
    ada: Player, ben: Player, table: Table
) -> None:
    playing.abandon(table.pk, ada, timezone.now())
    answer = signed_in(ben).get(url("replay", table))
    assert answer.status_code == HTTPStatus.OK
    assert 'data-keys="1.0"' in answer.content.decode()


def test_a_game_of_an_erased_player_is_replayed_without_the_name() -> None:
    table = ended_table(3, Options(variant=Variant.SPECIAL))
    first, second = [seat.player for seat in table.seats.order_by("index")][:2]
    assert first
    assert second
    name = first.name
    privacy.erase(first)
    replays.COURSES.clear()
    text = signed_in(second).get(url("replay", table), {"turn": "2.12"}).content.decode()
    assert "former player" in text
    assert name not in text


def test_the_result_and_the_page_of_past_games_lead_to_replays() -> None:
    table = ended_table()
    client = member(table)
    assert url("replay", table) in client.get(table.get_absolute_url()).content.decode()
    assert reverse("games:uploads") in client.get(reverse("games:past")).content.decode()


def test_a_step_is_a_small_answer() -> None:
    table = ended_table(10)
    client = member(table)
    frame = client.get(url("replay_frame", table), {"turn": "1.4", "from": "1.3"})
    assert len(frame.content) < 25_000


def test_french_readers_get_french() -> None:
    table = ended_table()
    client = member(table)
    client.cookies["django_language"] = "fr"
    text = client.get(url("replay", table), {"turn": "1.2"}, headers={"Accept-Language": "fr"})
    assert "Manche 1" in text.content.decode()
