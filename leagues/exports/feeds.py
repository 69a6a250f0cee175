"""What programs subscribe to: sessions as a calendar (RFC 5545), results as an Atom feed."""

import re
from datetime import timedelta

from django.db.models import Prefetch
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.translation import get_language, gettext

from accounts.names import MISSING, isolated, join_names
from leagues.models import Game, GameSeat, League, Season, Session

# What XML 1.0 (2.2) does not allow; and DEL, which calendars (RFC 5545, 3.1) do not either.
NOT_ALLOWED = re.compile("[^\t\n\r\x20-\x7e\x80-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# How long a session takes is nowhere agreed on; calendars want an end.
LASTS = timedelta(hours=3)
# Results in the feed.
LONGEST = 50


def readable(text: str) -> str:
    """A text that somebody typed or imported, without what a feed or a calendar may not hold."""
    return NOT_ALLOWED.sub("", text)


def calendar_of(request: HttpRequest, league: League) -> str:
    """The sessions of all seasons that are not being prepared any more; times are in UTC, which
    calendars show as local ones.
    """
    # It brings three megabytes, for a page that few ask for.
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//Sixième//Leagues//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", readable(league.name))
    sessions = Session.objects.filter(season__league=league).select_related("season")
    opened = sessions.exclude(season__status=Season.Status.DRAFT)
    for session in opened.order_by("starts_at", "pk"):
        session.season.league = league
        event = Event()
        event.add("uid", f"session-{session.pk}@{request.get_host()}")
        words = {"league": league.name, "text": session.title}
        event.add("summary", readable(gettext("%(league)s: %(text)s") % words))
        event.add("dtstart", session.starts_at)
        event.add("dtend", session.starts_at + LASTS)
        event.add("dtstamp", timezone.now())
        event.add("url", request.build_absolute_uri(session.get_absolute_url()))
        if session.status == Session.Status.CANCELLED or session.never_took_place:
            event.add("status", "CANCELLED")
        if session.place:
            event.add("location", readable(session.place))
        calendar.add_component(event)
    return str(calendar.to_ical().decode())


def feed_of(request: HttpRequest, league: League) -> str:
    """The feed: an entry for each of the games that were confirmed last, newest first."""
    feed = Atom1Feed(
        title=readable(league.name),
        link=request.build_absolute_uri(league.get_absolute_url()),
        description="",
        author_name=readable(league.name),
        subtitle=readable(league.description) or None,
        language=get_language(),
        feed_url=request.build_absolute_uri(reverse("leagues:feed", args=[league.slug])),
    )
    for game in _newest_games(league):
        address = request.build_absolute_uri(game.get_absolute_url())
        feed.add_item(
            title=readable(_title(game)),
            link=address,
            description=readable(_summary(game)),
            unique_id=address,
            pubdate=game.confirmed_at,
            updateddate=game.confirmed_at,
            categories=[readable(game.session.season.name)],
        )
    return feed.writeString("utf-8")


def _newest_games(league: League) -> list[Game]:
    """The games confirmed last, in seasons that are not being prepared any more."""
    seats = GameSeat.objects.select_related("player").order_by("place", "heads", "index")
    games = (
        Game.objects.counting()
        .filter(session__season__league=league, confirmed_at__isnull=False)
        .exclude(session__season__status=Season.Status.DRAFT)
        .select_related("session__season__league", "round")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("-confirmed_at", "-pk")
    )
    return list(games[:LONGEST])


def _title(game: Game) -> str:
    """Who won which game: plain text, as Atom has it of a title without a type."""
    winners = [seat.called for seat in game.seats.all() if seat.place == 1]
    return gettext("%(session)s · %(table)s: %(winners)s first") % {
        "session": game.session.title,
        "table": game.table_name,
        "winners": join_names(winners),
    }


def _summary(game: Game) -> str:
    """Who took how many heads, best first: HTML, as Django's feed says of every summary."""
    return format_html_join(
        "\n",
        "<p>{}. {}</p>",
        (
            (MISSING if seat.place is None else seat.place, _name_and_heads(seat))
            for seat in sorted(game.seats.all(), key=lambda seat: seat.place or game.size + 1)
        ),
    )


def _name_and_heads(seat: GameSeat) -> str:
    words = {"name": isolated(seat.called), "value": seat.heads}
    return gettext("%(name)s: %(value)s") % words
