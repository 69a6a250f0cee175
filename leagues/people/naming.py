"""Where somebody is named, and the rows that a merge moves to another player, kind by kind."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from django.apps import apps
from django.core import serializers
from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.models import Player
from leagues.models import Attendance, Entrant, Game, GameSeat, GameVersion, League, Season, Wish

Row = TypeVar("Row", bound=Model)

ROLES = ("player", "substitute_for", "counts_for")
# Games whose seats alone say who is in them.
SETTLED = Q(status=Game.Status.CONFIRMED, pending=None, draft=None)


def games_of(league: League, player: Player) -> list[Game]:
    """The games of a league in which somebody is named, at the table or on the sheet alone."""
    seated = GameSeat.objects.filter(_in_any_role(player)).values("game")
    games = Game.objects.filter(Q(pk__in=seated) | ~SETTLED, session__season__league=league)
    found = games.prefetch_related("seats").order_by("pk")
    return [game for game in found if is_in(game, player)]


def is_on_open_sheet(season: Season, player: Player) -> bool:
    """Whether a game of a season names somebody that nobody has confirmed yet, or not as it is."""
    games = Game.objects.filter(~SETTLED, session__season=season).prefetch_related("seats")
    return any(is_in(game, player) for game in games)


def is_in(game: Game, player: Player) -> bool:
    """Whether a game names somebody: at the table, as replaced, or on one of its sheets."""
    named: set[int | None] = set()
    for seat in game.seats.all():
        named |= {seat.player_id, seat.substitute_for_id, seat.counts_for_id}
    named.update(*map(_players_of, _sheets(game)))
    return player.pk in named or str(player.pk) in _typed(game).values()


def is_named(player: Player) -> bool:
    """Whether any sheet, draft or line of a history names somebody, in any league."""
    games = _holding(player, Game.objects.prefetch_related("seats"), "sheet", "pending", "draft")
    return any(is_in(game, player) for game in games) or any(lines_naming(player))


def lines_naming(player: Player) -> Iterator[GameVersion]:
    """The lines of histories whose sheets name somebody, the oldest first."""
    lines = GameVersion.objects.select_related("game__session__season__league").order_by("pk")
    for line in _holding(player, lines, "sheet"):
        if line.sheet and player.pk in _players_of(line.sheet):
            yield line


def has_named(game: Game, player: Player) -> bool:
    """Whether a game names somebody, or a line of its history does."""
    return is_in(game, player) or any(
        line.sheet and player.pk in _players_of(line.sheet) for line in game.versions.all()
    )


def move_game(game: Game, old: Player, new: Player) -> None:
    """Put one player in the place of the other; whoever holds a form of this game is late."""
    for role in ROLES:
        game.seats.filter(**{role: old}).update(**{role: new})
    for sheet in _sheets(game):
        for names in ("players", "replaced"):
            sheet[names] = [new.pk if named == old.pk else named for named in sheet[names]]
    if game.draft:
        there = [field for field, player in _typed(game).items() if player == str(old.pk)]
        game.draft["texts"] |= dict.fromkeys(there, str(new.pk))
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


def _in_any_role(player: Player) -> Q:
    return Q(player=player) | Q(substitute_for=player) | Q(counts_for=player)


def _holding(player: Player, rows: QuerySet[Row], *columns: str) -> QuerySet[Row]:
    """The rows in whose JSON somebody's id can be: the digits of it are there."""
    texts = {f"{column}_text": Cast(column, TextField()) for column in columns}
    found = ((f"{text}__contains", str(player.pk)) for text in texts)
    holding: QuerySet[Row] = rows.alias(**texts).filter(Q(*found, _connector=Q.OR))
    return holding


def _players_of(sheet: Mapping[str, Any]) -> set[int | None]:
    """Ids of who is on a sheet that was entered, and of those they replaced."""
    return {*sheet["players"], *sheet["replaced"]}


def _sheets(game: Game) -> list[dict[str, Any]]:
    """What was entered (leagues.sheets.score_sheet): ids of players, and of those they replaced."""
    return [sheet for sheet in (game.sheet, game.pending) if sheet]


def _typed(game: Game) -> dict[str, str]:
    """Who is being typed: the fields p0 (who played) and f0 (who was not there) of each column."""
    texts = game.draft["texts"] if game.draft else {}
    return {field: text for field, text in texts.items() if field[0] in "pf"}
