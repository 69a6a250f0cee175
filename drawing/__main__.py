"""`python -m drawing`: write the sprites of the decks to static/cards, after a change here."""

from pathlib import Path

from drawing import OTHERS, SPRITES

CARDS = Path(__file__).resolve().parents[1] / "static" / "cards"

for name, draw in {**SPRITES, **OTHERS}.items():
    (CARDS / f"{name}.svg").write_text(draw(), encoding="utf-8")
