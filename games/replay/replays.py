"""Games that can be looked at again: those of tables, and records that were uploaded."""

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from django.db import transaction
from django.db.models import Q

from accounts import names
from accounts.models import Deck, Player
from accounts.rate_limit import RateLimit
from games.bounded_cache import BoundedCache
from games.models import Table, UploadedRecord
from games.replay.positions import Course, Position, course_of
from games.rules.errors import RulesError
from games.rules.record import Record
from games.rules.record_read import parse_record
from games.seats.seats import lock_person
from games.table import archive
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import Play, SeatInfo, Snapshot

# A game of ten players has some hundred positions, of a few kilobytes each.
KEPT_GAMES = 12
LONGEST_NAME = 64
# For each member: the longest record that is taken keeps a core busy for a third of a second.
CHECKS = RateLimit("replayed_record", amount=30, seconds=60)


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


def count_check(user_id: int) -> None:
    """Count a record that is replayed for a member. Raises TableError(BUSY) after too many."""
    if not CHECKS.is_allowed(str(user_id)):
        raise TableError(TableErrorCode.BUSY)


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


MOST_UPLOADS = 50
LONGEST_TITLE = 200


class TooManyUploads(Exception):
    """A member has MOST_UPLOADS records; one must be deleted first."""


def store(player: Player, record: dict[str, Any]) -> UploadedRecord:
    """Store a record that forms.py has checked, or find the same one of this member.

    Raises TooManyUploads, and TableError(LATE) for who is gone.
    """
    fields = fields_of(record)
    with transaction.atomic():
        # Two uploads at once must not both be the last one allowed.
        lock_person(player)
        own = UploadedRecord.objects.filter(uploader=player)
        known = own.filter(digest=fields["digest"]).first()
        if known is not None:
            return known
        if own.count() >= MOST_UPLOADS:
            raise TooManyUploads
        return UploadedRecord.objects.create(uploader=player, **fields)


def delete(player: Player, code: str) -> None:
    """Delete a record of this member; nothing if they have none of this code."""
    UploadedRecord.objects.filter(uploader=player, code=code).delete()


def erase(player: Player, name: str) -> None:
    """Delete what a person uploaded, and take their name out of what others uploaded.

    The texts for the deals are mostly names: they go too, and with them the proof of the deals.
    """
    UploadedRecord.objects.filter(uploader=player).delete()
    composed, apart = (normalize(form, name) for form in ("NFC", "NFD"))
    found = Q(text__contains=json.dumps(composed)) | Q(text__contains=json.dumps(apart))
    for upload in UploadedRecord.objects.filter(found):
        record = upload.record
        nameless = [
            names.NAMELESS if normalize("NFC", other) == composed else other
            for other in record["players"]
        ]
        if nameless != record["players"]:
            fields = fields_of({**record, "players": nameless, "fairness": None})
            own = UploadedRecord.objects.filter(pk=upload.pk)
            same = UploadedRecord.objects.filter(
                uploader=upload.uploader_id, digest=fields["digest"]
            )
            # Two records may have differed in the name or the texts only.
            if same.exists():
                own.delete()
            else:
                own.update(**fields)


def exported(player: Player) -> list[dict[str, Any]]:
    """What a person uploaded, for their personal data."""
    own = UploadedRecord.objects.filter(uploader=player).order_by("pk")
    return [{"code": one.code, "uploaded": one.created_at, "record": one.record} for one in own]


def fields_of(record: dict[str, Any]) -> dict[str, str]:
    """How a record is stored: its text, the digest of it, and the names of its players."""
    text = json.dumps(record, separators=(",", ":"))
    title = ", ".join(player_names(record["players"]))
    return {
        "text": text,
        "digest": hashlib.sha256(text.encode()).hexdigest(),
        "title": title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…",
    }
