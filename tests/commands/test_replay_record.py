"""`replay_record`: one line in, one line out, and an exit status to rely on."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.commands import manage
from tests.support.records import FOLDER, SAMPLES, sample

GOOD = json.dumps(SAMPLES["base-0"]).encode()
BAD = json.dumps({**SAMPLES["base-0"], "totals": [0, 0]}).encode()


def answers(path: Path) -> tuple[int, list[dict[str, Any]]]:
    """Exit status and answers for a file."""
    out = io.StringIO()
    status = 0
    try:
        call_command("replay_record", str(path), stdout=out)
    except SystemExit as ended:
        status = int(ended.code or 0)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("name", ["base", "cabriole", "special", "leaflet"])
def test_true_records_are_answered_with_totals_and_ranks(name: str) -> None:
    status, found = answers(FOLDER / f"{name}.jsonl")

    assert status == 0
    expected = [data for key, data in SAMPLES.items() if key.startswith(name)]
    assert found == [
        {"ok": True, "totals": data["totals"], "ranks": data["ranks"]} for data in expected
    ]


def test_one_false_record_gives_the_exit_status_of_all(tmp_path: Path) -> None:
    (tmp_path / "records").write_bytes(GOOD + b"\n" + BAD + b"\n" + GOOD)

    status, found = answers(tmp_path / "records")

    assert status == 1
    assert [answer["ok"] for answer in found] == [True, False, True]
    assert found[1] == {
        "ok": False,
        "error": "wrong_totals",
        "round": None,
        "turn": None,
        "message": "The totals are not the sums of the scores. "
        f"(expected: {', '.join(map(str, SAMPLES['base-0']['totals']))})",
    }


def test_an_error_says_in_which_round_and_turn(tmp_path: Path) -> None:
    data = sample("base-8")
    data["rounds"][1]["turns"][3]["cards"][0] = data["rounds"][1]["rows"][0]
    (tmp_path / "records").write_text(json.dumps(data))

    _, [answer] = answers(tmp_path / "records")

    assert (answer["error"], answer["round"], answer["turn"]) == ("card_not_held", 1, 3)


def test_every_line_has_its_answer_even_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "records").write_bytes(b"\n" + GOOD + b"\n\n")

    status, found = answers(tmp_path / "records")

    assert status == 1
    assert [answer.get("error") for answer in found] == ["not_json", None, "not_json"]


def test_no_lines_no_answers(tmp_path: Path) -> None:
    (tmp_path / "records").touch()

    assert answers(tmp_path / "records") == (0, [])


def test_a_file_that_cannot_be_read_is_a_wrong_usage(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(CommandError) as refusal:
            call_command("replay_record", str(path))
        assert refusal.value.returncode == 2
        assert str(path) in str(refusal.value)


def test_it_reads_the_input_and_needs_no_database() -> None:
    nowhere = "postgres://nobody@127.0.0.1:1/none"

    ended = manage("replay_record", stdin=b"[\n" + GOOD, DATABASE_URL=nowhere)

    assert ended.returncode == 1
    first, second = map(json.loads, ended.stdout.splitlines())
    assert (first["error"], second["ok"]) == ("not_json", True)
    assert ended.stderr == b""
