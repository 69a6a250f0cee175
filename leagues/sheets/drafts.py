"""Sheets as far as they are typed; nobody is told of them, and nothing counts."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.dateparse import parse_datetime

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game
from leagues.models.game import GameQuerySet
from leagues.season_lock import locked
from leagues.sheets.pad.legible import legible
from leagues.sheets.typed_sheet import GUEST, TypedSheet


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


def drafts_with_guest(name: str) -> GameQuerySet:
    """The games in whose drafts somebody is typed as a new guest of this name."""
    typed = ((game.pk, draft_of(game)) for game in Game.objects.filter(draft__isnull=False))
    ids = [game for game, draft in typed if draft and _guests_called(name, draft.typed)]
    return Game.objects.filter(pk__in=ids)


def forget_guest_name(name: str) -> None:
    """Empty this name in all drafts; whoever has the page of one open is late."""
    for game in locked(drafts_with_guest(name)):
        draft = draft_of(game)
        assert game.draft is not None and draft is not None  # noqa: S101, PT018 - found by it
        columns = list(draft.typed.columns)
        for index in _guests_called(name, draft.typed):
            columns[index] = columns[index]._replace(guest="")
        sheet = replace(draft.typed, columns=tuple(columns)).to_json()
        game.draft = {**game.draft, "sheet": sheet}
        game.version += 1
        game.save(update_fields=["draft", "version"])


def columns_of(typed: TypedSheet, player: Player) -> list[int]:
    """Where somebody is chosen, as who played or was not there, or typed as a new guest."""
    chosen = str(player.pk)
    guests = [n for n in _guests_called(player.name, typed) if typed.columns[n].player == GUEST]
    return [
        n
        for n, column in enumerate(typed.columns)
        if n in guests or chosen in {column.player, column.replaced}
    ]


def _guests_called(name: str, typed: TypedSheet) -> list[int]:
    """The columns in which this name is typed, in any letters."""
    called = legible(name).casefold()
    return [n for n, column in enumerate(typed.columns) if column.guest.casefold() == called]


def _entered_now(game: Game) -> GameQuerySet:
    """The game, if it is still at this version and still being entered."""
    return Game.objects.filter(
        pk=game.pk,
        version=game.version,
        kind=Game.Kind.SHEET,
        status__in=[Game.Status.SEATED, Game.Status.SUBMITTED],
    )
