"""A guest who turned out to be a member: all they did in a league moves, and can move back.

Rows move, for standings, ratings, meetings, exports and most pages read them: each would have to
ask who a guest is by now. A merge knows its games and not their seats, so that it can be undone
after a sheet was corrected: in these games the member stands for the guest, and two people of one
game are never merged.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit import words
from leagues.models import (
    Adjustment,
    Attendance,
    Bye,
    Entrant,
    Game,
    GameVersion,
    League,
    Merge,
    Season,
    Session,
    TeamMember,
    Wish,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.game import GameQuerySet
from leagues.people import guests
from leagues.people.places import let_in
from leagues.standings.rating_store import outdate_ratings, unrated
from leagues.standings.season_lock import hold_players, locked_season
from leagues.standings.store import enter_players, update_all_standings, write_lines

Did = GameVersion.Did


def merge(league: League, guest: Player, member: Player, by: Player, now: datetime) -> Merge:
    """Make what a guest did in a league the member's; who wanted no rating as either has none.

    Raises LeagueError(SAME_PERSON, NOT_A_GUEST, SHARED_GAME where both are in one game,
    SHARED_ROUND where they sit at two tables of one round that is still played, PLAYER_GONE where
    one has left the club, LATE where there is nothing to move any more, and MERGED_ALREADY for a
    guest who came again since: undone and made again, a merge has everything).
    """
    if guest.pk == member.pk:
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    with _locked_seasons(league, Game.objects.naming(guest)) as seasons:
        if not Player.objects.guests().filter(pk=guest.pk).exists():
            raise LeagueError(LeagueErrorCode.NOT_A_GUEST)
        hold_players([guest.pk, member.pk], joining=True)
        games = list(guests.games_with(_games_of(league), guest).order_by("pk"))
        if not games and not has_any(league, guest):
            raise LeagueError(LeagueErrorCode.LATE)
        if league.merges.filter(guest=guest, undone_at=None).exists():
            raise LeagueError(LeagueErrorCode.MERGED_ALREADY)
        refusing = unrated(league)
        merged = Merge.objects.create(
            league=league,
            guest=guest,
            member=member,
            by=by,
            guest_was_rated=guest.pk not in refusing,
            member_was_rated=member.pk not in refusing,
        )
        merged.games.set(games)
        _exchange(games, guest, member, Did.MERGED, by, now)
        move(merged)
        if not refusing.isdisjoint({guest.pk, member.pk}):
            _set_rated(league, member, is_rated=False)
        _recompute(seasons)
        audit.record(league, words.Did.MERGED, by, about=guest, other=member)
        return merged


def undo(merged: Merge, by: Player, now: datetime) -> None:
    """Give back to the guest what was moved; what the member did since then stays theirs.

    Raises LeagueError(NOTHING_TO_UNDO, NOT_THE_LAST where one of the two was merged again since,
    and SHARED_GAME or SHARED_ROUND where the guest is in such a game or round again).
    """
    with _locked_seasons(merged.league, merged.games.all()) as seasons:
        # Anew, under the lock: somebody may have undone it meanwhile.
        found = Merge.objects.select_related("guest", "member", "league").get(pk=merged.pk)
        if found.undone_at:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        _require_last(found)
        games = Game.objects.filter(pk__in=found.games.values("pk"))
        back = list(guests.games_with(games, found.member).order_by("pk"))
        _exchange(back, found.member, found.guest, Did.PARTED, by, now)
        entered = set(found.entrants.values_list("season", flat=True))
        give_back(found)
        _set_rated(found.league, found.guest, is_rated=found.guest_was_rated)
        if found.member_was_rated and not found.guest_was_rated:
            _set_rated(found.league, found.member, is_rated=True)
        _enter_for_new_games([each for each in seasons if each.pk in entered], found.member)
        _recompute(seasons)
        found.undone_by, found.undone_at = by, now
        found.save(update_fields=["undone_by", "undone_at"])
        audit.record(found.league, words.Did.PARTED, by, about=found.guest, other=found.member)


@contextmanager
def _locked_seasons(league: League, moving: GameQuerySet) -> Iterator[list[Season]]:
    """All seasons of a league, locked with the games in which people are exchanged.

    The next versions of the seasons are announced.
    """
    with transaction.atomic(), ExitStack() as locks:
        ids = list(league.seasons.order_by("pk").values_list("pk", flat=True))
        seasons = [locks.enter_context(locked_season(season_id)) for season_id in ids]
        # Drafts, which may name people too, are saved without a season's lock.
        wanted = Q(pk__in=moving.values("pk"))
        wanted |= Q(status__in=[Game.Status.SEATED, Game.Status.SUBMITTED])
        list(locked(_games_of(league).filter(wanted)).only("pk"))
        yield seasons


def _games_of(league: League) -> GameQuerySet:
    return Game.objects.filter(session__season__league=league)


def _exchange(
    games: list[Game], old: Player, new: Player, did: GameVersion.Did, by: Player, now: datetime
) -> None:
    """Put one player in the place of another, who is at none of these games."""
    found = Game.objects.filter(pk__in=[game.pk for game in games])
    if guests.games_with(found, new).exists():
        raise LeagueError(LeagueErrorCode.SHARED_GAME)
    if _sit_at_two_tables(found, new):
        raise LeagueError(LeagueErrorCode.SHARED_ROUND)
    for game in games:
        guests.replace_player(game, old, new)
        write_lines(game, [did], by, now)


def _sit_at_two_tables(games: GameQuerySet, player: Player) -> bool:
    """Whether a player sits elsewhere in a round of these games, and either table has no result."""
    elsewhere = Game.objects.filter(seats__player=player)
    in_play = Game.Status.SEATED
    return (
        elsewhere.filter(round__games__in=games, status=in_play).exists()
        or elsewhere.filter(round__games__in=games.filter(status=in_play)).exists()
    )


def _set_rated(league: League, player: Player, *, is_rated: bool) -> None:
    Entrant.objects.filter(season__league=league, player=player).update(is_rated=is_rated)


def _require_last(merged: Merge) -> None:
    """Rows that a later merge has moved on cannot be told from those of this one."""
    people = (merged.guest_id, merged.member_id)
    later = Merge.objects.filter(league=merged.league_id, undone_at=None, pk__gt=merged.pk)
    if later.filter(Q(guest__in=people) | Q(member__in=people)).exists():
        raise LeagueError(LeagueErrorCode.NOT_THE_LAST)


def _enter_for_new_games(seasons: list[Season], member: Player) -> None:
    """Keep the member a player where they have played since the merge."""
    for season in seasons:
        own = Q(games__seats__counts_for=member)
        first = Session.objects.filter(own, season=season).in_order().first()
        if first is not None:
            enter_players(season, [member.pk], first.number, by_game=True)


def _recompute(seasons: list[Season]) -> None:
    for season in seasons:
        # Where both of them played, one place is free.
        let_in(season)
        update_all_standings(season)
    outdate_ratings(seasons[0].league)


def has_any(league: League, player: Player) -> bool:
    """Whether a league shows anything of somebody beside their games."""
    tables = (
        Adjustment.objects.filter(season__league=league, player=player),
        Attendance.objects.filter(session__season__league=league, player=player),
        Bye.objects.filter(round__session__season__league=league, player=player),
        Entrant.objects.filter(season__league=league, player=player),
        TeamMember.objects.filter(season__league=league, player=player),
        _wishes_of(league, player),
    )
    return any(rows.exists() for rows in tables)


def move(merged: Merge) -> None:
    """Make the rows of the guest the member's."""
    guest, member = merged.guest, merged.member
    points = Adjustment.objects.filter(season__league=merged.league, player=guest)
    merged.adjustments.set(points)
    points.update(player=member)
    # Who sits at a table of a round does not sit out in it; their seats have been moved before.
    byes = Bye.objects.filter(round__session__season__league=merged.league)
    byes = byes.filter(player__in=[guest, member], round__games__seats__player=member)
    Bye.objects.filter(pk__in=list(byes.values_list("pk", flat=True))).update(set_aside_by=merged)
    for rows, moved, place in _placed(merged):
        shown = rows.filter(set_aside_by=None)
        taken = shown.filter(player=member).values(place)
        theirs = shown.filter(player=guest)
        theirs.filter(**{f"{place}__in": taken}).update(set_aside_by=merged)
        moved.set(theirs)
        theirs.update(player=member)
    for entrant in Entrant.every.filter(set_aside_by=merged):
        own = Entrant.objects.get(season=entrant.season_id, player=member)
        entrant.own_joined_from = own.joined_from
        entrant.save(update_fields=["own_joined_from"])
        own.joined_from = min(own.joined_from, entrant.joined_from)
        own.save(update_fields=["joined_from"])
    for wish in _wishes_of(merged.league, guest):
        _move_wish(merged, wish)


