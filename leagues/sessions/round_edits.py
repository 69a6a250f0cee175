"""Change a round after its draw: move, swap, take out and add people, release it, run its timer."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Bye, Game, GameSeat, Round, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.service import tell_seated
from leagues.sessions.seats import free_players, release_round, require_not_begun
from leagues.sessions.session_life import running
from leagues.standings.counted_games import kinds_that_count
from leagues.standings.store import update_standings

MOST_MINUTES = 600
# A table of a plan as a form holds it. No id has more digits.
_PART = re.compile(r"(\d{1,9}):(\d{1,9}(?:-\d{1,9})*)", re.ASCII)

Plan = Mapping[int, tuple[int, ...]]
"""Who sits where in a round: ids of players, ascending, by the number of their table."""


class TimerStep(models.TextChoices):
    """What somebody does with the timer of a round."""

    START = "start", _("Start the timer")
    PAUSE = "pause", _("Pause")
    GO_ON = "go_on", _("Go on")
    EXTEND = "extend", _("More minutes")
    STOP = "stop", _("Stop the timer")


class Edit(NamedTuple):
    """One person (id) who is to sit elsewhere.

    table: its number. other: with whom they change places. Without both they have no seat any more,
    and kind says why; None where it is neither a bye nor a no-show.
    """

    player: int
    table: int | None = None
    other: int | None = None
    kind: Bye.Kind | None = Bye.Kind.BYE

    @property
    def takes_out(self) -> bool:
        return self.table is None and self.other is None


_NOTED = {
    Bye.Kind.BYE: Did.GAVE_BYE,
    Bye.Kind.NO_SHOW: Did.NOTED_NO_SHOW,
    None: Did.FORGOT_ABSENCE,
}


class RoundChanged(LeagueError):
    """Somebody else has changed the round; seen is what the refused edit was made on."""

    def __init__(self, seen: Plan, stored: Plan) -> None:
        super().__init__(LeagueErrorCode.LATE)
        self.seen = seen
        self.stored = stored


# --- Plans -----------------------------------------------------------------------------


def plan_text(plan: Plan) -> str:
    """A plan as forms send it back: 1:3-5-7 2:4-6-8."""
    tables = (f"{number}:{'-'.join(map(str, plan[number]))}" for number in sorted(plan))
    return " ".join(tables)


def read_plan(text: str) -> Plan:
    """The plan in such a text; parts that are none are ignored."""
    parts = filter(None, map(_PART.fullmatch, text.split()))
    return {int(part[1]): tuple(sorted(map(int, part[2].split("-")))) for part in parts}


def edited(plan: Plan, edit: Edit) -> Plan:
    """A plan after an edit; a table without people is none any more.

    Raises LeagueError(LATE) where the plan has no such table, or not the two who change places.
    """
    sits_at = {player: number for number, people in plan.items() for player in people}
    seats = {number: set(people) for number, people in plan.items()}
    if edit.other is not None:
        if not {edit.player, edit.other} <= sits_at.keys():
            raise LeagueError(LeagueErrorCode.LATE)
        here, there = sits_at[edit.player], sits_at[edit.other]
        if here != there:
            seats[here] ^= {edit.player, edit.other}
            seats[there] ^= {edit.player, edit.other}
    else:
        if edit.table is not None and edit.table not in seats:
            raise LeagueError(LeagueErrorCode.LATE)
        if edit.player in sits_at:
            seats[sits_at[edit.player]].discard(edit.player)
        if edit.table is not None:
            seats[edit.table].add(edit.player)
    return {number: tuple(sorted(people)) for number, people in seats.items() if people}


def plan_of(games: Iterable[Game]) -> Plan:
    """Who sits at these games of one round."""
    return {
        game.table_number: tuple(
            sorted(seat.player_id for seat in game.seats.all() if seat.player_id is not None)
        )
        for game in games
    }


# --- Edits -----------------------------------------------------------------------------


def rearrange(session: Session, number: int, seen: Plan, edit: Edit, by: Player) -> None:
    """Seat one person elsewhere, or say why they have no seat; asked for twice it is done once.

    Why somebody has no seat can also be changed once tables have begun. seen: the plan that the
    edit was made on. Raises RoundChanged where that is no longer so, and
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE, TABLE_BEGUN, TABLE_SIZE, NOT_PRESENT).
    """
    with running(session) as found:
        row = _round(found, number)
        of_round = locked(found.games.filter(round=row)).prefetch_related("seats")
        of_round = of_round.exclude(status=Game.Status.VOIDED)
        games = {game.table_number: game for game in of_round}
        stored = plan_of(games.values())
        wanted = edited(seen, edit)
        if wanted == stored:
            if edit.takes_out and _has_come(found, row, edit.player):
                _note_absence(found, row, edit, by)
            return
        if stored != seen:
            raise RoundChanged(seen, stored)
        changed = [table for table in stored if stored[table] != wanted.get(table)]
        require_not_begun(games[table] for table in changed)
        most = found.season.season_rules.most
        if any(most < len(wanted.get(table, ())) > len(stored[table]) for table in changed):
            raise LeagueError(LeagueErrorCode.TABLE_SIZE)
        before, after = _people(stored), _people(wanted)
        if not after - before <= set(free_players(found)):
            raise LeagueError(LeagueErrorCode.NOT_PRESENT)
        _write(games, stored, wanted, changed)
        for bye in Bye.objects.filter(round=row, player__in=after):
            _note_absence(found, row, Edit(bye.player_id, kind=None), by)
        if before - after:
            _note_absence(found, row, edit, by)
        found.rounds.filter(pk=row.pk, games=None).delete()
        tell_seated([games[table] for table in changed if table in wanted], by)


def _has_come(session: Session, row: Round, player: int) -> bool:
    """Whether somebody who has no seat in a round may have a bye or a no-show in it."""
    has_come = session.attendances.filter(player=player).exists()
    return has_come or Bye.objects.filter(round=row, player=player).exists()


def _note_absence(session: Session, row: Round, edit: Edit, by: Player) -> None:
    """Say why somebody has no seat in a round."""
    bye = Bye.objects.filter(round=row, player=edit.player).first()
    before = bye.kind if bye else None
    if edit.kind == before:
        return
    if edit.kind is None:
        Bye.objects.filter(round=row, player=edit.player).delete()
    else:
        Bye.objects.update_or_create(
            round=row, player_id=edit.player, defaults={"kind": edit.kind, "by": by}
        )
    season = session.season
    if not {before, edit.kind}.isdisjoint(kinds_that_count(season)):
        place = str(session.number)
        about = Player.objects.get(pk=edit.player)
        did = _NOTED[edit.kind]
        audit.record(season.league, did, by, season=season, about=about, place=place)
        # They count once the round has a result.
        if row.games.counting().exists():
            update_standings(season, session.number)


def _people(plan: Plan) -> set[int]:
    return {player for people in plan.values() for player in people}


def _write(games: Mapping[int, Game], stored: Plan, wanted: Plan, changed: Iterable[int]) -> None:
    """Seat people as a plan has it; whoever stays keeps their order. Sheets open are then late."""
    for table in changed:
        game = games[table]
        stay = [seat for seat in game.seats.all() if seat.player_id in wanted.get(table, ())]
        game.seats.exclude(pk__in=[seat.pk for seat in stay]).delete()
        if table not in wanted:
            game.delete()
            continue
        for index, seat in enumerate(stay):
            seat.index = index
            seat.save(update_fields=["index"])
    for table in changed:
        new = [player for player in wanted.get(table, ()) if player not in stored[table]]
        if table in wanted:
            game = games[table]
            first = len(wanted[table]) - len(new)
            GameSeat.objects.bulk_create(
                GameSeat(game=game, index=index, player_id=player)
                for index, player in enumerate(new, first)
            )
            game.version += 1
            game.save(update_fields=["version"])


# --- Release and timer -----------------------------------------------------------------


def release(session: Session, number: int, now: datetime, by: Player | None = None) -> None:
    """Show everybody who sits where, and tell those who sit there; done again it tells nobody.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE).
    """
    with running(session) as found:
        row = _round(found, number)
        if row.released_at is None:
            release_round(row, now, by)


def possible_steps(row: Round) -> list[TimerStep]:
    """What can be done with the timer of a round as it is."""
    if row.timer_started_at is None:
        return [TimerStep.START]
    pauses = TimerStep.GO_ON if row.timer_paused_at else TimerStep.PAUSE
    return [pauses, TimerStep.EXTEND, TimerStep.STOP]


def set_timer(session: Session, number: int, step: TimerStep, minutes: int, now: datetime) -> None:
    """Start, pause, extend or stop the timer of a round; a step that is done already is nothing.

    minutes: how long the round lasts, or by how much it is extended. Raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE).
    """
    with running(session) as found:
        row = _round(found, number)
        match step:
            case TimerStep.START if row.timer_started_at is None and minutes > 0:
                row.minutes = min(minutes, MOST_MINUTES)
                row.timer_started_at, row.timer_paused_at = now, None
            case TimerStep.PAUSE if row.ends_at is not None:
                row.timer_paused_at = now
            case TimerStep.GO_ON if row.timer_paused_at and row.timer_started_at:
                row.timer_started_at += now - row.timer_paused_at
                row.timer_paused_at = None
            case TimerStep.EXTEND if row.minutes and row.timer_started_at and minutes > 0:
                # What is over goes on from now.
                left = row.seconds_left(now) or 0
                length = timedelta(minutes=min(minutes, MOST_MINUTES))
                if left == 0:
                    row.timer_started_at, row.timer_paused_at = now, None
                    row.minutes = length // timedelta(minutes=1)
                else:
                    row.minutes = min(row.minutes + minutes, MOST_MINUTES)
            case TimerStep.STOP:
                row.timer_started_at = row.timer_paused_at = None
        row.save(update_fields=["minutes", "timer_started_at", "timer_paused_at"])


def _round(session: Session, number: int) -> Round:
    row = session.rounds.filter(number=number).first()
    if row is None:
        raise LeagueError(LeagueErrorCode.LATE)
    return row
