"""The standings as they move: made once per language and version, the same for all who look."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import timezone, translation
from django.utils.safestring import SafeString

from games.bounded_cache import BoundedCache
from games.live import executor
from games.live.regions import Look, Region, View, look_of, render_flat
from games.live.subjects import Gone, Subject, Views
from leagues.models import League, Season, Session
from leagues.standings.board import (
    StandingsRow,
    board_of,
    session_asked_for,
    sessions_with_standings,
)
from leagues.standings.rules_in_words import how_it_is_won, tie_breaks
from leagues.standings.season_lock import read_at_rest

KEPT = 240
NOTHING: View = {}


class StandingsRegion(NamedTuple):
    """The table of standings as a page shows it, and its lines by player."""

    html: SafeString
    rows: Mapping[int, StandingsRow]


class StandingsPage(NamedTuple):
    """What a page of standings shows to all who may do the same.

    session: the one after which these are the standings, None before the first; is_past: there
    are newer ones. aside: what stands beside them. next_session: a link to it, as a line.
    """

    session: Session | None
    is_past: bool
    region: StandingsRegion
    aside: SafeString
    next_session: SafeString


_pages = BoundedCache[StandingsPage | None](KEPT)
_regions = BoundedCache[StandingsRegion](KEPT)


def page(
    season: Season, asked: str | None, language: str, *, may_score: bool
) -> StandingsPage | None:
    """The standings as of the session of that number, or the newest; None if there is none such.

    Kept for the next who asks, until the season changes or the day does.
    """

    def make() -> StandingsPage | None:
        sessions = sessions_with_standings(season)
        session = session_asked_for(sessions, asked)
        if asked and session is None:
            return None
        return StandingsPage(
            session=session,
            is_past=session is not None and session != sessions[-1],
            region=_region(season, sessions, session, language),
            aside=_aside(season, sessions, session, language, may_score=may_score),
            next_session=_next_session(season, language),
        )

    # A session that should have begun is forgotten in time.
    key = (season.pk, season.version, asked, language, may_score, timezone.localdate())
    return _pages.get_or_make(key, make)


def _region(
    season: Season, sessions: Sequence[Session], session: Session | None, language: str
) -> StandingsRegion:
    """The standings as of a session, None if there is none; one statement, or none."""

    def make() -> StandingsRegion:
        with translation.override(language):
            board = board_of(season, sessions, session) if session else None
        rows = board.classed + board.unclassed + board.withdrawn if board else []
        html = _rendered("leagues/standings/region.html", language, {"board": board})
        return StandingsRegion(html, {row.player: row for row in rows})

    number = session.number if session else 0
    return _regions.get_or_make((season.pk, season.standings_version, number, language), make)


def _aside(
    season: Season,
    sessions: Sequence[Session],
    session: Session | None,
    language: str,
    *,
    may_score: bool,
) -> SafeString:
    context = {
        "league": season.league,
        "season": season,
        "sessions": sessions,
        "session": session,
        "may_score": may_score,
        "how": how_it_is_won(season.season_rules),
        "tie_breaks": tie_breaks(season.season_rules),
        "needed": session.games_needed if session else 0,
    }
    return _rendered("leagues/standings/aside.html", language, context)


def _next_session(season: Season, language: str) -> SafeString:
    session = Session.objects.next_of([season], timezone.now()).get(season.pk)
    if session is None:
        return SafeString()
    return _rendered("leagues/sessions/link.html", language, {"session": session})


def _rendered(template: str, language: str, context: Mapping[str, object]) -> SafeString:
    with translation.override(language):
        return render_flat(template, context)


def forget() -> None:
    """Drop all that is kept."""
    _pages.clear()
    _regions.clear()


def may_watch(season: Season, player_id: int | None) -> bool:
    """Whether a member, or with None a stranger, may follow a season as it moves."""
    if season.status == Season.Status.DRAFT:
        return False
    return player_id is not None or season.league.visibility != League.Visibility.MEMBERS


class SeasonViews(Subject):
    """The standings of one season for each language."""

    def __init__(self, season_id: int) -> None:
        self.version = -1
        self._season_id = season_id
        self._season: Season
        self._languages: set[str] = set()
        self._views: dict[str, View] = {}

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one to these sockets. Raises Gone."""
        self._languages |= {socket.language for socket in sockets}
        wanted = set(self._languages)
        read_at, season, views = await executor.read(_season_views, self._season_id, wanted)
        # Another one may have read a newer version meanwhile.
        if read_at >= self.version or not wanted <= self._views.keys():
            self._season, self.version = season, read_at
            self._views = self._views | views

    def recognise(self, socket: Any) -> None:
        """Note which standings a socket may see: those in its language, or none."""
        socket.viewer = socket.language if may_watch(self._season, socket.player_id) else None

    def look(self, viewer: str) -> Look:
        """The words that a frame is made in; its regions are HTML already."""
        return look_of(viewer)

    def views(self, viewer: str) -> Views:
        """The standings in the viewer's language; nothing here is private."""
        return self._views[viewer], NOTHING


def _season_views(season_id: int, languages: set[str]) -> tuple[int, Season, dict[str, View]]:
    """The version of the standings of a season, or NO_VERSION; the season with its league; and the
    standings by language. Raises Gone.
    """

    def views(season: Season) -> dict[str, View]:
        sessions = sessions_with_standings(season)
        newest = sessions[-1] if sessions else None
        return {
            language: {"standings": Region(_region(season, sessions, newest, language).html)}
            for language in languages
        }

    try:
        return read_at_rest(season_id, views, "standings_version")
    except Season.DoesNotExist:
        raise Gone from None


async def versions(season_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of the standings of seasons, in one statement."""
    wanted = Season.objects.filter(pk__in=list(season_ids))
    return await executor.read(lambda: dict(wanted.values_list("pk", "standings_version")))
