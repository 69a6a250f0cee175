"""Bots: each level is a function of what a seat may see, and of nothing else."""

from games.bots.levels import LEVELS, choose, deadline_action

__all__ = ["LEVELS", "choose", "deadline_action"]
