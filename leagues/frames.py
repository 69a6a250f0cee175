"""The standings as they move: rendered once per language and version, the same text for all."""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from games import executor
from leagues.models import League, Season, Session
from leagues.presenters.rules import how_it_is_won, tie_breaks
from leagues.presenters.standings import board_of, sessions_with_standings

KEPT_TEXTS = 120
TEMPLATES = {
    "region": "leagues/standings/region.html",
    "aside": "leagues/standings/aside.html",
    "aside_of_scorers": "leagues/standings/aside.html",
}
_INDENTATION = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who looks at a season, and in which language. player_id: None for a stranger."""

    player_id: int | None
    language: str


_kept: OrderedDict[tuple[int, int, int, str, str], SafeString] = OrderedDict()
_lock = threading.Lock()


def region(
    season: Season, sessions: Sequence[Session], session: Session | None, language: str
) -> SafeString:
    """The standings as of a session, kept for the next who asks; one statement, or none.

    sessions: those after which there are standings; session: one of them, None if there is none.
    """

    def context() -> dict[str, object]:
        return {"board": board_of(season, sessions, session) if session else None}

    return _kept_text("region", season, session, language, context)


def aside(
    season: Season,
    sessions: Sequence[Session],
    session: Session | None,
    language: str,
    *,
    may_score: bool,
) -> SafeString:
    """What stands beside the standings, the same for all who may do the same."""

    def context() -> dict[str, object]:
        return {
            "league": season.league,
            "season": season,
            "sessions": sessions,
            "session": session,
            "may_score": may_score,
            "how": how_it_is_won(season.season_rules),
            "tie_breaks": tie_breaks(),
        }

    name = "aside_of_scorers" if may_score else "aside"
    return _kept_text(name, season, session, language, context)


def _kept_text(
    name: str,
    season: Season,
    session: Session | None,
    language: str,
    context: Callable[[], dict[str, object]],
) -> SafeString:
    key = (season.pk, season.version, session.number if session else 0, language, name)
    with _lock:
        kept = _kept.get(key)
    if kept is not None:
        return kept
    with translation.override(language):
        text = render_to_string(TEMPLATES[name], context())
    # Half of a long page would be indentation.
    text = mark_safe(_INDENTATION.sub("\n", text))  # noqa: S308 - rendered by our own template
    with _lock:
        _kept[key] = text
        while len(_kept) > KEPT_TEXTS:
            _kept.popitem(last=False)
    return text


def forget() -> None:
    """Drop all kept texts."""
    with _lock:
        _kept.clear()


def may_watch(season: Season, player_id: int | None) -> bool:
    """Whether a member, or with None a stranger, may follow a season as it moves."""
    if season.status == Season.Status.DRAFT:
        return False
    return player_id is not None or season.league.visibility != League.Visibility.MEMBERS


def frames(
    season_id: int, version: int, onlookers: Iterable[Onlooker]
) -> tuple[int, Mapping[Onlooker, str | None]]:
    """The present standings for each; None for who may not look any more."""
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None:
        return version, dict.fromkeys(onlookers)
    sessions = sessions_with_standings(season)
    newest = sessions[-1] if sessions else None
    return season.version, {
        onlooker: region(season, sessions, newest, onlooker.language)
        if may_watch(season, onlooker.player_id)
        else None
        for onlooker in set(onlookers)
    }


async def render(
    season_id: int, version: int, onlookers: Iterable[Onlooker]
) -> tuple[int, Mapping[Onlooker, str | None]]:
    """`frames`, away from the event loop."""
    return await executor.run(frames, season_id, version, list(onlookers))


async def versions(season_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of seasons, in one statement."""
    wanted = list(season_ids)
    return await executor.run(
        lambda: dict(Season.objects.filter(pk__in=wanted).values_list("pk", "version"))
    )
