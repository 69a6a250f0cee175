"""What special cards did, told sentence by sentence."""

from games.rules.actions import (
    Action,
    ChooseCard,
    ExchangeSpecial,
    PassSpecial,
    PlaySpecial,
    TakeRow,
)
from games.rules.cards import SpecialKind
from games.rules.state import Row
from tests.pages.tables import public_text
from tests.pages.test_special_question import ROWS, played
from tests.rules.builders import position


def told(*actions: Action, kind: SpecialKind, card: int = 23, rows: tuple[Row, ...] = ROWS) -> str:
    """The words of a turn in which Ana answers so; Bob plays 99 and passes."""
    game = position(
        rows, ((card, 90, 95), (99, 100)), specials=((kind,), ()), special_pile=(SpecialKind.STOP,)
    )
    return public_text(played(game, ChooseCard(0, card), ChooseCard(1, 99), *actions))


def test_a_fifth_row_is_told() -> None:
    text = told(PlaySpecial(0, SpecialKind.FIFTH_ROW), kind=SpecialKind.FIFTH_ROW)
    assert (
        "Ana plays Fifth row: the number begins a row of its own. Ana plays 23, in row 5." in text
    )


def test_seven_takes_is_told() -> None:
    text = told(PlaySpecial(0, SpecialKind.SEVEN_TAKES), kind=SpecialKind.SEVEN_TAKES)
    assert "Ana plays Seven takes: the row holds six from now on." in text


def test_the_seventh_is_told() -> None:
    rows = (Row((3, 5, 11, 13, 17, 19), seven_takes=True), *ROWS[1:])
    text = told(PassSpecial(0), kind=SpecialKind.STOP, rows=rows)
    assert "Ana plays 23, the seventh card in row 1, and takes 3 5 11 13 17 19" in text


def test_an_insertion_and_its_take_are_told() -> None:
    insert = PlaySpecial(0, SpecialKind.INSERT, row=0)
    text = told(insert, kind=SpecialKind.INSERT, card=4)
    assert "Ana plays Insert: the number goes inside row 1." in text
    assert "That is one too many for row 1: Ana takes 3 4 5 11 13, 10 bull heads." in text


def test_a_replacement_is_told() -> None:
    text = told(PlaySpecial(0, SpecialKind.REPLACE, card=90), kind=SpecialKind.REPLACE)
    assert "Ana plays Replace: 90 comes instead. Ana plays 90, in row 4." in text


def test_a_shift_is_told() -> None:
    text = told(PlaySpecial(0, SpecialKind.SHIFT, card=13, row=1), kind=SpecialKind.SHIFT)
    assert "Ana plays Shift. 13 moves from row 1 to row 2. Ana plays 23, in row 1." in text


def test_a_stop_and_its_end_are_told_after_the_number_that_took() -> None:
    stop = PlaySpecial(0, SpecialKind.STOP, row=1)
    text = told(stop, kind=SpecialKind.STOP)
    assert "Ana plays Stop: row 2 is blocked. Ana plays 23, the sixth card in row 1" in text
    assert text.index("the sixth card in row 1") < text.index("all Stops are lifted")


def test_minus_is_plus_is_told() -> None:
    cancel = PlaySpecial(0, SpecialKind.MINUS_IS_PLUS, card=11)
    text = told(cancel, kind=SpecialKind.MINUS_IS_PLUS)
    assert "Ana puts 11 away, and as many heads again: the pile counts 0 bull heads." in text


def test_a_row_that_is_gone_is_told_once() -> None:
    text = told(PassSpecial(0), kind=SpecialKind.STOP, rows=(*ROWS, Row((90,))))
    assert "Ana plays 23, one too many for row 1, and takes all of it: 3 5 11 13 17 23" in text
    assert text.count("The row is gone.") == 1


def test_a_low_card_that_takes_a_row_away_is_told() -> None:
    rows = (*ROWS, Row((90,)))
    text = told(PassSpecial(0), TakeRow(0, 4), kind=SpecialKind.STOP, card=2, rows=rows)
    assert "Ana plays 2, below every row, and takes row 5 with it: 90 2" in text


def test_an_exchange_is_told() -> None:
    exchange = ExchangeSpecial(0, SpecialKind.SHIFT)
    text = told(PassSpecial(0), exchange, kind=SpecialKind.SHIFT)
    assert "Ana discards Shift and draws another special card." in text
