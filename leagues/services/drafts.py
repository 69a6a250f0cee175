"""Sheets as far as they are typed; nobody is told of them, and nothing counts."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.dateparse import parse_datetime

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game
from leagues.models.games import GameQuerySet
from leagues.typed_sheet import TypedSheet


class Draft(NamedTuple):
    """A sheet that is being typed: by whom, on which page, when it was saved last.

    version: that of the game since.
    """

    typed: TypedSheet
    by: int
    page: str
    at: datetime
    version: int


def draft_of(game: Game) -> Draft | None:
    """The draft of a game, if somebody has begun one."""
    if game.draft is None:
        return None
    at = parse_datetime(game.draft["at"])
    assert at is not None  # noqa: S101 - written below
    data = game.draft
    return Draft(TypedSheet.from_json(data["sheet"]), data["by"], data["page"], at, data["version"])


def save_draft(game: Game, typed: TypedSheet, by: Player, page: str, now: datetime) -> None:
    """Keep what was typed on top of the game's version, which grows.

    page: names the page on which it was typed. Raises LeagueError(LATE) where the game has changed
    since, or is not being entered any more.
    """
    draft = {
        "by": by.pk,
        "page": page,
        "at": now.isoformat(),
        "version": game.version + 1,
        "sheet": typed.to_json(),
    }
    if not _entered_now(game).update(draft=draft, version=F("version") + 1):
        raise LeagueError(LeagueErrorCode.LATE)
    game.draft = draft
    game.version += 1


def begins_on_own(game: Game, page: str) -> bool:
    """Whether nothing has changed a game since this page itself saved its draft."""
    draft = draft_of(game)
    return draft is not None and draft.page == page and draft.version == game.version


def drop_draft(game: Game) -> None:
    """Throw a draft away. Raises LeagueError(LATE) as `save_draft`."""
    if not _entered_now(game).update(draft=None, version=F("version") + 1):
        raise LeagueError(LeagueErrorCode.LATE)


def _entered_now(game: Game) -> GameQuerySet:
    """The game, if it is still at this version and still being entered."""
    return Game.objects.filter(
        pk=game.pk,
        version=game.version,
        kind=Game.Kind.SHEET,
        status__in=[Game.Status.SEATED, Game.Status.SUBMITTED],
    )
