"""Rename guests, and render the pages that show a name again."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.locks import locked
from accounts.models import Player
from games.plain_text import plain
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Attendance, Entrant, GameSeat, Merge, Reply, Season, SignUp
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.find import names_taken_in
from leagues.standings.season_lock import locked_season


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
