"""Ids of commands: the same one once, an older one never, a withdrawn one never again."""

from datetime import datetime, timedelta
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.live import publishing
from games.models import ActionLog, Table
from games.play import commands, playing
from games.play.commands import COMMANDS_AT_ONCE, LIMIT, SLOWEST_SECONDS, Result, execute_here
from games.play.playing import Acted
from games.rules.actions import ChooseCard
from games.rules.options import Options
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import REMEMBERED_PAGES, CommandId, LastCommand, Play
from tests.games.addresses import url
from tests.support.clients import signed_in
from tests.support.tables import act, first_action, people, play_to_the_end, play_turn, start_table

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


@pytest.fixture
def table() -> Table:
    """A table of two in play."""
    return start_table(*people(2))


@pytest.fixture(autouse=True)
def _fresh_limit() -> None:
    LIMIT.reset()


def send(table: Table, card: int, command: str, version: int = 0) -> Acted:
    """Seat 0 chooses the card at this place of its hand."""
    snapshot = store.fresh(table.pk)
    choice = ChooseCard(0, snapshot.game.round.hands[0][card])
    known = version or snapshot.version
    return act(table.pk, choice, known, timezone.now(), CommandId.parse(command))


def withdraw(table: Table, command: str) -> bool:
    found = CommandId.parse(command)
    assert found is not None
    return playing.withdraw(table.pk, 0, found)


def chosen(table: Table) -> int | None:
    """The place in the hand of the card that seat 0 has chosen."""
    game = store.load(table.pk).game
    choice = game.round.choices[0]
    return None if choice is None else game.round.hands[0].index(choice)


def refused_as(code: TableErrorCode) -> Any:
    return pytest.raises(TableError, match=f"^{code}$")


# --- In the services -------------------------------------------------------------------


def test_the_same_command_is_applied_once_and_then_repeated(table: Table) -> None:
    first, second = send(table, 3, "tab.1"), send(table, 3, "tab.1")
    assert (first.is_repeated, second.is_repeated) == (False, True)
    assert second.snapshot.version == first.snapshot.version
    assert [line.command for line in ActionLog.objects.all()] == ["tab.1"]


def test_a_command_is_known_by_its_id_also_when_its_card_was_changed_since(table: Table) -> None:
    send(table, 3, "tab.1")
    send(table, 4, "other.1")
    assert send(table, 3, "tab.1").is_repeated
    assert chosen(table) == 4


def test_a_repeated_command_is_known_after_the_reveal(table: Table) -> None:
    version = store.fresh(table.pk).version
    choice = first_action(store.fresh(table.pk), 0)
    command = CommandId("tab", 1)
    act(table.pk, choice, version, timezone.now(), command)
    play_turn(table)
    store.forget()
    assert act(table.pk, choice, version, timezone.now(), command).is_repeated


def test_the_last_command_of_a_game_is_known_when_it_comes_again() -> None:
    table = start_table(*people(2), options=Options(max_rounds=1))
    number = 0
    while not (before := store.fresh(table.pk)).has_ended:
        number += 1
        seat, command = before.game.decision.seats[0], CommandId("tab", number)
        sent = (table.pk, first_action(before, seat), before.version, timezone.now(), command)
        act(*sent)
    assert act(*sent).is_repeated
    assert not playing.withdraw(table.pk, seat, command)
    with refused_as(TableErrorCode.NOT_PLAYING):
        playing.withdraw(table.pk, seat, CommandId("tab", number + 1))


def test_an_older_command_of_the_same_page_is_refused_after_a_newer_one(table: Table) -> None:
    newer = send(table, 5, "tab.2").snapshot
    with refused_as(TableErrorCode.WITHDRAWN):
        send(table, 3, "tab.1")
    assert store.load(table.pk) == newer


def test_an_older_command_is_refused_after_a_newer_one_for_the_card_chosen_already(
    table: Table,
) -> None:
    """Without a socket two commands may overtake each other."""
    send(table, 3, "tab.1")
    send(table, 3, "tab.3")
    with refused_as(TableErrorCode.WITHDRAWN):
        send(table, 4, "tab.2")
    assert chosen(table) == 3
    assert not withdraw(table, "tab.3")


def test_a_withdrawn_command_is_refused_for_ever(table: Table) -> None:
    assert withdraw(table, "tab.1")
    for _try in range(2):
        with refused_as(TableErrorCode.WITHDRAWN):
            send(table, 3, "tab.1")
        # As another process, or this one after a restart.
        store.forget()
    assert chosen(table) is None
    assert not send(table, 4, "tab.2").is_repeated


def test_a_process_that_heard_of_no_withdrawal_refuses_the_command_too(table: Table) -> None:
    old = store.fresh(table.pk)
    withdraw(table, "tab.1")
    store.forget()
    store.keep(old)
    choice = ChooseCard(0, old.game.round.hands[0][3])
    with refused_as(TableErrorCode.WITHDRAWN):
        act(table.pk, choice, old.version, timezone.now(), CommandId("tab", 1))
    assert chosen(table) is None


