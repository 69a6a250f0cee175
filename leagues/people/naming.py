"""Where somebody is named, and the rows that a merge moves to another player, kind by kind."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Attendance, Entrant, Game, League, Season, Wish
from leagues.models.game import GameQuerySet

ROLES = ("player", "substitute_for", "counts_for")
# Games whose seats alone say who is in them.
SETTLED = Q(status=Game.Status.CONFIRMED, pending=None, draft=None)


def games_with(games: GameQuerySet, player: Player) -> GameQuerySet:
    """Those of these games in which somebody is named: at the table, on a sheet or in a draft."""
    return games.naming(player) | games.filter(pk__in=_typed_in(games, player))


def is_on_open_sheet(season: Season, player: Player) -> bool:
    """Whether a game of a season names somebody that nobody has confirmed yet, or not as it is."""
    games = Game.objects.filter(~SETTLED, session__season=season)
    return games_with(games, player).exists()


def is_typed(player: Player) -> bool:
    """Whether somebody stands in a draft, in any league."""
    return bool(_typed_in(Game.objects.all(), player))


def move_game(game: Game, old: Player, new: Player, now: datetime) -> None:
    """Put one player in the place of the other; whoever holds a form of this game is late."""
    for role in ROLES:
        game.seats.filter(**{role: old}).update(**{role: new})
    game.sheet, game.pending = (
        revision and revision.renamed(old, new, now) for revision in (game.sheet, game.pending)
    )
    for column in _typed_columns(game):
        column[:] = [str(new.pk) if name == str(old.pk) else name for name in column]
    game.version += 1
    game.save(update_fields=["sheet", "pending", "draft", "version"])


def move_attendances(league: League, old: Player, new: Player) -> tuple[list[int], list[Any]]:
    """Ids of the sessions that moved, and the rows removed because `new` was there as well."""
    own = Attendance.objects.filter(session__season__league=league)
    both = own.filter(player=old, session__in=own.filter(player=new).values("session"))
    removed = remove(both)
    moving = own.filter(player=old)
    sessions = list(moving.values_list("session_id", flat=True))
    moving.update(player=new)
    return sessions, removed


def move_entrants(
    league: League, old: Player, new: Player
) -> tuple[list[int], list[Any], list[list[int]]]:
    """Ids of the seasons that moved, the rows removed because `new` played there as well, and
    from which session `new` did: [season id, number] where `old` came earlier.
    """
    own = Entrant.objects.filter(season__league=league)
    mine = {entrant.season_id: entrant for entrant in own.filter(player=new)}
    joined: list[list[int]] = []
    for entrant in own.filter(player=old, season__in=mine):
        kept = mine[entrant.season_id]
        if entrant.joined_from < kept.joined_from:
            joined.append([kept.season_id, kept.joined_from])
            Entrant.objects.filter(pk=kept.pk).update(joined_from=entrant.joined_from)
    removed = remove(own.filter(player=old, season__in=mine))
    moving = own.filter(player=old)
    seasons = list(moving.values_list("season_id", flat=True))
    moving.update(player=new)
    return seasons, removed, joined


def move_wishes(league: League, old: Player, new: Player) -> tuple[list[int], list[Any]]:
    """Ids of the wishes made for `new`, and the rows of `old` that were removed for them."""
    own = Wish.objects.filter(season__league=league)
    theirs = own.filter(Q(first=old) | Q(second=old))
    wanted = [
        (wish.season_id, wish.second_id if wish.first_id == old.pk else wish.first_id, wish.kind)
        for wish in theirs
    ]
    removed = remove(theirs)
    made = []
    for season_id, other_id, kind in wanted:
        first, second = sorted((new.pk, other_id))
        if first == second:
            continue
        wish, is_new = Wish.objects.get_or_create(
            season_id=season_id, first_id=first, second_id=second, defaults={"kind": kind}
        )
        if is_new:
            made.append(wish.pk)
    return made, removed


def remove(rows: QuerySet[Any]) -> list[Any]:
    """Delete rows; what `restore` needs to bring them back."""
    # Times as texts of their own: the framework's encoder would cut them to milliseconds.
    kept: list[Any] = json.loads(json.dumps(serializers.serialize("python", rows), default=str))
    rows.delete()
    return kept


def restore(removed: Iterable[Any]) -> None:
    """Bring back the rows that `remove` took, with their ids."""
    for row in serializers.deserialize("python", removed):
        row.save()


def make_room(removed: Iterable[Mapping[str, Any]]) -> None:
    """Delete the rows that stand where `restore` would bring others back."""
    for row in removed:
        model = apps.get_model(row["model"])
        for constraint in model._meta.total_unique_constraints:  # noqa: SLF001 - Django's public way in
            place = {name: row["fields"][name] for name in constraint.fields}
            model._default_manager.filter(**place).delete()  # noqa: SLF001


def _typed_in(games: GameQuerySet, player: Player) -> list[int]:
    """Ids of the games in whose drafts somebody is chosen: the one place without a foreign key."""
    return [
        game.pk
        for game in games.filter(draft__isnull=False)
        if any(str(player.pk) in column for column in _typed_columns(game))
    ]


def _typed_columns(game: Game) -> list[list[str]]:
    """What is being typed: id, name of a new guest, id of who is replaced, for each column."""
    return game.draft["sheet"]["columns"] if game.draft else []
