"""Why a place is what it is: the games, the arithmetic, the neighbours."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import Player
from accounts.names import MISSING, isolated
from leagues.models import Adjustment, Bye, Game, GameSeat, Season, Session, Standing
from leagues.season_rules import SUMMED, ByeWorth, Preset, SeasonRules
from leagues.standings import counted_games
from leagues.standings.board import Finish, finish, kind_text, missing_text, move_of
from leagues.standings.figures import (
    AHEAD,
    BEHIND,
    FIGURE_NAMES,
    MINUS,
    figure_text,
    quotient_text,
    share_sum,
    share_text,
    short_text,
    signed_text,
    wins_sum,
)
from leagues.standings.meetings import TiedGroup, present_meetings, tied_group
from leagues.standings.scoring.reasons import Account, account_of
from leagues.standings.scoring.table import Criterion, PointAdjustment
from leagues.standings.scoring.tally import UNIT, Absence, TallyLine, points_of

AbsentRound = tuple[Absence, Bye]


class GameRow(NamedTuple):
    """A game of somebody in words: where it is, what it is called, and who else was there.

    counts: False where it is dropped. expected_heads: of an average player at the table.
    """

    url: str
    name: str
    notes: str
    counts: bool
    finish: Finish
    worth: str
    heads: int
    expected_heads: str
    win: str


def why_context(standing: Standing, season: Season, session: Session) -> dict[str, Any]:
    """Why a player stands where they stand as of a session; at most twelve statements.

    Keys as leagues/standings/why_body.html and its parts name them: counted, total, heads,
    expected_heads, wins are sums over the games that count. sum: the step from these to the figure;
    adjusted: the same with points given or taken, also for absences. sessions: best first, empty
    where all count. meetings: what decides among those who are level so far, None for who is alone.
    """
    player, rules = standing.player, season.season_rules
    adjustments = _adjustments(season, session, player)
    absences = _absences(season, session, player)
    account = account_of(
        player.pk,
        counted_games.results_of_player(session, player.pk),
        rules,
        [
            PointAdjustment(player.pk, each.session.number, Fraction(each.points))
            for each in adjustments
        ],
        [absence for absence, _bye in absences],
    )
    games = _games(season, [line.game for line in account.lines])
    of_sessions = {line.session: games[line.game].session for line in account.lines}
    group = tied_group(standing, season, session)
    return {
        "player": player,
        "standing": standing,
        "move": move_of(standing),
        "kind": kind_text(standing, rules),
        "missing": missing_text(standing, rules, session.games_needed),
        "figure_name": FIGURE_NAMES[rules.preset],
        "figure": figure_text(account.figure, rules.preset) if standing.games else MISSING,
        "rows": [
            game_row(
                line,
                games[line.game],
                rules.preset,
                counts=line not in account.dropped,
                notes=_notes(games[line.game], player),
            )
            for line in account.lines
        ],
        "sessions": [
            (of_sessions[line.session], line, short_text(line.worth)) for line in account.sessions
        ],
        "dropped": len(account.dropped),
        "total": short_text(points_of(account.tally.value, rules.preset)),
        "heads": account.tally.counted_heads,
        "expected_heads": short_text(account.tally.expected_heads / UNIT),
        "wins": short_text(standing.wins),
        "sum": _sum(account, rules.preset),
        "adjusted": _adjusted(account, rules.preset) if adjustments or account.absences else "",
        "share_sum": share_sum(account.tally),
        "wins_sum": wins_sum(account.tally),
        "adjustments": [(each, signed_text(float(each.points))) for each in adjustments],
        "absences": _absence_rows(account, absences, rules),
        "neighbours": _neighbours(standing, session, rules, group) if standing.games else [],
        "meetings": present_meetings(group, standing, games) if group else None,
    }


def _adjustments(season: Season, session: Session, player: Player) -> list[Adjustment]:
    rows = counted_games.adjustments_that_count(season).filter(player=player)
    until = rows.filter(session__in=Session.objects.until(session).values("pk"))
    in_order = until.order_by("session__starts_at", "session__number", "pk")
    return list(in_order.select_related("session", "by"))


def _sum(account: Account, preset: Preset) -> str:
    """The games that count, added up and divided."""
    counted = account.tally.counted
    if preset is SUMMED:
        words = ngettext(
            "the sum of %(count)d game", "the sum of %(count)d games", len(account.lines)
        )
        return words % {"count": counted}
    if not counted:
        return ""
    total = points_of(account.tally.value, preset)
    return quotient_text(total, counted, figure_text(total / counted, preset))


def _adjusted(account: Account, preset: Preset) -> str:
    before = figure_text(account.figure - account.points, preset)
    sign = "+" if account.points >= 0 else MINUS
    points = short_text(abs(account.points))
    return f"{before} {sign} {points} = {figure_text(account.figure, preset)}"


# --- Absences ----------------------------------------------------------------------------


def _absences(season: Season, session: Session, player: Player) -> list[AbsentRound]:
    """The byes and no-shows of a player until a session, those that the season counts."""
    if not counted_games.kinds_that_count(season):
        return []
    order = counted_games.order_of(season).by_id
    rows = counted_games.absences_that_count(season).filter(player=player)
    found = []
    for bye in rows.select_related("round__session"):
        place = order[bye.round.session_id]
        if place <= order[session.pk]:
            bye.round.session.season = season
            found.append((Absence(player.pk, place, bye.kind == Bye.Kind.NO_SHOW), bye))
    return sorted(found, key=lambda each: (each[0].session, each[1].round.number))


def _absence_rows(
    account: Account, absent: list[AbsentRound], rules: SeasonRules
) -> list[tuple[str, str, list[tuple[Session, str]]]]:
    """For the byes, and for the no-shows: what they add together, a sentence, and which rounds."""
    points = account.absence_points
    rows = []
    if points.byes:
        rows.append((False, points.byes * points.bye, _byes(account, rules)))
    if points.no_shows:
        rows.append((True, points.no_shows * points.no_show, _no_shows(account)))
    round_name = pgettext("of a session", "Round %(number)s")
    return [
        (
            signed_text(total),
            sentence,
            [
                (bye.round.session, round_name % {"number": bye.round.number})
                for absence, bye in absent
                if absence in account.absences and absence.is_no_show == is_no_show
            ],
        )
        for is_no_show, total, sentence in rows
    ]


def _byes(account: Account, rules: SeasonRules) -> str:
    count, each = account.absence_points.byes, short_text(account.absence_points.bye)
    words: dict[str, object] = {"count": count, "points": each}
    counted = account.tally.counted
    if rules.bye is ByeWorth.POINTS or not counted:
        sentence = ngettext(
            "Sat out %(count)d round, worth %(points)s.",
            "Sat out %(count)d rounds, each worth %(points)s.",
            count,
        )
        return sentence % words
    words["sum"] = quotient_text(points_of(account.tally.value, rules.preset), counted, each)
    sentence = ngettext(
        "Sat out %(count)d round, worth the mean of the games that count: %(sum)s.",
        "Sat out %(count)d rounds, each worth the mean of the games that count: %(sum)s.",
        count,
    )
    return sentence % words


def _no_shows(account: Account) -> str:
    count = account.absence_points.no_shows
    sentence = ngettext(
        "Did not show up for %(count)d round: %(points)s.",
        "Did not show up for %(count)d rounds: %(points)s each.",
        count,
    )
    return sentence % {"count": count, "points": signed_text(account.absence_points.no_show)}


# --- Games -----------------------------------------------------------------------------


def _games(season: Season, ids: Iterable[int]) -> Mapping[int, Game]:
    seats = GameSeat.objects.select_related("player").order_by("place", "index")
    found = (
        Game.objects.filter(pk__in=list(ids))
        .select_related("session", "round")
        .prefetch_related(Prefetch("seats", seats))
    )
    for game in found:
        game.session.season = season
    return {game.pk: game for game in found}


def game_row(
    line: TallyLine, game: Game, preset: Preset, *, counts: bool, notes: str = ""
) -> GameRow:
    """A game of somebody as a page shows it; notes: who else was there."""
    return GameRow(
        url=game.get_absolute_url(),
        name=f"{game.session.title} · {game.table_name}",
        notes=notes,
        counts=counts,
        finish=finish(line.place, line.size),
        worth=short_text(points_of(line.value, preset)),
        heads=line.heads,
        expected_heads=short_text(line.expected_heads / UNIT),
        win=short_text(line.win / UNIT) if line.win else "",
    )


def _notes(game: Game, player: Player) -> str:
    """Who stood in for a player, in how many turns the bot chose for them, and who else played."""
    seats = list(game.seats.all())
    own = next((seat for seat in seats if seat.counts_for_id == player.pk), None)
    notes = []
    if own and own.player_id != player.pk:
        notes.append(_("%(name)s stood in.") % {"name": isolated(own.called)})
    if own and own.bot_turns:
        sentence = ngettext(
            "The bot played %(turns)s turn.", "The bot played %(turns)s turns.", own.bot_turns
        )
        notes.append(sentence % {"turns": own.bot_turns})
    others = ", ".join(_name(seat) for seat in seats if seat != own)
    return " ".join([*notes, _("with %(names)s") % {"names": others}])


def _name(seat: GameSeat) -> str:
    """Who sat there, and in how many turns the bot chose for them."""
    if not seat.bot_turns:
        return seat.called
    sentence = ngettext(
        "%(name)s (the bot: %(turns)d turn)", "%(name)s (the bot: %(turns)d turns)", seat.bot_turns
    )
    return sentence % {"name": seat.called, "turns": seat.bot_turns}


# --- Neighbours ------------------------------------------------------------------------


def _neighbours(
    standing: Standing, session: Session, rules: SeasonRules, group: TiedGroup | None
) -> list[tuple[Player, bool, str]]:
    """Who stands beside the player, whether above, and what decided between the two."""
    beside = Standing.objects.filter(
        session=session,
        kind=standing.kind,
        games__gt=0,
        order__in=[standing.order - 1, standing.order + 1],
    )
    return [
        (other.player, other.order < standing.order, _decided(standing, other, rules, group))
        for other in beside.select_related("player").order_by("order")
    ]


def _decided(own: Standing, other: Standing, rules: SeasonRules, group: TiedGroup | None) -> str:
    is_above = other.order < own.order
    decided_by = own.decided_by if is_above else other.decided_by
    name = isolated(other.player.name)
    if not decided_by:
        return _("Level with %(name)s in everything: the place is shared.") % {"name": name}
    criterion = Criterion(decided_by)
    words = BEHIND if is_above else AHEAD
    return str(words[criterion]) % {
        "name": name,
        "own": _value(own, criterion, rules.preset, group),
        "other": _value(other, criterion, rules.preset, group),
    }


def _value(
    standing: Standing, criterion: Criterion, preset: Preset, group: TiedGroup | None
) -> str:
    match criterion:
        case Criterion.FINAL | Criterion.SEMI_FINAL:
            return ""
        case Criterion.FIGURE:
            return figure_text(standing.figure, preset)
        case Criterion.SHARE:
            return share_text(standing.share)
        case Criterion.WINS:
            return share_text(standing.wins / standing.counted if standing.counted else 0)
        case Criterion.HEAD_TO_HEAD:
            return group.mark_text(standing.player_id) if group else ""
