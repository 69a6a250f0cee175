"""The commands on a table, over HTTP: by htmx and by plain forms."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
import time_machine
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import ActionLog, Table
from games.rules.options import Options
from games.table import store
from tests.factories import PlayerFactory
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import open_table, play_to_the_end, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}
COMMANDS = (
    "act", "sit", "leave", "seed", "add_bot", "remove_seat", "start", "away", "back", "abandon",
    "rematch", "pause", "pause_agree", "pause_refuse", "pause_end",
)  # fmt: skip


def choose(table: Table, seat: int) -> dict[str, str]:
    """The form by which a seat chooses its lowest card."""
    snapshot = store.fresh(table.pk)
    card = snapshot.game.round.hands[seat][0]
    return {"kind": "choose", "card": str(card), "version": str(snapshot.version)}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stranger_commands_nothing(command: str, ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, visibility="public")
    answer = signed_in(None).post(url(command, table))
    assert answer.status_code == HTTPStatus.FOUND
    assert reverse("account_login") in answer.headers["Location"]
    assert store.fresh(table.pk).version == table.version


@pytest.mark.parametrize(
    ("who", "may"),
    [("host", True), ("player", False), ("member", False), ("organizer", True), ("staff", True)],
)
def test_a_game_is_broken_off_by_its_host_or_by_who_runs_the_club(
    who: str, may: bool, ada: Player, ben: Player, cleo: Player
) -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    staff = PlayerFactory.create(user__is_staff=True)
    asking = {"host": ada, "player": ben, "member": cleo, "organizer": organizer, "staff": staff}
    table = start_table(ada, ben)
    client = signed_in(asking[who])
    page = client.get(url("table", table)).content.decode()
    assert ('form="do-abandon"' in page) is may
    answer = client.post(url("abandon", table), headers=HTMX)
    assert answer.status_code == (HTTPStatus.NO_CONTENT if may else HTTPStatus.FORBIDDEN)
    table.refresh_from_db()
    assert (table.status == Table.Status.ABANDONED) is may


def test_a_choice_by_htmx_is_answered_without_a_page(ada: Player, table: Table) -> None:
    answer = signed_in(ada).post(url("act", table), choose(table, 0), headers=HTMX)
    assert answer.status_code == HTTPStatus.NO_CONTENT
    assert store.fresh(table.pk).version == table.version + 1


def test_a_choice_that_came_in_time_counts_however_long_it_waits_for_a_thread(
    monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player, as_ada: Client
) -> None:
    table = start_table(ada, ben, time_per_choice=30)
    answer = as_ada.handler.get_response

    def wait_and_answer(request: Any) -> Any:
        request.arrived_at = timezone.now()
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            return answer(request)

    monkeypatch.setattr(as_ada.handler, "get_response", wait_and_answer)
    choice = choose(table, 0)
    assert as_ada.post(url("act", table), choice, headers=HTMX).status_code == 204
    (line,) = ActionLog.objects.filter(table=table)
    assert (line.action["card"], line.by) == (int(choice["card"]), "player")


def test_a_plain_form_leads_back_to_the_table(ada: Player, table: Table) -> None:
    answer = signed_in(ada).post(url("act", table), choose(table, 0))
    assert answer.headers["Location"] == url("table", table)


def test_a_refused_plain_form_says_why(ada: Player, table: Table) -> None:
    answer = signed_in(ada).post(url("act", table), choose(table, 1))
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
def test_nonsense_gets_a_sentence_and_changes_nothing(
    fields: dict[str, str], ada: Player, table: Table
) -> None:
    answer = signed_in(ada).post(url("act", table), fields, headers=HTMX)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert b'role="alert"' in answer.content
    assert store.fresh(table.pk).version == table.version


def test_refusals_speak_the_readers_language(ada: Player, table: Table) -> None:
    answer = signed_in(ada).post(
        url("act", table), choose(table, 1), headers=HTMX | {"Accept-Language": "fr"}
    )
    assert "You do not hold" not in answer.content.decode()


def test_a_late_choice_is_a_conflict(ada: Player, table: Table) -> None:
    late = choose(table, 0)
    play_turn(table)
    answer = signed_in(ada).post(url("act", table), late, headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT


def test_sitting_and_leaving_by_form(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3)
    client = signed_in(ben)
    client.post(url("sit", table), {"seat": "2", "client_seed": "moo"})
    assert store.fresh(table.pk).seats[2].client_seed == "moo"
    answer = client.post(url("leave", table))
    assert answer.headers["Location"] == reverse("games:lobby")
    assert store.fresh(table.pk).seats[2].is_free


def test_who_sits_down_at_a_table_that_was_closed_meanwhile_is_told_so(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=3)
    signed_in(ada).post(url("abandon", table))
    answer = signed_in(ben).post(url("sit", table), headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "This table is closed." in answer.content.decode()


def test_a_bot_sits_down_at_the_seat_that_its_host_taps(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=4)
    host, other = signed_in(ada), signed_in(ben)
    host.post(url("add_bot", table), {"level": "random", "seat": "2"})
    assert [seat.bot for seat in store.fresh(table.pk).seats] == ["", "", "random", ""]
    host.post(url("add_bot", table), {"level": "gap"})
    assert store.fresh(table.pk).seats[1].bot == "gap"
    taken = host.post(url("add_bot", table), {"level": "gap", "seat": "2"}, headers=HTMX)
    assert taken.status_code == HTTPStatus.CONFLICT
    refused = other.post(url("add_bot", table), {"level": "gap", "seat": "3"}, headers=HTMX)
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert store.fresh(table.pk).seats[3].is_free


def test_a_rematch_leads_everybody_to_the_same_table(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1))
    play_to_the_end(table)
    first = signed_in(ben).post(url("rematch", table))
    second = signed_in(ada).post(url("rematch", table))
    assert first.headers["Location"] == second.headers["Location"]
    following = Table.objects.get(rematch_of=table)
    assert [seat.player for seat in following.seats.all()] == [ben, ada]
