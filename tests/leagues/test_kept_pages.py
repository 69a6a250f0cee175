"""What is kept of costly pages follows every change at once, and nobody gets what is for others."""

import gzip
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.made_once import BY_VISITOR, FILES, MADE
from accounts.models import Player
from leagues.exports import views as export_views
from leagues.models import Game, League, Season
from leagues.people.guests import rename_guest
from leagues.setup.league_life import change_league
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.exports.files import address, body
from tests.support.clients import signed_in
from tests.support.leagues import make_guest, make_season, make_session, play, sheet_of

pytestmark = pytest.mark.django_db

KEPT = [
    "summary", "results_csv", "results_json", "story", "feed", "embed", "charts",
]  # fmt: skip
# Of these a stranger who has them is told so before they are made.
BY_VERSION = [name for name in KEPT if name not in {"story", "feed", "embed"}]


class Played:
    """A season with one game of Ana, Bob and a guest, and where its pages are."""

    def __init__(self) -> None:
        self.season: Season = make_season()
        self.ana, self.bob = (PlayerFactory.create(name=name) for name in ("Ana", "Bob"))
        self.guest: Player = make_guest("Dominique")
        self.game: Game = play(make_session(self.season), self.ana, self.bob, self.guest)
        self.league: League = self.season.league

    def path(self, name: str) -> str:
        if name == "feed":
            return reverse("leagues:feed", args=[self.league.slug])
        if name == "story":
            return reverse("leagues:story", args=[self.league.slug, 1, self.ana.pk])
        return address(name, self.season)

    def ask(
        self, name: str, browser: Client | None = None, headers: dict[str, str] | None = None
    ) -> Any:
        return (browser or Client()).get(self.path(name), headers=headers)

    def text(
        self, name: str, browser: Client | None = None, headers: dict[str, str] | None = None
    ) -> str:
        answer = self.ask(name, browser, headers)
        assert answer.status_code == 200
        return body(answer)


@pytest.fixture
def played() -> Played:
    return Played()


def fresh(played: Played, name: str) -> str:
    """A page as it is made now."""
    MADE.forget()
    FILES.forget()
    return played.text(name)


def timeless(text: str) -> str:
    """Without the time at which a feed without entries was made."""
    return re.sub("<updated>.*?</updated>", "", text)


def give_another_result(played: Played) -> None:
    play(make_session(played.season), played.ana, played.guest)


def correct(played: Played) -> None:
    players = [played.ana, played.bob, played.guest]
    sheet = sheet_of(players, totals=[71, 31, 11])
    results.correct(played.game, sheet, played.ana, "typed wrong", timezone.now())


def void(played: Played) -> None:
    results.void(played.game, played.ana, "wrong deck", timezone.now())


def rename_a_guest(played: Played) -> None:
    rename_guest(played.season.pk, played.guest, "Zacharie")


def rename_a_member(played: Played) -> None:
    played.bob.name = "Zoltan"
    played.bob.save()


def erase(played: Played) -> None:
    privacy.erase(played.bob)


CHANGES = [give_another_result, correct, void, rename_a_guest, rename_a_member, erase]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_shows_at_once(played: Played, change: Any) -> None:
    before = {name: played.ask(name) for name in KEPT}
    played.game.refresh_from_db()
    change(played)
    for name, had in before.items():
        # Whom a voided game leaves without a standing has no page.
        answer = played.ask(name, headers={"If-None-Match": had.headers.get("ETag", "")})
        assert answer.status_code != 304, name
        if answer.status_code == 200:
            text = body(answer)
            assert timeless(text) == timeless(fresh(played, name)), name
            assert text != body(had) or name == "story", name


def test_of_the_erased_no_name_is_left(played: Played) -> None:
    for name in KEPT:
        played.ask(name)
    erase(played)
    for name in KEPT:
        assert "Bob" not in played.text(name), name


@pytest.mark.parametrize("name", KEPT)
def test_what_was_kept_of_a_league_for_members_is_refused_to_strangers(
    played: Played, name: str
) -> None:
    had = played.ask(name).headers.get("ETag", "")
    member = signed_in(PlayerFactory.create())
    played.league.visibility = League.Visibility.MEMBERS
    change_league(played.league)
    played.text(name, member)
    for headers in ({}, {"If-None-Match": had}):
        answer = played.ask(name, headers=headers)
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("name", ["summary", "charts", "story", "feed"])
def test_each_language_has_its_own(played: Played, name: str) -> None:
    english = played.text(name, headers={"Accept-Language": "en"})
    french = played.text(name, headers={"Accept-Language": "fr"})
    assert "Session 1" not in french
    assert played.text(name, headers={"Accept-Language": "en"}) == english


