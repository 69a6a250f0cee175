"""Results of games: entered, confirmed, corrected, taken out and counted again.

Every function takes the game with the version that `by` has seen, and raises LeagueError(LATE)
where it has another one by now, SEASON_NOT_OPEN where the season does not run. It writes a line of
the game's history, and notes which standings and ratings are out of date.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import attrgetter
from types import MappingProxyType

from django.db import transaction
from django.dispatch import Signal

from accounts.locks import locked
from accounts.models import Player
from leagues.models import Game, GameSeat, GameVersion, Season, Session, WebhookDelivery
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices import service as notices
from leagues.notices.webhooks import service as webhooks
from leagues.people.guests import make_guests
from leagues.people.players import let_go
from leagues.season_rules import Abandoned
from leagues.sheets.check import Problem, check_sheet
from leagues.sheets.score_sheet import ScoreSheet, outcome
from leagues.sheets.stored import read_revision, write_revision
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.scoring.tally import SeatResult, rank_seats
from leagues.standings.season_lock import hold_players, locked_open_season
from leagues.standings.store import record, update_standings, write_lines

Did = GameVersion.Did
Status = Game.Status

# Sent after the commit, with table_id: an online game that was taken out is in play again.
live_game_restored = Signal()

NOBODY: Mapping[str, str] = MappingProxyType({})


Seated = tuple[set[int], set[int]]


class SheetRefused(LeagueError):
    """The sheet has faults; problems say where and why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(LeagueErrorCode.BAD_SHEET)
        self.problems = tuple(problems)


def submit(
    game: Game,
    sheet: ScoreSheet,
    by: Player | None,
    now: datetime,
    *,
    may_confirm: bool = True,
    guests: Mapping[str, str] = NOBODY,
) -> Game:
    """Enter the sheet of a game, or enter it anew while nobody has confirmed it; the game by now.

    by: None for whoever has the link of the table and has not signed in. It counts at once
    where the season asks for no second person and `by` may confirm; a game that was cut short only
    where the season's rules let one count as it stood. guests: the names of new players by what
    stands for them on the sheet. Raises SheetRefused, LeagueError(NOT_A_SHEET, CONFIRMED_ALREADY,
    VOIDED, NAME_TAKEN, PLAYER_GONE).
    """
    with _changing(game) as change:
        if guests:
            sheet = sheet.with_players(make_guests(change.season, guests))
        _submit(change, sheet, by, now, may_confirm=may_confirm)
    return change.game


def submit_all(
    season: Season, sheets: Sequence[tuple[Game, ScoreSheet]], by: Player, now: datetime
) -> None:
    """Enter many sheets of one session; standings are computed once. Raises as `submit`.

    Under the season's lock, with the games as they are at this moment: no version is looked at.
    """
    with _saved(season, [game for game, _sheet in sheets]) as changes:
        for change, (_game, sheet) in zip(changes, sheets, strict=True):
            _submit(change, sheet, by, now)


def confirm(game: Game, by: Player, now: datetime) -> bool:
    """Let an entered sheet, or a correction that waits, count; or do what somebody has proposed.

    False where somebody else must confirm it too: where the season asks for a second person, two
    people confirm a sheet that nobody who signed in has entered. Raises LeagueError(NOT_ENTERED,
    CONFIRMED_ALREADY, NEEDS_SECOND_PERSON).
    """
    with _changing(game) as change:
        season, found = change.season, change.game
        if found.proposed:
            _agree(found, by, now)
            return True
        _require_status(found, Status.SUBMITTED, Status.CONFIRMED)
        if found.status == Status.CONFIRMED and found.pending_id is None:
            raise LeagueError(LeagueErrorCode.CONFIRMED_ALREADY)
        if season.season_rules.second_person:
            if found.is_from_unknown:
                found.entered_by = by
                write_lines(found, [Did.CHECKED], by, now)
                return False
            if found.entered_by_id == by.pk:
                raise LeagueError(LeagueErrorCode.NEEDS_SECOND_PERSON)
        found.sheet = found.pending or found.sheet
        found.pending = None
        assert found.sheet is not None  # noqa: S101 - it was entered
        _let_count(change, read_revision(found.sheet), [Did.CONFIRMED], by, now)
    return True


