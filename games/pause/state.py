"""The pause of a game, as a Play stores it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any


class PauseState(StrEnum):
    """PROPOSED: the game goes on meanwhile. ON: it stands still. ENDING: so for a few seconds."""

    PROPOSED = "proposed"
    ON = "on"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class Pause:
    """by: the seat that proposed it, or that was the last to leave.

    agreed: the seats that have agreed, `by` included; empty where everybody is away.
    ends_at: when the proposal lapses, or when the game goes on by itself. choice_left, bots_left:
    seconds that were left for the choices and until bots move when the pause began; None without a
    limit, and while it is proposed.
    """

    state: PauseState
    by: int
    agreed: frozenset[int]
    ends_at: datetime
    choice_left: float | None = None
    bots_left: float | None = None

    @property
    def waits_for_return(self) -> bool:
        """Whether the game stands still because everybody is away."""
        return self.state is PauseState.ON and not self.agreed

    @property
    def stops_game(self) -> bool:
        """Whether the game stands still."""
        return self.state is not PauseState.PROPOSED


def pause_to_json(pause: Pause) -> dict[str, Any]:
    """The data of a pause for a Play's JSON."""
    return {
        "state": pause.state,
        "by": pause.by,
        "agreed": sorted(pause.agreed),
        "ends_at": pause.ends_at.timestamp(),
        "choice_left": pause.choice_left,
        "bots_left": pause.bots_left,
    }


def pause_from_json(data: dict[str, Any] | None) -> Pause | None:
    """The pause of a Play's JSON."""
    if data is None:
        return None
    return Pause(
        state=PauseState(data["state"]),
        by=data["by"],
        agreed=frozenset(data["agreed"]),
        ends_at=datetime.fromtimestamp(data["ends_at"], UTC),
        choice_left=data["choice_left"],
        bots_left=data["bots_left"],
    )
