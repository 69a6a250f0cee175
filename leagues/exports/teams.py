"""The standings of teams as of a session, as rows of plain values."""

from typing import Any

from django.http import HttpRequest

from leagues.exports.standings import DECIMALS, season_data, session_data
from leagues.models import Season, Session, Team, TeamMember
from leagues.teams.computing import standings_of_teams
from leagues.teams.scoring import TeamStanding

FORMAT = "sixieme-teams"
VERSION = 1
FIELDS = (
    "place",
    "team_id",
    "team",
    "kind",
    "figure",
    "members",
    "games",
    "games_counted",
    "share",
    "wins",
    "heads",
    "rounds",
    "decided_by",
)


def team_rows(season: Season, session: Session | None) -> list[list[Any]]:
    """A row of FIELDS for each team, in the order of the standings; none before anything counts."""
    if session is None:
        return []
    names = dict(Team.objects.filter(season=season).values_list("pk", "name"))
    found = standings_of_teams(season, session)
    return [_row(each, names[each.team]) for each in found if each.team in names]


def _row(found: TeamStanding, name: str) -> list[Any]:
    standing = found.standing
    has_played = standing.games > 0
    return [
        standing.place,
        found.team,
        name,
        standing.kind.value,
        round(float(standing.figure), DECIMALS) if has_played else None,
        len(found.present),
        standing.games,
        standing.counted,
        round(float(standing.share), DECIMALS) if has_played else None,
        round(float(standing.wins), DECIMALS),
        standing.heads,
        standing.rounds,
        standing.decided_by.value if standing.decided_by else "",
    ]


def team_data(request: HttpRequest, season: Season, session: Session | None) -> dict[str, Any]:
    """The same as a JSON object, with who was in which team from which session until which."""
    columns = ("team_id", "player_id", "player__name", "since", "until")
    names = ("team_id", "player_id", "player", "since_session", "until_session")
    members = TeamMember.objects.filter(season=season).order_by("team_id", "pk")
    return {
        "format": FORMAT,
        "version": VERSION,
        **season_data(request, season),
        "session": session_data(session) if session else None,
        "teams": [dict(zip(FIELDS, row, strict=True)) for row in team_rows(season, session)],
        "members": [dict(zip(names, row, strict=True)) for row in members.values_list(*columns)],
    }