def test_a_member_sees_nothing_of_another_ones_frame(played: Played) -> None:
    one, other = (signed_in(PlayerFactory.create(name=name)) for name in ("Xenia", "Yvonne"))
    assert "Xenia" in played.text("summary", one)
    text = played.text("summary", other)
    assert "Xenia" not in text
    assert "Xenia" not in played.text("summary")


@pytest.mark.parametrize("name", BY_VERSION)
def test_for_a_stranger_who_has_it_nothing_is_made(played: Played, name: str) -> None:
    etag = played.ask(name).headers["ETag"]
    MADE.forget()
    FILES.forget()
    with CaptureQueriesContext(connection) as asked:
        answer = played.ask(name, headers={"If-None-Match": etag})
    assert (answer.status_code, body(answer)) == (304, "")
    assert "no-store" not in answer["Cache-Control"]
    # The season with its league, and the sessions with standings where one may be asked for.
    assert len(asked) <= 2


@pytest.mark.parametrize("name", KEPT)
def test_only_the_head_can_be_asked_for(played: Played, name: str) -> None:
    head: Any = Client().head(played.path(name))
    assert head.status_code == 200
    assert head.streaming or head.content == b""
    assert played.text(name) == fresh(played, name)


def test_no_browser_keeps_what_a_member_was_sent(played: Played) -> None:
    member = signed_in(PlayerFactory.create())
    for name in KEPT:
        answer = played.ask(name, member)
        assert "no-store" in answer["Cache-Control"], name


def test_a_program_that_unpacks_gets_the_same_results(played: Played) -> None:
    for name in ("results_csv", "results_json"):
        packed = played.ask(name, headers={"Accept-Encoding": "gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed["Vary"]
        assert gzip.decompress(packed.content).decode() == played.text(name)


def test_nobody_waits_for_a_page_while_long_files_are_made(played: Played) -> None:
    with FILES._a_turn():
        assert "1 game" in played.text("summary")
    with MADE._a_turn():
        assert played.text("results_csv")


def test_addresses_in_a_file_are_those_it_is_asked_by(played: Played, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for name in ("results_json", "feed"):
        for host in ("one.example", "two.example"):
            text = played.text(name, Client(HTTP_HOST=host))
            assert f"http://{host}/" in text, name


def test_an_error_is_not_kept(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(export_views, "_pages", lambda _counts: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            played.ask("summary")
    assert "1 game" in played.text("summary")


def test_a_long_season_has_several_pages(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_views, "GAMES_ON_A_PAGE", 2)
    for number in (1, 2, 1):
        session = make_session(played.season)
        for _game in range(number):
            play(session, played.ana, played.bob)
    path = played.path("summary")
    pages = [Client().get(f"{path}?page={number}") for number in (1, 2, 3, 4, 5)]
    assert [page.status_code for page in pages] == [200, 200, 200, 200, 404]
    first, second, third, fourth = (page.content.decode() for page in pages[:4])
    assert "5 games" in first
    # The standings alone.
    assert "plain-standings" in first
    assert [page.count("<caption") for page in (first, second, third, fourth)] == [1, 2, 1, 1]
    assert 'href="?page=3"' in second
    assert "plain-standings" not in second
    assert Client().get(f"{path}?page=0").status_code == 404


@pytest.mark.parametrize(
    ("name", "part"),
    [("summary", "body"), ("charts", "picture"), ("charts", "met"), ("story", "body")],
)
def test_no_indentation_is_sent(played: Played, name: str, part: str) -> None:
    """It was half of a summary."""
    html = str(played.ask(name).context[part])
    assert html.strip()
    assert "\n " not in html
    assert "\n\n" not in html


def test_too_much_for_one_address_leaves_what_is_kept(played: Played) -> None:
    played.text("summary")
    cache.clear()
    for _made in range(BY_VISITOR.amount):
        assert BY_VISITOR.is_allowed("127.0.0.1")
    assert played.ask("summary").status_code == 200
    assert played.ask("results_csv").status_code == 429
    assert played.ask("results_csv", signed_in(PlayerFactory.create())).status_code == 200
