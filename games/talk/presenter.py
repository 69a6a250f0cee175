"""What the talk of a table shows: the same to all who may read the same, but for whom they hide."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import Player
from games.live.regions import active_language, render_flat
from games.table.snapshot import Snapshot
from games.talk import reading
from games.talk.models import Message, Reaction
from games.talk.reading import Reading
from games.talk.service import is_moderator


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A message as everybody reads it who may. seat: of its author, None for a spectator."""

    code: str
    number: int
    author_id: int
    author: str
    text: str
    reaction: str
    is_to_spectators: bool
    seat: int | None

    @property
    def is_deleted(self) -> bool:
        return not self.text and not self.reaction

    @property
    def reaction_words(self) -> str:
        return str(Reaction(self.reaction).label)


@dataclass(frozen=True, slots=True)
class Hidden:
    """A person whose messages the reader has hidden, and how many of those shown are theirs."""

    id: int
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Panel:
    """The talk on a member's page of a table.

    number: of the talk. has_older: whether there are messages before
    the first one. silenced_until: of who may write at no table. is_apart: the reader plays, and is
    not shown what spectators write.
    """

    code: str
    number: int
    messages: Sequence[SafeString]
    first: int
    has_older: bool
    hidden: Sequence[Hidden]
    is_off: bool
    is_silenced: bool
    silenced_until: datetime | None
    is_moderator: bool
    is_running: bool
    is_apart: bool
    reader_id: int

    @property
    def known(self) -> str:
        """What the socket of the page says of it."""
        return known(self.number, is_apart=self.is_apart)

    @property
    def reactions(self) -> list[tuple[str, str]]:
        return [(value, str(label)) for value, label in Reaction.choices]


def panel_for(snapshot: Snapshot, player: Player, before: int | None = None) -> Panel:
    """The newest messages for a member, or those before the one of a number."""
    found = reading.newest(snapshot.table_id, before)
    is_apart = found.is_apart(player.pk)
    messages = found.messages[is_apart]
    first = messages[0].number if messages else 0
    is_full = len(messages) == reading.NEWEST
    muted = {person.pk: person.name for person in reading.muted_by(player)}
    counts = Counter(message.author_id for message in messages)
    is_silenced = reading.is_silenced(snapshot.table_id, player.pk)
    return Panel(
        code=snapshot.code,
        number=found.number,
        messages=[
            message_html(shown)
            for shown in present(snapshot.code, messages, found.seats)
            if shown.author_id not in muted
        ],
        first=first,
        has_older=is_full and bool(reading.newest(snapshot.table_id, first).messages[is_apart]),
        hidden=[Hidden(pk, name, counts[pk]) for pk, name in muted.items()],
        is_off=found.is_off,
        is_silenced=is_silenced,
        silenced_until=reading.silenced_until(player.pk) if is_silenced else None,
        is_moderator=is_moderator(snapshot.host_id, player),
        is_running=found.is_running,
        is_apart=is_apart,
        reader_id=player.pk,
    )


def known(number: int, *, is_apart: bool) -> str:
    """What a page knows of a talk, for the address of its socket."""
    return f"{number}.{int(is_apart)}"


def present(code: str, messages: Iterable[Message], seats: Mapping[int, int]) -> list[MessageShown]:
    """Messages as they are shown, in their order."""
    return [
        MessageShown(
            code=code,
            number=message.number,
            author_id=message.author_id,
            author=message.author.name,
            text=message.text,
            reaction=message.reaction,
            is_to_spectators=message.to == Message.To.SPECTATORS,
            seat=seats.get(message.author_id),
        )
        for message in messages
    ]


def message_html(shown: MessageShown) -> SafeString:
    """A message as an element of the list; rendered once a language."""
    return _message_html(shown, active_language())


@lru_cache(maxsize=4000)
def _message_html(shown: MessageShown, _language: str) -> SafeString:
    return render_flat("games/talk/message.html", {"message": shown})


def frame_text(code: str, found: Reading, *, is_apart: bool, is_whole: bool) -> str:
    """The text of a frame with these messages; a whole one replaces all that the page has."""
    shown = present(code, found.messages[is_apart], found.seats)
    head = _head(found.number, is_off=found.is_off, is_whole=is_whole)
    return head + "".join(map(message_html, shown))


def own_frame_text(panel: Panel) -> SafeString:
    """All that a member's panel shows now, as a frame for their page alone."""
    head = _head(panel.number, is_off=panel.is_off, is_whole=True)
    people = render_flat("games/talk/hidden.html", {"talk": panel})
    return mark_safe(head + people + "".join(panel.messages))  # noqa: S308 - our own templates


def _head(number: int, *, is_off: bool, is_whole: bool) -> SafeString:
    return format_html(
        '<i id="talk-news" data-number="{}" data-off="{}" data-whole="{}" hidden></i>',
        number,
        int(is_off),
        int(is_whole),
    )
