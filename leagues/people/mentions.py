"""Find the games that name a player, also in drafts, and name another one there instead."""

from django.db.models import Q

from accounts.models import Player
from leagues.models import Game, Season
from leagues.models.game import GameQuerySet

ROLES = ("player", "substitute_for", "counts_for")
# Games whose seats alone say who is in them.
SETTLED = Q(status=Game.Status.CONFIRMED, pending=None, draft=None)


def games_with(games: GameQuerySet, player: Player) -> GameQuerySet:
    """Those of these games that name a player: at the table, on a sheet or in a draft."""
    return games.naming(player) | games.filter(pk__in=_typed_in(games, player))


def is_on_open_sheet(season: Season, player: Player) -> bool:
    """Whether a game that still waits for its result, or for a second person, names a player."""
    games = Game.objects.filter(~SETTLED, session__season=season)
    return games_with(games, player).exists()


def is_typed(player: Player) -> bool:
    """Whether a draft names a player, in any league."""
    return bool(_typed_in(Game.objects.all(), player))


def replace_player(game: Game, old: Player, new: Player) -> None:
    """Name one player in place of another; forms of the game that are open are refused as late."""
    for role in ROLES:
        game.seats.filter(**{role: old}).update(**{role: new})
    game.sheet, game.pending = (
        revision and revision.renamed(old, new) for revision in (game.sheet, game.pending)
    )
    if game.draft:
        there = [field for field, player in _typed(game).items() if player == str(old.pk)]
        game.draft["texts"] |= dict.fromkeys(there, str(new.pk))
    game.version += 1
    game.save(update_fields=["sheet", "pending", "draft", "version"])


def _typed_in(games: GameQuerySet, player: Player) -> list[int]:
    """Ids of the games whose drafts name a player: only there people are no foreign keys."""
    return [
        game.pk
        for game in games.filter(draft__isnull=False)
        if str(player.pk) in _typed(game).values()
    ]


def _typed(game: Game) -> dict[str, str]:
    """The fields of a draft that hold ids: p0 (who played) and f0 (who was not there) ..."""
    texts = game.draft["texts"] if game.draft else {}
    return {field: text for field, text in texts.items() if field[0] in "pf"}
