"""Score sheets as they are stored: what is typed as a draft, what was submitted as rows.

Drafts count nowhere.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q
from django.utils.dateparse import parse_datetime

from accounts.locks import locked
from accounts.models import Player
from accounts.names import legible
from accounts.portions import AT_ONCE
from leagues.models import Game, RevisionSeat, SheetRevision
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.game import GameQuerySet
from leagues.models.sheet import SheetRevisionQuerySet
from leagues.notices import service as notices
from leagues.sheets.form import GUEST
from leagues.sheets.score_sheet import Pad, ScoreSheet

# After the last change of a draft.
KEPT = timedelta(days=30)
# Those that were sent by the link of their table: who sent one was told that it arrived.
SENT_ARE_KEPT_AFTER_THE_SEASON = timedelta(days=30)


class Draft(NamedTuple):
    """A sheet that is being typed: the texts of its form, by whom, on which page, saved when.

    by: None for whoever has the link of the table. version: that of the game once it was saved.
    """

    texts: Mapping[str, str]
    by: int | None
    page: str
    at: datetime
    version: int


def draft_of(game: Game) -> Draft | None:
    """The draft of a game, if somebody has begun one."""
    if game.draft is None:
        return None
    at = parse_datetime(game.draft["at"])
    assert at is not None  # noqa: S101 - written below
    return Draft(**{**game.draft, "at": at})


def save_draft(
    game: Game, texts: Mapping[str, str], by: Player | None, page: str, now: datetime
) -> None:
    """Keep what was typed on top of the game's version, which grows.

    texts: those of its form. page: names the page on which it was typed. Raises LeagueError(LATE)
    where the game has changed since, or is not being entered any more.
    """
    draft = {
        "texts": texts,
        "by": by.pk if by else None,
        "page": page,
        "at": now.isoformat(),
        "version": game.version + 1,
    }
    if not _still_entered(game).update(draft=draft, version=F("version") + 1):
        raise LeagueError(LeagueErrorCode.LATE)
    game.draft = draft
    game.version += 1


def drop_draft(game: Game) -> None:
    """Throw a draft away. Raises LeagueError(LATE) as `save_draft`."""
    with transaction.atomic():
        if not _still_entered(game).update(draft=None, version=F("version") + 1):
            raise LeagueError(LeagueErrorCode.LATE)
        notices.forget_to_confirm(game)


def forget_old(now: datetime) -> int:
    """Throw away a portion of the drafts that nobody has changed for long; how many.

    A sheet that was sent by link stays until a scorer matches it, or its season was closed long
    ago. One that is saved at this very moment stays.
    """
    sent = Game.objects.to_match().exclude(
        session__season__closed_at__lt=now - SENT_ARE_KEPT_AFTER_THE_SEASON
    )
    may_go = Q(draft__isnull=False) & ~Q(pk__in=sent.values("pk"))
    drafts = (
        (game, draft_of(game)) for game in Game.objects.filter(may_go).only("draft", "version")
    )
    old = [game for game, draft in drafts if draft and draft.at < now - KEPT][:AT_ONCE]
    for game in old:
        kept = Game.objects.filter(pk=game.pk, version=game.version)
        kept.update(draft=None, version=F("version") + 1)
    return len(old)


def drafts_with_guest(name: str) -> GameQuerySet:
    """The games in whose drafts somebody is typed as a new guest of this name."""
    typed = ((game.pk, draft_of(game)) for game in Game.objects.filter(draft__isnull=False))
    ids = [game for game, draft in typed if draft and _guests_called(name, draft.texts)]
    return Game.objects.filter(pk__in=ids)


def forget_guest_name(name: str) -> None:
    """Empty this name in all drafts; whoever has the page of one open is late."""
    for game in locked(drafts_with_guest(name)):
        assert game.draft is not None  # noqa: S101 - found by it
        for column in _guests_called(name, game.draft["texts"]):
            game.draft["texts"][f"g{column}"] = ""
        game.version += 1
        game.save(update_fields=["draft", "version"])


def columns_of(texts: Mapping[str, str], player: Player) -> list[int]:
    """Where somebody is chosen, as who played or was not there, or typed as a new guest."""
    chosen = {
        int(field[1:])
        for field, text in texts.items()
        if field[0] in "pf" and text == str(player.pk)
    }
    guests = {n for n in _guests_called(player.name, texts) if texts[f"p{n}"] == GUEST}
    return sorted(chosen | guests)


def heads_in(texts: Mapping[str, str], column: int) -> list[str]:
    """What is written in a column, round by round."""
    suffix = f"c{column}"
    return [text for field, text in texts.items() if text and field.endswith(suffix)]


def _guests_called(name: str, texts: Mapping[str, str]) -> list[int]:
    """The columns in which this name is typed, in any letters."""
    called = legible(name).casefold()
    return [
        int(field[1:])
        for field, text in texts.items()
        if field[0] == "g" and legible(text).casefold() == called
    ]


def _still_entered(game: Game) -> GameQuerySet:
    """The game, if it is still at this version and still being entered."""
    return Game.objects.filter(
        pk=game.pk,
        version=game.version,
        kind=Game.Kind.SHEET,
        status__in=[Game.Status.SEATED, Game.Status.SUBMITTED],
    )


def write_revision(
    game: Game, sheet: ScoreSheet, by: Player | None, now: datetime
) -> SheetRevision:
    """Keep a sheet without faults, and who typed it, as the newest revision of a game.

    by: None for whoever has the link of the table. Its draft ends. The caller saves the game.
    """
    game.entered_by, game.entered_at, game.entered_by_link = by, now, by is None
    game.draft = None
    pad = sheet.pad
    revision = SheetRevision.objects.create(
        game=game, round_count=pad.round_count, is_cut_short=pad.is_cut_short
    )
    totals = pad.totals or (None,) * len(pad.columns)
    RevisionSeat.objects.bulk_create(
        RevisionSeat(
            revision=revision,
            index=index,
            player_id=player,
            substitute_for_id=absent,
            heads=[row[index] for row in pad.rounds],
            total=total,
        )
        for index, (player, absent, total) in enumerate(
            zip(sheet.players, sheet.replaced, totals, strict=True)
        )
    )
    return revision


def read_revision(revision: SheetRevision) -> ScoreSheet:
    """The sheet of a revision."""
    seats = list(revision.seats.all())
    totals = tuple(seat.total for seat in seats)
    pad = Pad(
        columns=tuple(seat.player_id for seat in seats),
        rounds=tuple(zip(*(seat.heads for seat in seats), strict=True)),
        totals=None if all(total is None for total in totals) else totals,
        round_count=revision.round_count,
        is_cut_short=revision.is_cut_short,
    )
    return ScoreSheet(pad, tuple(seat.substitute_for_id for seat in seats))


def read_revisions(revisions: SheetRevisionQuerySet) -> dict[int, ScoreSheet]:
    """The sheets of revisions by their ids, in two statements."""
    return {found.pk: read_revision(found) for found in revisions.prefetch_related("seats")}
