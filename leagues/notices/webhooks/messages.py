"""What a webhook says: made when it is sent, so that it is true then and stored nowhere."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from leagues.models import (
    Game,
    GameSeat,
    League,
    Season,
    Session,
    Standing,
    Webhook,
    WebhookDelivery,
)
from leagues.standings.figures import figure_text
from leagues.standings.plain_values import moment, number
from leagues.standings.store import ensure_up_to_date

Event = WebhookDelivery.Event

VERSION = 1
# What Discord takes at most; longer ones are cut between lines.
MOST_CHARACTERS = 1900
LEADERS = 3
_MARKS_OF_DISCORD = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
# Discord draws no picture of what a link leads to.
_NO_PREVIEWS = 4


@dataclass(frozen=True, slots=True)
class Message:
    """title: league and season. heading: what happened. lines: to whom or where. url: the page.

    facts: the same for programs.
    """

    title: str
    heading: str
    lines: Sequence[str]
    url: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def message_of(delivery: WebhookDelivery, league: League) -> Message | None:
    """What a delivery says now, in the active language; None where nothing of it is left."""
    if delivery.season is None:
        heading = gettext("This is a test: the webhook works.")
        return Message(league.name, heading, (), _whole(league.get_absolute_url()))
    season = delivery.season
    season.league = league
    match delivery.event:
        case Event.SESSIONS:
            return _of_sessions(season, delivery.items)
        case Event.TABLES:
            return _of_tables(season, delivery.items)
        case Event.RESULTS:
            return _of_results(season, delivery.items)
    return _of_season(season)


def body_of(hook: Webhook, delivery: WebhookDelivery, message: Message, now: datetime) -> bytes:
    """What is posted, in the format of its webhook."""
    match hook.format:
        case Webhook.Format.DISCORD:
            text = _text(message, _for_discord, bold="**")
            data: dict[str, Any] = {
                "content": text,
                "allowed_mentions": {"parse": []},
                "flags": _NO_PREVIEWS,
            }
        case Webhook.Format.SLACK:
            data = {"text": _text(message, _for_slack), "mrkdwn": False, "unfurl_links": False}
        case _:
            data = {
                "format": "sixieme-webhook",
                "version": VERSION,
                "event": delivery.event,
                "delivery": delivery.pk,
                "sent_at": moment(now),
                "league": _named(hook.league.name, hook.league.get_absolute_url()),
                **message.facts,
                "text": _text(message, str),
                "url": message.url,
            }
    return json.dumps(data, ensure_ascii=False).encode()


# --- Events ----------------------------------------------------------------------------


def _of_sessions(season: Season, ids: Sequence[int]) -> Message | None:
    """Those that are planned or cancelled; nothing is said of a season that is being prepared."""
    told = (Session.Status.PLANNED, Session.Status.RUNNING, Session.Status.CANCELLED)
    found = list(season.sessions.filter(pk__in=ids, status__in=told).in_order())
    if season.status != Season.Status.OPEN or not found:
        return None
    for session in found:
        session.season = season
    heading = ngettext(
        "A session is planned or changed:", "Sessions are planned or changed:", len(found)
    )
    facts = [
        {
            **_named(session.title, session.get_absolute_url()),
            "number": session.number,
            "starts_at": moment(session.starts_at),
            "place": session.place,
            "status": session.status,
        }
        for session in found
    ]
    url = found[0].get_absolute_url() if len(found) == 1 else season.get_absolute_url()
    return Message(
        _title(season),
        heading,
        [_session_line(session) for session in found],
        _whole(url),
        {"season": _season(season), "sessions": facts},
    )


def _session_line(session: Session) -> str:
    begins = date_format(timezone.localtime(session.starts_at), "l j F Y, H:i")
    parts = [f"{session.title} · {begins}", session.place]
    if session.status == Session.Status.CANCELLED:
        parts.append(gettext("cancelled"))
    return " · ".join(filter(None, parts))


def _of_tables(season: Season, ids: Sequence[int]) -> Message | None:
    """Who sits where in rounds that everybody may see."""
    games = _games(season).filter(round__in=ids, round__released_at__isnull=False)
    found = list(games.exclude(status=Game.Status.VOIDED))
    if not found:
        return None
    rounds = sorted({game.round.number for game in found if game.round})
    heading = gettext("Who sits where, round %(number)s:") % {"number": ", ".join(map(str, rounds))}
    facts = [{**_table(game), "players": [seat.called for seat in _seats(game)]} for game in found]
    lines = [_said(game, ", ".join(seat.called for seat in _seats(game))) for game in found]
    return _of_games(season, found, heading, lines, tables=facts)


def _of_results(season: Season, ids: Sequence[int]) -> Message | None:
    """Results that count, and games that no longer do."""
    told = (Game.Status.CONFIRMED, Game.Status.VOIDED)
    found = list(_games(season).filter(pk__in=ids, status__in=told))
    if not found:
        return None
    heading = ngettext("A result:", "Results:", len(found))
    facts = [
        {
            **_table(game),
            "counts": game.status == Game.Status.CONFIRMED,
            "players": [
                {"name": seat.called, "heads": seat.heads, "place": seat.place}
                for seat in _by_place(game)
            ],
        }
        for game in found
    ]
    lines = [_result_line(game) for game in found]
    return _of_games(season, found, heading, lines, results=facts)


def _of_games(
    season: Season, games: Sequence[Game], heading: str, lines: Sequence[str], **facts: Any
) -> Message:
    """What is said of games, which are mostly of one session."""
    sessions = {game.session_id: game.session for game in games}
    first = games[0].session
    title = " · ".join([_title(season), *(session.title for session in sessions.values())])
    return Message(
        title,
        heading,
        lines,
        _whole(first.get_absolute_url()),
        {"season": _season(season), **facts},
    )


def _of_season(season: Season) -> Message | None:
    """Who is first, once nothing of a season changes any more."""
    if season.status == Season.Status.OPEN:
        return None
    ensure_up_to_date(season)
    rows = Standing.objects.newest_of(season).filter(place__lte=LEADERS).select_related("player")
    found = list(rows.order_by("order"))
    preset = season.season_rules.preset
    lines = [f"{row.place}. {row.player.name} ({figure_text(row.figure, preset)})" for row in found]
    facts = [
        {
            "name": str(row.player.name),
            "place": row.place,
            "figure": number(row.figure),
            "games": row.games,
        }
        for row in found
    ]
    return Message(
        _title(season),
        gettext("The season is over. The first places:")
        if lines
        else gettext("The season is over."),
        lines,
        _whole(season.get_absolute_url()),
        {"season": _season(season), "first_places": facts},
    )


# --- Parts -----------------------------------------------------------------------------


def _games(season: Season) -> Any:
    """The games of a season with all that a message says of them, in their order."""
    return (
        Game.objects.filter(session__season=season)
        .select_related("session__season__league", "round")
        .prefetch_related("seats__player")
        .order_by("session__starts_at", "session__number", "number")
    )


def _seats(game: Game) -> list[GameSeat]:
    return sorted(game.seats.all(), key=lambda seat: seat.index)


def _by_place(game: Game) -> list[GameSeat]:
    """The seats of a game, the best first; who is not ranked last."""
    return sorted(_seats(game), key=lambda seat: (seat.place is None, seat.place or 0))


def _result_line(game: Game) -> str:
    if game.status == Game.Status.VOIDED:
        return _said(game, gettext("no longer counts"))
    return _said(game, ", ".join(f"{seat.called} {seat.heads}" for seat in _by_place(game)))


def _said(game: Game, words: str) -> str:
    return gettext("%(table)s: %(words)s") % {"table": game.table_name, "words": words}


def _table(game: Game) -> dict[str, Any]:
    return {
        "session": game.session.number,
        "round": game.round.number if game.round else None,
        "table": game.table_number,
        "url": _whole(game.get_absolute_url()),
    }


def _season(season: Season) -> dict[str, Any]:
    return {**_named(season.name, season.get_absolute_url()), "number": season.number}


def _named(name: str, path: str) -> dict[str, Any]:
    return {"name": name, "url": _whole(path)}


def _title(season: Season) -> str:
    return f"{season.league.name} · {season.name}"


def _whole(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


# --- Formats ---------------------------------------------------------------------------


def _text(message: Message, escaped: Any, bold: str = "") -> str:
    """The message as text, cut where it is too long; escaped: makes plain text of a name."""
    title, heading = escaped(message.title), escaped(message.heading)
    lines = [escaped(line) for line in message.lines]
    left = MOST_CHARACTERS - len(title) - len(heading) - len(message.url)
    shown = _fitting(lines, left)
    if more := len(lines) - len(shown):
        words = ngettext("… and %(count)d more", "… and %(count)d more", more)
        shown.append(words % {"count": more})
    return "\n".join([f"{bold}{title}{bold}", heading, *shown, message.url])


def _fitting(lines: Iterable[str], characters: int) -> list[str]:
    found: list[str] = []
    for line in lines:
        characters -= len(line) + 1
        if characters < 0:
            break
        found.append(line)
    return found


def _for_discord(text: str) -> str:
    """Text that Discord shows as it is: nothing bold, no link with other words, no mention."""
    return _MARKS_OF_DISCORD.sub(r"\\\1", text)


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
