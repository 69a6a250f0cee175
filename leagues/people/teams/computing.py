"""The standings of teams as of a session, from confirmed results; kept until standings change."""

from django.db.models import QuerySet

from games.bounded_cache import BoundedCache
from leagues.models import Season, Session, Team, TeamMember
from leagues.people.teams.scoring import (
    MemberGames,
    Needed,
    Stay,
    TeamStanding,
    parts_by_team,
    team_standings,
)
from leagues.standings import counted_games
from leagues.standings.counted_games import Order

kept = BoundedCache[tuple[TeamStanding, ...]](60)


def standings_of_teams(season: Season, session: Session) -> tuple[TeamStanding, ...]:
    """The standings of a season's teams as of a session after which there are standings."""
    key = (season.pk, season.standings_version, session.pk)
    return kept.get_or_make(key, lambda: _computed(season, session))


def _computed(season: Season, session: Session) -> tuple[TeamStanding, ...]:
    order = counted_games.order_of(season)
    stays = stays_of(TeamMember.objects.filter(season=season), order)
    teams = Team.objects.filter(season=season).values_list("pk", flat=True)
    results = counted_games.results_among(season, order, {stay.player for stay in stays})
    return team_standings(
        results,
        season.season_rules,
        teams,
        stays,
        order.by_id[session.pk],
        needed_at(session),
    )


def parts_of_team(team: Team, session: Session) -> list[MemberGames]:
    """What everybody has played for one team up to a session."""
    season = session.season
    order = counted_games.order_of(season)
    own = TeamMember.objects.filter(team=team).values("player")
    stays = stays_of(TeamMember.objects.filter(season=season, player__in=own), order)
    results = counted_games.results_among(season, order, {stay.player for stay in stays})
    found = parts_by_team(results, season.season_rules, stays, order.by_id[session.pk])
    return found.get(team.pk, [])


def needed_at(session: Session) -> Needed:
    """What a member must have played for the team to be one of the two that a place needs."""
    return Needed(max(1, session.games_needed), session.season.season_rules.min_sessions)


def stays_of(members: QuerySet[TeamMember], order: Order) -> list[Stay]:
    """Times in teams, by places of sessions."""
    rows = members.values_list("team", "player", "since", "until")
    return [
        Stay(
            team,
            player,
            place_of(since, order),
            None if until is None else place_of(until, order),
        )
        for team, player, since, until in rows
    ]


def place_of(number: int, order: Order) -> int:
    """The place of the session with this number, or of the next higher one that there is.

    0 stands for the beginning of the season; a session that is not planned yet comes last.
    """
    if number == 0:
        return 1
    later = [each for each in order.numbers if each >= number]
    return order.numbers.index(min(later)) + 1 if later else len(order.ids) + 1
