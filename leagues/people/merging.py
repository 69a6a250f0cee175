"""A guest who turned out to be a member: all they did in a league moves, and can move back.

Games are kept by their ids and not by their seats, so that a merge can be undone after a sheet was
corrected: in these games the member stands for the guest.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

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
from leagues.models.game import GameQuerySet
from leagues.people import naming
from leagues.season_lock import changing, locked
from leagues.standings.rating_store import ratings_are_due, unrated
from leagues.standings.recording import enter_players, write_line
from leagues.standings.store import recount

Did = GameVersion.Did


def merge(league: League, guest: Player, member: Player, by: Player, now: datetime) -> Merge:
    """Make what a guest did in a league the member's; who wanted no rating as either has none.

    Raises LeagueError(SAME_PERSON, NOT_A_GUEST, SHARED_GAME where both are in one game, LATE where
    there is nothing to move any more, and MERGED_ALREADY for a guest who came again since: undone
    and made again, a merge has everything).
    """
    if guest.pk == member.pk:
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    with _changing_all(league) as seasons:
        if not Player.objects.filter(pk=guest.pk, user=None, erased_at=None).exists():
            raise LeagueError(LeagueErrorCode.NOT_A_GUEST)
        rated = _rated(league, guest, member)
        moved = _move(league, guest, member, by, now)
        if not any(moved.values()):
            raise LeagueError(LeagueErrorCode.LATE)
        if league.merges.filter(guest=guest, undone_at=None).exists():
            raise LeagueError(LeagueErrorCode.MERGED_ALREADY)
        if not all(rated):
            _set_rated(league, member, is_rated=False)
        _recompute(seasons)
        return Merge.objects.create(
            league=league, guest=guest, member=member, by=by, moved={**moved, "rated": rated}
        )


def undo(merged: Merge, by: Player, now: datetime) -> None:
    """Give back to the guest what was moved; what the member did since then stays theirs.

    Raises LeagueError(NOTHING_TO_UNDO, NOT_THE_LAST where one of the two was merged again since,
    and SHARED_GAME where the guest is in such a game again).
    """
    with _changing_all(merged.league) as seasons:
        # Anew, under the lock: somebody may have undone it meanwhile.
        found = Merge.objects.select_related("guest", "member").get(pk=merged.pk)
        if found.undone_at:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        _require_last(found)
        guest, member, moved = found.guest, found.member, found.moved
        _give_back_games(moved["games"], guest, member, by, now)
        _make_room(guest, moved)
        _give_back_rows(guest, member, moved)
        guest_rated, member_rated = moved["rated"]
        _set_rated(merged.league, guest, is_rated=guest_rated)
        if member_rated and not guest_rated:
            _set_rated(merged.league, member, is_rated=True)
        _enter_for_new_games([each for each in seasons if each.pk in moved["entrants"]], member)
        _recompute(seasons)
        found.undone_by, found.undone_at = by, now
        found.save(update_fields=["undone_by", "undone_at"])


@contextmanager
def _changing_all(league: League) -> Iterator[list[Season]]:
    """All seasons of a league, locked in one order; their next versions are announced."""
    with transaction.atomic(), ExitStack() as locks:
        ids = list(league.seasons.order_by("pk").values_list("pk", flat=True))
        seasons = [locks.enter_context(changing(season_id)) for season_id in ids]
        entered = [Game.Status.SEATED, Game.Status.SUBMITTED]
        # Their drafts are saved without a season's lock.
        list(locked(Game.objects.filter(session__season__in=ids, status__in=entered)).only("pk"))
        yield seasons


# --- There -----------------------------------------------------------------------------


def _move(
    league: League, guest: Player, member: Player, by: Player, now: datetime
) -> dict[str, list[Any]]:
    """Move everything; what is needed to move it back."""
    games = list(naming.games_with(_games_of(league), guest).order_by("pk"))
    _exchange(games, guest, member, now)
    for game in games:
        write_line(game, Did.MERGED, by, now)
    adjustments = Adjustment.objects.filter(season__league=league, player=guest)
    adjustment_ids = list(adjustments.values_list("pk", flat=True))
    adjustments.update(player=member)
    attended, without_attendance = naming.move_attendances(league, guest, member)
    entered, without_entry, joined_from = naming.move_entrants(league, guest, member)
    wishes, without_wish = naming.move_wishes(league, guest, member)
    return {
        "games": [game.pk for game in games],
        "adjustments": adjustment_ids,
        "attendances": attended,
        "entrants": entered,
        "joined_from": joined_from,
        "wishes": wishes,
        "removed": [*without_attendance, *without_entry, *without_wish],
    }


def _games_of(league: League) -> GameQuerySet:
    return Game.objects.filter(session__season__league=league)


def _exchange(games: list[Game], old: Player, new: Player, now: datetime) -> None:
    found = Game.objects.filter(pk__in=[game.pk for game in games])
    if naming.games_with(found, new).exists():
        raise LeagueError(LeagueErrorCode.SHARED_GAME)
    for game in games:
        naming.move_game(game, old, new, now)


def _rated(league: League, *players: Player) -> list[bool]:
    """Whether each of these wants a rating."""
    refusing = unrated(league)
    return [player.pk not in refusing for player in players]


def _set_rated(league: League, player: Player, *, is_rated: bool) -> None:
    Entrant.objects.filter(season__league=league, player=player).update(is_rated=is_rated)


# --- And back --------------------------------------------------------------------------


def _require_last(merged: Merge) -> None:
    """Rows that a later merge has moved on cannot be told from those of this one."""
    people = (merged.guest_id, merged.member_id)
    later = Merge.objects.filter(league=merged.league_id, undone_at=None, pk__gt=merged.pk)
    if later.filter(Q(guest__in=people) | Q(member__in=people)).exists():
        raise LeagueError(LeagueErrorCode.NOT_THE_LAST)


def _give_back_games(
    ids: Iterable[int], guest: Player, member: Player, by: Player, now: datetime
) -> None:
    games = Game.objects.filter(pk__in=ids)
    back = list(naming.games_with(games, member).order_by("pk"))
    _exchange(back, member, guest, now)
    for game in back:
        write_line(game, Did.PARTED, by, now)


def _make_room(guest: Player, moved: Mapping[str, Any]) -> None:
    """Take away what the guest was given since the merge where something comes back instead."""
    Attendance.objects.filter(player=guest, session__in=moved["attendances"]).delete()
    Entrant.objects.filter(player=guest, season__in=moved["entrants"]).delete()
    naming.make_room(moved["removed"])


def _give_back_rows(guest: Player, member: Player, moved: Mapping[str, Any]) -> None:
    Adjustment.objects.filter(pk__in=moved["adjustments"]).update(player=guest)
    attended = Attendance.objects.filter(session__in=moved["attendances"], player=member)
    attended.update(player=guest)
    entered = Entrant.objects.filter(season__in=moved["entrants"], player=member)
    entered.update(player=guest)
    for season_id, number in moved["joined_from"]:
        own = Entrant.objects.filter(season=season_id, player=member)
        own.update(joined_from=number)
    Wish.objects.filter(pk__in=moved["wishes"]).delete()
    naming.restore(row for row in moved["removed"] if _can_come_back(row["fields"]))


def _can_come_back(fields: Mapping[str, Any]) -> bool:
    """Whether the session is still planned, and the people of a wish are still of the club."""
    if "session" in fields:
        return Session.objects.filter(pk=fields["session"]).exists()
    people = {fields[name] for name in ("first", "second") if name in fields}
    return Player.objects.filter(pk__in=people, erased_at=None).count() == len(people)


def _enter_for_new_games(seasons: list[Season], member: Player) -> None:
    """Keep the member a player where they have played since the merge."""
    for season in seasons:
        own = Q(games__seats__counts_for=member)
        first = Session.objects.filter(own, season=season).in_order().first()
        if first is not None:
            enter_players(season, [member.pk], first.number, by_game=True)


def _recompute(seasons: list[Season]) -> None:
    for season in seasons:
        recount(season)
    ratings_are_due(seasons[0].league_id)
