"""Make teams, and change who plays in them; a change counts from the session that is not over."""

from collections.abc import Collection

from django.db import IntegrityError, transaction

from accounts.models import Player
from games.plain_text import plain
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import GameSeat, Season, Team, TeamMember
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.places import next_session
from leagues.people.teams.computing import place_of
from leagues.standings import counted_games
from leagues.standings.counted_games import Order
from leagues.standings.season_lock import locked_unfinished_season


def make_team(season_id: int, name: str, players: Collection[Player], by: Player) -> Team:
    """A team of these players, who must be players of the season.

    Raises LeagueError(SEASON_NOT_OPEN, TEAM_NAME_TAKEN, TEAM_FULL, NOT_PRESENT, IN_A_TEAM).
    """
    with locked_unfinished_season(season_id) as season:
        _check_free(season, name)
        team = Team.objects.create(season=season, name=name)
        audit.record(season.league, Did.MADE_TEAM, by, season=season, after={"name": name})
        for player in players:
            _join(season, team, player, by)
        return team


def rename_team(team: Team, name: str, by: Player) -> None:
    """Another name. Raises LeagueError(SEASON_NOT_OPEN, TEAM_NAME_TAKEN, LATE)."""
    with locked_unfinished_season(team.season_id) as season:
        found = Team.objects.get(pk=team.pk)
        _check_free(season, name, found)
        audit.record(
            season.league,
            Did.RENAMED_TEAM,
            by,
            season=season,
            before={"name": found.name},
            after={"name": name},
        )
        found.name = name
        found.save(update_fields=["name"])


def delete_team(team: Team, by: Player) -> None:
    """Delete a team for which nobody has played.

    Raises LeagueError(SEASON_NOT_OPEN, TEAM_HAS_GAMES, LATE).
    """
    with locked_unfinished_season(team.season_id) as season:
        found = Team.objects.get(pk=team.pk)
        order = counted_games.order_of(season)
        for member in TeamMember.every.filter(team=found):
            first = place_of(member.since, order)
            last = len(order.ids) if member.until is None else place_of(member.until, order) - 1
            played = GameSeat.objects.filter(
                game__session__in=order.ids[first - 1 : last], counts_for=member.player_id
            )
            if played.exists():
                raise LeagueError(LeagueErrorCode.TEAM_HAS_GAMES)
        audit.record(
            season.league, Did.DELETED_TEAM, by, season=season, before={"name": found.name}
        )
        found.delete()


def join(team: Team, player: Player, by: Player) -> None:
    """Add somebody, from the session on that is not over; who is in the team already stays.

    Raises LeagueError(SEASON_NOT_OPEN, TEAM_FULL, NOT_PRESENT, LATE, and IN_A_TEAM where it is
    another one).
    """
    with locked_unfinished_season(team.season_id) as season:
        _join(season, Team.objects.get(pk=team.pk), player, by)


def leave(team: Team, player: Player, by: Player) -> None:
    """Take somebody out, from the session on that is not over; what they played before stays.

    Nothing happens to who is not in the team any more. Raises LeagueError(SEASON_NOT_OPEN, LATE).
    """
    with locked_unfinished_season(team.season_id) as season:
        found = Team.objects.get(pk=team.pk)
        member = found.members.filter(player=player, until=None, set_aside_by=None).first()
        if member is None:
            return
        order = counted_games.order_of(season)
        coming = _coming(season, order)
        if place_of(coming, order) <= place_of(member.since, order):
            member.delete()
        else:
            member.until = coming
            member.save(update_fields=["until"])
        _record(season, Did.LEFT_TEAM, found, player, coming, by)


def copy_teams(season: Season, copy: Season) -> None:
    """Make the present teams again in a copy of a season, of those who are players of the copy."""
    here = copy.entrants.values("player")
    for team in season.teams.all():
        staying = TeamMember.objects.filter(team=team, until=None, player__in=here)
        if not staying.exists():
            continue
        made, _is_new = copy.teams.get_or_create(
            name__iexact=team.name, defaults={"name": team.name}
        )
        TeamMember.objects.bulk_create(
            [
                TeamMember(team=made, season=copy, player_id=player)
                for player in staying.values_list("player", flat=True)
            ],
            # What was copied before stays: a form may be sent twice.
            ignore_conflicts=True,
        )


def _check_free(season: Season, name: str, own: Team | None = None) -> None:
    others = season.teams.exclude(pk=own.pk if own else 0).values_list("name", flat=True)
    if plain(name) in map(plain, others):
        raise LeagueError(LeagueErrorCode.TEAM_NAME_TAKEN)


def _join(season: Season, team: Team, player: Player, by: Player) -> None:
    present = TeamMember.objects.filter(season=season, until=None)
    own = present.filter(player=player).first()
    if own is not None and own.team_id == team.pk:
        return
    if own is not None:
        raise LeagueError(LeagueErrorCode.IN_A_TEAM)
    if not season.entrants.filter(player=player, player__erased_at=None).exists():
        raise LeagueError(LeagueErrorCode.NOT_PRESENT)
    if present.filter(team=team).count() >= Team.MOST:
        raise LeagueError(LeagueErrorCode.TEAM_FULL)
    coming = _coming(season, counted_games.order_of(season))
    # Who left by mistake comes back as if they had never left.
    left = TeamMember.objects.filter(team=team, player=player, until=coming)
    try:
        with transaction.atomic():
            if not left.update(until=None):
                TeamMember.objects.create(season=season, team=team, player=player, since=coming)
    except IntegrityError as error:
        raise LeagueError(LeagueErrorCode.IN_A_TEAM) from error
    _record(season, Did.JOINED_TEAM, team, player, coming, by)


def _coming(season: Season, order: Order) -> int:
    """Number of the first session that is not over, or of the one that would follow the last.

    0 where that is the first of the season.
    """
    number = next_session(season)
    return 0 if place_of(number, order) == 1 else number


def _record(season: Season, did: Did, team: Team, player: Player, coming: int, by: Player) -> None:
    audit.record(
        season.league,
        did,
        by,
        season=season,
        about=player,
        place=str(coming or ""),
        after={"name": team.name},
    )