def correct(
    game: Game,
    sheet: ScoreSheet,
    by: Player,
    reason: str,
    now: datetime,
    *,
    guests: Mapping[str, str] = NOBODY,
) -> Game:
    """Replace the sheet of a confirmed game; until a second person agrees the old one counts.

    Returns the game as it is by now. guests: as in `submit`. Raises SheetRefused,
    LeagueError(NEEDS_REASON, NOT_A_SHEET, NOT_CONFIRMED, NAME_TAKEN, PLAYER_GONE).
    """
    with _changing(game) as change:
        season, found = change.season, change.game
        _require_reason(reason)
        if found.status != Status.CONFIRMED:
            raise LeagueError(LeagueErrorCode.NOT_CONFIRMED)
        if guests:
            sheet = sheet.with_players(make_guests(season, guests))
        _require_possible(change, sheet)
        if season.season_rules.second_person:
            found.pending = write_revision(found, sheet, by, now)
            _propose(found, "", None)
            write_lines(found, [Did.CORRECTED], by, now, reason)
        else:
            found.sheet = write_revision(found, sheet, by, now)
            found.pending = None
            _let_count(change, sheet, [Did.CORRECTED], by, now, reason)
    return found


def turn_down(game: Game, by: Player, reason: str, now: datetime) -> None:
    """Drop a correction or a proposal that waits; what counted goes on counting.

    Raises LeagueError(NEEDS_REASON, NOTHING_TO_UNDO).
    """
    with _changing(game) as change:
        found = change.game
        _require_reason(reason)
        if found.pending_id is None and not found.proposed:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        found.pending = None
        _propose(found, "", None)
        write_lines(found, [Did.TURNED_DOWN], by, now, reason)


def void(game: Game, by: Player, reason: str, now: datetime) -> None:
    """Take a game out of the standings; its history stays.

    What counts, or will by itself, goes only once a second person agrees, where the season asks for
    one. Raises LeagueError(NEEDS_REASON).
    """
    with _changing(game) as change:
        season, found = change.season, change.game
        _require_reason(reason)
        _require_status(found, Status.SEATED, Status.SUBMITTED, Status.CONFIRMED)
        found.pending = None
        if season.season_rules.second_person and _has_result(found, Status(found.status)):
            _propose(found, Game.Proposal.VOID, by)
            write_lines(found, [Did.ASKED_VOID], by, now, reason)
            return
        found.status = Status.VOIDED
        write_lines(found, [Did.VOIDED], by, now, reason)


def not_played(game: Game, by: Player, now: datetime) -> None:
    """Say that a table without a result was not played; it can be counted again like any other.

    Raises LeagueError(NOT_CONFIRMED, CONFIRMED_ALREADY, VOIDED) where there is a result, and
    NEEDS_SECOND_PERSON for an online game where the season asks for one: it is taken out instead.
    """
    with _changing(game) as change:
        season, found = change.season, change.game
        _require_status(found, Status.SEATED)
        if season.season_rules.second_person and _has_result(found, Status.SEATED):
            raise LeagueError(LeagueErrorCode.NEEDS_SECOND_PERSON)
        found.status = Status.VOIDED
        write_lines(found, [Did.NOT_PLAYED], by, now)


def restore(game: Game, by: Player, reason: str, now: datetime) -> None:
    """Count a game again as it counted before it was taken out; without a result it is in play.

    What will count by that does so once a second person agrees, where the season asks for one.
    Raises LeagueError(NEEDS_REASON, NOTHING_TO_UNDO; SITS_ELSEWHERE for a game without a result).
    """
    with _changing(game) as change:
        season, found = change.season, change.game
        _require_reason(reason)
        if found.status != Status.VOIDED:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        if found.status_before_void == Status.SEATED and _sit_elsewhere(found):
            raise LeagueError(LeagueErrorCode.SITS_ELSEWHERE)
        if season.season_rules.second_person and _has_result(found, found.status_before_void):
            _propose(found, Game.Proposal.RESTORE, by)
            write_lines(found, [Did.ASKED_BACK], by, now, reason)
            return
        found.status = found.status_before_void
        write_lines(found, [Did.RESTORED], by, now, reason)


