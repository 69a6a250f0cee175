"""Bots: each level is a function of what a seat may see, and of nothing else."""

from games.bots.levels import LEVELS, absent_action, choose, deadline_action

__all__ = ["LEVELS", "absent_action", "choose", "deadline_action"]
