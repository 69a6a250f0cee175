"""The sprites of the decks: what the generator makes is what is served, and nothing is missing."""

from xml.etree import ElementTree as ET

import pytest

from games.drawing import SPRITES, letters
from games.elements import ELEMENTS
from games.rules.cards import LAST_CARD, heads
from tests.support.project import ROOT

SVG = "{http://www.w3.org/2000/svg}"
PENALTY = {"bulls": "head", "ducks": "k{}", "elements.en": "s", "elements.fr": "s"}


def symbols(name: str) -> dict[str, ET.Element]:
    return {part.attrib["id"]: part for part in ET.fromstring(SPRITES[name]())}  # noqa: S314


def used(part: ET.Element) -> list[str]:
    return [use.attrib["href"].removeprefix("#") for use in part.iter(f"{SVG}use")]


@pytest.mark.parametrize("name", SPRITES)
def test_the_committed_sprite_is_what_draw_decks_makes(name: str) -> None:
    committed = (ROOT / "static" / "cards" / f"{name}.svg").read_text(encoding="utf-8")
    assert committed == SPRITES[name](), "run `manage.py draw_decks`"


@pytest.mark.parametrize("name", SPRITES)
def test_a_sprite_has_every_card_a_back_and_a_head(name: str) -> None:
    wanted = {f"c{card}" for card in range(1, LAST_CARD + 1)} | {"back", "head"}
    assert wanted <= set(symbols(name))


@pytest.mark.parametrize("name", SPRITES)
def test_whatever_a_sprite_uses_it_has(name: str) -> None:
    parts = symbols(name)
    assert {use for part in parts.values() for use in used(part)} <= set(parts)


@pytest.mark.parametrize("name", SPRITES)
@pytest.mark.parametrize("card", [1, 15, 30, 22, 55])
def test_a_face_shows_as_many_penalties_as_the_card_has(name: str, card: int) -> None:
    parts = symbols(name)
    count = heads(card)
    assert f"f{count}" in used(parts[f"c{card}"])
    painted = used(parts[f"f{count}"]).count(PENALTY[name].format(count))
    # In the deck of bulls the large head behind the number is the same drawing.
    assert painted == count + (name == "bulls")


def test_every_letter_that_is_drawn_is_needed() -> None:
    assert set(letters.LETTERS) == {letter for element in ELEMENTS for letter in element.symbol}
