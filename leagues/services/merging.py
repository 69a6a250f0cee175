"""A guest who turned out to be a member: all they did in a league moves, and can move back.

Games are kept by their ids and not by their seats, so that a merge can be undone after a sheet was
corrected: in these games the member stands for the guest.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import Min, Q

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import (
    Adjustment,
    Attendance,
    Entrant,
    Game,
    GameVersion,
    League,
    Merge,
    Season,
    Session,
    Wish,
)
from leagues.services import moving
from leagues.services.changing import changing
from leagues.services.results import enter_players
from leagues.services.standings import recompute

Did = GameVersion.Did


def merge(league: League, guest: Player, member: Player, by: Player, now: datetime) -> Merge:
    """Make what a guest did in a league the member's.

    Raises LeagueError(SAME_PERSON, NOT_A_GUEST, and SHARED_GAME where both are in one game).
    """
    if guest.pk == member.pk:
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    if guest.user_id is not None:
        raise LeagueError(LeagueErrorCode.NOT_A_GUEST)
    with _changing_all(league) as seasons:
        games = moving.games_of(league, guest)
        _exchange(games, guest, member)
        for game in games:
            moving.note(game, Did.MERGED, by, now)
        adjustments = Adjustment.objects.filter(season__league=league, player=guest)
        adjustment_ids = list(adjustments.values_list("pk", flat=True))
        adjustments.update(player=member)
        attended, without_attendance = moving.move_attendances(league, guest, member)
        entered, without_entry, joined_from = moving.move_entrants(league, guest, member)
        wishes, without_wish = moving.move_wishes(league, guest, member)
        _recompute(seasons)
        return Merge.objects.create(
            league=league,
            guest=guest,
            member=member,
            by=by,
            moved={
                "games": [game.pk for game in games],
                "adjustments": adjustment_ids,
                "attendances": attended,
                "entrants": entered,
                "joined_from": joined_from,
                "wishes": wishes,
                "removed": [*without_attendance, *without_entry, *without_wish],
            },
        )


def undo(merged: Merge, by: Player, now: datetime) -> None:
    """Give back to the guest what was moved; what the member did since then stays theirs.

    Raises LeagueError(NOTHING_TO_UNDO, and SHARED_GAME where the guest is in such a game again).
    """
    with _changing_all(merged.league) as seasons:
        # Anew, under the lock: somebody may have undone it meanwhile.
        found = Merge.objects.select_related("guest", "member").get(pk=merged.pk)
        if found.undone_at:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        guest, member, moved = found.guest, found.member, found.moved
        games = Game.objects.filter(pk__in=moved["games"]).prefetch_related("seats")
        back = [game for game in games if moving.is_in(game, member)]
        _exchange(back, member, guest)
        for game in back:
            moving.note(game, Did.PARTED, by, now)
        Adjustment.objects.filter(pk__in=moved["adjustments"]).update(player=guest)
        attended = Attendance.objects.filter(session__in=moved["attendances"], player=member)
        attended.update(player=guest)
        entered = Entrant.objects.filter(season__in=moved["entrants"], player=member)
        entered.update(player=guest)
        for season_id, number in moved["joined_from"]:
            own = Entrant.objects.filter(season=season_id, player=member)
            own.update(joined_from=number)
        Wish.objects.filter(pk__in=moved["wishes"]).delete()
        moving.restore(moved["removed"])
        _enter_for_new_games([each for each in seasons if each.pk in moved["entrants"]], member)
        _recompute(seasons)
        found.undone_by, found.undone_at = by, now
        found.save(update_fields=["undone_by", "undone_at"])


@contextmanager
def _changing_all(league: League) -> Iterator[list[Season]]:
    """All seasons of a league, locked in one order; their next versions are announced."""
    with transaction.atomic(), ExitStack() as locks:
        numbers = league.seasons.order_by("number").values_list("pk", flat=True)
        yield [locks.enter_context(changing(season_id)) for season_id in list(numbers)]


def _exchange(games: list[Game], old: Player, new: Player) -> None:
    if any(moving.is_in(game, new) for game in games):
        raise LeagueError(LeagueErrorCode.SHARED_GAME)
    for game in games:
        moving.move_game(game, old, new)


def _enter_for_new_games(seasons: list[Season], member: Player) -> None:
    """Keep the member a player where they have played since the merge."""
    for season in seasons:
        own = Q(games__seats__counts_for=member)
        first = Session.objects.filter(own, season=season).aggregate(first=Min("number"))["first"]
        if first is not None:
            enter_players(season, [member.pk], first)


def _recompute(seasons: list[Season]) -> None:
    for season in seasons:
        recompute(season)
