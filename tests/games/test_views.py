"""The pages of tables and the commands on them, over HTTP."""

import json
from http import HTTPStatus

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games import store
from games.lobby import lobby_for
from games.models import Table
from games.rules.options import Options
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.services import seating
from tests.factories import PlayerFactory
from tests.support.tables import (
    open_table,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}
COMMANDS = (
    "act", "sit", "leave", "seed", "add_bot", "remove_seat", "start", "away", "back", "abandon",
    "rematch",
)  # fmt: skip


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        assert player.user is not None
        client.force_login(player.user)
    return client


def url(name: str, table: Table) -> str:
    return reverse(f"games:{name}", args=[table.code])


def choose(table: Table, seat: int) -> dict[str, str]:
    """The form by which a seat chooses its lowest card."""
    snapshot = store.fresh(table.pk)
    assert snapshot.game is not None
    card = snapshot.game.round.hands[seat][0]
    return {"kind": "choose", "card": str(card), "version": str(snapshot.version)}


def test_home_is_the_door_for_strangers_and_the_lobby_for_members() -> None:
    (ada,) = people(1)
    assert browser(None).get(reverse("games:home")).status_code == HTTPStatus.OK
    answer = browser(ada).get(reverse("games:home"))
    assert answer.headers["Location"] == reverse("games:lobby")


@pytest.mark.parametrize("name", ["home", "lobby", "open", "rules", "tutorial"])
def test_a_page_can_be_asked_for_its_head_only(name: str) -> None:
    (ada,) = people(1)
    answer = browser(ada).head(reverse(f"games:{name}"))
    assert answer.status_code in {HTTPStatus.OK, HTTPStatus.FOUND}
    assert answer.content == b""


def test_the_lobby_needs_a_login() -> None:
    answer = browser(None).get(reverse("games:lobby"))
    assert answer.status_code == HTTPStatus.FOUND
    assert reverse("account_login") in answer.headers["Location"]


def test_the_lobby_lists_what_a_member_may_find() -> None:
    ada, ben, cleo = people(3)
    mine = open_table(cleo, seats=3, visibility="private")
    joinable = open_table(ada, seats=3)
    hidden = open_table(ada, seats=3, visibility="private")
    watchable = start_table(ada, ben)
    page = browser(cleo).get(reverse("games:lobby")).content.decode()
    for table in (mine, joinable, watchable):
        assert url("table", table) in page
    assert url("table", hidden) not in page


def test_the_lobby_says_where_one_is_awaited() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [True]
    play_first(table, 0)
    assert [mine.your_turn for mine in lobby_for(ada).mine] == [False]
    assert [mine.your_turn for mine in lobby_for(ben).mine] == [True]


def test_tables_that_wait_for_their_reader_come_first() -> None:
    ada, ben = people(2)
    awaited = start_table(ada, ben)
    open_table(ada, seats=3)
    assert lobby_for(ada).mine[0].code == awaited.code


def test_the_lobby_costs_the_same_for_one_table_and_for_many() -> None:
    ada, ben = people(2)
    client = browser(ada)
    start_table(ada, ben)
    open_table(ben, seats=4)
    play_to_the_end(start_table(ada, ben, options=Options(max_rounds=1)))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("games:lobby"))
    for _table in range(5):
        start_table(ada, ben)
        open_table(ben, seats=4)
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("games:lobby"))
    assert len(many) == len(few)


def test_strangers_find_public_tables_on_the_home_page_only() -> None:
    ada, ben = people(2)
    public = start_table(ada, ben, visibility="public")
    club = start_table(ada, ben)
    page = browser(None).get(reverse("games:home")).content.decode()
    assert url("table", public) in page
    assert url("table", club) not in page


@pytest.mark.parametrize(
    ("visibility", "stranger", "member"),
    [
        ("public", HTTPStatus.OK, HTTPStatus.OK),
        ("club", HTTPStatus.FOUND, HTTPStatus.OK),
        ("private", HTTPStatus.FOUND, HTTPStatus.OK),
    ],
)
def test_who_may_look_at_a_table(visibility: str, stranger: int, member: int) -> None:
    ada, ben, cleo = people(3)
    table = start_table(ada, ben, visibility=visibility)
    assert browser(None).get(url("table", table)).status_code == stranger
    assert browser(cleo).get(url("table", table)).status_code == member


