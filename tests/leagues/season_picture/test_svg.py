"""The season picture as SVG: sound, small, and quick at every size."""

import random
from xml.etree import ElementTree as ET

import pytest

from leagues.standings.season_picture.svg import season_svg, with_chosen
from leagues.standings.season_picture.weave import AfterSession, Thread

SVG = "{http://www.w3.org/2000/svg}"


def random_season(players: int, sessions: int) -> list[Thread]:
    """A season in which all places change; the same each time."""
    chance = random.Random(players * 100 + sessions)
    steps: dict[int, list[AfterSession | None]] = {player: [] for player in range(players)}
    for _session in range(sessions):
        order = chance.sample(range(players), players)
        for rank, player in enumerate(order, 1):
            load = chance.choice([None, 0.3, 0.7, 1.0, 1.3, 2.0])
            steps[player].append(
                AfterSession(rank, load, chance.choice((0, 0, 1, 2)) if load else 0)
            )
    return [Thread(player, f"Player {player}", str(player), own) for player, own in steps.items()]


def drawn(
    threads: list[Thread], sessions: int, link: str = "?player=", chosen: int | None = None
) -> tuple[str, ET.Element]:
    names = [str(number) for number in range(1, sessions + 1)]
    text = season_svg("Title", "Told", names, threads, link)
    if chosen is not None:
        text = with_chosen(text, chosen)
    named = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return text, ET.fromstring(named)  # noqa: S314 - our own


@pytest.mark.parametrize(("players", "sessions"), [(1, 1), (2, 1), (12, 8), (60, 20), (200, 30)])
def test_every_size_is_drawn_with_all_names_and_stays_small(players: int, sessions: int) -> None:
    text, root = drawn(random_season(players, sessions), sessions)
    assert len(text.encode()) < 305_000
    assert len(root.findall(f".//{SVG}text[@class='weave__name']")) == players
    assert len(root.findall(f"./{SVG}g[@class='weave__session']/{SVG}text")) == 2 * sessions
    _zero, _zero, width, height = map(float, root.attrib["viewBox"].split())
    for name in root.findall(f".//{SVG}text[@y]"):
        assert 0 <= float(name.attrib["y"]) <= height
    assert width > 0


def test_names_are_written_as_text() -> None:
    text, root = drawn(
        [Thread(1, '<b>"Ana" & Co</b>', "1", [AfterSession(1, 1.0, 0)])], 1, link="/x?player="
    )
    assert "<b>" not in text
    assert root.find(f".//{SVG}a[@href='/x?player=1#weave']") is not None


def test_long_names_that_begin_alike_are_told_apart_and_whole() -> None:
    names = ["Jean-Philippe de Villeneuve-Aubert", "Jean-Philippe de Villeneuve-Martin"]
    threads = [
        Thread(n, name, str(n), [AfterSession(n, 1.0, 0)]) for n, name in enumerate(names, 1)
    ]
    _text, root = drawn(threads, 1)
    written = root.findall(f".//{SVG}text[@class='weave__name']")
    assert [name.findtext(f"{SVG}title") for name in written] == names
    assert [
        "".join(part.text or "" for part in name.findall(f"{SVG}tspan")) for name in written
    ] == [
        "1Jean-Philip…uve-Aubert",
        "2Jean-Philip…uve-Martin",
    ]


def test_one_thread_stands_before_the_others() -> None:
    _text, root = drawn(random_season(13, 3), 3, chosen=2)
    assert "has-chosen" in root.attrib["class"]
    chosen = [part for part in root.iter() if "data-chosen" in part.attrib]
    assert chosen
    assert {part.attrib["data-p"] for part in chosen} == {"2"}
    current = [
        link.attrib["href"] for link in root.iter(f"{SVG}a") if "aria-current" in link.attrib
    ]
    assert current == ["?player=2#weave"]


def test_nothing_in_it_needs_the_policy_to_be_loosened() -> None:
    text, _root = drawn(random_season(12, 8), 8)
    assert "style=" not in text
    assert "<script" not in text
    assert "<style" not in text
