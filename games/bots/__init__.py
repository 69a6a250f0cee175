"""Bots: each level is a function of what a seat may see, and of nothing else."""

from games.bots.levels import (
    LEVELS,
    absent_action,
    as_asked,
    can_be_played_out,
    choose,
    deadline_action,
    rng_of,
)

__all__ = [
    "LEVELS",
    "absent_action",
    "as_asked",
    "can_be_played_out",
    "choose",
    "deadline_action",
    "rng_of",
]
