"""Score sheets as programs read and send them; the form of the pages checks what they say."""

from typing import Any

from django.utils.translation import gettext

from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS
from leagues.api.bodies import Fault, InvalidError
from leagues.api.declared import (
    FLAG,
    MOST_ID,
    Schema,
    or_none,
    sent,
    some_of,
    text_of,
    whole,
)
from leagues.models import GameVersion
from leagues.sheets.form import BOTH, GUEST, LONGEST_NAME, MOST_ROUNDS, ROUNDS, TOTALS, SheetForm
from leagues.sheets.score_sheet import ScoreSheet

CELL = or_none(whole(0, 999_999))
ROW = some_of(CELL, MOST_PLAYERS, FEWEST_PLAYERS)
COLUMNS = some_of(
    sent(
        {
            "player_id": whole(0, MOST_ID),
            "guest": text_of(LONGEST_NAME, 1),
            "substitute_for_id": or_none(whole(0, MOST_ID)),
        },
        exactly_one=("player_id", "guest"),
    ),
    MOST_PLAYERS,
    FEWEST_PLAYERS,
)
PLAYERS = sent({"columns": COLUMNS}, required=["columns"])
SHEET = sent(
    {
        "columns": COLUMNS,
        "rounds": some_of(ROW, MOST_ROUNDS),
        "totals": ROW | {"type": ["array", "null"]},
        "round_count": or_none(whole(1, MOST_ROUNDS)),
        "is_cut_short": FLAG,
        "reason": text_of(GameVersion.REASON_LENGTH),
    },
    required=["columns"],
)
# What a sheet is read as; it can be sent back.
SHOWN: Schema = {
    "type": ["object", "null"],
    "properties": {
        "columns": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "player_id": {"type": "integer"},
                    "substitute_for_id": {"type": ["integer", "null"]},
                },
                "required": ["player_id", "substitute_for_id"],
            },
        },
        "rounds": {
            "type": "array",
            "items": {"type": "array", "items": {"type": ["integer", "null"]}},
        },
        "totals": {"type": ["array", "null"], "items": {"type": ["integer", "null"]}},
        "round_count": {"type": ["integer", "null"]},
        "is_cut_short": {"type": "boolean"},
    },
    "required": ["columns", "rounds", "totals", "round_count", "is_cut_short"],
}


def texts_of(body: dict[str, Any]) -> dict[str, str]:
    """The fields of a SheetForm for what a program sent. Raises InvalidError for ragged rows."""
    columns, rounds, totals = body["columns"], body.get("rounds", []), body.get("totals")
    rows = {f"#/rounds/{number}": row for number, row in enumerate(rounds)}
    rows |= {} if totals is None else {"#/totals": totals}
    ragged = [pointer for pointer, row in rows.items() if len(row) != len(columns)]
    if ragged:
        sentence = gettext("It needs an entry for each column.")
        raise InvalidError(Fault(pointer, sentence) for pointer in ragged)
    count = body.get("round_count")
    alone = TOTALS if totals is not None else ROUNDS
    texts = {
        "mode": BOTH if rounds and (totals is not None or count is not None) else alone,
        "count": _text(count),
        "cut_short": "1" if body.get("is_cut_short") else "",
    }
    for n, column in enumerate(columns):
        texts[f"p{n}"] = GUEST if "guest" in column else _text(column["player_id"])
        texts[f"g{n}"] = column.get("guest", "")
        texts[f"f{n}"] = _text(column.get("substitute_for_id"))
        texts[f"t{n}"] = "" if totals is None else _text(totals[n])
        texts |= {f"r{number}c{n}": _text(row[n]) for number, row in enumerate(rounds)}
    return texts


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def require_valid(form: SheetForm) -> None:
    """Raise InvalidError for a sheet with faults, each at its cell."""
    if not form.is_valid():
        raise InvalidError(
            Fault(_pointer(fault.field, fault.row), fault.text) for fault in form.faults
        )


def _pointer(field: str, row: str) -> str:
    """Where in what was sent a fault of the form is."""
    if field == "count":
        return "#/round_count"
    if field.startswith("r"):
        number, _c, column = field[1:].partition("c")
        return f"#/rounds/{number}/{column}"
    if field:
        part = {"t": "totals"}.get(field[0], "columns")
        return f"#/{part}/{field[1:]}"
    if row.startswith("r"):
        return f"#/rounds/{row[1:]}"
    return {"names": "#/columns", "totals": "#/totals"}.get(row, "#")


def shown(sheet: ScoreSheet | None) -> dict[str, Any] | None:
    """A sheet as programs read it."""
    if sheet is None:
        return None
    pad = sheet.pad
    return {
        "columns": [
            {"player_id": player, "substitute_for_id": absent}
            for player, absent in zip(sheet.players, sheet.replaced, strict=True)
        ],
        "rounds": [list(row) for row in pad.rounds],
        "totals": None if pad.totals is None else list(pad.totals),
        "round_count": pad.round_count,
        "is_cut_short": pad.is_cut_short,
    }