def test_a_stranger_cannot_tell_a_table_that_is_not_there() -> None:
    ada, ben = people(2)
    hidden = start_table(ada, ben)
    there = browser(None).get(url("table", hidden))
    missing = browser(None).get(reverse("games:table", args=["nosuchcode"]))
    assert there.status_code == missing.status_code == HTTPStatus.FOUND
    assert browser(ada).get(reverse("games:table", args=["nosuchcode"])).status_code == 404


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stranger_commands_nothing(command: str) -> None:
    ada, ben = people(2)
    table = start_table(ada, ben, visibility="public")
    answer = browser(None).post(url(command, table))
    assert answer.status_code == HTTPStatus.FOUND
    assert reverse("account_login") in answer.headers["Location"]
    assert store.fresh(table.pk).version == table.version


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_posts_with_a_token(command: str) -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    assert browser(ada).get(url(command, table)).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert ada.user is not None
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada.user)
    assert strict.post(url(command, table), choose(table, 0)).status_code == HTTPStatus.FORBIDDEN
    assert store.fresh(table.pk).version == table.version


@pytest.mark.parametrize("command", ["act", "start", "away", "back", "abandon", "rematch"])
def test_who_has_no_seat_commands_nothing(command: str) -> None:
    ada, ben, cleo = people(3)
    table = start_table(ada, ben)
    answer = browser(cleo).post(url(command, table), choose(table, 0), headers=HTMX)
    assert answer.status_code in {HTTPStatus.FORBIDDEN, HTTPStatus.CONFLICT}
    assert b'role="alert"' in answer.content
    assert store.fresh(table.pk).version == table.version


@pytest.mark.parametrize(
    ("who", "may"),
    [("host", True), ("player", False), ("member", False), ("organizer", True), ("staff", True)],
)
def test_a_game_is_broken_off_by_its_host_or_by_who_runs_the_club(who: str, may: bool) -> None:
    ada, ben, cleo = people(3)
    organizer = PlayerFactory.create(is_organizer=True)
    staff = PlayerFactory.create(user__is_staff=True)
    asking = {"host": ada, "player": ben, "member": cleo, "organizer": organizer, "staff": staff}
    table = start_table(ada, ben)
    client = browser(asking[who])
    page = client.get(url("table", table)).content.decode()
    assert ('form="do-abandon"' in page) is may
    answer = client.post(url("abandon", table), headers=HTMX)
    assert answer.status_code == (HTTPStatus.NO_CONTENT if may else HTTPStatus.FORBIDDEN)
    table.refresh_from_db()
    assert (table.status == Table.Status.ABANDONED) is may


def test_a_choice_by_htmx_is_answered_without_a_page() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).post(url("act", table), choose(table, 0), headers=HTMX)
    assert answer.status_code == HTTPStatus.NO_CONTENT
    assert store.fresh(table.pk).version == table.version + 1


def test_a_plain_form_leads_back_to_the_table() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).post(url("act", table), choose(table, 0))
    assert answer.headers["Location"] == url("table", table)


def test_a_refused_plain_form_says_why() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).post(url("act", table), choose(table, 1))
    assert [str(message) for message in get_messages(answer.wsgi_request)] == [
        "You do not hold that card."
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kind": "choose"},
        {"kind": "choose", "card": "x", "version": "2"},
        {"kind": "choose", "card": "-1", "version": "2"},
        {"kind": "choose", "card": "5", "version": "9" * 40},
        {"kind": "nonsense", "card": "5", "version": "2"},
        {"kind": "special", "special": "nonsense", "version": "2"},
        {"kind": "take", "row": "99", "version": "2"},
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(fields: dict[str, str]) -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).post(url("act", table), fields, headers=HTMX)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert b'role="alert"' in answer.content
    assert store.fresh(table.pk).version == table.version


def test_refusals_speak_the_readers_language() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).post(
        url("act", table), choose(table, 1), headers=HTMX | {"Accept-Language": "fr"}
    )
    assert "You do not hold" not in answer.content.decode()


