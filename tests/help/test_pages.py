"""The pages of the rules: for everybody, in both languages, and reachable from where one plays."""

import re
from html.parser import HTMLParser
from http import HTTPStatus
from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from games.help.chapters import (
    BASE,
    CABRIOLE,
    CHAPTERS,
    DRAFT,
    ELIMINATION,
    FAN,
    KNOWN_CARDS,
    OX,
    SPECIAL,
    chapters_of,
)
from games.help.examples import EXAMPLES
from games.rules.cards import SpecialKind
from games.rules.options import Ending, Options, Variant
from tests.support.clients import html_of

pytestmark = pytest.mark.django_db

SLUGS = [chapter.slug for chapter in CHAPTERS]


def page(slug: str, language: str = "en") -> str:
    """A chapter; without its slug what the address of the rules shows."""
    address = reverse("games:rules", args=[slug] if slug else [])
    return html_of(Client().get(address, headers={"Accept-Language": language}))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", SLUGS)
def test_a_stranger_reads_every_chapter_in_both_languages(slug: str, language: str) -> None:
    assert f'<html lang="{language}"' in page(slug, language)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", ["", *SLUGS])
def test_every_chapter_leads_to_all_others_and_to_the_tutorial(slug: str, language: str) -> None:
    html = page(slug, language)
    for slug in SLUGS:
        assert f'href="{reverse("games:rules", args=[slug])}"' in html
    assert f'href="{reverse("games:tutorial")}"' in html


def test_a_chapter_leads_back_to_the_rules_and_the_first_one_not_to_itself() -> None:
    back = f'href="{reverse("games:rules")}"'
    head = "leaflet__head"
    for slug in SLUGS:
        opening = page(slug).split(head)[1].split("</header>")[0]
        assert (back in opening) is (slug != BASE.slug)


def test_the_first_lesson_has_one_address() -> None:
    address = reverse("games:tutorial", args=["turns"])
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND


def test_the_rules_begin_with_the_game_in_short_before_its_chapter() -> None:
    html = page("")
    assert Headings.of(page(BASE.slug)) == Headings.of(html)
    assert html.index('id="in-short"') < html.index('id="aim"')
    assert 'id="in-short"' not in page(DRAFT.slug)


def test_there_is_no_chapter_that_nobody_wrote() -> None:
    answer = Client().get(reverse("games:rules", args=["nonsense"]))
    assert answer.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("kind", SpecialKind)
def test_each_special_card_is_shown_and_its_example_names_it(kind: SpecialKind) -> None:
    section = re.search(
        rf'<section class="prose"\s+id="{kind}".*?</section>', page("special-cards"), re.DOTALL
    )
    assert section
    title, _, explained = section[0].partition("</h2>")
    assert f"specials.svg#{kind}" in title
    assert f"chip--{kind}" in explained


@pytest.mark.parametrize("slug", SLUGS)
def test_its_contents_lead_to_each_of_its_sections(slug: str) -> None:
    html = page(slug)
    sections = re.findall(r'<section class="prose"\s+id="([\w-]+)"', html)
    assert re.findall(r'<li><a href="#([\w-]+)">', html) == sections


@pytest.mark.parametrize("slug", SLUGS)
def test_no_anchor_is_given_twice(slug: str) -> None:
    anchors = re.findall(r'\sid="([\w-]+)"', page(slug))
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("slug", SLUGS)
def test_headings_go_down_one_level_at_a_time(slug: str) -> None:
    levels = Headings.of(page(slug))
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


class Headings(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))

    @classmethod
    def of(cls, html: str) -> list[int]:
        parser = cls()
        parser.feed(html)
        return parser.levels


def test_every_example_is_shown_somewhere() -> None:
    pages = "".join(page(slug) for slug in SLUGS)
    assert (
        set(re.findall(r'<figure class="example" id="example-([\w-]+)"', pages)) == EXAMPLES.keys()
    )


def test_an_example_reads_as_at_a_table() -> None:
    html = page("base-game")
    assert "the sixth card in row 1, and takes" in html
    assert "<strong>6 bull heads</strong>" in html


def test_a_deal_can_be_followed_from_its_secret() -> None:
    html = page("fair-deal")
    assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" in html


def test_known_cards_of_three_end_with_34() -> None:
    assert "1 to 34" in page("known-cards")


def test_each_round_another_player_picks_first() -> None:
    html = page("draft")
    assert "Alice → Bruno → Chloé → Alice" in html
    assert "Bruno → Chloé → Alice → Bruno" in html


@pytest.mark.parametrize(
    ("options", "chapters"),
    [
        (Options(), [BASE]),
        (Options(known_cards=True, draft=True), [BASE, KNOWN_CARDS, DRAFT]),
        (Options(cabriole=True, ending=Ending.ELIMINATION), [BASE, ELIMINATION, CABRIOLE]),
        (Options(flip=True, draft=True), [BASE, DRAFT, FAN]),
        (Options(variant=Variant.OX), [BASE, OX]),
        (Options(variant=Variant.SPECIAL), [BASE, SPECIAL]),
    ],
)
def test_a_table_leads_to_the_chapters_it_plays_by(
    options: Options, chapters: list[object]
) -> None:
    assert chapters_of(options) == chapters
