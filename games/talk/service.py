"""Write at a table, delete what was said, silence and hide people, turn the talk off."""

from datetime import datetime, timedelta
from typing import Any
from unicodedata import category, normalize

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import names
from accounts.club.kept import kept
from accounts.locks import locked
from accounts.models import Player
from accounts.names import BLANKS, SEEN
from accounts.portions import delete_some
from games.live import publishing
from games.models import Seat, Table
from games.table.errors import TableError, TableErrorCode
from games.talk import reading
from games.talk.models import Message, Mute, Reaction, Silence, Talk

# Of the invisible characters only those that join: families of emoji and some scripts need them.
JOINERS = "\u200c\u200d"
# Control and format characters (direction marks among them), halves of pairs, line separators.
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# More accents than this on one letter would be drawn over the lines around.
MOST_MARKS = 3


def one_line(typed: str) -> str:
    """A text as it is stored, on one line, without what would hide or move other text.

    Empty if nothing of it can be seen.
    """
    kept: list[str] = []
    marks = 0
    for character in normalize("NFC", typed):
        kind = category(character)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks > MOST_MARKS:
            continue
        is_hidden = kind in HIDDEN and character not in JOINERS
        kept.append(" " if is_hidden or character in BLANKS else character)
    text = " ".join("".join(kept).split())
    return text if any(category(character)[0] in SEEN for character in text) else ""


# How much one person may say at one table: so many messages within that time.
LIMITS = ((5, timedelta(seconds=10)), (200, timedelta(hours=1)))
# How much all who play may say at one table, and as much again all who watch: a crowd must not keep
# the players from writing.
TABLE_LIMIT = (40, timedelta(seconds=10))
BETWEEN_REACTIONS = timedelta(seconds=3)
# A second tap, or a form that is sent again because its answer was lost.
SAME_MESSAGE = timedelta(seconds=10)
# What is said is kept at most so long where the game never ends.
KEPT = timedelta(days=90)


def say(table_id: int, player: Player, typed: str, now: datetime) -> None:
    """Write a message.

    Raises TableError (BAD_MESSAGE, TALK_IS_OFF, SILENCED, TOO_MANY_MESSAGES).
    """
    text = one_line(typed)
    if not text or len(text) > Message.LONGEST:
        raise TableError(TableErrorCode.BAD_MESSAGE)
    _write(table_id, player, now, text=text)


def react(table_id: int, player: Player, reaction: str, now: datetime) -> None:
    """Show a reaction. Raises the same errors as `say`."""
    if reaction not in Reaction.values:
        raise TableError(TableErrorCode.BAD_MESSAGE)
    _write(table_id, player, now, reaction=reaction)


def delete(table_id: int, player: Player, number: int) -> None:
    """Delete a message: one's own, or any as a moderator.

    Raises Http404, TableError(NOT_HOST).
    """
    message = reading.message_for(table_id, number, player)
    if message.author_id != player.pk:
        require_moderator(table_id, player)
    wipe(table_id, number)


def wipe(table_id: int, number: int) -> None:
    """Delete what a message says, if it is still there."""
    with transaction.atomic():
        there = Message.objects.filter(table=table_id, number=number)
        if ids := list(there.values_list("pk", flat=True)):
            _wipe(_locked(table_id), ids)


def switch(table_id: int, player: Player, *, is_off: bool) -> None:
    """Turn the talk of a table off or on. Raises TableError(NOT_HOST)."""
    require_moderator(table_id, player)
    with transaction.atomic():
        talk = _locked(table_id)
        talk.is_off = is_off
        _announce_next(talk)


def silence(table_id: int, player: Player, number: int, *, ends: bool = False) -> None:
    """Let the author of a message write no more at this table, or again.

    Raises Http404, TableError (NOT_HOST, NOT_TO_SILENCE).
    """
    require_moderator(table_id, player)
    author = reading.message_for(table_id, number, player).author
    if ends:
        Silence.objects.filter(table=table_id, player=author).delete()
        return
    if author == player or author.runs_the_club:
        raise TableError(TableErrorCode.NOT_TO_SILENCE)
    Silence.objects.get_or_create(table_id=table_id, player=author)


def mute(player: Player, muted: Player) -> None:
    """Hide what another person writes, at all tables."""
    if muted != player:
        Mute.objects.get_or_create(player=player, muted=muted)


def unmute(player: Player, muted_id: int) -> None:
    """Show again what another person writes."""
    Mute.objects.filter(player=player, muted=muted_id).delete()


def is_moderator(table_host: int | None, player: Player) -> bool:
    """Whether they may delete messages, silence people and turn the talk off."""
    return player.pk == table_host or player.runs_the_club


def require_moderator(table_id: int, player: Player) -> None:
    """Raises TableError(NOT_HOST)."""
    host = Table.objects.values_list("host_id", flat=True).get(pk=table_id)
    if not is_moderator(host, player):
        raise TableError(TableErrorCode.NOT_HOST)


def join_channels(table_id: int, **_told: Any) -> None:
    """A game is over: its players are now shown what spectators wrote."""
    if Message.objects.filter(table=table_id, to=Message.To.SPECTATORS).exists():
        with transaction.atomic():
            _announce_next(_locked(table_id))


# --- A person leaves, or asks what is known of them ----------------------------------------


