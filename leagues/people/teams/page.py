"""Teams and their standings as pages show them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import MISSING
from leagues.models import Game, Season, Session, Team, TeamMember
from leagues.models.rules import tie_break_choices
from leagues.people.find import place_by_name
from leagues.people.teams.computing import needed_at, parts_of_team, standings_of_teams
from leagues.people.teams.scoring import MEMBERS_NEEDED, MemberGames, TeamStanding
from leagues.season_rules import SUMMED, Preset, TieBreak
from leagues.standings.figures import (
    DECIDED_BY,
    FIGURE_NAMES,
    figure_text,
    games_text,
    quotient_text,
    share_sum,
    share_text,
    short_text,
    wins_sum,
)
from leagues.standings.scoring.tally import UNIT, Tally, points_of
from leagues.standings.why import GameRow, game_row

# Of each member so many games are listed, the newest; all of them stand on the member's own page.
LISTED = 40


class TeamRow(NamedTuple):
    """A team's line. place: empty where it has none, and then note says why.

    members: how many are in it as of the session. games: "8/10" where two do not count.
    """

    team: Team
    members: int
    place: str = ""
    is_shared: bool = False
    note: str = ""
    figure: str = MISSING
    decided_by: Promise | None = None
    share: str = MISSING
    wins: str = MISSING
    games: str = "0"


class MemberRow(NamedTuple):
    """Somebody who is or was in the team: when, and what they played for it.

    sum: the worth of the games that count, divided by their number. earlier: how many games there
    are before those of rows.
    """

    player: Player
    time: str
    sum: str
    rows: list[GameRow]
    earlier: int


def board_of_teams(season: Season, session: Session | None) -> dict[str, Any]:
    """The teams as of a session after which there are standings; without one as a list.

    games_needed, sessions_needed: what two members must have played for the team. tie_breaks: what
    tells teams with the same figure apart, "" for nothing; in one table sit several of a team, so
    they have no head to head.
    """
    rules = season.season_rules
    shown = Q(members__until=None, members__set_aside_by=None)
    teams = list(season.teams.annotate(present=Count("members", filter=shown)))
    for team in teams:
        team.season = season
    if session is None:
        rows = [TeamRow(team, team.present) for team in teams]
        return {"figure_name": figure_name(rules.preset), "rows": rows}
    by_id = {team.pk: team for team in teams}
    standings = [each for each in standings_of_teams(season, session) if each.team in by_id]
    holders = Counter(each.standing.place for each in standings)
    needed = needed_at(session)
    told_apart = " ".join(each for each in rules.tie_breaks if each is not TieBreak.HEAD_TO_HEAD)
    return {
        "figure_name": figure_name(rules.preset),
        "rows": [_row(by_id[each.team], each, rules.preset, holders) for each in standings],
        "games_needed": needed.games,
        "sessions_needed": needed.sessions,
        "tie_breaks": dict(tie_break_choices())[told_apart] if told_apart else "",
    }


def place_of_team(team: Team, session: Session | None) -> dict[str, Any]:
    """Where a team stands, and how that comes about.

    row: None before the first standings. arithmetic: of each figure by its name, none
    before the first game.
    """
    if session is None:
        return {"figure_name": figure_name(team.season.season_rules.preset)}
    board = board_of_teams(team.season, session)
    standings = standings_of_teams(team.season, session)
    tallies = {each.team: each.standing.tally for each in standings}
    return {
        "figure_name": board["figure_name"],
        # One that was made a moment ago has neither.
        "row": next((row for row in board["rows"] if row.team == team), None),
        "arithmetic": _arithmetic(tallies.get(team.pk, Tally()), team.season.season_rules.preset),
    }


class Present(NamedTuple):
    """Somebody who is in a team now."""

    pk: int
    name: str


def present_in(team_id: int) -> list[Present]:
    """Who is in a team now, by name."""
    found = map(Present._make, _present(team_id))
    return sorted(found, key=lambda player: place_by_name(player.name, player.pk))


@compiled_once
def _present(team_id: int) -> QuerySet[TeamMember, Any]:
    members = TeamMember.objects.filter(team=team_id, until__isnull=True)
    return members.values_list("player", "player__name")


def members_of(team: Team, session: Session | None) -> list[MemberRow]:
    """Who is in a team, then who was, with their games up to a session."""
    preset = team.season.season_rules.preset
    played = {part.player: part for part in (parts_of_team(team, session) if session else ())}
    ids = {line.game for part in played.values() for line in part.lines[-LISTED:]}
    games = Game.objects.filter(pk__in=ids).select_related("session", "round").in_bulk()
    for game in games.values():
        game.session.season = team.season
    stays: dict[int, list[TeamMember]] = {}
    for member in team.members.select_related("player").order_by("pk"):
        stays.setdefault(member.player_id, []).append(member)
    in_order = sorted(
        stays.items(),
        key=lambda of: (
            all(each.until is not None for each in of[1]),
            place_by_name(of[1][0].player.name, of[0]),
        ),
    )
    nothing = MemberGames(0, (), frozenset())
    return [_member(times, played.get(pk, nothing), games, preset) for pk, times in in_order]


def figure_name(preset: Preset) -> Promise | str:
    """What the figure of a team is called: always of a mean."""
    return _("Points per game") if preset is SUMMED else FIGURE_NAMES[preset]


def _row(team: Team, found: TeamStanding, preset: Preset, holders: Counter[int | None]) -> TeamRow:
    standing = found.standing
    if not standing.tally.games:
        return TeamRow(team, len(found.present))
    return TeamRow(
        team=team,
        members=len(found.present),
        place=str(standing.place or ""),
        is_shared=standing.place is not None and holders[standing.place] > 1,
        note=_note(found),
        figure=_figure(standing.figure, preset),
        decided_by=DECIDED_BY.get(standing.decided_by) if standing.decided_by else None,
        share=share_text(standing.share),
        wins=short_text(standing.tally.win / UNIT),
        games=games_text(standing.tally.games, standing.tally.counted),
    )


def _note(found: TeamStanding) -> str:
    """Why a team has no place."""
    if found.standing.place is not None:
        return ""
    if len(found.present) < MEMBERS_NEEDED:
        return _("Fewer than two members")
    missing = MEMBERS_NEEDED - found.ready
    return ngettext(
        "%(count)d member more must have enough games",
        "%(count)d members must have enough games",
        missing,
    ) % {"count": missing}


def _figure(value: Fraction, preset: Preset) -> str:
    return figure_text(value, Preset.WEIGHTS if preset is SUMMED else preset)


# --- One team --------------------------------------------------------------------------


def _member(
    times: Sequence[TeamMember], part: MemberGames, games: Mapping[int, Game], preset: Preset
) -> MemberRow:
    listed = part.lines[-LISTED:]
    return MemberRow(
        player=times[0].player,
        time=", ".join(map(_time, times)),
        sum=_mean(part.tally, preset),
        rows=[
            game_row(line, games[line.game], preset, counts=line not in part.dropped)
            for line in listed
        ],
        earlier=len(part.lines) - len(listed),
    )


def _time(member: TeamMember) -> str:
    """From which session until which somebody is in a team."""
    about = {"since": member.since, "until": member.until}
    if member.until is None:
        if not member.since:
            return _("from the beginning")
        return _("from session %(since)d on") % about
    if not member.since:
        return _("before session %(until)d") % about
    return _("from session %(since)d on, before session %(until)d") % about


def _mean(tally: Tally, preset: Preset) -> str:
    """How the mean of the games that count comes about; empty without any."""
    if not tally.counted:
        return ""
    total = points_of(tally.value, preset)
    return quotient_text(total, tally.counted, _figure(total / tally.counted, preset))


def _arithmetic(tally: Tally, preset: Preset) -> list[tuple[Promise | str, str]]:
    if not tally.counted:
        return []
    return [
        (figure_name(preset), _mean(tally, preset)),
        (_("Share of heads"), share_sum(tally)),
        (_("Wins per game"), wins_sum(tally)),
    ]
