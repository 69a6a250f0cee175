"""The standings of a season and of its teams as of a session, as rows of plain values."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.compiled_once import compiled_once
from leagues.models import Season, Session, Standing, Team, TeamMember
from leagues.people.teams.computing import standings_of_teams
from leagues.people.teams.scoring import TeamStanding
from leagues.standings.plain_values import moment, number
from leagues.standings.scoring.tally import UNIT

FORMAT = "sixieme-standings"
VERSION = 1
FIELDS = (
    "place",
    "player_id",
    "player",
    "kind",
    "figure",
    "adjustment",
    "games",
    "games_counted",
    "share",
    "wins",
    "heads",
    "rounds",
    "change",
    "decided_by",
    "games_missing",
    "sessions",
    "sessions_missing",
    "byes",
    "no_shows",
)
_READ = tuple(field for field in FIELDS if not field.endswith("_missing"))
_COLUMNS = [
    {"player": "player__name", "games_counted": "counted"}.get(name, name) for name in _READ
]
# What nobody has before their first game: 0 and 1 would read as results.
PLAYED_FIELDS = ("figure", "share")


def standings_rows(session: Session | None) -> list[list[Any]]:
    """A row of FIELDS for each player, in the order of the standings; none before anything counts.

    None is what a player does not have. One statement.
    """
    if session is None:
        return []
    rules = session.season.season_rules
    return [
        _row(dict(zip(_READ, values, strict=True)), session.games_needed, rules.min_sessions)
        for values in _rows(session.pk)
    ]


@compiled_once
def _rows(session_id: int) -> QuerySet[Standing, Any]:
    rows = Standing.objects.filter(session=session_id).order_by("order")
    return rows.values_list(*_COLUMNS)


def _row(values: dict[str, Any], games_needed: int, sessions_needed: int) -> list[Any]:
    is_unclassed = values["kind"] == Standing.Kind.UNCLASSED
    missing = {"games": games_needed - values["games"], "sessions": 0}
    missing["sessions"] = sessions_needed - (values["sessions"] or 0)
    for what, count in missing.items():
        values[f"{what}_missing"] = max(0, count) if is_unclassed else 0
    if not values["games"]:
        values |= dict.fromkeys(PLAYED_FIELDS)
    in_order = (values[field] for field in FIELDS)
    return [number(value) if isinstance(value, float) else value for value in in_order]


def standings_data(request: HttpRequest, season: Season, session: Session | None) -> dict[str, Any]:
    """The standings as a JSON object."""
    return {
        **season_data(request, season, FORMAT),
        "session": session_data(session) if session else None,
        "standings": [dict(zip(FIELDS, row, strict=True)) for row in standings_rows(session)],
    }


def season_data(request: HttpRequest, season: Season, kind: str) -> dict[str, Any]:
    """What every JSON export begins with: its format, the league and the season."""
    league = season.league
    return {
        "format": kind,
        "version": VERSION,
        "league": {
            "name": league.name,
            "url": request.build_absolute_uri(league.get_absolute_url()),
        },
        "season": season_fields(request, season),
    }


def season_fields(request: HttpRequest, season: Season) -> dict[str, Any]:
    """A season, as every JSON export names it."""
    return {
        "number": season.number,
        "name": season.name,
        "status": season.status,
        "url": request.build_absolute_uri(season.get_absolute_url()),
        "rules": season.season_rules.to_json(),
    }


def session_data(session: Session) -> dict[str, Any]:
    """A session, as every JSON export names it."""
    return {
        "number": session.number,
        "name": session.name,
        "starts_at": moment(session.starts_at),
    }


TEAM_FORMAT = "sixieme-teams"
TEAM_FIELDS = (
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
    """A row of TEAM_FIELDS for each team, in their order; none before anything counts."""
    if session is None:
        return []
    names = dict(Team.objects.filter(season=season).values_list("pk", "name"))
    found = standings_of_teams(season, session)
    return [_team_row(each, names[each.team]) for each in found if each.team in names]


def _team_row(found: TeamStanding, name: str) -> list[Any]:
    standing, tally = found.standing, found.standing.tally
    has_played = tally.games > 0
    return [
        standing.place,
        found.team,
        name,
        standing.kind.value,
        number(standing.figure) if has_played else None,
        len(found.present),
        tally.games,
        tally.counted,
        number(standing.share) if has_played else None,
        number(tally.win / UNIT),
        tally.heads,
        tally.rounds,
        standing.decided_by.value if standing.decided_by else "",
    ]


def team_data(request: HttpRequest, season: Season, session: Session | None) -> dict[str, Any]:
    """The standings of teams as a JSON object, with who was in which team from when until when."""
    columns = ("team_id", "player_id", "player__name", "since", "until")
    names = ("team_id", "player_id", "player", "since_session", "until_session")
    members = TeamMember.objects.filter(season=season).order_by("team_id", "pk")
    return {
        **season_data(request, season, TEAM_FORMAT),
        "session": session_data(session) if session else None,
        "teams": [dict(zip(TEAM_FIELDS, row, strict=True)) for row in team_rows(season, session)],
        "members": [dict(zip(names, row, strict=True)) for row in members.values_list(*columns)],
    }
