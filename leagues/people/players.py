"""The players of a season: who joins, who leaves, whose strength is rated."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.compiled_once import compiled_once
from accounts.models import Player
from leagues.models import Adjustment, Attendance, Entrant, GameSeat, Season, Standing, TeamMember
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import guests
from leagues.people.find import in_order_of_names
from leagues.people.guests import forget, hold_guests, make_guest, make_guests
from leagues.people.places import give_up_places, let_in, next_session, replies_to_come
from leagues.standings.counted_games import withdrawn_players
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.season_lock import hold_players, locked_season, locked_unfinished_season
from leagues.standings.store import (
    ensure_up_to_date,
    enter_players,
    preview_withdrawal,
    update_standings,
)


def add_player(season_id: int, player: Player) -> None:
    """Somebody of the club plays from the next session on.

    Raises LeagueError(SEASON_NOT_OPEN, ALREADY_THERE, PLAYER_GONE).
    """
    with locked_unfinished_season(season_id) as season:
        hold_players([player.pk], joining=True)
        if season.entrants.filter(player=player).exists():
            raise LeagueError(LeagueErrorCode.ALREADY_THERE)
        _enter(season, [player.pk])


def add_guest(season_id: int, name: str) -> Player:
    """Somebody without a login plays from the next session on.

    Raises LeagueError(SEASON_NOT_OPEN, NAME_TAKEN).
    """
    with locked_unfinished_season(season_id) as season:
        guest = make_guest(season, name)
        _enter(season, [guest.pk])
    return guest


def add_several(season_id: int, player_ids: Collection[int], guests: Collection[str]) -> int:
    """These people and new guests play from the next session on; how many were not listed before.

    Raises LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, PLAYER_GONE).
    """
    with locked_unfinished_season(season_id) as season:
        hold_players(player_ids, joining=True)
        made = make_guests(season, {name: name for name in guests})
        before = season.entrants.count()
        _enter(season, [*player_ids, *made.values()])
        return season.entrants.count() - before


def withdraw(season_id: int, player: Player, now: datetime) -> None:
    """Somebody leaves a season. Raises LeagueError(SEASON_NOT_OPEN, NOT_PRESENT)."""
    with locked_unfinished_season(season_id) as season:
        leave(season, player, now)


def leave(season: Season, player: Player, now: datetime) -> None:
    """Somebody has no place in a season any more; their games and past places stay.

    They are not expected at its sessions to come any more, nor on its waiting list. Who never came
    is taken off the list, unless that would forget that they want no rating. Who has withdrawn
    already stays so since then. Under the season's lock only. Raises LeagueError(NOT_PRESENT).
    """
    entrant = _entrant(season, player)
    if player.pk in withdrawn_players(season):
        return
    give_up_places(replies_to_come(season, player))
    season.sign_ups.filter(player=player).delete()
    if has_come(season, player):
        entrant.withdrawn_at = now
        entrant.save(update_fields=["withdrawn_at"])
        let_in(season)
    else:
        _strike_off(season, entrant)
    update_standings(season)


def come_back(season_id: int, player: Player) -> None:
    """Who had withdrawn plays on, as if they had never left.

    Raises LeagueError(SEASON_NOT_OPEN, NOT_PRESENT).
    """
    with locked_unfinished_season(season_id) as season:
        entrant = _entrant(season, player)
        entrant.withdrawn_at = None
        entrant.save(update_fields=["withdrawn_at"])
        update_standings(season)


def set_rated(season_id: int, player: Player, by: Player, *, is_rated: bool) -> None:
    """Whether a player's strength is rated, from the games of all seasons: a league has one rating.

    Others may refuse it for a player, but only for a guest take the refusal back. Raises
    LeagueError(NOT_PRESENT, OWN_CHOICE).
    """
    with locked_season(season_id) as season:
        entrant = _entrant(season, player)
        is_refused = is_rated and not entrant.is_rated
        if is_refused and by.pk != player.pk and not player.is_guest:
            raise LeagueError(LeagueErrorCode.OWN_CHOICE)
        entries = Entrant.objects.filter(season__league=season.league, player=player)
        entries.update(is_rated=is_rated)
        outdate_ratings(season.league)


def take_off(season: Season, player: Player) -> bool:
    """Take somebody off a season's list unless something is noted about them; whether it was done.

    Under the season's lock only.
    """
    if has_come(season, player) or guests.is_on_open_sheet(season, player):
        return False
    for entrant in season.entrants.filter(player=player):
        _strike_off(season, entrant)
        # They may have been listed before the session in which they are taken off.
        update_standings(season, entrant.joined_from)
    return True


def let_go(season: Season, player_ids: Collection[int]) -> None:
    """A game names these people no longer: who joined by it alone is off the list.

    Guests whom nothing names are forgotten. Under the season's lock, and the last that is done.
    """
    guests = hold_guests(season.league, player_ids)
    joined = Entrant.objects.filter(joined_by_game=True, season=season, player__in=player_ids)
    for entrant in joined.select_related("player"):
        take_off(season, entrant.player)
    forget(guests)


def _enter(season: Season, player_ids: Collection[int]) -> None:
    since = next_session(season)
    enter_players(season, player_ids, since)
    update_standings(season, since)


def _strike_off(season: Season, entrant: Entrant) -> None:
    """Take somebody off the list who never came; they leave their team, and free a place."""
    TeamMember.objects.filter(season=entrant.season_id, player=entrant.player_id).delete()
    entrant.delete()
    let_in(season)


def _entrant(season: Season, player: Player) -> Entrant:
    entrant = season.entrants.filter(player=player).first()
    if entrant is None:
        raise LeagueError(LeagueErrorCode.NOT_PRESENT)
    return entrant


def has_come(season: Season, player: Player) -> bool:
    """Whether the season has more of somebody than their name; one statement."""
    return Season.objects.filter(_has_more_of(season.pk, player.pk), pk=season.pk).exists()


@compiled_once
def _about(season_id: int, player_id: int) -> QuerySet[Season, tuple[bool, int]]:
    """Whether a player has more than a place in a season; and to how many sessions they come."""
    expected = replies_to_come(season_id, player_id).filter(comes=True).order_by().values("player")
    about = Season.objects.annotate(
        has_come=Case(When(_has_more_of(season_id, player_id), then=True), default=False),
        expected_at=Coalesce(Subquery(expected.annotate(all=Count("pk")).values("all")), 0),
    )
    return about.filter(pk=season_id).values_list("has_come", "expected_at")


def _has_more_of(season_id: int, player_id: int) -> Q:
    seats = GameSeat.objects.filter(
        Q(player=player_id) | Q(counts_for=player_id), game__session__season=season_id
    )
    came = Attendance.objects.filter(session__season=season_id, player=player_id)
    adjusted = Adjustment.objects.filter(season=season_id, player=player_id)
    refused = Entrant.objects.filter(season=season_id, player=player_id, is_rated=False)
    return Q(Exists(seats)) | Q(Exists(came)) | Q(Exists(adjusted)) | Q(Exists(refused))


class EntrantLine(NamedTuple):
    """A player in the list of a season.

    has_place: one that a page explains. since: the session from which on they are listed.
    withdrawn_on: a day in words, empty for who plays. is_unrated: they want no rating.
    """

    pk: int
    name: str
    user_id: int | None
    is_erased: bool
    has_place: bool
    since: int
    withdrawn_on: str
    is_rated: bool
    is_unrated: bool
    may_be_changed: bool

    @property
    def is_guest(self) -> bool:
        return self.user_id is None and not self.is_erased


def entrant_lines(season: Season) -> tuple[EntrantLine, ...]:
    """The players of a season by name; at most five statements, and no row for each."""
    placed = {*_placed(season.pk)}
    is_unfinished, has_ratings = season.is_unfinished, season.league.is_rated
    rows = _entrants(season.pk)
    gone = withdrawn_players(season) if any(row[5] for row in rows) else set()
    return in_order_of_names(
        EntrantLine(
            pk,
            name,
            user,
            erased_at is not None,
            pk in placed,
            since,
            date_format(localtime(withdrawn_at), "SHORT_DATE_FORMAT")
            if pk in gone and withdrawn_at
            else "",
            is_rated,
            has_ratings and not is_rated,
            is_unfinished or has_ratings or user is None,
        )
        for pk, name, user, erased_at, since, withdrawn_at, is_rated in rows
    )


@compiled_once
def _placed(season_id: int) -> QuerySet[Standing, int]:
    rows = Standing.objects.newest_in(season_id).order_by()
    return rows.values_list("player", flat=True)


@compiled_once
def _entrants(season_id: int) -> QuerySet[Entrant, Any]:
    rows = Entrant.objects.filter(season=season_id).order_by()
    return rows.values_list(
        "player", "player__name", "player__user", "player__erased_at",
        "joined_from", "withdrawn_at", "is_rated",
    )  # fmt: skip


def present_withdrawal(season: Season, player: Player) -> dict[str, Any]:
    """What would change now.

    has_come: False where the player is only taken off the list. moves: in the order of the present
    places, who withdraws among them. expected_at: how many sessions they said they come to.
    """
    ensure_up_to_date(season)
    ((has_come, expected_at),) = _about(season.pk, player.pk)
    return {
        "has_come": has_come,
        "moves": preview_withdrawal(season, player.pk),
        "expected_at": expected_at,
    }
