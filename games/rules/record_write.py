"""From a Record to JSON: the inverse of record_read.py."""

from typing import Any

from games.rules.actions import ExchangeSpecial, TakeRow, play_to_json
from games.rules.held_cards import OxCards, Specials
from games.rules.options import Options, Variant
from games.rules.record import (
    FORMAT,
    Fairness,
    Record,
    RecordedDecision,
    RecordedRound,
    RecordedTurn,
    version_of,
)
from games.rules.state import Cards


def record_to_json(record: Record) -> dict[str, Any]:
    """The record as a JSON object with the keys of RECORD.md, in its order."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": version_of(record.options),
        "options": record.options.to_json(),
        "players": list(record.players),
        "fairness": _fairness_to_json(record.fairness),
        "rounds": [_round_to_json(record.options, recorded) for recorded in record.rounds],
    }
    if record.totals is not None and record.ranks is not None:
        data |= {"totals": list(record.totals), "ranks": list(record.ranks)}
    return data


def _fairness_to_json(fairness: Fairness | None) -> dict[str, Any] | None:
    if fairness is None:
        return None
    seed = fairness.server_seed
    return {
        "server_seed": None if seed is None else seed.hex(),
        "commitment": fairness.commitment,
        "client_seeds": list(fairness.client_seeds),
    }


def _round_to_json(options: Options, recorded: RecordedRound) -> dict[str, Any]:
    data: dict[str, Any] = {"seats": list(recorded.seats)}
    if recorded.draft is not None:
        data["draft"] = list(recorded.draft)
    data["rows"] = list(recorded.rows)
    data["hands"] = [_list_or_null(hand) for hand in recorded.hands]
    if options.variant is Variant.SPECIAL:
        data["specials"] = [_list_or_null(held) for held in recorded.specials]
        data["special_pile"] = _list_or_null(recorded.special_pile)
    if options.variant is Variant.OX:
        data["ox"] = _list_or_null(recorded.ox)
        data["special_pile"] = _list_or_null(recorded.ox_cards)
    data["turns"] = [_turn_to_json(options, turn) for turn in recorded.turns]
    if recorded.scores is not None:
        data["scores"] = list(recorded.scores)
        if options.variant is Variant.OX:
            data["ox_score"] = recorded.ox_score
    return data


def _turn_to_json(options: Options, turn: RecordedTurn) -> dict[str, Any]:
    data: dict[str, Any] = {"cards": list(turn.cards)}
    if options.flip:
        data["flipped"] = list(turn.flipped)
    data["decisions"] = [_decision_to_json(decision) for decision in turn.decisions]
    return data


def _decision_to_json(decision: RecordedDecision) -> dict[str, Any]:
    action = decision.action
    if isinstance(action, TakeRow):
        return {"seat": action.seat, "take": action.row}
    if isinstance(action, ExchangeSpecial):
        draw = decision.draw
        return {"seat": action.seat, "exchange": action.kind.value, "draw": draw and draw.value}
    return play_to_json(action)


def _list_or_null(items: Cards | Specials | OxCards | None) -> list[Any] | None:
    return None if items is None else list(items)
