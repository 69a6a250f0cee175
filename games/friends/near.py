"""Whom a member sees on the site, and who asks to be their friend."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from accounts import presence
from accounts.models import Player, PresenceFor, picture_url
from games.models import Friendship, Mute
from games.plain_text import plain

State = Friendship.State


class Person(NamedTuple):
    """A member as another one is shown them. name: in the reader's language; picture: its file."""

    player_id: int
    name: str
    picture: str = ""
    is_friend: bool = False
    is_here: bool = False

    @property
    def picture_url(self) -> str:
        return picture_url(self.player_id, self.picture)


@dataclass(frozen=True, slots=True)
class Near:
    """here: who is on the site and shows it to the reader, friends first. away: the other friends.

    asks: who asks to be a friend.
    """

    here: tuple[Person, ...]
    away: tuple[Person, ...]
    asks: tuple[Person, ...]

    @property
    def friends(self) -> list[Person]:
        """All friends, those who are here first."""
        return [one for one in (*self.here, *self.away) if one.is_friend]


def near(reader: Player) -> Near:
    """Whom a member sees; at most two statements, and two every few seconds for all readers.

    Of two people of whom one has hidden the other, neither sees that the other is here.
    """
    hidden = _hidden_from(reader)
    friends: dict[int, Player] = {}
    asks: dict[int, Player] = {}
    found = Friendship.objects.of(reader).filter(state__in=[State.ASKED, State.FRIENDS])
    for one in found.select_related("asker__user", "asked__user"):
        other = one.asked if one.asker_id == reader.pk else one.asker
        if other.user is None or not other.user.is_active:
            continue
        if one.state == State.FRIENDS:
            friends[other.pk] = other
        elif one.asked_id == reader.pk and other.pk not in hidden:
            asks[other.pk] = other
    here = [
        Person(one.player_id, one.name, one.picture, one.player_id in friends, is_here=True)
        for one in presence.here()
        if one.player_id != reader.pk
        and one.player_id not in hidden
        and (one.audience == PresenceFor.MEMBERS or one.player_id in friends)
    ]
    shown = {one.player_id for one in here}
    return Near(
        here=tuple(sorted(here, key=lambda one: (not one.is_friend, plain(one.name)))),
        away=tuple(
            Person(one.pk, one.name, one.picture, is_friend=True)
            for one in sorted(friends.values(), key=lambda friend: plain(friend.name))
            if one.pk not in shown
        ),
        asks=tuple(Person(pk, one.name, one.picture) for pk, one in sorted(asks.items())),
    )


def _hidden_from(reader: Player) -> set[int]:
    """Ids of those who have hidden the reader, or whom the reader has hidden."""
    mutes = Mute.objects.filter(Q(player=reader) | Q(muted=reader))
    pairs = mutes.values_list("player_id", "muted_id")
    return {other for pair in pairs for other in pair} - {reader.pk}
