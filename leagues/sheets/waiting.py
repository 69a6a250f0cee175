"""Sheets that wait for a second person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q

from accounts.models import Player
from leagues.models import Game, GameVersion, Season, SheetRevision
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.history import ASKED, ProposalView, present_proposal
from leagues.sheets.revisions import read_revisions
from leagues.sheets.score_sheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A sheet, a correction or a proposal; pad: None for a game that was played online.

    is_own: its reader entered or proposed it, and somebody else must confirm.
    """

    game: Game
    by: str
    at: datetime | None
    is_correction: bool
    is_own: bool
    pad: PadView | None
    proposal: ProposalView | None


def present_waiting(season: Season, reader: Player) -> tuple[WaitingView, ...]:
    """What waits in a season, in the order of play."""
    asked = GameVersion.objects.filter(did__in=ASKED).select_related("by")
    games = (
        Game.objects.filter(session__season=season)
        .filter(Q(status=Game.Status.SUBMITTED) | Q(pending__isnull=False) | ~Q(proposed=""))
        .exclude(status=Game.Status.VOIDED, proposed="")
        .select_related("session__season__league", "entered_by")
        .prefetch_related(Prefetch("versions", asked, to_attr="asked"))
        .order_by("session__starts_at", "session__number", "number")
    )
    found = list(games)
    ids = {pk for game in found for pk in (game.sheet_id, game.pending_id) if pk}
    sheets = read_revisions(SheetRevision.objects.filter(pk__in=ids))
    names = names_on(sheets.values())
    needs_second = season.season_rules.second_person
    return tuple(
        _proposal(game, sheets, names, reader)
        if game.proposed
        else _waiting(game, sheets, names, reader, needs_second)
        for game in found
        if game.sheet_id or game.proposed
    )


def _proposal(
    game: Game, sheets: Mapping[int, ScoreSheet], names: Mapping[int, str], reader: Player
) -> WaitingView:
    proposal = present_proposal(game, game.asked)  # type: ignore[attr-defined]  # prefetched
    sheet = sheets[game.sheet_id] if game.sheet_id else None
    return WaitingView(
        game=game,
        by=proposal.by if proposal else "",
        at=proposal.at if proposal else None,
        is_correction=False,
        is_own=game.proposed_by_id == reader.pk,
        pad=present_pad(sheet, names, game.rules) if sheet else None,
        proposal=proposal,
    )


def _waiting(
    game: Game,
    sheets: Mapping[int, ScoreSheet],
    names: Mapping[int, str],
    reader: Player,
    needs_second: bool,
) -> WaitingView:
    assert game.sheet_id is not None  # noqa: S101 - entered, or it would not wait
    before = sheets[game.sheet_id] if game.pending_id else None
    sheet = sheets[game.pending_id or game.sheet_id]
    return WaitingView(
        game=game,
        by=game.entered_by.name if game.entered_by else "",
        at=game.entered_at,
        is_correction=game.pending_id is not None,
        is_own=needs_second and game.entered_by_id == reader.pk,
        pad=present_pad(sheet, names, game.rules, before),
        proposal=None,
    )
