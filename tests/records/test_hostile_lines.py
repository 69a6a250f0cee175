"""Whatever a line holds, the answer is one line that says what is wrong."""

import io
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.management.commands.replay_record import read_lines, replay_line
from games.replay.record_words import WORDS, words_of
from games.rules.errors import ErrorCode, InvalidRecord
from games.rules.record import RecordCode
from games.rules.record_text import LONGEST_LINE
from tests.support.hostile_texts import JSON, within
from tests.support.records import SAMPLES, paths, put, sample

VALID = json.dumps(SAMPLES["base-0"]).encode()

HOSTILE = [
    (b"", "not_json"),
    (b"   ", "not_json"),
    (b"null", "wrong_type"),
    (b"[]", "wrong_type"),
    (b"{}", "missing_key"),
    (VALID[:-1], "not_json"),
    (VALID + b"}", "not_json"),
    (VALID + VALID, "not_json"),
    (b"\xef\xbb\xbf" + VALID, "not_json"),
    (b"\xff\xfe", "not_utf8"),
    (VALID.replace(b"P0", b"\xc3"), "not_utf8"),
    (VALID.replace(b'"version": 1', b'"version": NaN'), "not_json"),
    (VALID.replace(b'"version": 1', b'"version": -Infinity'), "not_json"),
    (VALID.replace(b'"version": 1', b'"version": 1e999'), "wrong_type"),
    (VALID.replace(b'"version": 1', b'"version": ' + b"9" * 5000), "huge_number"),
    (VALID.replace(b'"version": 1', b'"version": -' + b"9" * 19), "out_of_range"),
    (VALID.replace(b'"version": 1', b'"version": 1, "version": 1'), "duplicate_key"),
    (b"[" * 100_000, "too_deep"),
    (b'{"a":' * 100_000, "too_deep"),
    (b'{"format": "' + b"x" * 100_000 + b'"}', "missing_key"),
    (b'{"' + b"x" * 100_000 + b'": 1}', "unknown_key"),
    (b'{"\\ud800": 1}', "unknown_key"),
    (VALID.replace(b'"P0"', b'"\\udfff"'), "bad_text"),
    (b" " * (LONGEST_LINE + 1), "too_long"),
    (b"[" + b"1," * (LONGEST_LINE // 2), "too_long"),
]


@pytest.mark.parametrize(("line", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_line_is_refused_in_one_short_line(line: bytes, code: str) -> None:
    started = time.process_time()

    answer = replay_line(line)

    assert (answer["ok"], answer["error"]) == (False, code)
    assert len(json.dumps(answer)) < 500
    assert time.process_time() - started < 5


@pytest.mark.parametrize("make", JSON.values(), ids=JSON.keys())
def test_json_of_whatever_shape_is_refused_in_time(make: Callable[[int], str]) -> None:
    line = make(LONGEST_LINE).encode()
    with within(5, "a line as long as is taken"):
        assert replay_line(line)["ok"] is False


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything(line: bytes) -> None:
    assert replay_line(line)["ok"] is False


KEYS = ["seat", "take", "special", "exchange", "draw", "card"]
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["stop", "replace", "shift", 0, 1, 4, 104]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["seat", "take", "special", "exchange", "draw", "card"]), inner
        )
    ),
    max_leaves=6,
)
PLACES = [
    (name, path)
    for name in ("base-6", "special-1", "cabriole-2")
    for path, _ in paths(SAMPLES[name])
    if path
]


@given(st.sampled_from(PLACES), anything, st.booleans())
def test_no_value_anywhere_raises_anything(
    place: tuple[str, tuple[str | int, ...]], value: Any, seeded: bool
) -> None:
    name, path = place
    data = sample(name)
    put(data, path, value)
    if not seeded:
        data["fairness"] = None

    answer = replay_line(json.dumps(data).encode())

    assert set(answer) in ({"ok", "totals", "ranks"}, {"ok", "error", "round", "turn", "message"})


def test_lines_are_split_at_line_feeds_only() -> None:
    stream = io.BytesIO(b"a\x0bb\xe2\x80\xa8c\r\nd\n\ne")

    assert list(read_lines(stream)) == [b"a\x0bb\xe2\x80\xa8c\r", b"d", b"", b"e"]


def test_the_rest_of_a_line_that_is_too_long_is_skipped() -> None:
    stream = io.BytesIO(b"x" * (3 * LONGEST_LINE) + b"\nshort\n")

    first, second = read_lines(stream)

    assert len(first) == LONGEST_LINE + 1
    assert second == b"short"


@pytest.mark.parametrize("code", [*RecordCode, *ErrorCode])
def test_every_code_has_its_words(code: str) -> None:
    assert WORDS[code].endswith(".")


def test_words_say_where_and_cut_what_is_long() -> None:
    error = InvalidRecord(RecordCode.UNKNOWN_KEY, where="round", key="k" * 1000)

    assert words_of(error) == f"A key is not one of this format. (where: round; key: {'k' * 59}…)"
