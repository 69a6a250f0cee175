"""What is written as CSV is read back, and no text makes the reader fail."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.options import Ending, Options
from leagues.sheets.csv.reading import ENGLISH, FRENCH, read_sheets, write_sheets
from leagues.sheets.csv.text import decode
from leagues.sheets.score_sheet import Pad
from tests.leagues.sheets.pad.pasted import forms_of, problems_of
from tests.leagues.sheets.pad.played import WAYS_TO_PLAY, play, written_down

NAMES = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("=+-@';\"\n\t\u200b"),
    min_size=1,
    max_size=9,
).filter(lambda name: name == name.strip())


@settings(max_examples=60)
@given(st.data())
def test_written_sheets_are_read_back(data: st.DataObject) -> None:
    options = data.draw(st.sampled_from([*WAYS_TO_PLAY.values()]))
    written = []
    for name in data.draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        players = data.draw(st.integers(2, 4))
        columns = data.draw(st.lists(NAMES, min_size=players, max_size=players, unique=True))
        game = play(options, players, 5)
        pad = Pad(tuple(columns), written_down(game).rounds)
        if options.ending is Ending.LIMIT and data.draw(st.booleans()):
            pad = Pad(tuple(columns), totals=game.totals, round_count=len(game.round_scores))
        written.append((name, pad))
    text = write_sheets(written, data.draw(st.sampled_from([ENGLISH, FRENCH])))
    for source in (text, decode(text.encode())):
        assert problems_of(source, options) == []
        forms = forms_of(source, options)
        assert [
            (form.name, replace(form.sheet.pad, columns=tuple(form.names))) for form in forms
        ] == [(name, pad) for name, pad in written]


def test_a_name_is_no_formula_to_a_spreadsheet() -> None:
    text = write_sheets([("1", Pad(("=1+1", "Bob"), ((70, 3),)))])
    assert text == ("\ufeffSheet;Player;Round 1;Total;Rounds\r\n1;'=1+1;70;;\r\n1;Bob;3;;\r\n")


@pytest.mark.parametrize("name", ["\t=1+1", "\u200b=1+1", "\u3164＝1+1"])
def test_a_name_is_no_formula_behind_what_is_invisible(name: str) -> None:
    assert f"\n1;'{name};" in write_sheets([("1", Pad((name, "Bob"), ((70, 3),)))])


def test_no_sheets_are_a_line_of_headings() -> None:
    assert read_sheets(write_sheets([], FRENCH)) == ((), ())


@given(st.text() | st.binary().map(decode))
def test_any_text_is_read_or_refused(text: str) -> None:
    problems_of(text)


CELLS = st.text(st.sampled_from("0123456789-,. \n\r\"';xé=\x00\u2028"), max_size=5)


@pytest.mark.parametrize("options", [WAYS_TO_PLAY["elimination"], WAYS_TO_PLAY["special"]])
@given(st.lists(st.lists(CELLS, max_size=7), max_size=6))
def test_any_cells_below_right_headings_are_read_or_refused(
    options: Options, cells: list[list[str]]
) -> None:
    body = "\n".join(";".join(line) for line in cells)
    problems_of(f"sheet;player;1;2;total;rounds\n{body}", options)