def test_a_late_choice_is_a_conflict() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    late = choose(table, 0)
    play_turn(table)
    answer = browser(ada).post(url("act", table), late, headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT


def test_opening_a_table_with_bots_leads_to_a_game() -> None:
    (ada,) = people(1)
    form = {
        "name": "", "seat_count": "3", "bots": "2", "bot_level": "gap", "limit": "66",
        "max_rounds": "", "time_per_choice": "", "visibility": "club",
    }  # fmt: skip
    answer = browser(ada).post(reverse("games:open"), form)
    table = Table.objects.get()
    assert answer.headers["Location"] == url("table", table)
    assert table.status == Table.Status.PLAYING
    assert ada.name in table.name


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat_count", "1"), ("seat_count", "11"), ("seat_count", "many"), ("bots", "3"),
        ("limit", "0"), ("limit", "1001"), ("max_rounds", "101"), ("bot_level", "genius"),
        ("visibility", "moon"), ("time_per_choice", "7"),
    ],
)  # fmt: skip
def test_an_impossible_table_is_not_opened(field: str, value: str) -> None:
    (ada,) = people(1)
    form = {
        "name": "", "seat_count": "3", "bots": "0", "bot_level": "gap", "limit": "66",
        "max_rounds": "", "time_per_choice": "", "visibility": "club",
    }  # fmt: skip
    answer = browser(ada).post(reverse("games:open"), form | {field: value})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Table.objects.exists()


def test_one_table_too_many_is_refused_in_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_HOSTED", 1)
    (ada,) = people(1)
    open_table(ada, seats=3)
    fields = {"seat_count": 2, "bots": 1, "bot_level": "gap", "limit": 66, "visibility": "club"}
    rules = {"variant": "base", "ending": "limit"}
    answer = browser(ada).post(reverse("games:open"), fields | rules)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "too many tables" in answer.text


def test_sitting_and_leaving_by_form() -> None:
    ada, ben = people(2)
    table = open_table(ada, seats=3)
    client = browser(ben)
    client.post(url("sit", table), {"seat": "2", "client_seed": "moo"})
    assert store.fresh(table.pk).seats[2].client_seed == "moo"
    answer = client.post(url("leave", table))
    assert answer.headers["Location"] == reverse("games:lobby")
    assert store.fresh(table.pk).seats[2].is_free


def test_the_record_of_an_ended_game_is_whole() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben, options=Options(max_rounds=1), visibility="public")
    play_to_the_end(table)
    answer = browser(None).get(url("record", table))
    assert "attachment" in answer.headers["Content-Disposition"]
    snapshot = store.fresh(table.pk)
    assert snapshot.game is not None
    assert replay(parse_record(json.loads(answer.content))).totals == snapshot.game.totals


def test_the_record_of_a_running_game_holds_one_hand_only() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    record = json.loads(browser(ben).get(url("record", table)).content)
    assert record["fairness"]["server_seed"] is None
    assert record["rounds"][0]["hands"][0] is None
    assert len(record["rounds"][0]["hands"][1]) == 10


def test_an_open_table_has_no_record() -> None:
    (ada,) = people(1)
    table = open_table(ada, seats=3)
    assert browser(ada).get(url("record", table)).status_code == HTTPStatus.NOT_FOUND


def test_a_rematch_leads_everybody_to_the_same_table() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben, options=Options(max_rounds=1))
    play_to_the_end(table)
    first = browser(ben).post(url("rematch", table))
    second = browser(ada).post(url("rematch", table))
    assert first.headers["Location"] == second.headers["Location"]
    following = Table.objects.get(rematch_of=table)
    assert [seat.player for seat in following.seats.all()] == [ben, ada]


def test_a_table_page_is_never_kept_by_the_browser() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    answer = browser(ada).get(url("table", table))
    assert "no-store" in answer.headers["Cache-Control"]


def test_every_page_forbids_foreign_and_inline_scripts() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben, visibility="public")
    for address in (url("table", table), reverse("games:home"), reverse("games:rules")):
        policy = browser(None).get(address).headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
