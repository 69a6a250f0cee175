"""`manage.py draw_decks`: write the sprites of the decks to static/cards."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.drawing import OTHERS, SPRITES


class Command(BaseCommand):
    help = "Draws the decks of cards into static/cards, after a change of games/drawing."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for name, draw in {**SPRITES, **OTHERS}.items():
            path = Path(settings.BASE_DIR) / "static" / "cards" / f"{name}.svg"
            path.write_text(draw(), encoding="utf-8")
            self.stdout.write(f"{path.name}: {path.stat().st_size} bytes")
