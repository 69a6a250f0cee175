"""The calendar and the feed of a league."""

from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar, Event

from leagues.models import League, Season, Session
from leagues.sessions import session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_session, play, sheet_of

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def get(name: str, season: Season, language: str = "en") -> Any:
    client = Client(headers={"accept-language": language})
    return client.get(reverse(f"leagues:{name}", args=[season.league.slug]))


def events(season: Season) -> list[Event]:
    found = Calendar.from_ical(get("calendar", season).content).walk("VEVENT")
    return [event for event in found if isinstance(event, Event)]


def feed_root(season: Season) -> ET.Element:
    return ET.fromstring(get("feed", season).content)  # noqa: S314 - our own


def entries(season: Season) -> list[ET.Element]:
    return feed_root(season).findall(f"{ATOM}entry")


class Page(HTMLParser):
    """What somebody reads of HTML, a line for each paragraph, and the tags it is made of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.tags: set[str] = set()
        self.feed(html)
        self.close()

    def handle_data(self, data: str) -> None:
        self.text += data.replace("\n", "")

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        self.text += "\n" if tag == "p" else ""


def text(element: ET.Element, name: str) -> str:
    """What a feed reader shows of a part (RFC 4287, 3.1.1): HTML where its type says so."""
    found = element.find(f"{ATOM}{name}")
    if found.get("type", "text") == "text":
        return found.text or ""
    assert found.get("type") == "html"
    page = Page(found.text or "")
    assert page.tags <= {"p"}
    return page.text


def test_the_calendar_has_every_session_with_its_place(season: Season) -> None:
    begins = datetime(2026, 7, 3, 18, 0, tzinfo=UTC)
    session = make_session(season, starts_at=begins, place="Café, upstairs; left", name="Final")
    make_session(season)
    found = {str(event["summary"]): event for event in events(season)}
    event = found["Tuesdays: Final"]
    assert event.decoded("dtstart") == begins
    assert event["location"] == "Café, upstairs; left"
    assert str(event["url"]).endswith(session.get_absolute_url())
    assert len({str(each["uid"]) for each in found.values()}) == 2


def test_french_calendars_and_feeds_have_a_space_before_a_colon(season: Season) -> None:
    play(make_session(season), PlayerFactory.create(name="Ana"), PlayerFactory.create())
    calendar = get("calendar", season, "fr").content.decode()
    assert "SUMMARY:Tuesdays\u00a0: Soirée 1" in calendar
    assert "1. Ana\u00a0: 10" in get("feed", season, "fr").content.decode()


def test_a_session_keeps_its_identity_in_the_calendar(season: Season, session: Session) -> None:
    (first,) = events(season)
    session_life.change_session(session, SessionPlan(session.starts_at, name="Moved"))
    (second,) = events(season)
    assert first["uid"] == second["uid"]
    assert [str(each["summary"]) for each in (first, second)] == [
        "Tuesdays: Session 1",
        "Tuesdays: Moved",
    ]


def test_a_calendar_program_is_sent_nothing_until_a_session_changes(
    season: Season, session: Session
) -> None:
    client, address = Client(), reverse("leagues:calendar", args=[season.league.slug])
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False) as clock:
        etag = client.get(address)["ETag"]
        clock.shift(timedelta(hours=3))
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
        session_life.cancel_session(session, "Snow")
        answer = client.get(address, headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert b"STATUS:CANCELLED" in answer.content


def test_what_the_end_of_a_season_leaves_out_is_cancelled_in_calendars(season: Season) -> None:
    play(make_session(season), *PlayerFactory.create_batch(2))
    session_life.plan_session(season.pk, SessionPlan(timezone.now() + timedelta(weeks=1)))
    season_life.close_season(season.pk, timezone.now())
    assert [event.get("status") for event in events(season)] == [None, "CANCELLED"]
    season_life.open_season(season.pk, timezone.now())
    assert [event.get("status") for event in events(season)] == [None, None]


def test_what_is_being_prepared_is_in_no_calendar(spring: Season) -> None:
    make_session(spring)
    assert events(spring) == []


def test_the_feed_tells_who_was_first(season: Season) -> None:
    ana, bob = PlayerFactory.create(name="Ana <b>"), PlayerFactory.create(name="Bob")
    game = play(make_session(season), ana, bob)
    (entry,) = entries(season)
    assert text(entry, "title") == "Session 1 · Table 1: Ana <b> first"
    assert text(entry, "summary").splitlines() == ["1. Ana <b>: 10", "2. Bob: 70"]
    assert text(entry, "id").endswith(game.get_absolute_url())


@pytest.mark.parametrize("name", ["<b>Bob</b>", "Tom & Jerry", "&lt;i&gt;", 'O’Neil "5 < 6"'])
def test_a_name_that_looks_like_markup_is_read_as_it_was_written(season: Season, name: str) -> None:
    League.objects.update(name=name)
    play(make_session(season, name=name), PlayerFactory.create(name=name), PlayerFactory.create())
    (entry,) = entries(season)
    assert text(entry, "title") == f"{name} · Table 1: {name} first"
    assert text(entry, "summary").splitlines()[0] == f"1. {name}: 10"
    assert text(feed_root(season), "title") == name


def test_the_feed_says_what_the_league_is(season: Season) -> None:
    League.objects.update(description="Tuesdays at the café, <all> welcome")
    root = feed_root(season)
    assert text(root, "subtitle") == "Tuesdays at the café, <all> welcome"
    # RFC 4287: a feed whose entries have no author has one itself.
    assert root.findtext(f"{ATOM}author/{ATOM}name") == season.league.name


def test_the_newest_result_comes_first(season: Season) -> None:
    people = PlayerFactory.create_batch(3)
    play(make_session(season), *people)
    play(make_session(season), *people)
    assert [text(entry, "title").split(" · ")[0] for entry in entries(season)] == [
        "Session 2",
        "Session 1",
    ]


def test_what_is_not_confirmed_is_in_no_feed(season: Season) -> None:
    people = PlayerFactory.create_batch(3)
    game = make_game(make_session(season), people)
    results.submit(
        game, sheet_of(people, totals=[1, 2, 70]), people[0], timezone.now(), may_confirm=False
    )
    assert entries(season) == []
    game.refresh_from_db()
    results.confirm(game, people[1], timezone.now())
    assert len(entries(season)) == 1
    game.refresh_from_db()
    results.void(game, people[1], "wrong deck", timezone.now())
    assert entries(season) == []


def test_a_name_written_from_right_to_left_keeps_its_heads_in_the_feed(season: Season) -> None:
    play(make_session(season), PlayerFactory.create(name="عمر"), PlayerFactory.create(name="Zoe"))
    (entry,) = entries(season)
    assert text(entry, "summary").splitlines() == ["1. \u2068عمر\u2069: 10", "2. Zoe: 70"]


@pytest.mark.parametrize("name", ["calendar", "feed", "picture"])
def test_of_an_unlisted_league_whoever_has_the_link_gets_it(season: Season, name: str) -> None:
    League.objects.update(visibility=League.Visibility.UNLISTED)
    answer = get(name, season)
    assert answer.status_code == 200
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_a_control_character_in_a_name_harms_neither_the_feed_nor_the_calendar(
    season: Season,
) -> None:
    """An admin page or an import may have let one in."""
    League.objects.filter(pk=season.league_id).update(name="Coupe\x0b d’hiver\x7f\ufffe")
    Season.objects.filter(pk=season.pk).update(name="Spring\x1b")
    session = make_session(season, place="Upstairs\x0b, left")
    winner, other = PlayerFactory.create(name="Zo\x0bé"), PlayerFactory.create(name="Ben\x08")
    play(session, winner, other)
    season.league.refresh_from_db()

    root = feed_root(season)
    assert text(root, "title") == "Coupe d’hiver"
    (entry,) = entries(season)
    assert "Zoé first" in text(entry, "title")
    assert "2. Ben" in text(entry, "summary")
    category = entry.find(f"{ATOM}category")
    assert category.get("term") == "Spring"

    file = get("calendar", season).content.decode()
    assert all(sign.isprintable() or sign in "\r\n" for sign in file)
    (event,) = events(season)
    assert str(event["location"]) == "Upstairs, left"
    assert str(event["summary"]).startswith("Coupe d’hiver: ")
