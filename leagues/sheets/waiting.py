"""Sheets that wait for a second person."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.models import Player
from leagues.models import Game, GameVersion, Season
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.history import ASKED, ProposalView, entered_by_text, present_proposal
from leagues.sheets.stored import read_revision


class WaitingView(NamedTuple):
    """A sheet, a correction or a proposal; pad: None for a game that was played online.

    is_own: its reader entered, proposed or first confirmed it, and somebody else must confirm.
    takes_two: why two people confirm it, "" where one does. has_doubts: it should be looked at
    alone: it changes what counts, or the game was cut short.
    """

    game: Game
    by: str
    at: datetime | None
    is_correction: bool
    is_own: bool
    takes_two: str
    pad: PadView | None
    proposal: ProposalView | None

    @property
    def has_doubts(self) -> bool:
        is_cut_short = self.pad is not None and self.pad.is_cut_short
        return self.is_correction or self.proposal is not None or is_cut_short

    @property
    def seen(self) -> str:
        """The game and its version, as a form names them."""
        return f"{self.game.pk}:{self.game.version}"


def needs_somebody_else(game: Game, reader: Player) -> bool:
    """Whether the reader stands for what waits already, and somebody else must confirm it."""
    if game.proposed:
        return game.proposed_by_id == reader.pk
    return game.entered_by_id == reader.pk and game.session.season.season_rules.second_person


def needs_two(game: Game) -> bool:
    """Whether two people must confirm the sheet that waits, as nobody knows who sent it."""
    return game.is_from_unknown and game.session.season.season_rules.second_person


def two_text(game: Game) -> str:
    """Why two people confirm the sheet that waits, and who has; "" where one does."""
    if needs_two(game):
        return gettext("Whoever sent it was not signed in: two people must confirm it.")
    if game.entered_by_link and game.entered_by and game.status == Game.Status.SUBMITTED:
        words = {"name": game.entered_by.name}
        return gettext("%(name)s has confirmed it: somebody else must confirm it too.") % words
    return ""


def present_waiting(season: Season, reader: Player) -> tuple[WaitingView, ...]:
    """What waits in a season, in the order of play."""
    waiting = (
        Game.objects.unfinished()
        .filter(session__season=season)
        .exclude(status=Game.Status.SEATED, proposed="")
    )
    # Mostly nothing waits, and to put the next statement together takes longer than to ask.
    if not waiting.exists():
        return ()
    asked = GameVersion.objects.filter(did__in=ASKED).select_related("by")
    games = (
        waiting.select_related("session", "round", "entered_by", "sheet", "pending")
        .prefetch_related(
            Prefetch("versions", asked, to_attr="asked"), "sheet__seats", "pending__seats"
        )
        .order_by("session__starts_at", "session__number", "number")
    )
    found = list(games)
    for game in found:
        game.session.season = season
    revisions = [each for game in found for each in (game.sheet, game.pending) if each]
    names = names_on(map(read_revision, revisions))
    return tuple(
        _proposal(game, names, reader) if game.proposed else _waiting(game, names, reader)
        for game in found
        if game.sheet or game.proposed
    )


def _proposal(game: Game, names: dict[int, str], reader: Player) -> WaitingView:
    proposal = present_proposal(game, game.asked)  # type: ignore[attr-defined]  # prefetched
    sheet = read_revision(game.sheet) if game.sheet else None
    return WaitingView(
        game=game,
        by=proposal.by if proposal else "",
        at=proposal.at if proposal else None,
        is_correction=False,
        is_own=needs_somebody_else(game, reader),
        takes_two="",
        pad=present_pad(sheet, names, game.rules) if sheet else None,
        proposal=proposal,
    )


def _waiting(game: Game, names: dict[int, str], reader: Player) -> WaitingView:
    assert game.sheet is not None  # noqa: S101 - entered, or it would not wait
    before = read_revision(game.sheet) if game.pending else None
    sheet = read_revision(game.pending or game.sheet)
    return WaitingView(
        game=game,
        by=entered_by_text(game),
        at=game.entered_at,
        is_correction=game.pending is not None,
        is_own=needs_somebody_else(game, reader),
        takes_two=two_text(game),
        pad=present_pad(sheet, names, game.rules, before),
        proposal=None,
    )
