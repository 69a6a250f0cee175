"""Ask somebody to be friends, answer, and end it; the only writer of friendships.

Nobody is told that they were refused, or that somebody has hidden them.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.locks import lock_players
from accounts.models import Player
from accounts.portions import delete_some
from games.models import Friendship, Mute

State = Friendship.State

# An ask that nobody answered or that was refused is forgotten so long after it was made: were it
# later for a refusal, the asker would know.
KEPT = timedelta(days=30)
MOST_ASKED = 50


class FriendProblem(StrEnum):
    """Why nothing was done. TOO_MANY: somebody waits for as many answers as they may."""

    TOO_MANY = "too_many"
    NOT_ASKED = "not_asked"


class FriendError(Exception):
    """A refusal with its problem; nothing was changed."""

    def __init__(self, problem: FriendProblem) -> None:
        super().__init__(problem)
        self.problem = problem


class Standing(StrEnum):
    """What two people are to each other, as one of them is told."""

    NONE = ""
    ASKED = "asked"
    ASKS = "asks"
    FRIENDS = "friends"


def ask(asker: Player, asked_id: int, now: datetime) -> None:
    """Ask a member to be friends; friends at once where they have asked, too.

    Nothing where one of the two is gone. Of two who ask at the same moment the second one agrees.
    Raises FriendError(TOO_MANY).
    """
    if asker.pk == asked_id:
        return
    with transaction.atomic():
        if len(lock_players({asker.pk, asked_id})) < 2:
            return
        known = Friendship.objects.between(asker.pk, asked_id).first()
        is_taken_back = known and known.asker_id == asker.pk and known.state == State.WITHDRAWN
        if known is not None and not is_taken_back:
            _ask_again(known, asker, now)
            return
        if not Player.objects.filter(pk=asked_id, user__is_active=True).exists():
            return
        # What was taken back does not count: the number would tell of a refusal that stays.
        waiting = Friendship.objects.filter(asker=asker, state__in=[State.ASKED, State.REFUSED])
        if waiting.count() >= MOST_ASKED:
            raise FriendError(FriendProblem.TOO_MANY)
        if known is not None:
            known.state = State.REFUSED
            known.save()
            return
        is_hidden = Mute.objects.filter(player=asked_id, muted=asker).exists()
        Friendship.objects.create(
            asker=asker,
            asked_id=asked_id,
            state=State.REFUSED if is_hidden else State.ASKED,
            at=now,
        )


def _ask_again(known: Friendship, asker: Player, now: datetime) -> None:
    is_asker = known.asker_id == asker.pk
    if not is_asker and known.state in {State.ASKED, State.REFUSED}:
        known.state, known.at = State.FRIENDS, now
    elif not is_asker and known.state == State.WITHDRAWN:
        known.asker_id, known.asked_id = known.asked_id, known.asker_id
        known.state, known.at = State.ASKED, now
    else:
        return
    known.save()


def accept(player: Player, asker_id: int, now: datetime) -> None:
    """Agree to be friends. Raises FriendError(NOT_ASKED) where the other has taken it back."""
    asks = Friendship.objects.filter(asker=asker_id, asked=player)
    asks.filter(state__in=[State.ASKED, State.REFUSED]).update(state=State.FRIENDS, at=now)
    if not are_friends(player.pk, asker_id):
        raise FriendError(FriendProblem.NOT_ASKED)


def refuse(player: Player, asker_id: int) -> None:
    """Do not be friends; the other is not told."""
    asks = Friendship.objects.filter(asker=asker_id, asked=player, state=State.ASKED)
    asks.update(state=State.REFUSED)


def withdraw(asker: Player, asked_id: int) -> None:
    """Take back what was asked; a refusal stays, unseen, so that it cannot be asked again."""
    own = Friendship.objects.filter(asker=asker, asked=asked_id)
    own.filter(state=State.ASKED).delete()
    own.filter(state=State.REFUSED).update(state=State.WITHDRAWN)


def end(player: Player, other_id: int) -> None:
    """Be friends no more; either of the two may say so, and the other is not told."""
    Friendship.objects.between(player.pk, other_id).filter(state=State.FRIENDS).delete()


def standing_with(reader: Player, other: Player) -> Standing:
    """What a reader is told that they and somebody else are."""
    known = Friendship.objects.between(reader.pk, other.pk).first()
    if known is None:
        return Standing.NONE
    if known.state == State.FRIENDS:
        return Standing.FRIENDS
    if known.asker_id == reader.pk:
        return Standing.NONE if known.state == State.WITHDRAWN else Standing.ASKED
    return Standing.ASKS if known.state == State.ASKED else Standing.NONE


def are_friends(first_id: int, second_id: int) -> bool:
    """Whether two people (ids) are friends."""
    return Friendship.objects.between(first_id, second_id).filter(state=State.FRIENDS).exists()


# --- A person leaves, or asks what is known of them ----------------------------------------


def erase(player: Player) -> None:
    """Forget whom a person asked, who asked them, and their friends."""
    Friendship.objects.of(player).delete()


def exported(player: Player) -> list[dict[str, Any]]:
    """A person's friends, whom they asked, and who asks them; of refusals only their own.

    What they took back is not told: only what was refused is still kept then. Nor is when they
    asked: who asks again what was taken back is kept by the first time only if it was refused.
    """
    told = Q(state__in=[State.ASKED, State.FRIENDS, State.REFUSED])
    found = Friendship.objects.of(player).filter(told)
    return [
        {
            "with": (one.asked if one.asker_id == player.pk else one.asker).name,
            "you_asked": one.asker_id == player.pk,
            # Whoever asked is not told how it was answered.
            "state": State.ASKED
            if one.asker_id == player.pk and one.state == State.REFUSED
            else one.state,
            "since": None if one.asker_id == player.pk and one.state != State.FRIENDS else one.at,
        }
        for one in found.select_related("asker", "asked").order_by("pk")
    ]


def forget_old(now: datetime) -> int:
    """Delete a portion of what was asked long ago and did not make friends; how many."""
    old = Friendship.objects.exclude(state=State.FRIENDS).filter(at__lt=now - KEPT)
    return delete_some(old.order_by("pk"))
