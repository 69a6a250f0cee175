"""The season picture of a season: read, drawn, and kept as long as the standings are the same."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from django.db.models import Count, F, Q, Sum
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.names import MISSING, join_names
from games.bounded_cache import BoundedCache
from leagues.models import Season, Session, Standing
from leagues.standings.board import sessions_with_standings
from leagues.standings.counted_games import RANKED
from leagues.standings.season_picture.svg import season_svg, with_chosen
from leagues.standings.season_picture.weave import AfterSession, Thread

KEPT = 60
NAMED_IN_DESCRIPTION = 3
# Of 200 players in 30 sessions. With more, a page is long and slow, and nobody follows a thread.
MOST_STEPS = 6_000


class PlacesRow(NamedTuple):
    """A player's place after each session: in brackets where absent, with a star for a win."""

    player: int
    name: str
    places: list[str]


class SeasonPicture(NamedTuple):
    """The drawing, and its places as a table; sessions: what heads the columns.

    parts: a season of very many players has several pictures; what heads each, as "1–100". chosen:
    whose thread stands before the others, None for nobody's.
    """

    drawn: SafeString
    sessions: list[str]
    rows: list[PlacesRow]
    page: int
    parts: list[str]
    players: int
    chosen: int | None = None

    @property
    def part(self) -> str:
        """Which of all players these are."""
        return self.parts[self.page - 1]


_pictures = BoundedCache[list[SeasonPicture]](KEPT)


def forget() -> None:
    """Drop all that is kept."""
    _pictures.clear()


def picture_of(season: Season, page: int = 1, chosen: int | None = None) -> SeasonPicture | None:
    """A picture in the reader's language, one thread before the others; None if there is none.

    chosen: a player of the season, whose picture it then is. At most five statements, none where
    the same has been drawn since the standings changed.
    """
    key = (season.pk, season.standings_version, season.name, get_language())
    pictures = _pictures.get_or_make(key, lambda: _drawn(season))
    for picture in pictures:
        if chosen in {row.player for row in picture.rows}:
            marked = with_chosen(picture.drawn, chosen)
            return picture._replace(drawn=mark_safe(marked), chosen=chosen)  # noqa: S308 - as it was
    return pictures[page - 1] if 1 <= page <= len(pictures) else None


def share_picture(season: Season) -> bytes:
    """The picture as PNG."""
    sessions = sessions_with_standings(season)
    after = ngettext("after %(count)d session", "after %(count)d sessions", len(sessions))
    subtitle = f"{season.name} · {after % {'count': len(sessions)}}" if sessions else season.name
    threads = threads_of(season, sessions)
    # With Pillow, which few evenings need.
    from leagues.standings.season_picture.raster import season_png

    return season_png(season.league.name, subtitle, threads, len(sessions))


def threads_of(season: Season, sessions: Sequence[Session]) -> list[Thread]:
    """The threads of who has played and has not withdrawn at once; three statements."""
    played = _played(season)
    standings = Standing.objects.filter(season=season, games__gt=0)
    rows = standings.exclude(kind=Standing.Kind.WITHDRAWN).order_by("session", "order")
    steps: dict[int, dict[int, AfterSession]] = {}
    ranks: dict[int, int] = {}
    for session, player, place in rows.values_list("session_id", "player_id", "place"):
        ranks[session] = rank = ranks.get(session, 0) + 1
        load, wins = played.get((session, player), (None, 0))
        step = AfterSession(rank, load, wins, str(place) if place else "")
        steps.setdefault(player, {})[session] = step
    players = Player.objects.in_bulk(list(steps))
    found = []
    for player, own in steps.items():
        in_order = [own.get(session.pk) for session in sessions]
        last = in_order[-1]
        label = (last.place or MISSING) if last else ""
        found.append(Thread(player, players[player].name, label, in_order))
    return found


def _played(season: Season) -> Mapping[tuple[int, int], tuple[float, int]]:
    """By session and player: heads for each head of an average player, and games won."""
    seats = RANKED.filter(game__session__season=season, counts_for__isnull=False)
    rows = seats.values_list("game__session_id", "counts_for_id").annotate(
        own=Sum("heads"),
        average=Sum(F("game__heads") * 1.0 / F("game__size")),
        won=Count("pk", filter=Q(place=1)),
    )
    return {
        (session, player): (own / average if average else 1.0, won)
        for session, player, own, average, won in rows
    }


def _drawn(season: Season) -> list[SeasonPicture]:
    sessions = sessions_with_standings(season)
    threads = sorted(threads_of(season, sessions), key=_final_rank)
    count = len(threads)
    size = ceil(count / ceil(count * len(sessions) / MOST_STEPS)) if threads else 1
    starts = range(0, count, size)
    parts = [f"{start + 1}–{min(start + size, count)}" for start in starts]
    return [
        _picture(season, sessions, threads[start : start + size], page, parts, count)
        for page, start in enumerate(starts, 1)
    ]


def _picture(
    season: Season,
    sessions: Sequence[Session],
    threads: Sequence[Thread],
    page: int,
    parts: list[str],
    players: int,
) -> SeasonPicture:
    names = [str(session.number) for session in sessions]
    first = [thread.name for thread in threads if thread.steps[-1]][:NAMED_IN_DESCRIPTION]
    title = _("%(season)s as one picture") % {"season": season.name}
    told = _("Every thread is a player. At the top after the last session: %(names)s.") % {
        "names": join_names(first)
    }
    address = season.url_of("charts")
    drawing = season_svg(title, told, names, _among_themselves(threads), f"{address}?player=")
    rows = [
        PlacesRow(thread.player, thread.name, [_place_text(step) for step in thread.steps])
        for thread in threads
    ]
    # The drawing escapes what it writes.
    return SeasonPicture(mark_safe(drawing), names, rows, page, parts, players)  # noqa: S308


def _among_themselves(threads: Sequence[Thread]) -> list[Thread]:
    """The same without the rows of others between them."""
    columns = []
    for steps in zip(*(thread.steps for thread in threads), strict=True):
        ranks = sorted(step.rank for step in steps if step)
        columns.append([step and step._replace(rank=bisect(ranks, step.rank)) for step in steps])
    return [
        thread._replace(steps=steps)
        for thread, steps in zip(threads, zip(*columns, strict=True), strict=True)
    ]


def _final_rank(thread: Thread) -> tuple[int, int]:
    """In the order of the right end; threads that have ended come last, the later ones first."""
    last = next(index for index in reversed(range(len(thread.steps))) if thread.steps[index])
    step = thread.steps[last]
    return -last, step.rank if step else 0


def _place_text(step: AfterSession | None) -> str:
    if step is None:
        return ""
    place = step.place or MISSING
    if step.load is None:
        return f"({place})"
    return f"{place}*" if step.wins else place
