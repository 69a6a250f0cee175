"""The question for a special card: what is said, what may be answered, and what each would do."""

import re
from collections.abc import Sequence

import pytest

from games.page.special import Answer, foresee, question_of
from games.rules.actions import Action, ChooseCard, PassSpecial, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.engine import apply, view_for
from games.rules.events import Events
from games.rules.state import GameState, Row
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    HOST,
    dealer,
    private_html,
    private_text,
    public_html,
    public_text,
    table_in_play,
)
from tests.rules.builders import position

BOB = Viewer(seat=1, is_member=True, is_host=False)
FULL = Row((3, 5, 11, 13, 17))
ROWS = (FULL, Row((30, 41)), Row((51, 54, 62)), Row((70,)))


def asked(
    card: int,
    *kinds: SpecialKind,
    rows: Sequence[Row] = ROWS,
    hand: tuple[int, ...] = (80, 90),
    others: Sequence[SpecialKind] = (),
) -> Snapshot:
    """A table at which Ana's number is to be placed; Bob's is 99."""
    hands = ((card, *hand), (99, 100))
    return played(position(rows, hands, specials=(kinds, others)), *choices(card, 99))


def choices(*cards: int) -> list[Action]:
    return [ChooseCard(seat, card) for seat, card in enumerate(cards)]


def played(game: GameState, *actions: Action) -> Snapshot:
    """The table after these actions, with its story."""
    story: Events = ()
    for action in actions:
        game, events = apply(game, action, dealer(2))
        story += events
    return table_in_play(game, story)


def answers(snapshot: Snapshot) -> dict[str, Answer]:
    """Ana's answers by what their buttons send."""
    assert snapshot.game is not None
    question = question_of(view_for(snapshot.game, 0), "bulls")
    return {answer.value: answer for offered in question.kinds for answer in offered.answers}


def test_the_prompt_says_what_happens_without_a_special_card() -> None:
    stop = SpecialKind.STOP
    assert "Your 23 would take row 1: 10 bull heads." in private_text(asked(23, stop), HOST)
    assert "Your 2 is too low: it would take a row, 3 bull heads at least." in private_text(
        asked(2, stop), HOST
    )
    assert "Your 43 would go after 41 in row 2 and take nothing." in private_text(
        asked(43, stop), HOST
    )


def test_only_who_is_asked_sees_the_question() -> None:
    snapshot = asked(23, SpecialKind.STOP)
    assert 'id="question"' in private_html(snapshot, HOST, "en", "bulls")
    assert 'id="question"' not in private_html(snapshot, BOB, "en", "bulls")
    assert "Ana may play a special card with the 23." in public_text(snapshot)


@pytest.mark.parametrize(
    ("kind", "value", "label", "outcome", "cost"),
    [
        (
            SpecialKind.FIFTH_ROW,
            "fifth_row..",
            "Start a fifth row with 23",
            "23 lies in row 5; you take nothing",
            "0",
        ),
        (
            SpecialKind.SEVEN_TAKES,
            "seven_takes..",
            "Let the row of 23 hold six",
            "23 lies in row 1; you take nothing",
            "0",
        ),
        (
            SpecialKind.INSERT,
            "insert..1",
            "Insert 23 in row 2",
            "23 lies in row 2; you take nothing",
            "0",
        ),
        (
            SpecialKind.REPLACE,
            "replace.80.",
            "Place 80 instead of 23",
            "80 lies in row 4; you take nothing",
            "0",
        ),
        (
            SpecialKind.SHIFT,
            "shift.13.1",
            "Move 13 to row 2",
            "23 lies in row 1; you take nothing",
            "0",
        ),
        (
            SpecialKind.SHIFT,
            "shift.30.2",
            "Move 30 to row 3",
            "you take row 1: 10 bull heads",
            "+10",
        ),
        (
            SpecialKind.STOP,
            "stop..0",
            "Block row 1",
            "23 is too low: you take a row, 3 bull heads at least",
            "≥3",
        ),
        (
            SpecialKind.MINUS_IS_PLUS,
            "minus_is_plus.11.",
            "Put 11 away",
            "you take row 1: 10 bull heads; then your pile counts 0 bull heads",
            "0",
        ),
    ],
)
def test_every_target_shows_what_would_come_of_it(
    kind: SpecialKind, value: str, label: str, outcome: str, cost: str
) -> None:
    answer = answers(asked(23, kind))[value]
    assert (answer.label, answer.outcome, answer.cost) == (label, outcome, cost)


