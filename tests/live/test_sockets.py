"""The socket of a table: what it sends, and to whom."""

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts import presence
from accounts.models import Player
from accounts.privacy import erase
from accounts.security import sign_ins
from games.live import executor, publishing
from games.live.regions import View
from games.models import Table
from games.page import table_views
from games.page.consumer import GONE, HUBS, PING, PONG
from games.rules.engine import legal_actions
from games.seats import seating
from games.table import store
from games.table.snapshot import Snapshot
from tests.live.browsers import (
    Browser,
    Connect,
    members,
    play,
    shown_version,
    sign_out,
    start,
)
from tests.support.tables import act, open_table

pytestmark = pytest.mark.django_db(transaction=True)


def hand_of(table: Table, seat: int) -> tuple[int, ...]:
    game = store.fresh(table.pk).game
    return game.round.hands[seat]


async def test_the_present_view_comes_at_once(connect: Connect, ada: Player, table: Table) -> None:
    browser = await connect(table, ada)
    assert shown_version(await browser.message()) == table.version


async def test_only_who_has_a_seat_is_served_before_those_who_watch(
    connect: Connect, ada: Player, ben: Player, cleo: Player
) -> None:
    table = await start(ada, ben, visibility="public")
    for person in (ada, cleo, None):
        await (await connect(table, person)).message()
    sockets = HUBS.here().rooms[table.pk].sockets
    spectators = {socket.player_id: socket.is_spectator for socket in sockets}
    assert spectators == {ada.pk: False, cleo.pk: True, None: True}


async def test_a_television_is_sent_no_hand_of_the_player_who_has_switched_it_on(
    connect: Connect, ada: Player, table: Table
) -> None:
    hand = await sync_to_async(hand_of)(table, 0)
    screen = await connect(table, ada, "watch=1")
    text = await screen.region("hand")
    assert not any(f"#c{card}" in text for card in hand)
    await play(table, 0)
    later = await screen.version(table.version + 1)
    assert 'name="card"' not in text + later


async def test_who_sits_down_is_served_with_the_players_from_then_on(
    connect: Connect, ada: Player, ben: Player
) -> None:
    table = await sync_to_async(open_table)(ada, seats=2)
    browser = await connect(table, ben)
    await browser.message()
    (socket,) = HUBS.here().rooms[table.pk].sockets
    assert socket.is_spectator
    await sync_to_async(seating.sit)(table.pk, ben)
    await browser.message()
    assert not socket.is_spectator


@pytest.mark.usefixtures("browser")
async def test_who_sits_is_known_while_this_process_has_forgotten_the_table(table: Table) -> None:
    store.forget()
    (socket,) = HUBS.here().rooms[table.pk].sockets
    assert not socket.is_spectator


async def test_who_runs_the_club_is_offered_to_break_the_game_off(
    connect: Connect, ada: Player, ben: Player, cleo: Player
) -> None:
    cleo.is_organizer = True
    await sync_to_async(cleo.save)()
    table = await start(ada, ben)
    for player, may in ((cleo, True), (ben, False)):
        browser = await connect(table, player)
        assert ('form="do-abandon"' in await browser.message()) is may