def test_a_withdrawal_is_announced_to_nobody_and_what_is_withdrawn_already_writes_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[tuple[int, int]] = []
    monkeypatch.setattr(publishing, "publish", lambda *told, **_how: published.append(told))
    withdraw(table, "tab.2")
    known = store.kept(table.pk)
    withdraw(table, "tab.2")
    withdraw(table, "tab.1")
    assert published == []
    assert store.load(table.pk) == known


def test_what_comes_too_late_to_withdraw_changes_nothing(table: Table) -> None:
    sent = send(table, 3, "tab.1").snapshot
    assert not withdraw(table, "tab.1")
    assert store.load(table.pk) == sent


def test_a_withdrawn_command_stays_withdrawn_after_a_reveal_and_another_choice(
    table: Table,
) -> None:
    withdraw(table, "tab.1")
    play_turn(table)
    store.forget()
    send(table, 1, "tab.2")
    with refused_as(TableErrorCode.WITHDRAWN):
        send(table, 3, "tab.1")


def test_a_command_that_was_applied_cannot_be_withdrawn_and_stands(table: Table) -> None:
    send(table, 3, "tab.1")
    assert not withdraw(table, "tab.1")
    assert chosen(table) == 3
    assert send(table, 3, "tab.1").is_repeated


def test_an_applied_command_is_not_withdrawn_when_newer_ones_were_applied_since(
    table: Table,
) -> None:
    send(table, 3, "tab.1")
    send(table, 4, "tab.2")
    assert not withdraw(table, "tab.1")
    assert chosen(table) == 4


def test_who_withdraws_keeps_the_choice_made_before(table: Table) -> None:
    send(table, 3, "tab.1")
    assert withdraw(table, "tab.2")
    assert chosen(table) == 3


def test_two_pages_of_one_person_number_their_commands_apart(table: Table) -> None:
    send(table, 1, "one.5")
    send(table, 2, "two.1")
    send(table, 3, "one.6")
    assert chosen(table) == 3
    for late in ("one.4", "one.5"):
        with refused_as(TableErrorCode.WITHDRAWN):
            send(table, 4, late)
    assert send(table, 2, "two.1").is_repeated
    assert chosen(table) == 3


def test_what_one_page_withdrew_another_page_does_not_bring_back(table: Table) -> None:
    withdraw(table, "one.3")
    send(table, 2, "two.1")
    with refused_as(TableErrorCode.WITHDRAWN):
        send(table, 4, "one.3")
    assert chosen(table) == 2


def test_a_withdrawal_does_not_hide_what_another_page_did(table: Table) -> None:
    send(table, 2, "two.1")
    send(table, 3, "two.2")
    withdraw(table, "one.1")
    with refused_as(TableErrorCode.WITHDRAWN):
        send(table, 2, "two.1")
    assert send(table, 3, "two.2").is_repeated


def test_of_many_pages_the_last_ones_are_known(table: Table) -> None:
    for page in range(REMEMBERED_PAGES + 3):
        send(table, page % 10, f"p{page}.1")
    play = store.load(table.pk).play
    pages = [command.id.page for command in play.commands[0]]
    assert pages == [f"p{page}" for page in range(REMEMBERED_PAGES + 2, 2, -1)]


def test_commands_without_an_id_are_applied_beside_those_with_one(table: Table) -> None:
    send(table, 1, "tab.7")
    send(table, 2, "")
    assert chosen(table) == 2
    assert [line.command for line in ActionLog.objects.all()] == ["tab.7", ""]
    send(table, 3, "tab.8")
    assert chosen(table) == 3


def test_newest_commands_are_stored_and_read_back(table: Table) -> None:
    send(table, 1, "tab.7")
    withdraw(table, "other.2")
    play = store.load(table.pk).play
    assert play.commands == (
        (LastCommand(CommandId("other", 2), False), LastCommand(CommandId("tab", 7), True)),
        (),
    )
    assert Play.from_json(play.to_json()) == play


@pytest.mark.parametrize(
    "text",
    [
        *("", "tab", "tab.", ".1", "tab.0", "tab.01", "tab.-1", "a b.1", "tab.1.2", "é.1", "tab.١"),
        *("abcdefghijklm.1", "tab.1234567890", "tab.1\n", "a" * 300),
    ],
)
def test_what_is_no_id_is_no_id(text: str) -> None:
    assert CommandId.parse(text) is None


@pytest.mark.parametrize("text", ["tab.1", "abcdefghijkl.999999999", "0.1"])
def test_an_id_fits_into_its_column(text: str) -> None:
    found = CommandId.parse(text)
    length = ActionLog._meta.get_field("command").max_length
    assert str(found) == text
    assert length is not None
    assert len(text) <= length


