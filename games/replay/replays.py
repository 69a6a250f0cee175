"""Replays of tables and of uploaded records, kept in memory."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from accounts import names
from accounts.models import Deck
from games import archive
from games.bounded_cache import BoundedCache
from games.models import Table, UploadedRecord
from games.replay.positions import Course, Position, course_of
from games.rules.errors import RulesError
from games.rules.record import Record
from games.rules.record_read import parse_record
from games.snapshot import Play, SeatInfo, Snapshot

# A game of ten players has some hundred positions, of a few kilobytes each.
KEPT_GAMES = 12
LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Replay:
    """A game to be looked at. table: the table as it is now, or one made of a record."""

    table: Snapshot
    course: Course

    def at(self, index: int) -> Snapshot:
        """The table as it was at a position; its version is the position's index."""
        position = self.course.positions[index]
        status = Table.Status.FINISHED if position.state.is_over else Table.Status.PLAYING
        play = _play(position)
        return replace(self.table, status=status, version=index, play=play, server_seed=None)


COURSES = BoundedCache[Course](KEPT_GAMES)
UPLOADS = BoundedCache[Replay](KEPT_GAMES)


def of_table(snapshot: Snapshot) -> Replay | None:
    """The replay of a table whose game is over; None of any other, and where nothing was dealt.

    None too where no record can be made of its log.
    """
    if not snapshot.has_ended or snapshot.play is None:
        return None
    with suppress(RulesError):
        course = COURSES.get_or_make(
            (snapshot.code, snapshot.version),
            lambda: course_of(parse_record(archive.record_of(snapshot, None))),
        )
        return Replay(snapshot, course)
    return None


def of_upload(upload: UploadedRecord) -> Replay:
    """The replay of a stored record, which was checked when it was uploaded."""
    return UPLOADS.get_or_make((upload.code, upload.digest), lambda: _replay_of(upload))


def is_kept(upload: UploadedRecord) -> bool:
    """Whether its replay is in memory, so that showing it costs next to nothing."""
    return UPLOADS.get((upload.code, upload.digest)) is not None


def _replay_of(upload: UploadedRecord) -> Replay:
    record = parse_record(upload.record)
    return Replay(_table_of(upload, record), course_of(record))


def _table_of(upload: UploadedRecord, record: Record) -> Snapshot:
    """A table at which the players of a record sit: names without accounts."""
    return Snapshot(
        table_id=0,
        code=upload.code,
        name=upload.title,
        status=Table.Status.FINISHED,
        version=0,
        options=record.options,
        visibility=Table.Visibility.PRIVATE,
        host_id=None,
        time_per_choice=None,
        deck=Deck.BULLS,
        commitment="",
        server_seed=None,
        rematch_code=None,
        seats=tuple(
            SeatInfo(index, name, None, None, "", "")
            for index, name in enumerate(player_names(record.players))
        ),
    )


def player_names(written: Sequence[str]) -> list[str]:
    """The names of a record as a page shows them: legible, not too long, none of them empty."""
    return [
        names.legible(name)[:LONGEST_NAME].strip() or f"#{seat}"
        for seat, name in enumerate(written, start=1)
    ]


def _play(position: Position) -> Play:
    players = position.state.player_count
    return Play(
        game=position.state,
        story=position.story,
        turn_key=position.key.told,
        missed=(0,) * players,
        away=(False,) * players,
        since=0,
    )
