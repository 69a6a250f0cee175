"""Guests: players without a login, made the first time somebody writes their name, and renamed."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress

from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet

from accounts.locks import locked
from accounts.models import Player
from games.plain_text import plain
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import (
    Attendance,
    Entrant,
    Game,
    GameSeat,
    League,
    Merge,
    Reply,
    Season,
    SignUp,
    Wish,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.game import GameQuerySet
from leagues.people.find import names_taken_in
from leagues.standings.season_lock import locked_season


def make_guest(season: Season, name: str) -> Player:
    """A new player, under the season's lock only. Raises LeagueError(NAME_TAKEN)."""
    return Player.objects.get(pk=make_guests(season, {name: name})[name])


def make_guests(season: Season, names: Mapping[str, str]) -> dict[str, int]:
    """The ids of new players by the keys of their names; names that are alike are one person.

    Case, accents and spaces tell nobody apart, as where a name is looked for.

    Under the season's lock only: of two people who write the same name at the same moment the
    second finds it taken. Raises LeagueError(NAME_TAKEN).
    """
    if not names:
        return {}
    taken = names_taken_in(season)
    made: dict[str, int] = {}
    for name in names.values():
        called = plain(name)
        if called in taken:
            raise LeagueError(LeagueErrorCode.NAME_TAKEN)
        if called not in made:
            made[called] = Player.objects.create(name=name).pk
    return {key: made[plain(name)] for key, name in names.items()}


def hold_guests(league: League, player_ids: Collection[int]) -> list[Player]:
    """Lock the guests among these players, so that they can be forgotten.

    Whoever enters a sheet with one waits, and finds them gone. So do the ratings of the league.
    """
    held = list(locked(Player.objects.guests().filter(pk__in=player_ids)))
    if held:
        list(locked(League.objects.filter(pk=league.pk)).only("pk"))
    return held


def forget(guests: Iterable[Player]) -> None:
    """Delete those of these guests whom nothing names any more, not even the history of a game.

    They are held; after this nothing else can be locked.
    """
    for guest in guests:
        if not _is_wanted(guest) and not is_typed(guest):
            # Whoever came, was listed, sat at a table or stands on a sheet is protected.
            with suppress(ProtectedError):
                guest.delete()


def _is_wanted(guest: Player) -> bool:
    """Whether they are wished to a table or invited: these rows would go with them."""
    wishes = Wish.every.filter(Q(first=guest) | Q(second=guest))
    return wishes.exists() or guest.invitations_received.exists()


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


# --- Names -----------------------------------------------------------------------------


def rename_guest(season_id: int, player: Player, name: str, *, by: Player | None = None) -> None:
    """Write a guest's name as it should have been.

    A guest whom another league knows keeps the name: it is not this league's alone. Raises
    LeagueError(NOT_PRESENT, NOT_A_GUEST, KNOWN_ELSEWHERE, NAME_TAKEN).
    """
    with transaction.atomic():
        lock_seasons_with(player)
        guest = locked(Player.objects.all()).get(pk=player.pk)
        seasons = list(seasons_with([guest.pk]).order_by("pk"))
        _check_guest(guest, season_id, seasons)
        _check_free(guest, name, seasons)
        before, guest.name = guest.name, name
        guest.save(update_fields=["name"])
        season = Season.objects.select_related("league").get(pk=season_id)
        audit.record(
            season.league,
            Did.RENAMED,
            by,
            season=season,
            about=guest,
            before={"name": before},
            after={"name": name},
        )


def _check_guest(guest: Player, season_id: int, seasons: Collection[Season]) -> None:
    if season_id not in {season.pk for season in seasons}:
        raise LeagueError(LeagueErrorCode.NOT_PRESENT)
    if not guest.is_guest:
        raise LeagueError(LeagueErrorCode.NOT_A_GUEST)
    leagues = {season.league_id for season in seasons}
    # A merge that is undone gives them back what they have there.
    merged = Merge.objects.filter(guest=guest, undone_at=None).exclude(league__in=leagues)
    if len(leagues) > 1 or merged.exists():
        raise LeagueError(LeagueErrorCode.KNOWN_ELSEWHERE)


def _check_free(guest: Player, name: str, seasons: Collection[Season]) -> None:
    if any(plain(name) in names_taken_in(season, guest.pk) for season in seasons):
        raise LeagueError(LeagueErrorCode.NAME_TAKEN)


def refresh_pages(player: Player) -> None:
    """Render the pages of every season with this player again, and push them to who looks."""
    for season_id in seasons_with([player.pk]).order_by("pk").values_list("pk", flat=True):
        with locked_season(season_id):
            pass


def lock_seasons_with(player: Player) -> list[int]:
    """Lock every season in which this player, or a guest who turned out to be them, appears.

    Also those that are not over: who joins one at this moment holds its lock and waits for that of
    the player, after which this season would be one of theirs. Returns the ids of these people.
    """
    guests = Merge.objects.filter(member=player.pk).values_list("guest", flat=True)
    people = [player.pk, *guests]
    joinable = Q(status__in=[Season.Status.DRAFT, Season.Status.OPEN])
    seasons = Season.objects.filter(joinable | Q(pk__in=seasons_with(people).values("pk")))
    list(locked(seasons).only("pk"))
    return people


def seasons_with(player_ids: Collection[int]) -> QuerySet[Season]:
    """The seasons in which any of these people appears."""
    # A subquery for each table: joined in one filter, their rows multiply each other.
    appearances = (
        GameSeat.objects.values("game__session__season"),
        Attendance.objects.values("session__season"),
        Reply.objects.values("session__season"),
        Entrant.objects.values("season"),
        SignUp.objects.values("season"),
    )
    appears = Q()
    for rows in appearances:
        appears |= Q(pk__in=rows.filter(player__in=player_ids))
    return Season.objects.filter(appears)
