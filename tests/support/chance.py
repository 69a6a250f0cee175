"""Chance that repeats itself: a test that passed once is dealt the same cards the next time.

The properties try what may come up at all; an example must not fail on another day.
"""

import random
import secrets
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Final

DEALING: Final = "games.models"
DRAWING: Final = "leagues.sessions.seating_views"


def repeating(seed: str) -> dict[ModuleType, SimpleNamespace]:
    """What `secrets` is to the modules that deal cards and draw tables; codes stay new."""
    chance = random.Random(seed)
    return {
        import_module(DEALING): SimpleNamespace(
            choice=secrets.choice, token_bytes=chance.randbytes
        ),
        import_module(DRAWING): SimpleNamespace(randbelow=chance.randrange),
    }
