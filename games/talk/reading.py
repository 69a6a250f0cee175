"""Read what is said at a table, and which part of it somebody may read."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from accounts.models import Player
from games.models import Seat, Table
from games.talk.models import Message, Mute, Silence, Talk

Read = Callable[[], Mapping[bool, Sequence[Message]]]

# So many messages are on the page of a table; older ones on pages of their own.
NEWEST = 50
# A room that missed more changes shows the newest messages instead.
MOST_CHANGES = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """Messages of a table in their order, and who sits there.

    messages: by whether their reader is kept apart. seats: their index by the player's id.
    """

    number: int
    is_off: bool
    is_running: bool
    seats: Mapping[int, int]
    messages: Mapping[bool, Sequence[Message]]

    def is_apart(self, player_id: int | None) -> bool:
        """Whether this person may not read what spectators write, as they play."""
        return self.is_running and player_id in self.seats


def changes_since(table_id: int, number: int) -> Reading:
    """The messages that were written or deleted since the talk had this number."""
    changed = _messages(table_id).filter(changed__gt=number)[:MOST_CHANGES]
    return _reading(table_id, lambda: _split(changed))


def newest(table_id: int, before: int | None = None) -> Reading:
    """The newest messages, or the newest of those before the one of this number."""
    found = _messages(table_id).order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    to_table = found.filter(to=Message.To.TABLE)
    return _reading(
        table_id,
        lambda: {
            is_apart: list(rows[:NEWEST])[::-1]
            for is_apart, rows in ((False, found), (True, to_table))
        },
    )


def message_for(table_id: int, number: int, player: Player) -> Message:
    """A message that this member may read; else Http404."""
    message = _messages(table_id).filter(number=number).first()
    if message is None:
        raise Http404
    if message.to == Message.To.SPECTATORS and is_playing(table_id, player):
        raise Http404
    return message


def is_playing(table_id: int, player: Player) -> bool:
    """Whether this person sits at a table whose game runs."""
    return Seat.objects.filter(
        table=table_id, player=player, table__status=Table.Status.PLAYING
    ).exists()


def numbers(table_ids: Iterable[int]) -> dict[int, int]:
    """The stored numbers of talks, in one statement."""
    return dict(Talk.objects.filter(pk__in=list(table_ids)).values_list("pk", "number"))


def muted_by(player: Player) -> list[Player]:
    """Those whose messages this person has hidden, by name."""
    return [
        mute.muted
        for mute in Mute.objects.filter(player=player)
        .select_related("muted")
        .order_by("muted__name", "pk")
    ]


def is_silenced(table_id: int, player_id: int) -> bool:
    """Whether somebody may write no more at this table, or at none for now."""
    here = Q(table=table_id) | Q(table=None, until__gt=timezone.now())
    return Silence.objects.filter(here, player=player_id).exists()


def is_silenced_here(table_id: int, player_id: int) -> bool:
    """Whether somebody was silenced at this table."""
    return Silence.objects.filter(table=table_id, player=player_id).exists()


def silenced_until(player_id: int) -> datetime | None:
    """Until when somebody may write at no table."""
    rows = Silence.objects.filter(table=None, player=player_id, until__gt=timezone.now())
    return rows.values_list("until", flat=True).first()


def _messages(table_id: int) -> QuerySet[Message]:
    return Message.objects.filter(table=table_id).select_related("author").order_by("number")


def _reading(table_id: int, read: Read) -> Reading:
    talk = Talk.objects.filter(pk=table_id).first()
    messages = read()
    # After the messages: those for spectators are written only once the game runs, and who sits
    # there then is known.
    places = list(
        Seat.objects.filter(table=table_id).values_list("player_id", "index", "table__status")
    )
    newest_change = max((message.changed for message in messages[False]), default=0)
    return Reading(
        number=max(talk.number if talk else 0, newest_change),
        is_off=talk is not None and talk.is_off,
        is_running=any(status == Table.Status.PLAYING for *_seat, status in places),
        seats={player: index for player, index, _status in places if player},
        messages=messages,
    )


def _split(rows: Iterable[Message]) -> dict[bool, list[Message]]:
    everything = list(rows)
    to_table = [message for message in everything if message.to == Message.To.TABLE]
    return {False: everything, True: to_table}
