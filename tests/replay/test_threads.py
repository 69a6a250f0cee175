"""The replay shows who sat there where each of their cards would go, and what it would take."""

import re
from itertools import pairwise

import pytest
from django.utils import translation

from games.replay import replays
from games.replay.positions import Position
from games.replay.threads import threads_of
from games.rules.engine import view_for
from games.rules.events import Placed, TakeReason, Took
from games.rules.options import Options
from games.table import store
from tests.games.addresses import url
from tests.replay.test_replay_pages import ended_table, page
from tests.support.clients import html_of, signed_in
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]

pytestmark = pytest.mark.django_db(transaction=True)


def first_placed(position: Position) -> tuple[int, int, bool]:
    """The row of the lowest card of a turn, the heads it took, and whether it was low."""
    story = position.story
    placed = next(event for event in story if isinstance(event, Placed))
    took = [event for event in story[: story.index(placed)] if isinstance(event, Took)]
    is_low = any(event.why is TakeReason.LOW for event in took)
    return placed.row, sum(event.heads for event in took), is_low


@pytest.mark.parametrize(
    "options", [Options(max_rounds=2), Options(even_odd=True, max_rounds=1)], ids=["base", "fan"]
)
def test_a_thread_is_what_becomes_of_the_card_that_is_placed_first(options: Options) -> None:
    table = ended_table(4, options)
    replay = replays.of_table(store.fresh(table.pk))
    assert replay is not None
    turns = [each for each in replay.course.positions if each.key.step is None]
    found = 0
    for before, after in pairwise(turns):
        round = before.state.round
        if after.key.turn != before.key.turn + 1:
            continue
        card, seat = min((card, seat) for seat, card in enumerate(round.choices) if card)
        threads = threads_of(view_for(before.state, None), round.hands[seat], card)
        assert threads is not None
        assert threads.next == card
        thread = next(each for each in threads.threads if each.card == card)
        row, heads, is_low = first_placed(after)
        assert thread.is_low == is_low, before.key
        if is_low:
            # Whoever plays it chooses; the drawing says what the cheapest row costs.
            assert thread.heads == min(row.heads for row in round.rows), before.key
        else:
            assert (thread.row, thread.heads) == (row, heads), before.key
        found += 1
    assert found == 10 * len(replay.course.positions[-1].state.round_scores)


def test_the_page_draws_the_hand_of_its_reader_alone() -> None:
    table = ended_table(3, visibility="public")
    text = page(table, "1.0")
    drawn = text[text.index('id="threads"') : text.index("</details>", text.index('id="threads"'))]
    listed = [int(card) for card in re.findall(r"<li>(\d+), row \d, \+\d+</li>", drawn)]
    own = [int(card) for card in re.findall(r'data-part="hand-0-(\d+)"', text)]
    assert listed == own
    assert len(own) == 10
    stranger = html_of(signed_in(None).get(url("replay", table), {"turn": "1.0"}))
    assert 'id="threads"' not in stranger


def test_where_all_cards_are_played_there_is_nothing_to_choose() -> None:
    text = page(ended_table(), "1.10")
    assert "There is nothing to choose here." in text


def test_a_frame_brings_the_threads_of_the_next_turn() -> None:
    table = ended_table(2)
    client = signed_in(table.seats.get(index=0).player)
    frame = client.get(url("replay_frame", table), {"turn": "1.1", "from": "1.0"}).content.decode()
    drawn = frame[frame.index('id="threads"') :]
    assert len(re.findall(r"<li>\d+, row \d, \+\d+</li>", drawn)) == 9


def test_in_french_it_is_french() -> None:
    table = ended_table(2)
    client = signed_in(table.seats.get(index=0).player)
    client.cookies["django_language"] = "fr"
    with translation.override("fr"):
        text = html_of(client.get(url("replay", table), {"turn": "1.0"}))
    assert "Où irait chacune de mes cartes" in text
    assert re.search(r"<li>\d+, rangée \d, \+\d+</li>", text)
