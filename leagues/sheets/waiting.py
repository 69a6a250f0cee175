"""Sheets that wait for a second person."""

from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext

from accounts.models import Player
from leagues.models import Game, GameVersion, Season
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.history import ASKED, entered_by_text, proposal_of
from leagues.sheets.stored import read_revision


class WaitingView(NamedTuple):
    """A sheet, a correction or a proposal; pad: None for a game that was played online.

    is_own: its reader entered, proposed or first confirmed it, and somebody else must confirm.
    takes_two: why two people confirm it, "" where one does. proposal: the line that asked for it.
    """

    game: Game
    by: str
    is_own: bool
    takes_two: str
    pad: PadView | None
    proposal: GameVersion | None

    @property
    def has_doubts(self) -> bool:
        """Whether to look at it alone: it changes what counts, or the game was cut short."""
        is_cut_short = self.pad is not None and self.pad.is_cut_short
        return self.game.pending is not None or self.proposal is not None or is_cut_short

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
    return tuple(_view(game, names, reader) for game in found if game.sheet or game.proposed)


def _view(game: Game, names: dict[int, str], reader: Player) -> WaitingView:
    proposal = proposal_of(game, game.asked)  # type: ignore[attr-defined]  # prefetched
    newest = game.pending or game.sheet
    before = read_revision(game.sheet) if game.pending and game.sheet else None
    return WaitingView(
        game=game,
        by=entered_by_text(game),
        is_own=needs_somebody_else(game, reader),
        takes_two=two_text(game),
        pad=present_pad(read_revision(newest), names, game.rules, before) if newest else None,
        proposal=proposal,
    )
