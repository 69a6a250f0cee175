"""Tables: each log is played again from the first deal; each deal that was shown is verified."""

from config.integrity.report import Kind, Problem, Report, ids_of
from games.models import ActionLog, Seat, Table
from games.rules import engine
from games.rules.actions import action_from_json
from games.rules.errors import RulesError
from games.rules.options import Options
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.rules.state import GameState
from games.table.archive import record_of
from games.table.snapshot import Play
from games.table.store import snapshot_of
from games.table.stored_deal import dealer_of

LINES_AT_ONCE = 200
# A table may move on while it is looked at.
TRIES = 5
# What a stored value that makes no sense raises, wherever it is read.
NONSENSE = (RulesError, KeyError, TypeError, ValueError, IndexError, AttributeError)


class _Differs(Exception):
    """A check failed. Arguments: the kind, the words."""

    def __init__(self, kind: Kind, words: str) -> None:
        super().__init__(words)
        self.kind = kind


def check_tables(report: Report) -> None:
    """Look at every table."""
    for pk in ids_of(Table.objects.all(), "Tables"):
        for _try in range(TRIES):
            looked = _Looked(pk)
            if looked.problem is None or not looked.has_moved_on():
                break
        else:
            report.left_out["tables that moved on while they were looked at"] += 1
            continue
        report.checked.update(looked.checked)
        if looked.problem:
            report.add(looked.problem)


class _Looked:
    """One look at a table; problem: the first thing that is wrong."""

    def __init__(self, pk: int) -> None:
        self.checked: dict[str, int] = {}
        self.problem: Problem | None = None
        self.table = Table.objects.select_related("rematch").filter(pk=pk).first()
        if self.table is None:
            return
        self.checked["tables"] = 1
        try:
            self._look(self.table)
        except _Differs as found:
            self.problem = Problem(found.kind, f"table {self.table.code}", str(found))

    def has_moved_on(self) -> bool:
        """Whether the row has changed since."""
        table = self.table
        version = Table.objects.filter(pk=table.pk if table else 0).values_list(
            "version", flat=True
        )
        return table is None or list(version) != [table.version]

    def _look(self, table: Table) -> None:
        seats = list(table.seats.select_related("player").order_by("index"))
        if [seat.index for seat in seats] != list(range(len(seats))):
            raise _Differs(Kind.ROW_MISSING, "a seat is missing")
        if not table.state:
            _require_unplayed(table)
            return
        play, game = self._play_log(table, seats)
        _compare(table, play, game)
        if table.status == Table.Status.FINISHED:
            _compare_result(seats, game)
            self.checked["results"] = 1
        if table.has_ended:
            self._verify_deal(table, seats)

    def _play_log(self, table: Table, seats: list[Seat]) -> tuple[Play, GameState]:
        """The stored play, and the game at the end of the log."""
        try:
            play = Play.from_json(table.state)
        except NONSENSE as error:
            raise _Differs(Kind.STATE_DIFFERS, f"its state cannot be read: {error!r}") from error
        lines = ActionLog.objects.filter(table=table).order_by("number")
        number = 0
        try:
            texts = [seat.client_seed for seat in seats]
            dealer = dealer_of(table, texts)
            game, _events = engine.new_game(Options.from_json(table.options), len(seats), dealer)
            if play.logged == 0:
                _compare_state(play.game, game, 0)
            version = 0
            for line in lines.iterator(chunk_size=LINES_AT_ONCE):
                if line.number != number + 1:
                    raise _Differs(Kind.LOG_HAS_GAPS, f"line {number + 1} of its log is missing")
                number = line.number
                version = _next_version(line, version, table)
                game, _events = engine.apply(game, action_from_json(line.action), dealer)
                if number == play.logged:
                    _compare_state(play.game, game, number)
        except NONSENSE as error:
            raise _Differs(
                Kind.LOG_DOES_NOT_REPLAY, f"its log cannot be played at line {number}: {error!r}"
            ) from error
        if number < play.logged:
            raise _Differs(
                Kind.LOG_HAS_GAPS, f"its log ends at line {number}, its state is of {play.logged}"
            )
        self.checked["log lines"] = number
        return play, game

    def _verify_deal(self, table: Table, seats: list[Seat]) -> None:
        """Replay the record as anybody may who has nothing else (RECORD.md)."""
        try:
            data = record_of(snapshot_of(table, seats), None)
            record = parse_record({**data, "players": [str(seat.index + 1) for seat in seats]})
            outcome = replay(record)
        except NONSENSE as error:
            raise _Differs(Kind.DEAL_DIFFERS, f"its record is not true: {error!r}") from error
        totals = tuple(seat.heads for seat in seats)
        if table.status == Table.Status.FINISHED and outcome.totals != totals:
            raise _Differs(Kind.RESULT_DIFFERS, f"its record gives {outcome.totals}, not {totals}")
        proved = "deals verified" if record.fairness else "deals of erased players, without a seed"
        self.checked[proved] = len(record.rounds)


def _next_version(line: ActionLog, before: int, table: Table) -> int:
    """The version a line led to; versions never go back, nor past that of the table."""
    version = line.version or before
    if not before <= version <= table.version:
        raise _Differs(
            Kind.LOG_HAS_GAPS, f"line {line.number} of its log is of version {version}, out of turn"
        )
    return version


def _require_unplayed(table: Table) -> None:
    if table.status in {Table.Status.PLAYING, Table.Status.FINISHED}:
        raise _Differs(Kind.STATE_DIFFERS, f"it is {table.status}, and has no state")
    if ActionLog.objects.filter(table=table).exists():
        raise _Differs(Kind.STATE_DIFFERS, "it has a log, and no state")


def _is_same(stored: GameState, played: GameState) -> bool:
    """Whether a state is the one its log leads to.

    Release 1.0.0 kept no turns: of a round that it began, those since then are kept, the last ones.
    """
    turns = played.round.turns
    kept = turns[max(0, len(turns) - len(stored.round.turns)) :]
    return stored == played.with_round(played.round._replace(turns=kept))


def _compare_state(stored: GameState, played: GameState, line: int) -> None:
    if not _is_same(stored, played):
        raise _Differs(
            Kind.STATE_DIFFERS, f"its state is not the one its log leads to at line {line}"
        )


def _compare(table: Table, play: Play, game: GameState) -> None:
    """Compare the status with the end of the log."""
    if game.is_over != (table.status == Table.Status.FINISHED):
        words = "over" if game.is_over else "not over"
        raise _Differs(Kind.STATUS_DIFFERS, f"it is {table.status}; by its log the game is {words}")
    if game.is_over and not _is_same(play.game, game):
        raise _Differs(Kind.STATE_DIFFERS, "its state is not the one its log ends with")


def _compare_result(seats: list[Seat], game: GameState) -> None:
    stored = [(seat.heads, seat.rank) for seat in seats]
    played = list(zip(game.totals, game.ranks or (), strict=True))
    if stored != played:
        raise _Differs(
            Kind.RESULT_DIFFERS, f"heads and ranks are {stored}, by its log they are {played}"
        )
