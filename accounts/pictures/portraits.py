"""The picture of a person: chosen and taken away by them, or taken away by an organizer."""

from functools import partial
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from accounts.locks import locked
from accounts.models import Player
from accounts.pictures import files
from accounts.pictures.drawing import Kind
from accounts.pictures.service import drawn


def choose(player_id: int, sent: "UploadedFile[Any] | None") -> None:
    """Let a person have this picture, if they are still there; the one before is deleted.

    Raises NotAPicture, PictureTooLarge, BusyError.
    """
    name = files.write(drawn(sent, Kind.PORTRAIT), Kind.PORTRAIT)
    try:
        is_there = _replace(player_id, name)
    except BaseException:
        files.delete(name)
        raise
    if not is_there:
        files.delete(name)


def take_away(player_id: int, name: str | None = None) -> None:
    """Delete the picture of a person; name: only if it is still this one."""
    _replace(player_id, "", name)


def forget(player: Player) -> None:
    """Take the picture of somebody who is erased off their locked row, which is saved later."""
    if player.picture:
        transaction.on_commit(partial(files.delete, player.picture), robust=True)
    player.picture = ""


def _replace(player_id: int, new: str, old: str | None = None) -> bool:
    """Whether the person is there; old: nothing changes if they have another picture."""
    with transaction.atomic():
        player = locked(Player.objects.filter(pk=player_id, erased_at=None)).first()
        if player is None:
            return False
        if old is None or player.picture == old:
            forget(player)
            player.picture = new
            player.save(update_fields=["picture"])
    return True
