"""The sprites of the decks: what the generator makes is what is served, and nothing is missing."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from drawing import OTHERS, SPRITES, letters, pen
from games.page.elements import ELEMENTS
from games.rules.cards import LAST_CARD, heads
from tests.support.project import ROOT

SVG = "{http://www.w3.org/2000/svg}"
# Of how many outlines the part of a penalty consists that is painted last.
OUTLINES = {"bulls": 3, "ducks": 1, "elements.en": 1, "elements.fr": 1}
# What a browser pays for each of the cards on a page, up to 104 in a draft.
MOST_ELEMENTS = 20


def symbols(name: str) -> dict[str, ET.Element]:
    return {part.attrib["id"]: part for part in ET.fromstring(SPRITES[name]())}  # noqa: S314


def used(part: ET.Element) -> list[str]:
    return [use.attrib["href"].removeprefix("#") for use in part.iter(f"{SVG}use")]


@pytest.mark.parametrize(("name", "draw"), [*SPRITES.items(), *OTHERS.items()])
def test_the_committed_sprite_is_what_is_drawn_now(name: str, draw: Callable[[], str]) -> None:
    committed = (ROOT / "static" / "cards" / f"{name}.svg").read_text(encoding="utf-8")
    assert committed == draw(), "run `python -m drawing`"


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
    last = list(parts[f"f{count}"].iter(f"{SVG}path"))[-1]
    assert last.attrib["d"].count("M") == count * OUTLINES[name]


@pytest.mark.parametrize("name", SPRITES)
def test_every_card_is_drawn_with_few_elements(name: str) -> None:
    parts = symbols(name)

    def elements(part: ET.Element) -> int:
        return len(list(part.iter())) + sum(elements(parts[use]) for use in used(part))

    assert max(elements(parts[f"c{card}"]) for card in range(1, LAST_CARD + 1)) <= MOST_ELEMENTS


def test_a_path_is_moved_where_it_is_absolute() -> None:
    path = "M3.5-.5C1 2 3 4 10.2 3c3.9 0 6.5 2.5 6.5 6.3S9 9 8 8h14H4V2.5L0 0a4.7 4.7 0 1 1-.01 0Z"
    assert pen.moved(path, 20, 1) == (
        "M23.5 0.5C21 3 23 5 30.2 4c3.9 0 6.5 2.5 6.5 6.3S29 10 28 9h14H24V3.5L20 1"
        "a4.7 4.7 0 1 1-.01 0Z"
    )


def test_every_letter_that_is_drawn_is_needed() -> None:
    assert set(letters.LETTERS) == {letter for element in ELEMENTS for letter in element.symbol}
