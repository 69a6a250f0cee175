"""Photos of paper sheets: attached, deleted by organizers, and by the keeper in time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import connection, transaction
from django.db.models import Q

from accounts.made_once import BusyError
from accounts.models import Player
from config.visitor_limits import work_elsewhere
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Game, Season, SheetPhoto, SheetRevision
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.guests import games_with
from leagues.sheets.photos import files
from leagues.sheets.photos.picture import NotAPhoto, photo_of
from leagues.standings.season_lock import locked_season

MOST_PHOTOS = 4
KEPT_AFTER_THE_SEASON = timedelta(days=30)
# A file without a row is left by a process that died between the two.
ORPHANED_AFTER = timedelta(hours=1)
# Who has waited so long for the photos of others is told to come back.
PATIENCE_SECONDS = 15

# One at a time: a few large pictures at once would fill the memory of the machine.
_decoding = threading.Lock()


def add(
    game: Game, sent: "UploadedFile[Any] | None", by: Player | None, now: datetime
) -> SheetPhoto:
    """Attach a photo of the sheet to a game; by: None for whoever has the link of the table.

    Raises LeagueError(NOT_A_PHOTO, PHOTO_TOO_LARGE, TOO_MANY_PHOTOS), and BusyError.
    """
    if sent is None:
        raise LeagueError(LeagueErrorCode.NOT_A_PHOTO)
    if sent.size is None or sent.size > settings.MOST_PHOTO_BYTES:
        raise LeagueError(LeagueErrorCode.PHOTO_TOO_LARGE)
    _require_room(game)
    try:
        with _turn_to_decode():
            picture = photo_of(sent.read())
    except NotAPhoto:
        raise LeagueError(LeagueErrorCode.NOT_A_PHOTO) from None
    name = files.write(picture)
    try:
        with locked_season(game.session.season_id) as season:
            season.standings_unchanged = True
            _require_room(Game.objects.get(pk=game.pk))
            return SheetPhoto.objects.create(
                game=game, file=name, size=len(picture), by=by, by_link=by is None, at=now
            )
    except BaseException:
        files.delete(name)
        raise


def delete(photo: SheetPhoto, by: Player) -> None:
    """Delete a photo at once. Raises LeagueError(LATE) where it is gone already."""
    with locked_season(photo.game.session.season_id) as season:
        season.standings_unchanged = True
        deleted, _of_each = SheetPhoto.objects.filter(pk=photo.pk).delete()
        if not deleted:
            raise LeagueError(LeagueErrorCode.LATE)
        audit.record_at_table(photo.game, Did.DELETED_PHOTO, by)


def forget(player: Player) -> None:
    """Delete the photos that somebody who is erased has sent, and of sheets with their name."""
    games = games_with(Game.objects.all(), player)
    ever = SheetRevision.objects.naming(player).values("game")
    named = Q(by=player) | Q(game__in=games.values("pk")) | Q(game__in=ever)
    SheetPhoto.objects.filter(named).delete()


def tidy(now: datetime) -> int:
    """Delete what is no longer needed: 30 days after a season was closed; how many there were.

    Also the files to which nothing leads.
    """
    over = Season.objects.filter(closed_at__lt=now - KEPT_AFTER_THE_SEASON)
    # Their files follow (`delete_file_later`).
    deleted, _of_each = SheetPhoto.objects.filter(game__session__season__in=over).delete()
    known = set(SheetPhoto.objects.values_list("file", flat=True))
    for name in files.written_before((now - ORPHANED_AFTER).timestamp()):
        if name not in known:
            files.delete(name)
    return deleted


def delete_file_later(photo: SheetPhoto) -> None:
    """Delete the file once the deletion of its row is committed, whatever deleted it."""
    transaction.on_commit(partial(files.delete, photo.file), robust=True)


@contextmanager
def _turn_to_decode() -> Iterator[None]:
    """Wait for the photos of others. What is done here counts as the visitor's work.

    Raises BusyError.
    """
    if not connection.in_atomic_block:
        # That to PostgreSQL goes back to the pool: others need it meanwhile.
        connection.close_if_unusable_or_obsolete()
    if not _decoding.acquire(timeout=PATIENCE_SECONDS):
        raise BusyError
    try:
        with work_elsewhere():
            yield
    finally:
        _decoding.release()


def _require_room(game: Game) -> None:
    if SheetPhoto.objects.filter(game=game).count() >= MOST_PHOTOS:
        raise LeagueError(LeagueErrorCode.TOO_MANY_PHOTOS)