# --- Steps -----------------------------------------------------------------------------


def seated(*games: Game) -> Seated:
    """Ids of the players whom the stored seats of games name, and of those for whom they count."""
    seats = GameSeat.objects.filter(game__in=games).values_list(
        "player_id", "substitute_for_id", "counts_for_id"
    )
    roles = [set(role) - {None} for role in zip(*seats, strict=True)] or [set()] * 3
    return roles[0] | roles[1], roles[2]


@dataclass
class _Change:
    """A change of a game under its season's lock.

    was: the game before it. before, after: what `seated` says of the game.
    """

    season: Season
    game: Game
    was: Game
    before: Seated
    after: Seated


@contextmanager
def _changing(game: Game) -> Iterator[_Change]:
    """The game as it is stored, under its season's lock; saved as its next version at the end."""
    with locked_open_season(game.session.season_id) as season:
        # Drafts are saved without the season's lock.
        found = locked(Game.objects.select_related("session")).get(pk=game.pk)
        if found.version != game.version:
            raise LeagueError(LeagueErrorCode.LATE)
        with _saved(season, [found]) as (change,):
            yield change


@contextmanager
def _saved(season: Season, games: Iterable[Game]) -> Iterator[list[_Change]]:
    """Games of one session that are about to change; in the end saved as their next versions.

    Then whoever waits for it is told, what is out of date is noted, and whoever has no seat any
    more is let go.
    """
    changes = []
    for game in games:
        was, sat = copy(game), seated(game)
        game.version += 1
        game.session.season = season
        changes.append(_Change(season, game, was, sat, sat))
    yield changes
    for change in changes:
        game, was = change.game, change.was
        game.save()
        if (
            was.status == Status.VOIDED
            and game.status == Status.SEATED
            and game.kind == Game.Kind.LIVE
        ):
            # Its table may have ended meanwhile: then it counts before anybody looks at it.
            send = partial(live_game_restored.send_robust, sender=Game, table_id=game.table_id)
            transaction.on_commit(send, robust=True)
        # A draft may have been sent by the link of the table, and waited to be matched.
        if was.waits or was.draft is not None or game.waits:
            notices.tell_to_confirm(game)
    changes = [change for change in changes if change.game.confirmed_at]
    if not changes:
        return
    if changes[0].game.session.status == Session.Status.CLOSED:
        # Their players look there no more.
        for change in changes:
            notices.tell_late_result(change.game)
    told = [
        each.game.pk
        for each in changes
        if (each.was.status, each.was.sheet_id) != (each.game.status, each.game.sheet_id)
    ]
    if told and season.league.has_webhooks:
        webhooks.tell(season, WebhookDelivery.Event.RESULTS, told)
    counted = set[int]().union(*(each.before[1] | each.after[1] for each in changes))
    games = [change.game for change in changes]
    update_standings(season, games[0].session.number, counted)
    outdate_ratings(season.league, min(games, key=attrgetter("number")))
    named_now = set[int]().union(*(each.after[0] for each in changes))
    if gone := set[int]().union(*(each.before[0] for each in changes)) - named_now:
        let_go(season, gone)


def _submit(
    change: _Change,
    sheet: ScoreSheet,
    by: Player | None,
    now: datetime,
    *,
    may_confirm: bool = True,
) -> None:
    game = change.game
    _require_status(game, Status.SEATED, Status.SUBMITTED)
    _require_possible(change, sheet)
    game.sheet = write_revision(game, sheet, by, now)
    game.status = Status.SUBMITTED
    if by and may_confirm and not change.season.season_rules.second_person:
        _let_count(change, sheet, [Did.SUBMITTED, Did.CONFIRMED], by, now)
    else:
        write_lines(game, [Did.SUBMITTED], by, now)