def test_an_insertion_that_makes_a_row_too_long_takes_it() -> None:
    assert answers(asked(4, SpecialKind.INSERT))["insert..0"].outcome == (
        "you take row 1: 10 bull heads"
    )


def test_with_five_rows_the_row_is_said_to_go() -> None:
    snapshot = asked(23, SpecialKind.STOP, rows=(*ROWS, Row((90,))))
    assert answers(snapshot)["stop..1"].outcome == "you take row 1: 11 bull heads; row 1 is gone"


def test_a_low_card_names_the_row_it_takes_with_minus_is_plus() -> None:
    values = answers(asked(2, SpecialKind.MINUS_IS_PLUS))
    assert values["minus_is_plus.70.3"].outcome == (
        "you take row 4: 3 bull heads; then your pile counts 0 bull heads"
    )


def test_every_button_sends_one_legal_play() -> None:
    snapshot = asked(23, *SpecialKind)
    html = private_html(snapshot, HOST, "en", "bulls")
    assert snapshot.game is not None
    legal = [action for action in view_for(snapshot.game, 0).actions if action != PassSpecial(0)]
    assert len(re.findall(r'form="do-special"', html)) == len(legal)
    assert len(re.findall(r'form="do-pass"', html)) == 1


def test_a_preview_ends_with_ones_own_number() -> None:
    # Bob could answer with a special card of his own: nothing of that is foreseen.
    with_his, without = (
        asked(23, SpecialKind.STOP, others=held) for held in ((SpecialKind.INSERT,) * 3, ())
    )
    assert answers(with_his) == answers(without)
    assert with_his.game is not None
    events = foresee(view_for(with_his.game, 0), PlaySpecial(0, SpecialKind.STOP, row=1)).events
    assert {event.seat for event in events if hasattr(event, "seat")} == {0}


def test_my_special_cards_are_mine_to_see_and_their_number_is_public() -> None:
    snapshot = asked(23, SpecialKind.STOP, SpecialKind.SHIFT, others=(SpecialKind.INSERT,))
    mine, others = (private_html(snapshot, viewer, "en", "bulls") for viewer in (HOST, BOB))
    assert 'data-kind="stop"' in mine
    assert 'data-kind="insert"' not in mine
    assert 'data-kind="insert"' in others
    assert "2 special cards" in public_text(snapshot)
    assert "1 special card" in public_text(snapshot)


def test_a_held_special_card_explains_itself() -> None:
    text = private_text(asked(23, SpecialKind.SHIFT), HOST)
    assert "Shift First move a number on the table to another row." in text


def test_the_pile_and_the_discard_are_public() -> None:
    game = position(ROWS, ((23, 90), (99, 100)), specials=((), ()), discard=(SpecialKind.STOP,))
    html = public_html(table_in_play(game), "en", "bulls")
    assert "4 cards in the pile" in html
    assert 'aria-label="Stop"' in html


def test_rows_show_the_special_cards_that_lie_with_them() -> None:
    rows = (Row((3, 5), seven_takes=True), Row((30,), stopped=True), *ROWS[2:], Row((90,)))
    game = position(rows, ((23, 91), (99, 100)), specials=((), ()))
    html = public_html(table_in_play(game), "en", "bulls")
    seven, stopped, *_, fifth = re.findall(r'<li class="row.*?</li>', html, re.DOTALL)
    assert 'aria-label="Seven takes"' in seven
    assert seven.count('class="place"') == 6
    assert 'aria-label="Stop"' in stopped
    assert "is-stopped" in stopped
    assert 'aria-label="Fifth row"' in fifth


def test_after_a_take_one_may_exchange_or_keep() -> None:
    game = asked(23, SpecialKind.STOP).game
    assert game is not None
    snapshot = played(game, PassSpecial(0))
    text = private_text(snapshot, HOST)
    assert "You took a row: you may exchange a special card." in text
    assert "Discard Stop" in text
    assert "Keep all" in text
    assert "Ana may exchange a special card." in public_text(snapshot)
