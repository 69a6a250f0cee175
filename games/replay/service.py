"""Store and delete uploaded records."""

import hashlib
import json
from typing import Any
from unicodedata import normalize

from django.db import transaction
from django.db.models import Q

from accounts import names
from accounts.models import Player
from games.models import UploadedRecord
from games.replay.replays import player_names
from games.services.seats import lock_person

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
    return {
        "text": text,
        "digest": hashlib.sha256(text.encode()).hexdigest(),
        "title": shorten(", ".join(player_names(record["players"]))),
    }


def shorten(title: str) -> str:
    """A title that the database has room for."""
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"
