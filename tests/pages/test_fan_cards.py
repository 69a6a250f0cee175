"""The fan cards at the table: what lies at a row, what is told, who has a Flip card left."""

import re

import pytest

from games.rules.actions import ChooseCard
from games.rules.cards import FanFace
from games.rules.engine import apply
from games.rules.events import Events
from games.rules.held_cards import FlipCards
from games.rules.options import Options
from games.rules.state import Cards, Row
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    HOST,
    deal,
    dealer,
    private_html,
    public_html,
    public_text,
    table_in_play,
)

Rows = tuple[Row, ...]
PLAIN: Rows = (Row((12,)), Row((37,)), Row((43,)), Row((58,)))


def played(options: Options, rows: Rows, *cards: int, flipped: Cards = ()) -> Snapshot:
    """A table after one turn on these rows; everybody keeps a card."""
    game = deal(len(cards), options)
    hands = tuple((card, 104 - seat) for seat, card in enumerate(cards))
    game = game._replace(round=game.round._replace(rows=rows, hands=hands))
    story: Events = ()
    for seat, card in enumerate(cards):
        action = ChooseCard(seat, card, card in flipped)
        game, events = apply(game, action, dealer(len(cards)))
        story += events
    return table_in_play(game, story)


def shown_rows(snapshot: Snapshot, language: str = "en") -> list[str]:
    html = public_html(snapshot, language, "bulls")
    return re.findall(r'<li class="row.*?</li>', html, re.DOTALL)


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (FanFace.EVEN, "Only even numbers fit this row"),
        (FanFace.ODD, "Only odd numbers fit this row"),
        (FanFace.UP, "Mountain: this row descends; the card goes up next"),
        (FanFace.DOWN, "Mountain: this row descends; the card goes down next"),
    ],
)
def test_a_card_at_a_row_says_what_it_means(face: FanFace, words: str) -> None:
    options = Options(even_odd=True) if face in ("even", "odd") else Options(mountain=True)
    rows = (PLAIN[0]._replace(fan=face), *PLAIN[1:])
    row = shown_rows(played(options, rows, 60, 70))[0]
    assert f'aria-label="{words}"' in row
    assert f"fan.svg#{face}" in row


def test_where_it_goes_after_a_take_is_told() -> None:
    rows = (Row((9, 12, 13, 15, 17)), Row((24,), fan=FanFace.EVEN), Row((43,)), Row((58,)))
    told = public_text(played(Options(even_odd=True), rows, 19, 60))
    assert "The Even/Odd card lies at row 1: only odd numbers." in told
    rows = (Row((12,)), Row((37,)), Row((43, 45, 46, 47, 48)), Row((70,), fan=FanFace.UP))
    told = public_text(played(Options(mountain=True), rows, 51, 20))
    assert "The Mountain goes to row 3, which descends from now on." in told


def test_a_card_that_fits_no_row_is_not_called_too_low() -> None:
    rows = (*PLAIN[1:], Row((10,), fan=FanFace.UP))
    text = public_text(played(Options(mountain=True), rows, 30, 60))
    assert "30 fits no row: Ana chooses a row to take." in text


def test_a_flipped_card_lies_turned_and_says_both_numbers() -> None:
    snapshot = played(Options(flip=True), PLAIN, 64, 45, flipped=(64,))
    row = shown_rows(snapshot)[2]
    assert 'aria-label="46: the card 64, 1 bull head, flipped"' in row
    assert row.index("#c45") < row.index("#c64")
    assert "Ana plays 46 (64 flipped), after 45 in row 3." in public_text(snapshot)
    french = shown_rows(snapshot, "fr")[2]
    assert "46\N{NO-BREAK SPACE}: la carte 64, 1 tête de bœuf, retournée" in french


def test_the_number_that_a_flipped_low_card_counts_is_told() -> None:
    snapshot = played(Options(flip=True), PLAIN, 20, 45, flipped=(20,))
    assert "2 fits no row: Ana chooses a row to take." in public_text(snapshot)


def test_all_see_who_has_a_flip_card_left() -> None:
    html = public_html(played(Options(flip=True), PLAIN, 64, 45, flipped=(64,)), "en", "bulls")
    first, second = re.findall(r'<li class="player.*?</li>', html, re.DOTALL)
    assert "Flip card unused" not in first
    assert "Flip card unused" in second


@pytest.mark.parametrize(("used", "counted"), [(False, {"9": "90", "46": "64"}), (True, {})])
def test_a_hand_says_what_its_cards_count_flipped(used: bool, counted: dict[str, str]) -> None:
    game = deal(2, Options(flip=True))
    flips = FlipCards((77, None) if used else (None, None), (False, False))
    round = game.round._replace(hands=((9, 44, 46, 104), (1, 2, 3, 4)), flips=flips)
    html = private_html(table_in_play(game.with_round(round), ()), HOST, "en", "bulls")
    assert ('id="flip"' in html) is not used
    assert dict(re.findall(r'id="card-(\d+)"[^>]*data-flipped="(\d+)"', html)) == counted