async def test_all_who_look_hear_of_a_choice(
    connect: Connect, ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    browsers = [await connect(table, player) for player in (ada, ben, cleo)]
    for browser in browsers:
        await browser.message()
    snapshot = await play(table, 0)
    for browser in browsers:
        assert shown_version(await browser.version(snapshot.version)) == snapshot.version


async def test_what_is_ones_own_comes_with_what_all_see(
    connect: Connect, ada: Player, ben: Player
) -> None:
    table = await start(ada, ben, visibility="public")
    chooser, other, stranger = [await connect(table, each) for each in (ada, ben, None)]
    for browser in (chooser, other, stranger):
        await browser.message()
    await play(table, seat=0)
    frame = await chooser.message()
    assert 'data-part="card-' in frame
    assert 'data-part="player-0"' in frame
    for browser in (other, stranger):
        frame = await browser.message()
        assert 'data-part="card-' not in frame
        assert 'data-part="player-0"' in frame


async def test_a_stranger_sees_public_tables_only(
    connect: Connect, ada: Player, ben: Player
) -> None:
    for visibility, code in (("public", None), ("club", GONE), ("private", 4404)):
        table = await start(ada, ben, visibility=visibility)
        browser = await connect(table, None)
        if code is None:
            assert shown_version(await browser.message()) == table.version
        else:
            assert await browser.close_code() == code


async def test_a_table_that_is_not_there_closes_for_good(connect: Connect, ada: Player) -> None:
    browser = await connect(Table(code="nosuchcode"), ada)
    assert await browser.close_code() == GONE


async def test_who_has_a_table_open_is_on_the_site(
    connect: Connect, ada: Player, cleo: Player, table: Table
) -> None:
    there = await connect(table, ada)
    await there.message()
    logins = [player.user_id or 0 for player in (ada, cleo)]
    for login in logins:
        await sync_to_async(presence.end)(login)
    await HUBS.here().sweep()
    assert [await sync_to_async(presence.is_here)(login) for login in logins] == [True, False]


async def test_who_is_signed_out_is_dismissed_by_the_next_sweep(
    connect: Connect, ada: Player, cleo: Player, table: Table
) -> None:
    out, still_in = await connect(table, cleo), await connect(table, ada)
    await out.message()
    await still_in.message()
    await Session.objects.filter(session_key=out.session_key).adelete()
    await HUBS.here().sweep()
    assert await out.close_code() == GONE
    assert await still_in.socket.receive_nothing()


async def test_who_signs_out_is_dismissed_at_once_in_that_browser_alone(
    connect: Connect, cleo: Player, table: Table
) -> None:
    out, elsewhere = await connect(table, cleo), await connect(table, cleo)
    await out.message()
    await elsewhere.message()
    await sync_to_async(sign_out)(out.session_key)
    assert await out.close_code() == GONE
    assert await elsewhere.socket.receive_nothing()


async def test_a_browser_that_is_signed_out_elsewhere_is_dismissed_at_once(
    connect: Connect, cleo: Player, table: Table
) -> None:
    lost, here = await connect(table, cleo), await connect(table, cleo)
    await lost.message()
    await here.message()
    assert cleo.user is not None
    await sync_to_async(sign_ins.end_all)(cleo.user, but=here.session_key)
    assert await lost.close_code() == GONE
    assert await here.socket.receive_nothing()


def change_password(player: Player) -> None:
    player.user.set_password("another one")
    player.user.save()


def close_login(player: Player) -> None:
    player.user.is_active = False
    player.user.save(update_fields=["is_active"])


def delete_login(player: Player) -> None:
    player.user.delete()


@pytest.mark.parametrize("end", [change_password, close_login, delete_login, erase])
async def test_whose_sign_ins_fall_is_dismissed_at_once(
    connect: Connect, end: Callable[[Player], None], ada: Player, cleo: Player, table: Table
) -> None:
    browser, other = await connect(table, cleo), await connect(table, ada)
    await browser.message()
    await other.message()
    await sync_to_async(end)(cleo)
    assert await browser.close_code() == GONE
    assert await other.socket.receive_nothing()


async def test_who_looks_at_a_deleted_table_is_dismissed_by_the_next_sweep(
    table: Table, browser: Browser
) -> None:
    await Table.objects.filter(pk=table.pk).adelete()
    await HUBS.here().sweep()
    assert await browser.close_code() == GONE


async def test_a_lost_hint_is_made_good_by_the_sweep(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start(*await members(2), visibility="public")
    browser = await connect(table, None)
    await browser.message()
    with monkeypatch.context() as lost:
        lost.setattr(publishing, "publish", lambda _table_id, _version, **_: None)
        await play(table, 0)
    assert await browser.socket.receive_nothing()
    await HUBS.here().sweep()
    assert shown_version(await browser.message()) == table.version + 1


async def test_a_page_that_shows_this_version_is_sent_nothing_until_it_changes(
    connect: Connect,
) -> None:
    table = await start(*await members(2), visibility="public")
    browser = await connect(table, None, f"version={table.version}")
    # It is answered once the socket has joined: nothing was sent before.
    await browser.socket.send_to(text_data=PING)
    assert await browser.socket.receive_from() == PONG
    await play(table, 0)
    message = await browser.message()
    assert shown_version(message) == table.version + 1
    assert 'id="story"' not in message


async def test_a_page_of_an_older_version_is_sent_the_whole_view(connect: Connect) -> None:
    table = await start(*await members(2), visibility="public")
    await play(table, 0)
    browser = await connect(table, None, f"version={table.version}")
    message = await browser.message()
    assert shown_version(message) == table.version + 1
    assert 'id="facts"' in message


async def test_spectators_cost_one_render_and_no_statement_whoever_they_are(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, *crowd = await members(8)
    table = await start(ada, ben, visibility="public")
    browsers = [await connect(table, who) for who in (*crowd, *[None] * 6)]
    for browser in browsers:
        await browser.message()
    rendered: list[str] = []

    def count(name: str) -> None:
        render = getattr(table_views, name)

        def counted(*args: Any, **kwargs: Any) -> Any:
            rendered.append(name)
            return render(*args, **kwargs)

        monkeypatch.setattr(table_views, name, counted)

    for name in ("describe_public", "describe_turn", "describe_choices", "_with_choices"):
        count(name)
    read = Mock(side_effect=AssertionError("nothing is read to show what this process played"))
    monkeypatch.setattr(executor, "read", read)
    snapshot = await play(table, 0)
    texts = {await browser.version(snapshot.version) for browser in browsers}
    assert len(texts) == 1
    assert rendered == ["_with_choices"]
    monkeypatch.undo()


async def test_a_choice_renders_what_the_chooser_sees_and_nobody_elses(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await members(4)
    table = await start(*players)
    browsers = [await connect(table, player) for player in players]
    for browser in browsers:
        await browser.message()
    seats: list[int | None] = []
    with_own_choice = table_views._with_own_choice

    def counted(view: View, before: Snapshot, after: Snapshot, seat: int) -> View:
        seats.append(seat)
        return with_own_choice(view, before, after, seat)

    monkeypatch.setattr(table_views, "_with_own_choice", counted)
    monkeypatch.setattr(table_views, "describe_private", None)
    snapshot = await play(table, 2)
    texts = [await browser.version(snapshot.version) for browser in browsers]
    assert ['aria-pressed="true"' in text for text in texts] == [False, False, True, False]
    assert seats == [2]


async def test_one_view_that_fails_is_tried_again_and_the_others_go_on(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.05)
    ada, ben = await members(2)
    table = await start(ada, ben)
    hers, his = await connect(table, ada), await connect(table, ben)
    for browser in (hers, his):
        await browser.message()
    with monkeypatch.context() as broken:
        broken.setattr(table_views, "_with_own_choice", Mock(side_effect=RuntimeError))
        snapshot = await play(table, 0)
        assert shown_version(await his.message()) == snapshot.version
        assert 'role="alert"' in await hers.message()
    # She missed all of that version, not her own part alone.
    while 'role="alert"' in (text := await hers.message()):
        pass
    assert shown_version(text) == snapshot.version
    assert 'aria-pressed="true"' in text
    assert 'data-part="player-0"' in text


async def test_a_room_ends_with_its_last_socket(connect: Connect) -> None:
    table = await start(*await members(2), visibility="public")
    browser = await connect(table, None)
    await browser.message()
    assert table.pk in HUBS.here().rooms
    await browser.socket.disconnect()
    assert table.pk not in HUBS.here().rooms


async def test_sitting_down_is_seen_by_all(connect: Connect, ada: Player, ben: Player) -> None:
    table = await sync_to_async(open_table)(ada, seats=3)
    browser = await connect(table, ada)
    await browser.message()
    await sync_to_async(seating.sit)(table.pk, ben)
    assert shown_version(await browser.version(table.version + 1)) == table.version + 1


async def test_many_moves_in_a_row_end_with_the_last_one(connect: Connect) -> None:
    players = await members(4)
    table = await start(*players, visibility="public")
    browser = await connect(table, None)
    await browser.message()

    def one_after_the_other() -> int:
        snapshot = store.fresh(table.pk)
        for _move in range(30):
            assert snapshot.game is not None
            seat = snapshot.game.decision.seats[0]
            action = legal_actions(snapshot.game, seat)[0]
            snapshot = act(table.pk, action, snapshot.version, timezone.now()).snapshot
        connection.close()
        return snapshot.version

    last = await asyncio.to_thread(one_after_the_other)
    assert shown_version(await browser.version(last)) == last
