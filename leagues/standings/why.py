"""Why a place is what it is: the games, the arithmetic, the neighbours."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.names import MISSING, isolated
from leagues.models import Adjustment, Game, GameSeat, Season, Session, Standing
from leagues.season_rules import Preset, SeasonRules
from leagues.standings import counted_games
from leagues.standings.board import Finish, PlaceChange, finish, kind_text, missing_text, move_of
from leagues.standings.figures import (
    AHEAD,
    BEHIND,
    FIGURE_NAMES,
    figure_text,
    share_text,
    short_text,
    signed_text,
)
from leagues.standings.meetings import MeetingsView, TiedGroup, present_meetings, tied_group
from leagues.standings.scoring.reasons import Account, GameLine, SessionLine, account_of
from leagues.standings.scoring.table import Criterion, PointAdjustment
from leagues.standings.why_absences import AbsenceRow, absences_of_player, present_absences


class GameRow(NamedTuple):
    """A game of a player; counts: False where it is dropped. stood_in_by: who sat there.

    bot_turns: in so many turns the bot chose for the player.
    """

    game: Game
    finish: Finish
    worth: str
    heads: int
    expected_heads: str
    win: str
    counts: bool
    others: str = ""
    stood_in_by: str = ""
    bot_turns: int = 0


class GameInWords(NamedTuple):
    """The same in words: where the game is, what it is called, and who else was there."""

    url: str
    name: str
    notes: str
    counts: bool
    finish: Finish
    worth: str
    heads: int
    expected_heads: str
    win: str


class SessionRow(NamedTuple):
    """A session of the player where only the best count; counts: False where it is dropped."""

    session: Session
    games: int
    worth: str
    counts: bool


class Neighbour(NamedTuple):
    """Who stands beside the player, and what decided between the two, as a sentence."""

    player: Player
    is_above: bool
    sentence: str


class WhyPage(NamedTuple):
    """All that the page shows.

    total, heads, expected_heads, wins: sums over the games that count. sum: the step from these to
    the figure; adjusted: the same with points given or taken, also for absences. kind: why there is
    no place. missing: of games for a place, in words. meetings: what decides among those who are
    level so far, None for who is alone. sessions: best first, empty where all count.
    """

    player: Player
    standing: Standing
    move: PlaceChange | None
    figure_name: Promise
    figure: str
    rows: list[GameRow]
    sessions: list[SessionRow]
    dropped: int
    total: str
    sum: str
    adjustments: list[tuple[Adjustment, str]]
    absences: list[AbsenceRow]
    adjusted: str
    heads: int
    expected_heads: str
    share: str
    wins: str
    kind: str
    missing: str
    wins_sum: str
    neighbours: list[Neighbour]
    meetings: MeetingsView | None


def why_page(standing: Standing, season: Season, session: Session) -> WhyPage:
    """Why a player stands where they stand as of a session; at most twelve statements."""
    player, rules = standing.player, season.season_rules
    adjustments = _adjustments(season, session, player)
    absences = absences_of_player(season, session, player)
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
    counted = [line for line in account.lines if line.counts]
    expected_heads = sum((line.expected_heads for line in counted), Fraction(0))
    games = _games(season, [line.game for line in account.lines])
    group = tied_group(standing, season, session)
    return WhyPage(
        player=player,
        standing=standing,
        move=move_of(standing),
        figure_name=FIGURE_NAMES[rules.preset],
        figure=figure_text(account.figure, rules.preset) if standing.games else MISSING,
        rows=[_game_row(line, games[line.game], player) for line in account.lines],
        sessions=_session_rows(account, games),
        dropped=len(account.lines) - len(counted),
        total=short_text(account.total),
        sum=_sum(account, rules.preset),
        adjustments=[(each, signed_text(float(each.points))) for each in adjustments],
        absences=present_absences(account, absences, rules),
        adjusted=_adjusted(account, rules.preset),
        heads=sum(line.heads for line in counted),
        expected_heads=short_text(expected_heads),
        share=share_text(standing.share),
        wins=short_text(standing.wins),
        kind=kind_text(standing, rules),
        missing=missing_text(standing, rules, session.games_needed),
        wins_sum=_wins_sum(standing),
        neighbours=_neighbours(standing, session, rules, group),
        meetings=present_meetings(group, standing, games) if group else None,
    )


def _adjustments(season: Season, session: Session, player: Player) -> list[Adjustment]:
    rows = counted_games.adjustments_that_count(season).filter(player=player)
    until = rows.filter(session__in=Session.objects.until(session).values("pk"))
    in_order = until.order_by("session__starts_at", "session__number", "pk")
    return list(in_order.select_related("session", "by"))


def _sum(account: Account, preset: Preset) -> str:
    """The games that count, added up and divided: "812.5 ÷ 12 = 67.71"."""
    if account.divisor is None:
        return ngettext(
            "the sum of %(count)d game", "the sum of %(count)d games", len(account.lines)
        ) % {"count": sum(line.counts for line in account.lines)}
    if not account.divisor:
        return ""
    mean = figure_text(account.total / account.divisor, preset)
    return f"{short_text(account.total)} ÷ {account.divisor} = {mean}"


def _adjusted(account: Account, preset: Preset) -> str:
    if not (account.adjustments or account.absences):
        return ""
    before = figure_text(account.figure - account.points, preset)
    sign = "+" if account.points >= 0 else "\N{MINUS SIGN}"
    points = short_text(abs(account.points))
    return f"{before} {sign} {points} = {figure_text(account.figure, preset)}"


def _wins_sum(standing: Standing) -> str:
    if not standing.counted:
        return ""
    per_game = share_text(standing.wins / standing.counted)
    return f"{short_text(standing.wins)} ÷ {standing.counted} = {per_game}"


def _session_rows(account: Account, games: Mapping[int, Game]) -> list[SessionRow]:
    sessions = {line.session: games[line.game].session for line in account.lines}

    def row(line: SessionLine) -> SessionRow:
        return SessionRow(sessions[line.session], line.games, short_text(line.worth), line.counts)

    return [row(line) for line in account.sessions]


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


def _game_row(line: GameLine, game: Game, player: Player) -> GameRow:
    seats = list(game.seats.all())
    own = next((seat for seat in seats if seat.counts_for_id == player.pk), None)
    others = [_name(seat) for seat in seats if seat != own]
    sat = own.player if own else None
    return GameRow(
        game=game,
        finish=finish(line.place, line.size),
        worth=short_text(line.worth),
        heads=line.heads,
        expected_heads=short_text(line.expected_heads),
        win=short_text(line.win) if line.win else "",
        counts=line.counts,
        others=", ".join(others),
        stood_in_by=sat.name if sat and sat.pk != player.pk else "",
        bot_turns=own.bot_turns if own else 0,
    )


def game_lines(rows: Iterable[GameRow]) -> list[GameInWords]:
    """Games as a page shows them; the addresses of those of a session begin alike."""
    known: dict[int, tuple[str, str]] = {}
    lines = []
    for row in rows:
        session = row.game.session
        if session.pk not in known:
            any_game = session.season.url_of("game", session.number, 0)
            known[session.pk] = any_game.removesuffix("0/"), session.title
        begins, title = known[session.pk]
        lines.append(
            GameInWords(
                f"{begins}{row.game.number}/",
                f"{title} · {row.game.table_name}",
                _notes(row),
                row.counts,
                row.finish,
                row.worth,
                row.heads,
                row.expected_heads,
                row.win,
            )
        )
    return lines


def _notes(row: GameRow) -> str:
    """Who was at the table, and who stood in; empty where the others are not told."""
    if not row.others:
        return ""
    notes = (
        [_("%(name)s stood in.") % {"name": isolated(row.stood_in_by)}] if row.stood_in_by else []
    )
    if row.bot_turns:
        sentence = ngettext(
            "The bot played %(turns)s turn.", "The bot played %(turns)s turns.", row.bot_turns
        )
        notes.append(sentence % {"turns": row.bot_turns})
    return " ".join([*notes, _("with %(names)s") % {"names": row.others}])


def _name(seat: GameSeat) -> str:
    """Who sat there, and in how many turns the bot chose for them."""
    name = seat.called
    if not seat.bot_turns:
        return name
    sentence = ngettext(
        "%(name)s (the bot: %(turns)d turn)", "%(name)s (the bot: %(turns)d turns)", seat.bot_turns
    )
    return sentence % {"name": name, "turns": seat.bot_turns}


# --- Neighbours ------------------------------------------------------------------------


def _neighbours(
    standing: Standing, session: Session, rules: SeasonRules, group: TiedGroup | None
) -> list[Neighbour]:
    if not standing.games:
        return []
    beside = Standing.objects.filter(
        session=session,
        kind=standing.kind,
        games__gt=0,
        order__in=[standing.order - 1, standing.order + 1],
    )
    return [
        _neighbour(standing, other, rules, group)
        for other in beside.select_related("player").order_by("order")
    ]


def _neighbour(
    own: Standing, other: Standing, rules: SeasonRules, group: TiedGroup | None
) -> Neighbour:
    is_above = other.order < own.order
    decided_by = own.decided_by if is_above else other.decided_by
    words = BEHIND if is_above else AHEAD
    name = isolated(other.player.name)
    if not decided_by:
        sentence = _("Level with %(name)s in everything: the place is shared.")
        return Neighbour(other.player, is_above, sentence % {"name": name})
    criterion = Criterion(decided_by)
    values = {
        "name": name,
        "own": _value(own, criterion, rules.preset, group),
        "other": _value(other, criterion, rules.preset, group),
    }
    return Neighbour(other.player, is_above, str(words[criterion]) % values)


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
