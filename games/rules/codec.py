"""A game state as JSON, for the database; a play writes it, so it is compact and fast."""

from typing import Any

from games.rules.cards import SpecialKind
from games.rules.options import Options
from games.rules.state import GameState, RoundState, Row, SpecialCards, Specials


def state_to_json(state: GameState) -> dict[str, Any]:
    """The whole state, secrets included: for storage, never for a viewer."""
    return {
        "options": state.options.to_json(),
        "player_count": state.player_count,
        "round": _round_to_json(state.round),
        "round_scores": state.round_scores,
        "eliminated_in": state.eliminated_in,
        "ranks": state.ranks,
    }


def state_from_json(data: dict[str, Any]) -> GameState:
    """The state of what state_to_json made."""
    return GameState(
        Options.from_json(data["options"]),
        data["player_count"],
        _round_from_json(data["round"]),
        tuple(map(tuple, data["round_scores"])),
        tuple(data["eliminated_in"]),
        None if data["ranks"] is None else tuple(data["ranks"]),
    )


def _round_to_json(round: RoundState) -> dict[str, Any]:
    return {
        "number": round.number,
        "seats": round.seats,
        "turn": round.turn,
        "rows": [(row.cards, row.seven_takes, row.stopped, row.cabriole) for row in round.rows],
        "hands": round.hands,
        "choices": round.choices,
        "queue": round.queue,
        "piles": round.piles,
        "pile_heads": round.pile_heads,
        "pool": round.pool,
        "boxed": round.boxed,
        "shown": round.shown,
        "specials": None if round.specials is None else _specials_to_json(round.specials),
    }


def _round_from_json(data: dict[str, Any]) -> RoundState:
    return RoundState(
        data["number"],
        tuple(data["seats"]),
        data["turn"],
        tuple([Row(tuple(cards), *markers) for cards, *markers in data["rows"]]),
        tuple(map(tuple, data["hands"])),
        tuple(data["choices"]),
        tuple(map(tuple, data["queue"])),
        tuple(map(tuple, data["piles"])),
        tuple(data["pile_heads"]),
        tuple(data["pool"]),
        tuple(data["boxed"]),
        tuple(data["shown"]),
        None if data["specials"] is None else _specials_from_json(data["specials"]),
    )


def _specials_to_json(specials: SpecialCards) -> dict[str, Any]:
    return {
        "hands": [_kinds_to_json(hand) for hand in specials.hands],
        "pile": _kinds_to_json(specials.pile),
        "discard": _kinds_to_json(specials.discard),
        "reshuffles": specials.reshuffles,
        "answered": specials.answered,
        "takes": specials.takes,
        "exchanger": specials.exchanger,
    }


def _specials_from_json(data: dict[str, Any]) -> SpecialCards:
    return SpecialCards(
        tuple(map(_kinds_from_json, data["hands"])),
        _kinds_from_json(data["pile"]),
        _kinds_from_json(data["discard"]),
        data["reshuffles"],
        data["answered"],
        data["takes"],
        data["exchanger"],
    )


def _kinds_to_json(kinds: Specials) -> list[str]:
    return [kind.value for kind in kinds]


def _kinds_from_json(kinds: list[str]) -> Specials:
    return tuple(map(SpecialKind, kinds))
