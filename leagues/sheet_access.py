"""Who may enter a sheet, and who sees what is not confirmed."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Player
from leagues.access import Level, acting_player, get_game, level_in, player_or_none
from leagues.models import Game


class Entering(NamedTuple):
    """Somebody who may enter the sheet of a game; may_confirm: they are a scorer."""

    game: Game
    player: Player
    may_confirm: bool


def get_entering(request: HttpRequest, slug: str, number: int, session: int, game: int) -> Entering:
    """A game whose sheet its reader may enter: a scorer, or who sat there.

    Raises as `access.get_game` does, SignInFirst and PermissionDenied.
    """
    found = get_game(request, slug, number, session, game)
    player = acting_player(request)
    may_confirm = level_in(found.session.season.league, request.user) >= Level.SCORER
    if not may_confirm and not sat_there(found, player):
        raise PermissionDenied
    return Entering(found, player, may_confirm)


def may_see_unconfirmed(request: HttpRequest, game: Game) -> bool:
    """Whether the reader is a scorer, or sat at this game."""
    if level_in(game.session.season.league, request.user) >= Level.SCORER:
        return True
    player = player_or_none(request)
    return player is not None and sat_there(game, player)


def sat_there(game: Game, player: Player) -> bool:
    """Whether somebody was drawn to a game, or stands on its sheet."""
    sheets = [sheet for sheet in (game.sheet, game.pending) if sheet]
    on_sheet = any(player.pk in sheet["players"] for sheet in sheets)
    return on_sheet or game.seats.filter(player=player).exists()