def give_back(merged: Merge) -> None:
    """Undo `move`; what the guest was given since makes room for what comes back."""
    guest, member = merged.guest, merged.member
    merged.adjustments.update(player=guest)
    entered_both = Entrant.every.filter(set_aside_by=merged, own_joined_from__isnull=False)
    for entrant in entered_both:
        own = Entrant.objects.filter(season=entrant.season_id, player=member)
        own.update(joined_from=entrant.own_joined_from)
    entered_both.update(own_joined_from=None)
    for rows, moved, place in _placed(merged):
        back = rows.filter(Q(pk__in=moved.values("pk")) | Q(set_aside_by=merged))
        rows.filter(
            player=guest, set_aside_by=None, **{f"{place}__in": back.values(place)}
        ).delete()
        rows.filter(pk__in=moved.values("pk")).update(player=guest)
        rows.filter(set_aside_by=merged).update(set_aside_by=None)
    for wish in merged.wishes.all():
        _exchange_wish(wish, member, guest)
        _bring_back(wish)
    for wish in Wish.every.filter(set_aside_by=merged):
        _bring_back(wish)


def _placed(merged: Merge) -> tuple[tuple[QuerySet[Any], Any, str], ...]:
    """The tables of a league in which a player has one row in each place.

    With what the merge has moved of them, and the name of the place.
    """
    came = Attendance.every.filter(session__season__league=merged.league)
    sat_out = Bye.every.filter(round__session__season__league=merged.league)
    entered = Entrant.every.filter(season__league=merged.league)
    in_teams = TeamMember.every.filter(season__league=merged.league)
    return (
        (came, merged.attendances, "session"),
        (sat_out, merged.byes, "round"),
        (entered, merged.entrants, "season"),
        # A team a season: who has been in one stays there.
        (in_teams, merged.team_members, "season"),
    )


def _wishes_of(league: League, player: Player) -> QuerySet[Wish]:
    return Wish.objects.filter(Q(first=player) | Q(second=player), season__league=league)


def _move_wish(merged: Merge, wish: Wish) -> None:
    people = (wish.first_id, wish.second_id)
    _exchange_wish(wish, merged.guest, merged.member)
    if wish.first_id == wish.second_id or _of_the_same(wish).exists():
        wish.first_id, wish.second_id = people
        wish.set_aside_by = merged
    else:
        merged.wishes.add(wish)
    wish.save()


def _bring_back(wish: Wish) -> None:
    _of_the_same(wish).delete()
    wish.set_aside_by = None
    wish.save()


def _exchange_wish(wish: Wish, old: Player, new: Player) -> None:
    """Put one person in the place of another; the lower id stays first."""
    people = (new.pk if pk == old.pk else pk for pk in (wish.first_id, wish.second_id))
    wish.first_id, wish.second_id = sorted(people)


def _of_the_same(wish: Wish) -> QuerySet[Wish]:
    """Another wish about these two people that is shown."""
    same = Wish.objects.filter(season=wish.season_id, first=wish.first_id, second=wish.second_id)
    return same.exclude(pk=wish.pk)