def erase(player: Player, name: str) -> None:
    """Delete what a person wrote, and their name from what others wrote."""
    own = Message.objects.filter(author=player)
    written = set(own.values_list("table_id", flat=True))
    # SQLite's own comparison knows no accents in capitals.
    others = Message.objects.exclude(text="").exclude(author=player)
    if not names.has_several_words(name):
        # A name of one word means them only where they are known.
        there = Q(table__host=player) | Q(table__in=own.values("table"))
        there |= Q(table__in=Seat.objects.filter(player=player).values("table"))
        others = others.filter(there)
    renamed = [
        (message, text)
        for message in others
        if (text := names.without(message.text, name)) != message.text
    ]
    for table_id in sorted(written | {message.table_id for message, _text in renamed}):
        _locked(table_id)
    for table_id in written:
        _wipe(_locked(table_id), own.filter(table=table_id).values_list("pk", flat=True))
    for message, text in renamed:
        talk = _locked(message.table_id)
        message.text = text
        message.changed = talk.number + 1
        message.save()
        _announce_next(talk)
    for rows in (player.silences, player.mutes, player.muted_by):
        rows.all().delete()


def personal_data(player: Player) -> dict[str, Any]:
    """What a person wrote, and whose messages they have hidden."""
    own = Message.objects.filter(author=player).select_related("table").order_by("at", "pk")
    silenced_at = player.silences.exclude(table=None)
    return {
        "messages": [
            {
                "table": message.table.code,
                "at": message.at,
                "to": message.to,
                "text": message.text,
                "reaction": message.reaction,
            }
            for message in own
        ],
        "muted": [other.name for other in reading.muted_by(player)],
        "silenced_at": list(silenced_at.values_list("table__code", flat=True)),
    }


def forget_old(now: datetime) -> int:
    """Delete a portion of the messages of games that ended long ago, and of old ones; how many.

    What was written after the end is kept as long.
    """
    return delete_some(old(now, kept("talk")))


def old(now: datetime, kept_after_game: timedelta) -> QuerySet[Message]:
    """The messages whose time is over."""
    after_game = now - kept_after_game
    over = Q(table__ended_at__lt=after_game, at__lt=after_game)
    return Message.objects.filter(over | Q(at__lt=now - KEPT)).order_by("pk")


# --- Helpers -------------------------------------------------------------------------------


def _write(
    table_id: int, player: Player, now: datetime, *, text: str = "", reaction: str = ""
) -> None:
    # First without a lock: who floods must not keep others from writing.
    talk = Talk.objects.filter(table=table_id).first()
    if _may_write(talk, table_id, player, now, text, reaction) is None:
        return
    with transaction.atomic():
        # First the person, as everybody who erases one does; then what they wrote before counts.
        author = locked(Player.objects.all()).get(pk=player.pk)
        talk = _locked(table_id)
        to = _may_write(talk, table_id, author, now, text, reaction)
        if to is None:
            return
        Message.objects.create(
            table_id=table_id,
            number=talk.number + 1,
            changed=talk.number + 1,
            author=author,
            to=to,
            text=text,
            reaction=reaction,
            at=now,
        )
        _announce_next(talk)


def _may_write(
    talk: Talk | None, table_id: int, author: Player, now: datetime, text: str, reaction: str
) -> Message.To | None:
    """To whom somebody writes; None where they have just written the same.

    Raises TableError (SILENCED, TALK_IS_OFF, TOO_MANY_MESSAGES).
    """
    if author.erased_at or reading.is_silenced(table_id, author.pk):
        raise TableError(TableErrorCode.SILENCED)
    if talk is not None and talk.is_off:
        raise TableError(TableErrorCode.TALK_IS_OFF)
    own = Message.objects.filter(table=table_id, author=author).order_by("-number")
    last = own.first()
    if last and (last.text, last.reaction) == (text, reaction) and now - last.at < SAME_MESSAGE:
        return None
    to = _addressees(table_id, author)
    _check_limits(table_id, author, to, now, is_reaction=bool(reaction))
    return to


def _addressees(table_id: int, author: Player) -> Message.To:
    """While a game runs, those who do not play write to each other only."""
    is_running = Table.objects.filter(pk=table_id, status=Table.Status.PLAYING).exists()
    if is_running and not Seat.objects.filter(table=table_id, player=author).exists():
        return Message.To.SPECTATORS
    return Message.To.TABLE


def _check_limits(
    table_id: int, author: Player, to: Message.To, now: datetime, *, is_reaction: bool
) -> None:
    """Raises TableError(TOO_MANY_MESSAGES)."""
    everybody = Message.objects.filter(table=table_id)
    own = everybody.filter(author=author)
    limits = [(everybody.filter(to=to), *TABLE_LIMIT), *((own, *limit) for limit in LIMITS)]
    if is_reaction:
        limits.append((own.exclude(reaction=""), 1, BETWEEN_REACTIONS))
    for messages, most, period in limits:
        if messages.filter(at__gt=now - period).count() >= most:
            raise TableError(TableErrorCode.TOO_MANY_MESSAGES)


def _locked(table_id: int) -> Talk:
    """The row of a talk, locked until the end of the transaction."""
    Talk.objects.get_or_create(table_id=table_id)
    return locked(Talk.objects.all()).get(pk=table_id)


def _wipe(talk: Talk, messages: Any) -> None:
    """Delete what messages of a locked talk say."""
    Message.objects.filter(pk__in=list(messages)).update(
        text="", reaction="", changed=talk.number + 1
    )
    _announce_next(talk)


def _announce_next(talk: Talk) -> None:
    """Give a locked talk its next number, and announce it after the commit."""
    talk.number += 1
    talk.save()
    table_id, number = talk.table_id, talk.number
    # A failed publish must not fail a committed write.
    transaction.on_commit(lambda: publishing.publish_talk(table_id, number), robust=True)