def _require_reason(reason: str) -> None:
    if not reason.strip():
        raise LeagueError(LeagueErrorCode.NEEDS_REASON)


_REFUSED_STATUS = {
    Status.SEATED: LeagueErrorCode.NOT_ENTERED,
    Status.SUBMITTED: LeagueErrorCode.NOT_CONFIRMED,
    Status.CONFIRMED: LeagueErrorCode.CONFIRMED_ALREADY,
    Status.VOIDED: LeagueErrorCode.VOIDED,
}


def _require_status(game: Game, *allowed: Game.Status) -> None:
    status = Status(game.status)
    if status not in allowed:
        raise LeagueError(_REFUSED_STATUS[status])


def _require_possible(change: _Change, sheet: ScoreSheet) -> None:
    if change.game.kind != Game.Kind.SHEET:
        raise LeagueError(LeagueErrorCode.NOT_A_SHEET)
    problems = list(check_sheet(sheet, change.game.rules, change.season.season_rules))
    if problems:
        raise SheetRefused(problems)
    # At once and in order, though those who lose their seats may only be let go in the end.
    named, _counted = change.before
    hold_players(sheet.named | named)


def _has_result(game: Game, status: Game.Status) -> bool:
    """Whether a game with this status counts, or will without anybody confirming it."""
    return status == Status.CONFIRMED or game.kind == Game.Kind.LIVE


def _propose(game: Game, what: str, by: Player | None) -> None:
    game.proposed, game.proposed_by = what, by


def _agree(game: Game, by: Player, now: datetime) -> None:
    """Do to a game what somebody else has proposed."""
    if game.proposed_by_id == by.pk:
        raise LeagueError(LeagueErrorCode.NEEDS_SECOND_PERSON)
    is_void = game.proposed == Game.Proposal.VOID
    game.status = Status.VOIDED if is_void else game.status_before_void
    _propose(game, "", None)
    write_lines(game, [Did.VOIDED if is_void else Did.RESTORED], by, now)


def _let_count(
    change: _Change,
    sheet: ScoreSheet,
    done: Sequence[Did],
    by: Player,
    now: datetime,
    reason: str = "",
) -> None:
    """Seat the players of the sheet of a game, and let its result count.

    done: what its history says of that.
    A game that was cut short is taken out at once where the rules say so, but only the first time:
    a scorer may count it again, and later corrections leave it so.
    """
    season, game = change.season, change.game
    is_taken_out = (
        sheet.pad.is_cut_short
        and season.season_rules.abandoned is Abandoned.VOID
        and not game.versions.filter(did=Did.BROKEN_OFF).exists()
    )
    found = outcome(sheet.pad, game.rules)
    game.confirmed_by, game.confirmed_at = by, now
    game.draft = None
    game.seats.all().delete()
    seats = [
        GameSeat(game=game, index=index, player_id=player, substitute_for_id=replaced)
        for index, (player, replaced) in enumerate(zip(sheet.players, sheet.replaced, strict=True))
    ]
    parts = [
        SeatResult(player=player, heads=heads, place=place, substitute_for=replaced)
        for player, heads, place, replaced in zip(
            sheet.players, found.totals, found.places, sheet.replaced, strict=True
        )
    ]
    ranks = rank_seats(parts, season.season_rules)
    counted = record(season, game, seats, parts, ranks, found.rounds or 0)
    change.after = (sheet.named, set(counted))
    GameSeat.objects.bulk_create(seats)
    write_lines(game, done, by, now, reason)
    if is_taken_out:
        game.status = Status.VOIDED
        write_lines(game, [Did.BROKEN_OFF], None, now)


def _sit_elsewhere(game: Game) -> bool:
    """Whether somebody of a table has another one in its round by now."""
    others = Game.objects.filter(round=game.round_id).exclude(status=Status.VOIDED)
    others = others.filter(seats__player__in=game.seats.values("player")).exclude(pk=game.pk)
    return bool(game.round_id) and others.exists()
