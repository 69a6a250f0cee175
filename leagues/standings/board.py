"""The standings of a season as of a session, and the ranking of one session, as rows of text."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext, npgettext, pgettext
from django.utils.translation import gettext as _

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import MISSING, join_names
from leagues.models import Game, Season, Session, Standing
from leagues.season_rules import SeasonRules
from leagues.standings.counted_games import results_of_session
from leagues.standings.figures import (
    DECIDED_BY,
    FIGURE_NAMES,
    figure_text,
    games_text,
    share_text,
    short_text,
    signed_text,
)
from leagues.standings.scoring.table import Criterion, ranking_of_session
from leagues.standings.scoring.tally import UNIT
from leagues.standings.store import ensure_up_to_date


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """Places won or lost: a sign, the words for it and a number; kind names its look."""

    kind: str
    sign: str
    word: str
    count: str = ""


class StandingsRow(NamedTuple):
    """A player's line. place: empty where unclassed, and then note says why.

    missing: how many games or sessions are missing for a place, in words, empty where none are.
    more: the same in short, below a heading that says of what.
    games: "8/10" where two are dropped.
    """

    player: int
    name: str
    is_guest: bool
    place: str
    note: str
    missing: str
    more: str
    is_shared: bool
    move: PlaceChange | None
    figure: str
    adjustment: str
    decided_by: Promise | None
    share: str
    wins: str
    games: str
    form: SafeString


class Finish(NamedTuple):
    """How a game ended for somebody: place among size; look: win, last or empty."""

    place: int
    size: int
    look: str


class Board(NamedTuple):
    """The standings as of a session; rows below the classed have no place.

    waiting: who has not played yet. needed: how many games a place needs by then; sessions_needed:
    how many sessions instead, 0 for none. earlier, later:
    the sessions beside it. query: makes links lead to the same session. has_ended: the season is
    over, and nothing comes later.
    """

    season: Season
    session: Session
    figure_name: Promise
    classed: list[StandingsRow]
    unclassed: list[StandingsRow]
    withdrawn: list[StandingsRow]
    waiting: list[StandingsRow]
    needed: int
    sessions_needed: int
    earlier: Session | None
    later: Session | None
    why_url: str
    query: str
    has_ended: bool

    @property
    def winners(self) -> list[str]:
        """The names on the first place."""
        return [row.name for row in self.classed if row.place == "1"]

    @property
    def verdict(self) -> str:
        """Who wins, once the season is over and nothing comes later; empty where nobody does."""
        if not self.has_ended or not self.winners:
            return ""
        sentence = npgettext(
            "of a season", "%(names)s wins.", "%(names)s win together.", len(self.winners)
        )
        return sentence % {"names": join_names(self.winners)}

    @property
    def listed(self) -> list[StandingsRow]:
        """Who has played and not withdrawn."""
        return self.classed + self.unclassed


def sessions_with_standings(season: Season) -> list[Session]:
    """The sessions after which there are standings, oldest first; brings these up to date.

    Each knows its season and how many games a place needs after it.
    """
    ensure_up_to_date(season)
    rules = season.season_rules
    held = 0
    found = _with_standings(season.pk)
    for session in found:
        held += session.has_results
        session.season = season
        session.games_needed = rules.games_needed(held)
    return found


@compiled_once
def _with_standings(season_id: int) -> QuerySet[Any]:
    kept = Standing.objects.filter(session=OuterRef("pk"))
    played = Game.objects.counting().filter(session=OuterRef("pk"), size__gt=0)
    listed = Session.objects.filter(Exists(kept), season=season_id).in_order()
    return listed.annotate(has_results=Exists(played))


def newest_with_standings(season: Season) -> int | None:
    """The id of the last of them, None before the first; brings the standings up to date."""
    ensure_up_to_date(season)
    return next(iter(_newest(season.pk)), None)


@compiled_once
def _newest(season_id: int) -> QuerySet[Session, int]:
    kept = Standing.objects.filter(session=OuterRef("pk"))
    found = Session.objects.filter(Exists(kept), season=season_id).in_order().reverse()
    return found.values_list("pk", flat=True)[:1]


def session_asked_for(sessions: Sequence[Session], number: str | None) -> Session | None:
    """The one of that number, the newest where none is asked for; None where there is none such."""
    if not number:
        return sessions[-1] if sessions else None
    return next((each for each in sessions if str(each.number) == number), None)


def before_session(session: Session, sessions: Iterable[Session]) -> list[Session]:
    """Those of these sessions that count before one."""
    own = (session.starts_at, session.number)
    return [each for each in sessions if (each.starts_at, each.number) < own]


def board_of(season: Season, sessions: Sequence[Session], session: Session) -> Board:
    """The standings as of one of the sessions after which there are any; one statement."""
    index = sessions.index(session)
    is_past = session != sessions[-1]
    rules = season.season_rules
    standings = list(
        Standing.objects.filter(session=session).select_related("player").order_by("order")
    )
    waiting = [each for each in standings if _is_waiting(each)]
    needed = session.games_needed
    rows = _rows([each for each in standings if not _is_waiting(each)], rules, needed)
    any_player = season.url_of("story", 0)
    return Board(
        season=season,
        session=session,
        figure_name=FIGURE_NAMES[rules.preset],
        classed=rows[Standing.Kind.CLASSED],
        unclassed=rows[Standing.Kind.UNCLASSED],
        withdrawn=rows[Standing.Kind.WITHDRAWN],
        waiting=[_row(each, rules, needed, move=None, is_shared=False) for each in waiting],
        needed=needed,
        sessions_needed=rules.min_sessions,
        earlier=sessions[index - 1] if index else None,
        later=sessions[index + 1] if is_past else None,
        why_url=any_player.removesuffix("0/"),
        query=f"?session={session.number}" if is_past else "",
        has_ended=not is_past and not season.is_open,
    )


def _is_waiting(standing: Standing) -> bool:
    return not standing.games and standing.kind != Standing.Kind.WITHDRAWN


def _rows(
    standings: Sequence[Standing], rules: SeasonRules, needed: int
) -> dict[Standing.Kind, list[StandingsRow]]:
    found: dict[Standing.Kind, list[StandingsRow]] = {kind: [] for kind in Standing.Kind}
    holders = Counter(standing.place for standing in standings)
    is_first = all(standing.change is None for standing in standings)
    for standing in standings:
        row = _row(
            standing,
            rules,
            needed,
            move=None if is_first else move_of(standing),
            is_shared=standing.place is not None and holders[standing.place] > 1,
        )
        found[Standing.Kind(standing.kind)].append(row)
    return found


def _row(
    standing: Standing,
    rules: SeasonRules,
    needed: int,
    *,
    move: PlaceChange | None,
    is_shared: bool,
) -> StandingsRow:
    player = standing.player
    decided_by = Criterion(standing.decided_by) if standing.decided_by else None
    has_played = standing.games > 0
    return StandingsRow(
        player=player.pk,
        name=player.name,
        is_guest=player.is_guest,
        place="" if standing.place is None else str(standing.place),
        note=kind_text(standing, rules),
        missing=missing_text(standing, rules, needed),
        more=_more_text(_missing(standing, rules, needed)),
        is_shared=is_shared,
        move=move,
        figure=figure_text(standing.figure, rules.preset) if has_played else MISSING,
        adjustment=signed_text(standing.adjustment) if standing.adjustment else "",
        decided_by=DECIDED_BY.get(decided_by) if decided_by and standing.place else None,
        share=share_text(standing.share) if has_played else MISSING,
        wins=short_text(standing.wins) if has_played else MISSING,
        games=games_text(standing.games, standing.counted),
        form=_form([(place, size) for _game, place, size in standing.form]),
    )


def kind_text(standing: Standing, rules: SeasonRules) -> str:
    """Why a player has no place; empty for those who have one."""
    if standing.kind == Standing.Kind.CLASSED:
        return ""
    if standing.kind == Standing.Kind.UNCLASSED and rules.min_sessions:
        return _("Too few sessions")
    return standing.get_kind_display()


def missing_text(standing: Standing, rules: SeasonRules, needed: int) -> str:
    """How many games or sessions are missing for a place; empty where none are."""
    return missing_words(_missing(standing, rules, needed), rules)


def _missing(standing: Standing, rules: SeasonRules, needed: int) -> int:
    """How many games, or sessions where the rules ask for those, are missing for a place."""
    if standing.kind != Standing.Kind.UNCLASSED:
        return 0
    if rules.min_sessions:
        return max(0, rules.min_sessions - (standing.sessions or 0))
    return max(0, needed - standing.games)


def _more_text(count: int) -> str:
    words = npgettext("games or sessions for a place", "%(count)d more", "%(count)d more", count)
    return words % {"count": count} if count else ""


def missing_words(count: int, rules: SeasonRules) -> str:
    """That so many games, or sessions where the rules ask for those, are missing for a place."""
    if rules.min_sessions:
        words = ngettext("%(count)d session missing", "%(count)d sessions missing", count)
    else:
        words = ngettext("%(count)d game missing", "%(count)d games missing", count)
    return words % {"count": count} if count else ""


def move_of(standing: Standing) -> PlaceChange | None:
    """Places won or lost since the session before; None for who has no place."""
    if standing.place is None:
        return None
    change = standing.change
    if change is None:
        return PlaceChange("new", "●", pgettext("in the standings", "new"))
    if change == 0:
        return PlaceChange("same", "=", _("same place"))
    if change > 0:
        return PlaceChange("up", "▲", pgettext("places won", "up"), str(change))
    return PlaceChange("down", "▼", pgettext("places lost", "down"), str(-change))


def finish(place: int, size: int) -> Finish:
    """A finish with its look."""
    look = "win" if place == 1 else "last" if place == size else ""
    return Finish(place, size, look)


def _form(finishes: Iterable[tuple[int, int]]) -> SafeString:
    """Places of the last games; in Python since a template takes most of its time for them."""
    language = get_language() or ""
    return mark_safe("".join(_finish(*one, language) for one in finishes))  # noqa: S308


@lru_cache(maxsize=256)
def _finish(place: int, size: int, _language: str) -> SafeString:
    return format_html(
        '<span class="finish {}">{}<span class="unseen"> {}; </span></span>',
        finish(place, size).look,
        place,
        _("of %(size)d") % {"size": size},
    )


# --- One session ---------------------------------------------------------------------------


class RankedRow(NamedTuple):
    """A player's line in the ranking of one session."""

    player: Player
    place: int | None
    figure: str
    wins: str
    games: int
    heads: int


def ranking(session: Session) -> list[RankedRow]:
    """Who was best in a session, every game of which counts; two statements."""
    rules = session.season.season_rules
    rows = ranking_of_session(results_of_session(session.pk), rules)
    players = Player.objects.in_bulk([row.player for row in rows])
    return [
        RankedRow(
            player=players[row.player],
            place=row.place,
            figure=figure_text(row.figure, rules.preset),
            wins=short_text(row.tally.win / UNIT),
            games=row.tally.games,
            heads=row.tally.heads,
        )
        for row in rows
    ]


def ranking_text(session: Session, rows: Iterable[RankedRow]) -> str:
    """A session in a few lines, to send to others: who had which place, and with what."""
    when = date_format(timezone.localtime(session.starts_at), "DATE_FORMAT")
    lines = [f"{row.place}. {row.player.name} {row.figure}" for row in rows if row.place]
    return "\n".join([f"{session.season.league.name} · {session.title} · {when}", *lines])
