"""Photos of paper sheets: attached, deleted by organizers, and by the keeper in time."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.pictures import files
from accounts.pictures.drawing import Kind, NotAPicture
from accounts.pictures.service import PictureTooLarge, drawn
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Game, Season, SheetPhoto, SheetRevision
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.guests import games_with
from leagues.standings.season_lock import locked_season

MOST_PHOTOS = 4
KEPT_AFTER_THE_SEASON = timedelta(days=30)


def add(
    game: Game, sent: "UploadedFile[Any] | None", by: Player | None, now: datetime
) -> SheetPhoto:
    """Attach a photo of the sheet to a game; by: None for whoever has the link of the table.

    Raises LeagueError(NOT_A_PHOTO, PHOTO_TOO_LARGE, TOO_MANY_PHOTOS), and BusyError.
    """
    _require_room(game)
    try:
        picture = drawn(sent, Kind.SHEET)
    except NotAPicture:
        raise LeagueError(LeagueErrorCode.NOT_A_PHOTO) from None
    except PictureTooLarge:
        raise LeagueError(LeagueErrorCode.PHOTO_TOO_LARGE) from None
    name = files.write(picture, Kind.SHEET)
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
    """Delete those of seasons that were closed 30 days ago; how many there were."""
    over = Season.objects.filter(closed_at__lt=now - KEPT_AFTER_THE_SEASON)
    # Their files follow (`delete_file_later`).
    deleted, _of_each = SheetPhoto.objects.filter(game__session__season__in=over).delete()
    return deleted


def delete_file_later(photo: SheetPhoto) -> None:
    """Delete the file once the deletion of its row is committed, whatever deleted it."""
    transaction.on_commit(partial(files.delete, photo.file), robust=True)


def _require_room(game: Game) -> None:
    if SheetPhoto.objects.filter(game=game).count() >= MOST_PHOTOS:
        raise LeagueError(LeagueErrorCode.TOO_MANY_PHOTOS)