# --- As a page sends them --------------------------------------------------------------


def fields(table: Table, **more: str) -> dict[str, str]:
    """What a page sends to choose the lowest card of seat 0."""
    snapshot = store.fresh(table.pk)
    card = str(snapshot.game.round.hands[0][0])
    return {"kind": "choose", "card": card, "version": str(snapshot.version)} | more


def host_of(table: Table) -> int:
    assert table.host_id is not None
    return table.host_id


def test_a_page_is_told_what_became_of_its_command(table: Table) -> None:
    now, me = timezone.now(), host_of(table)
    withdrawal = {"kind": "withdraw", "id": "tab.1"}
    choice = fields(table, id="tab.1")
    assert execute_here(store.current(table.pk), me, choice, now) is Result.DONE
    assert execute_here(store.current(table.pk), me, choice, now) is Result.REPEATED
    assert execute_here(store.current(table.pk), me, withdrawal, now) is Result.DONE
    withdrawal["id"] = "tab.2"
    assert execute_here(store.current(table.pk), me, withdrawal, now) is Result.WITHDRAWN


@pytest.mark.parametrize(("seconds", "is_refused"), [(0.5, True), (-0.5, False), (-60, False)])
def test_a_command_that_was_long_on_its_way_is_refused(
    table: Table, seconds: float, is_refused: bool, now: datetime
) -> None:
    sent = now - timedelta(seconds=SLOWEST_SECONDS + seconds)
    choice = fields(table, id="tab.1", sent=str(int(sent.timestamp() * 1000)))
    if is_refused:
        with refused_as(TableErrorCode.SLOW):
            execute_here(store.current(table.pk), host_of(table), choice, now)
        assert store.load(table.pk).version == table.version
    else:
        done = execute_here(store.current(table.pk), host_of(table), choice, now)
        assert done is Result.DONE


def test_a_command_of_a_page_that_was_loaded_before_the_clock_was_set_forward_is_done(
    table: Table, now: datetime
) -> None:
    sent = str(int((now - timedelta(hours=1)).timestamp() * 1000))
    choice = fields(table, id="tab.1", sent=sent)
    assert execute_here(store.current(table.pk), host_of(table), choice, now) is Result.DONE


def post(table: Table, data: dict[str, str]) -> Any:
    assert table.host is not None
    return signed_in(table.host).post(url("act", table), data, headers=HTMX)


@pytest.mark.parametrize("text", ["nonsense", "tab.0", "a" * 300, "tab.1 "])
@pytest.mark.parametrize("kind", ["choose", "withdraw"])
def test_an_id_that_is_none_is_refused_with_a_sentence(table: Table, kind: str, text: str) -> None:
    answer = post(table, fields(table, id=text) | {"kind": kind})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert b"The table did not understand that." in answer.content
    assert store.load(table.pk).version == table.version


def test_a_withdrawal_that_names_no_command_is_refused(table: Table) -> None:
    assert post(table, {"kind": "withdraw"}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_a_form_without_an_id_is_done_without_an_answer(table: Table) -> None:
    answer = post(table, fields(table))
    assert (answer.status_code, answer.content) == (HTTPStatus.NO_CONTENT, b"")
    assert chosen(table) == 0


def test_a_form_with_an_id_is_answered(table: Table) -> None:
    for result in ("done", "repeated"):
        answer = post(table, fields(table, id="tab.1"))
        assert answer.status_code == HTTPStatus.OK
        expected = f'<i id="answer" data-command="tab.1" data-result="{result}" hidden></i>'
        assert answer.content.decode() == expected


def test_a_late_form_after_its_withdrawal_is_a_conflict(table: Table) -> None:
    withdrawal = post(table, {"kind": "withdraw", "id": "tab.1"})
    assert 'data-result="withdrawn"' in withdrawal.content.decode()
    answer = post(table, fields(table, id="tab.1"))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "You have chosen something else since." in answer.content.decode()
    assert chosen(table) is None


def test_forms_share_the_limit_of_frames(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bucket emptied by frames refuses the next form, and the other way round."""
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for _command in range(COMMANDS_AT_ONCE):
        LIMIT.count(host_of(table))
    answer = post(table, fields(table))
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert b"The table is very busy: please try again." in answer.content
    assert store.load(table.pk).version == table.version
    LIMIT.reset()
    post(table, fields(table, card="999"))
    for _command in range(COMMANDS_AT_ONCE - 1):
        LIMIT.count(host_of(table))
    with refused_as(TableErrorCode.BUSY):
        LIMIT.count(host_of(table))


def test_a_game_is_played_to_its_end_by_commands_with_ids() -> None:
    table = start_table(*people(3), options=Options(max_rounds=1))
    send(table, 0, "tab.1")
    play_to_the_end(table)
    ids = set(ActionLog.objects.values_list("command", flat=True))
    assert ids == {"tab.1", ""}
