"""Teams and their standings as pages show them."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.names import MISSING
from leagues.models import Game, Season, Session, Team, TeamMember
from leagues.models.rules import tie_break_choices
from leagues.people.teams.computing import needed_at, parts_of_team, standings_of_teams
from leagues.people.teams.scoring import MEMBERS_NEEDED, MemberGames, TeamStanding
from leagues.season_rules import FEWEST_BEST, SUMMED, Preset, TieBreak
from leagues.standings.board import finish
from leagues.standings.figures import DECIDED_BY, FIGURE_NAMES, figure_text, share_text, short_text
from leagues.standings.scoring.tally import UNIT, Tally, TallyLine
from leagues.standings.why import GameRow

# Of each member so many games are listed, the newest; all of them stand on the member's own page.
LISTED = 40


class TeamRow(NamedTuple):
    """A team's line. place: empty where it has none, and then note says why.

    members: how many are in it as of the session. games: "8/10" where two do not count.
    """

    team: Team
    place: str
    is_shared: bool
    note: str
    members: int
    figure: str
    decided_by: Promise | None
    share: str
    wins: str
    games: str


class TeamBoard(NamedTuple):
    """The teams of a season, with their standings as of a session if there are any.

    games_needed, sessions_needed: what two members must have played for the team. tie_breaks: what
    tells teams with the same figure apart, "" for nothing; in one table sit several of a team, so
    they have no head to head.
    """

    figure_name: Promise | str
    rows: list[TeamRow]
    games_needed: int
    sessions_needed: int
    tie_breaks: str = ""


class MemberRow(NamedTuple):
    """Somebody who is or was in the team: when, and what they played for it.

    may_leave: they are in it now. sum: the worth of the games that count, divided by their number.
    earlier: how many games there are before those of rows.
    """

    player: Player
    time: str
    may_leave: bool
    games: str
    sum: str
    rows: list[GameRow]
    earlier: int


class TeamPage(NamedTuple):
    """How the figure of a team comes about. row: None before the first standings."""

    row: TeamRow | None
    figure_name: Promise | str
    sum: str
    share_sum: str
    wins_sum: str


def board_of_teams(season: Season, session: Session | None) -> TeamBoard:
    """The teams as of a session after which there are standings; without one as a list."""
    preset = season.season_rules.preset
    shown = Q(members__until=None, members__set_aside_by=None)
    teams = list(season.teams.annotate(present=Count("members", filter=shown)))
    for team in teams:
        team.season = season
    if session is None:
        rows = [_unplayed(team, team.present) for team in teams]
        return TeamBoard(figure_name(preset), rows, 0, 0)
    needed = needed_at(session)
    by_id = {team.pk: team for team in teams}
    standings = [each for each in standings_of_teams(season, session) if each.team in by_id]
    holders = Counter(each.standing.place for each in standings)
    rows = [_row(by_id[each.team], each, preset, holders) for each in standings]
    asked = season.season_rules.tie_breaks
    told_apart = " ".join(each for each in asked if each is not TieBreak.HEAD_TO_HEAD)
    words = str(dict(tie_break_choices())[told_apart]) if told_apart else ""
    return TeamBoard(figure_name(preset), rows, needed.games, needed.sessions, words)


def team_page(team: Team, session: Session | None) -> TeamPage:
    """A team without the games of its members."""
    season = team.season
    preset = season.season_rules.preset
    board = board_of_teams(season, session)
    row = next((each for each in board.rows if each.team == team), None)
    standings = standings_of_teams(season, session) if session else ()
    standing = next((each.standing for each in standings if each.team == team.pk), None)
    tally = standing.tally if standing else Tally()
    return TeamPage(
        row=row if session else None,
        figure_name=board.figure_name,
        sum=_mean(tally, preset),
        share_sum=_share(tally),
        wins_sum=_wins(tally),
    )


def present_in(team: Team) -> list[Player]:
    """Who is in a team now, by name."""
    found = [row.player for row in team.members.filter(until=None).select_related("player")]
    return sorted(found, key=lambda player: player.name.casefold())


def members_of(team: Team, session: Session | None) -> list[MemberRow]:
    """Who is or was in a team, with their games up to a session."""
    members = list(team.members.select_related("player").order_by("pk"))
    parts = parts_of_team(team, session) if session else []
    games = _games(team.season, parts)
    played = {part.player: part for part in parts}
    return _members(members, played, games, team.season.season_rules.preset)


def figure_name(preset: Preset) -> Promise | str:
    """What the figure of a team is called: always of a mean."""
    return _("Points per game") if preset is SUMMED else FIGURE_NAMES[preset]


def _unplayed(team: Team, members: int) -> TeamRow:
    return TeamRow(
        team=team,
        place="",
        is_shared=False,
        note="",
        members=members,
        figure=MISSING,
        decided_by=None,
        share=MISSING,
        wins=MISSING,
        games="0",
    )


def _row(team: Team, found: TeamStanding, preset: Preset, holders: Counter[int | None]) -> TeamRow:
    standing = found.standing
    if not standing.games:
        return _unplayed(team, len(found.present))
    return TeamRow(
        team=team,
        place=str(standing.place or ""),
        is_shared=standing.place is not None and holders[standing.place] > 1,
        note=_note(found),
        members=len(found.present),
        figure=_figure(standing.figure, preset),
        decided_by=DECIDED_BY.get(standing.decided_by) if standing.decided_by else None,
        share=share_text(standing.share),
        wins=short_text(standing.wins),
        games=_count(standing.tally),
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


def _count(tally: Tally) -> str:
    if tally.counted == tally.games:
        return str(tally.games)
    return f"{tally.counted}/{tally.games}"


# --- One team --------------------------------------------------------------------------


def _members(
    members: Sequence[TeamMember],
    played: dict[int, MemberGames],
    games: dict[int, Game],
    preset: Preset,
) -> list[MemberRow]:
    rows = []
    by_player: dict[int, list[TeamMember]] = {}
    for member in members:
        by_player.setdefault(member.player_id, []).append(member)
    for player, times in by_player.items():
        part = played.get(player)
        tally = part.tally if part else Tally()
        lines = _listed(part)
        rows.append(
            MemberRow(
                player=times[0].player,
                time=", ".join(_time(each) for each in times),
                may_leave=any(each.until is None for each in times),
                games=_count(tally),
                sum=_mean(tally, preset),
                rows=[
                    _game_row(line, games[line.game], preset, counts=line not in part.dropped)
                    for line in lines
                ]
                if part
                else [],
                earlier=len(part.lines) - len(lines) if part else 0,
            )
        )
    return sorted(rows, key=lambda row: (not row.may_leave, row.player.name.casefold()))


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


def _games(season: Season, parts: Sequence[MemberGames]) -> dict[int, Game]:
    ids = {line.game for part in parts for line in _listed(part)}
    found = Game.objects.filter(pk__in=ids).select_related("session", "round")
    for game in found:
        game.session.season = season
    return {game.pk: game for game in found}


def _listed(part: MemberGames | None) -> Sequence[TallyLine]:
    return part.lines[-LISTED:] if part else ()


def _game_row(line: TallyLine, game: Game, preset: Preset, *, counts: bool) -> GameRow:
    return GameRow(
        game=game,
        finish=finish(line.place, line.size),
        worth=short_text(_points(line.value, preset)),
        heads=line.heads,
        expected_heads=short_text(Fraction(line.expected_heads, UNIT)),
        win=short_text(Fraction(line.win, UNIT)) if line.win else "",
        counts=counts,
    )


def _points(value: int, preset: Preset) -> Fraction:
    return Fraction(-value if preset is FEWEST_BEST else value, UNIT)


def _mean(tally: Tally, preset: Preset) -> str:
    """The games that count, added up and divided: "812.5 ÷ 12 = 67.71"; empty without any."""
    if not tally.counted:
        return ""
    total = _points(tally.value, preset)
    mean = _figure(total / tally.counted, preset)
    return f"{short_text(total)} ÷ {tally.counted} = {mean}"


def _share(tally: Tally) -> str:
    if not tally.expected_heads:
        return ""
    expected = Fraction(tally.expected_heads, UNIT)
    share = share_text(tally.counted_heads / expected)
    return f"{tally.counted_heads} ÷ {short_text(expected)} = {share}"


def _wins(tally: Tally) -> str:
    if not tally.counted:
        return ""
    wins = Fraction(tally.win, UNIT)
    return f"{short_text(wins)} ÷ {tally.counted} = {share_text(wins / tally.counted)}"
