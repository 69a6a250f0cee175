"""The pages of a session in regions, as they are loaded and as they are pushed.

What is public is the same for all who may do the same; what is one's own follows from where one
sits, not from who one is. Tokens of forms are in no region: they are each browser's own.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from games.bounded_cache import BoundedCache
from games.live.regions import PARTS, Region, View, active_language, render_flat
from games.plain_text import plain
from leagues.models import Game, Round, Season, Session, Standing
from leagues.pages.access import Level
from leagues.season_rules import Away
from leagues.sessions.check_in import check_in_regions, present_check_in
from leagues.sessions.overview import (
    ChosenTables,
    Here,
    SessionOverview,
    Stage,
    TableCard,
    TableRound,
    stage_of,
)
from leagues.sessions.reading import session_overview
from leagues.sessions.replying import Replies, present_replies
from leagues.sessions.round_edits import plan_text, possible_steps
from leagues.standings.board import ranking, ranking_text
from leagues.standings.figures import FIGURE_NAMES, figure_text
from leagues.standings.store import ensure_up_to_date

KEPT = 4000
_rankings = BoundedCache[Region](40)
MOST_LEADERS = 32
KEPT_LISTS = 100

# Somebody in the list of who is or was here: name, number of their table, whether they have gone.
PersonLine = tuple[str, int | None, bool]


class SessionPage(StrEnum):
    """The pages of a session that show what happens as it happens."""

    SESSION = "session"
    SCREEN = "screen"


class SessionNow(NamedTuple):
    """A session as its pages show it at one moment; replies: while somebody may still reply.

    overview: for scorers and organizers, told: what of it everybody knows. here: ids of those who
    are here.
    """

    session: Session
    overview: SessionOverview
    told: SessionOverview
    stage: Stage
    replies: Replies | None
    here: frozenset[int]

    def seen_by(self, level: Level) -> SessionOverview:
        """The tables and people that somebody of this level knows."""
        return self.overview if level >= Level.SCORER else self.told


def session_now(session: Session, now: datetime) -> SessionNow:
    """Read all that the pages of a session show, in a fixed number of statements."""
    overview = session_overview(session)
    is_planned = session.status == Session.Status.PLANNED and session.season.is_unfinished
    return SessionNow(
        session=session,
        overview=overview,
        told=overview.told(),
        stage=stage_of(session, overview, now),
        replies=present_replies(session) if is_planned else None,
        here=frozenset(person.player.pk for person in overview.present),
    )


def socket_url(session: Session, page: SessionPage) -> str:
    """Where a page of a session is told what is new, in the active language."""
    season = session.season
    query = urlencode({"language": active_language()})
    return f"/ws/sessions/{season.league.slug}/{season.number}/{session.number}/{page}/?{query}"


class Own(NamedTuple):
    """What the page of a session says to one person alone, alike for all in the same place.

    table: the number by which people call the table in play at which they sit, watch_url: where it
    is played online, sheet_url: where its sheet is entered. entered: otherwise the number of the
    newest table at which they sat whose sheet nobody has confirmed, entered_url: its game.
    may_come: they may say that they are here. may_reply: they may say whether they come, and have
    said this. waits_as: their number on the waiting list. is_full: they would be put on it.
    """

    table: int | None = None
    watch_url: str = ""
    sheet_url: str = ""
    entered: int | None = None
    entered_url: str = ""
    may_come: bool = False
    may_reply: bool = False
    said: bool | None = None
    waits_as: int | None = None
    is_full: bool = False


NOTHING = Own()


def own_of(now: SessionNow, level: Level, player_id: int | None) -> Own:
    """What the page says to this player, who has this level; NOTHING to a stranger."""
    if player_id is None:
        return NOTHING
    seen = now.seen_by(level)
    table = seen.tables_by_player.get(player_id)
    # A scorer confirms it on its card.
    is_done = table is None and level < Level.SCORER
    entered = seen.entered_by_player.get(player_id) if is_done else None
    is_running = now.session.status == Session.Status.RUNNING
    return Own(
        table=table.table_number if table else None,
        watch_url=table.watch_url if table else "",
        sheet_url=table.sheet_url if table and is_running and not table.is_live else "",
        entered=entered.table_number if entered else None,
        entered_url=entered.url if entered else "",
        may_come=level < Level.SCORER and is_running and player_id not in now.here,
        may_reply=now.replies is not None,
        said=now.replies.said.get(player_id) if now.replies else None,
        waits_as=now.replies.number_of(player_id) if now.replies else None,
        is_full=now.replies is not None and now.replies.left == 0,
    )


# --- Regions, in the active language ---------------------------------------------------


def session_regions(
    now: SessionNow, level: Level, sought: str = "", chosen: ChosenTables | None = None
) -> View:
    """What everybody of this level sees on the page of a session.

    sought: a name that somebody looks for at the check-in. chosen: the tables that they ticked.
    """
    context = _context(now, level)
    is_over = now.session.status == Session.Status.CLOSED
    here = now.seen_by(level).here
    lines = tuple((each.player.name, each.table, each.is_gone) for each in here)
    if level < Level.SCORER:
        desk: View = {}
    elif now.stage.takes_people:
        desk, lines = _desk(now, context, sought, chosen), ()
    else:
        desk = {name: Region(_EMPTY % name) for name in _DESK}
    return {
        "head": _region("head", context),
        "next": _region("next_region", context),
        **desk,
        "ranking": _ranking(now, context),
        "tables": _tables(context),
        "people": _people(lines, active_language(), is_over=is_over),
        "more": _region("more", context),
    }


_DESK = ("who-is-here", "to-tap", "present", "start")
_EMPTY = '<div id="%s" data-region hidden></div>'


def _desk(
    now: SessionNow, context: Mapping[str, Any], sought: str, chosen: ChosenTables | None
) -> dict[str, Region]:
    """What only those who run the session see: the check-in, and the tables to start online."""
    lists = present_check_in(now.session, now.overview, sought)
    season = now.session.season
    rules = season.season_rules
    print_url = season.url_of("print", now.session.number)
    return {
        "who-is-here": _region("who_is_here", {"present": len(lists.here)}),
        **check_in_regions(now.session, lists, sought, may_organize=context["may_organize"]),
        "start": _start(
            tuple(now.overview.to_start),
            min(rules.options.max_players, rules.most),
            chosen,
            print_url,
            active_language(),
            away_counts=rules.away is Away.COUNTS,
        ),
    }


def _ranking(now: SessionNow, context: Mapping[str, Any]) -> Region:
    """Who was best so far, once a game counts; to share when the session is over.

    Results and names are as they are in this version of the standings.
    """
    session, has_any = now.session, now.overview.has_results

    def make() -> Region:
        rows = ranking(session) if has_any else []
        shown = {
            "rows": rows,
            "figure_name": FIGURE_NAMES[session.season.season_rules.preset],
            "text": ranking_text(session, rows),
        }
        return _region("ranking", {**context, **shown})

    about = (has_any, session.status, session.title, session.starts_at, session.season.league.name)
    version = (session.pk, session.season.standings_version, active_language())
    return _rankings.get_or_make((*version, *about), make)


def forget() -> None:
    """Drop the rankings that are kept."""
    _rankings.clear()


def own_regions(now: SessionNow, own: Own) -> View:
    """What the page of a session says to those in this place."""
    season = now.session.season
    address = (season.league.slug, season.number, now.session.number)
    return {"own": _own(address, own, active_language())}


def screen_regions(session: Session, told: SessionOverview) -> View:
    """What everybody sees on the big screen: the tables in play and those of the newest round.

    told: what of the session everybody knows.
    """
    last = told.rounds[-1] if told.rounds else None
    tables = [
        table
        for round in told.rounds
        for table in round.tables
        if round is last or table.is_in_play
    ]
    names = (
        (sitting.name, table.table_number)
        for table in tables
        if table.is_in_play
        for sitting in table.sittings
        if not sitting.is_bot
    )
    shown = {
        "session": session,
        "timer": _timer(session, last.row) if last and last.row else "",
        "tables": tables,
        "newest": last.number if last else None,
        "newcomers": _names(told.newcomers),
        "idle": _names(told.idle),
        "present": () if tables else _names(told.present),
        "places": sorted(names, key=lambda place: plain(place[0])),
        "standings": _leaders(session.season),
    }
    return {"screen": _region("screen_region", shown)}


def _timer(session: Session, round: Round) -> str:
    url = session.season.url_of("round_timer", session.number, round.number)
    context = {"row": round, "timer_url": url}
    return render_flat("leagues/sessions/timer.html", context)


def _names(people: Iterable[Here]) -> tuple[str, ...]:
    return tuple(person.player.name for person in people)


def _leaders(season: Season) -> list[tuple[int | None, str, str]]:
    """The first of the newest standings with place, name and figure, as many as have room."""
    ensure_up_to_date(season)
    rows = Standing.objects.newest_of(season).filter(kind=Standing.Kind.CLASSED)
    found = rows.order_by("order").values_list("place", "player__name", "figure")[:MOST_LEADERS]
    preset = season.season_rules.preset
    return [(place, name, figure_text(figure, preset)) for place, name, figure in found]


def _context(now: SessionNow, level: Level) -> dict[str, Any]:
    season = now.session.season
    return {
        "league": season.league,
        "season": season,
        "session": now.session,
        "overview": now.seen_by(level),
        "stage": now.stage,
        "replies": now.replies,
        "may_score": level >= Level.SCORER,
        "may_organize": level >= Level.ORGANIZER,
    }


def _region(template: str, context: Mapping[str, object]) -> Region:
    return Region(render_flat(f"leagues/sessions/{template}.html", context))


def _tables(context: Mapping[str, Any]) -> Region:
    """The tables, each round a part of its own, the newest first."""
    season, session, may_score = context["season"], context["session"], context["may_score"]
    may_change = (
        context["may_organize"] and session.status == Session.Status.RUNNING and season.is_open
    )
    parts = {}
    for round in reversed(context["overview"].rounds):
        cards = [table_card(table, may_score=may_score) for table in round.tables]
        steps = possible_steps(round.row) if round.row else []
        shown = {**context, "round": round, "cards": cards, "timer_steps": steps}
        if round.row and may_change:
            shown["choices"] = _choices(context["overview"], round)
        parts[f"round-{round.number or 0}"] = render_flat("leagues/sessions/round.html", shown)
    place = PARTS if parts else ""
    shell = render_flat("leagues/sessions/tables.html", {**context, "rounds": place})
    return Region(shell, parts)


def _choices(overview: SessionOverview, round: TableRound) -> dict[str, Any]:
    """What organizers may change in a round.

    seen: its plan as a text. tables: those that have not begun. unseated: who is here and has sat
    at no table of this round, or has a bye or a no-show in it.
    """
    # Whose table was not played is as free as those who had none.
    seated = [table for table in round.tables if table.status != Game.Status.VOIDED]
    plan = {table.table_number: table.player_ids for table in seated}
    have_sat = {player for people in plan.values() for player in people}
    free = [person.player for person in overview.free if person.player.pk not in have_sat]
    return {
        "seen": plan_text(plan),
        "tables": [table for table in round.tables if table.is_untouched],
        "unseated": [*free, *(bye.player for bye in round.byes if bye.player not in free)],
    }


def table_card(table: TableCard, *, may_score: bool) -> SafeString:
    """A table of a session as it is listed."""
    return _card(table, active_language(), may_score=may_score)


# Cached by what they show, of which a tap changes little. The active language is part of the key.


@lru_cache(maxsize=KEPT)
def _card(table: TableCard, _language: str, *, may_score: bool) -> SafeString:
    context = {"table": table, "may_score": may_score}
    return render_flat("leagues/sessions/table_card.html", context)


@lru_cache(maxsize=KEPT_LISTS)
def _people(lines: tuple[PersonLine, ...], _language: str, *, is_over: bool) -> Region:
    present = sum(not is_gone for _name, _table, is_gone in lines)
    return _region("people", {"people": lines, "present": present, "is_over": is_over})


@lru_cache(maxsize=KEPT_LISTS)
def _start(
    tables: tuple[TableCard, ...],
    most: int,
    chosen: ChosenTables | None,
    print_url: str,
    _language: str,
    *,
    away_counts: bool,
) -> Region:
    """The tables to start, as they were ticked; before that those at which everybody can play.

    most: how many seats a table may have, up to which bots may fill it.
    """
    fewest = min((len(table.names) for table in tables), default=0)
    shown = {
        "tables": tables,
        "sizes": range(max(fewest, 1) + 1, most + 1),
        "needs_bot": any(table.needs_bot for table in tables),
        "chosen": chosen,
        "print_url": print_url,
        "away_counts": away_counts,
    }
    return _region("start", shown)


@lru_cache(maxsize=KEPT)
def _own(address: tuple[str, int, int], own: Own, _language: str) -> Region:
    return _region("own", {"address": address, "own": own})
