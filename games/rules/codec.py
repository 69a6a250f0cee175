"""A game state as JSON, for the database; a play writes it, so it is compact and fast."""

from typing import Any

from games.rules.state import GameState


def state_to_json(state: GameState) -> dict[str, Any]:
    """The whole state, secrets included: for storage, never for a viewer."""
    raise NotImplementedError


def state_from_json(data: dict[str, Any]) -> GameState:
    """The state of what state_to_json made."""
    raise NotImplementedError
