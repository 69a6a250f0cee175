"""Pages as a browser gets them, and what stands in them."""

import re
from typing import Any

from django.urls import reverse

from accounts.models import Player
from leagues.models import Season
from tests.support.clients import html_of, signed_in


def url(name: str, season: Season, *arguments: object) -> str:
    """The address of a page of a season."""
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, *arguments])


def page(season: Season, name: str = "season", *arguments: object, **asked: Any) -> str:
    """The text of a page; `by` is who looks, the rest what is asked after the question mark."""
    client = signed_in(asked.pop("by", None))
    return html_of(client.get(url(name, season, *arguments), asked))


def version_in(html: str) -> str:
    """Which version of what it shows the form of a page was opened on."""
    found = re.search(r'name="version"\s+value="(\w+)"', html)
    assert found, "the page has no version"
    return found[1]


def words_of(html: str) -> str:
    """What a page says, its tags taken away."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def lines(html: str) -> list[str]:
    """The lines of the standings, as words."""
    return [words_of(line) for line in re.findall(r'<tr id="row-.*?</tr>', html, re.DOTALL)]


def line_of(html: str, player: Player) -> str:
    """The line of one player, as words."""
    found = re.search(rf'<tr id="row-{player.pk}".*?</tr>', html, re.DOTALL)
    assert found, f"{player.name} is not listed"
    return words_of(found[0])
