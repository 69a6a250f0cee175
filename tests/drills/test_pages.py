"""What a page of a drill makes of what it is sent."""

from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.drills import pages, regulars
from tests.drills.forms import Answer
from tests.drills.pages import PlayerPage
from tests.drills.regulars import Regular
from tests.support.project import ROOT

if TYPE_CHECKING:
    from bench.wire import Wire


class Sent(list[str]):
    """A socket that keeps what is sent over it."""

    send = list.append


def test_a_played_card_that_is_dealt_again_can_be_played_again() -> None:
    page = player_page()
    page.read(hand(42))
    command = page.next_command()
    page.send(command)
    page.read(answer(command, "done"))
    assert not page.is_asked
    page.read(hand(42, 50))
    assert page.is_asked


def test_an_answer_after_the_new_deal_changes_nothing() -> None:
    page = player_page()
    page.read(hand(42))
    command = page.next_command()
    page.send(command)
    page.read(hand(42, 50))
    page.read(answer(command, "done"))
    assert page.is_asked


def test_a_withdrawn_card_can_be_played_again() -> None:
    page = player_page()
    page.read(hand(42))
    command = page.next_command()
    page.send(command)
    page.read(answer(command, "withdrawn"))
    assert page.is_asked


async def test_a_page_that_moves_on_while_a_socket_opens_does_not_stay_at_the_old_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = PlayerPage("player", [0], "/old/", "")

    async def open_at_the_old_table(_wire: object, _port: int) -> None:
        page.hear('<i id="version" data-version="161"><ol class="result"></ol>')
        page.move_to("/new/")

    monkeypatch.setattr(pages, "connect", open_at_the_old_table)
    with pytest.raises(ConnectionError):
        await page.open(0)
    assert not page.is_open
    assert not page.result


async def test_who_was_called_away_takes_the_seat_back(monkeypatch: pytest.MonkeyPatch) -> None:
    posted = []

    def post(_port: int, path: str, *_rest: object) -> Answer:
        posted.append(path)
        return Answer(204, "", "", {})

    monkeypatch.setattr(regulars, "post", post)
    player = Regular("player", [0], "table", "", is_posting=False)
    button = (ROOT / "templates/games/table/back.html").read_text()
    for prompt in (button, ""):
        player.read(f'<div id="prompt">{prompt}</div>')
        await player.act()
    assert posted == ["/tables/table/back/"]


def player_page() -> PlayerPage:
    page = PlayerPage("player", [0], "/", "")
    page._wire = cast("Wire", Sent())
    return page


def hand(*cards: int) -> str:
    buttons = (f'<button name="card" value="{card}" aria-pressed="false">' for card in cards)
    return f'<div id="hand">{"".join(buttons)}</div>'


def answer(command: dict[str, Any], result: str) -> str:
    return f'<i id="answer" data-command="{command["id"]}" data-result="{result}" hidden></i>'
