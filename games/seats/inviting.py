"""Invite members to an open table: a seat is kept for them for a while, and they are told."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts import optional_mail, presence
from accounts.club.current import club
from accounts.locks import lock_players
from accounts.models import Player, User
from accounts.optional_mail import TurnOffLink
from accounts.portions import delete_some
from accounts.push import service as push
from games.friends.near import Person, near
from games.models import GuestLink, HeldSeat, Mute, Seat, Table, TableInvite
from games.seats import rematch, seating
from games.table import held_seats
from games.table.announce import changing
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import Snapshot
from games.table.time_limits import day_and_time

# Of one host, without an answer.
MOST_WAITING = 10
# Of one host to one member within NOT_AGAIN, answered or not.
MOST_TO_ONE = 3
# After a no the same host does not ask again for so long, and nobody is told twice of one table.
NOT_AGAIN = timedelta(hours=1)
KEPT = timedelta(days=7)
# A page offers so many tables of its reader to invite to.
MOST_OFFERED = 3
# The lobby shows so many of the newest invitations.
MOST_SHOWN = 10

TURN_OFF = TurnOffLink("games:invites_off", "games.invites")


class Invited(NamedTuple):
    """A table to which a member is invited. by: the name of the host who did it."""

    code: str
    table: str
    by: str
    is_seat_held: bool
    is_rated: bool


class Invitations(NamedTuple):
    """Whom a host can invite, whom they have invited (by id), and the unused links for guests."""

    people: list[Person]
    invited: set[int]
    links: list[GuestLink]
    has_free_seat: bool


def invitations_of(table: Snapshot, host: Player, now: datetime) -> Invitations:
    """For the page of an open table."""
    found, seated = near(host), {seat.player_id for seat in table.seats}
    return Invitations(
        [one for one in (*found.here, *found.away) if one.player_id not in seated],
        waiting_at(table.table_id),
        list(GuestLink.objects.usable(now).filter(table=table.table_id)),
        any(seat.is_free for seat in table.seats),
    )


def invite(table_id: int, host: Player, player_id: int, now: datetime) -> None:
    """Keep a seat for a member and tell them; again for one who has not answered, without telling.

    Raises TableError (NOT_OPEN, CLOSED, NOT_HOST, FULL, SEAT_HELD, SEATED_ALREADY, NOT_TO_INVITE:
    they are gone, have hidden the host, said no a moment ago, or were asked too often;
    TOO_MANY_INVITES).
    """
    with transaction.atomic():
        there = lock_players({host.pk, player_id})
        with changing(table_id) as table:
            seating.require_open(table.status)
            if table.host_id != host.pk:
                raise TableError(TableErrorCode.NOT_HOST)
            player = Player.objects.filter(pk=player_id, user__is_active=True).first()
            if player is None or player.user is None or not {host.pk, player_id} <= there:
                raise TableError(TableErrorCode.NOT_TO_INVITE)
            _require_seat(table, player_id, now)
            is_news = _written(table, host, player, now)
            until = held_seats.hold_for_invited(table, player_id, now)
            if is_news:
                _tell(player.user, host, table, until)
            held_seats.notify_previous_table(table)


def _require_seat(table: Table, player_id: int, now: datetime) -> None:
    """Raises TableError (SEATED_ALREADY, FULL, SEAT_HELD)."""
    seats = list(table.seats.all())
    if any(seat.player_id == player_id for seat in seats):
        raise TableError(TableErrorCode.SEATED_ALREADY)
    free = sum(seat.is_free for seat in seats)
    if not free:
        raise TableError(TableErrorCode.FULL)
    if table.held_seats.in_force(now).exclude(player=player_id).count() >= free:
        raise TableError(TableErrorCode.SEAT_HELD)


def _written(table: Table, host: Player, player: Player, now: datetime) -> bool:
    """Write the invitation; whether it is news to the invited.

    Raises TableError (NOT_TO_INVITE, TOO_MANY_INVITES).
    """
    own = TableInvite.objects.filter(by=host)
    lately = own.filter(player=player, at__gt=now - NOT_AGAIN)
    said_no = own.filter(player=player, declined_at__gt=now - NOT_AGAIN)
    if said_no.exists() or Mute.objects.filter(player=player, muted=host).exists():
        raise TableError(TableErrorCode.NOT_TO_INVITE)
    known = TableInvite.objects.filter(table=table, player=player).first()
    if known and known.declined_at is None and known.at > now - NOT_AGAIN:
        return False
    if lately.count() >= MOST_TO_ONE:
        raise TableError(TableErrorCode.NOT_TO_INVITE)
    if own.waiting().exclude(table=table, player=player).count() >= MOST_WAITING:
        raise TableError(TableErrorCode.TOO_MANY_INVITES)
    TableInvite.objects.update_or_create(
        table=table, player=player, defaults={"by": host, "at": now, "declined_at": None}
    )
    return True


def decline(table_id: int, player: Player, now: datetime) -> None:
    """Say no to an invitation; the seat is free again. Nothing where there is none."""
    invites = TableInvite.objects.filter(table=table_id, player=player, declined_at=None)
    if invites.exists():
        with transaction.atomic():
            rematch.release(table_id, player.pk)
            invites.update(declined_at=now)


def invited_to(player: Player, now: datetime) -> list[Invited]:
    """The tables to which a member is invited, the newest first, MOST_SHOWN; one statement."""
    hidden = Mute.objects.filter(player=player, muted=OuterRef("by"))
    held = HeldSeat.objects.in_force(now).filter(table=OuterRef("table"), player=player)
    found = (
        TableInvite.objects.waiting()
        .filter(~Exists(hidden), player=player)
        .annotate(is_held=Exists(held))
        .select_related("table", "by")
        .defer("table__state", "table__record")
        .order_by("-at", "-pk")
    )
    return [
        Invited(
            one.table.code,
            one.table.title,
            one.by.name,
            is_seat_held=bool(vars(one)["is_held"]),
            is_rated=one.table.is_rated,
        )
        for one in found[:MOST_SHOWN]
    ]


def tables_to_invite_to(host: Player, player: Player | None = None) -> list[Table]:
    """The newest open tables of a host with a free seat, at most MOST_OFFERED.

    player: without those at which this person sits, or is invited and has not answered.
    """
    free = Seat.objects.filter(table=OuterRef("pk"), name="")
    tables = Table.objects.filter(Exists(free), host=host, status=Table.Status.OPEN)
    if player is not None:
        invites = TableInvite.objects.waiting().filter(table=OuterRef("pk"), player=player)
        sits = Seat.objects.filter(table=OuterRef("pk"), player=player)
        tables = tables.exclude(Exists(invites)).exclude(Exists(sits))
    return list(tables.order_by("-pk").defer("state", "record")[:MOST_OFFERED])


def waiting_at(table_id: int) -> set[int]:
    """Ids of those who are invited to a table and have not answered."""
    return set(
        TableInvite.objects.waiting().filter(table=table_id).values_list("player_id", flat=True)
    )


# --- How the invited are told ----------------------------------------------------------


def _tell(user: User, host: Player, table: Table, until: datetime) -> None:
    """Tell somebody on their devices and, where they wish it and are not on the site, by mail."""
    with translation.override(club().language_of(user.language)):
        push.queue(
            user,
            push.INVITED,
            _title(host, table),
            gettext("A seat is kept for you until %(time)s.") % {"time": day_and_time(until)},
            reverse("games:table", args=[table.code]),
        )
    if settings.EMAIL_IS_SENT and user.invite_mails and not presence.is_here(user.pk):
        compose(user, host, table, until).send()


def compose(user: User, host: Player, table: Table, until: datetime) -> EmailMessage:
    """The mail about an invitation, to be sent."""
    with translation.override(club().language_of(user.language)):
        context = {
            "host": host.name,
            "table": " ".join(table.title.split()),
            "until": day_and_time(until),
            "is_rated": table.is_rated,
            "link": settings.SITE_URL + reverse("games:table", args=[table.code]),
        }
        off = TURN_OFF.address_of(user.pk)
        return optional_mail.compose(
            user, _title(host, table), "games/invites/mail.txt", context, off
        )


def _title(host: Player, table: Table) -> str:
    words = {"name": host.name, "table": " ".join(table.title.split())}
    if table.is_rated:
        return gettext("%(name)s invites you to “%(table)s”, a rated game") % words
    return gettext("%(name)s invites you to “%(table)s”") % words


def turn_off(user_id: int) -> None:
    """Mail a person no invitations any more."""
    User.objects.filter(pk=user_id).update(invite_mails=False)


# --- A person leaves, or asks what is known of them ------------------------------------


def erase(player: Player) -> None:
    """Forget whom a person invited, and to what they were invited."""
    TableInvite.objects.filter(Q(by=player) | Q(player=player)).delete()


def exported(invites: Iterable[TableInvite]) -> list[dict[str, Any]]:
    """Invitations in somebody's personal data, without the name of the other."""
    return [{"table": one.table.code, "at": one.at, "declined": one.declined_at} for one in invites]


def forget_old(now: datetime) -> int:
    """Delete a portion of the invitations that were made long ago; how many."""
    return delete_some(TableInvite.objects.filter(at__lt=now - KEPT).order_by("pk"))
