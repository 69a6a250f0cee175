"""The key of this site, the devices of members, and what is queued for them."""

import json
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts import ciphers
from accounts.locks import locked
from accounts.models import PushDevice, PushKey, PushMessage, User
from accounts.names import without
from accounts.outgoing import BadAddress, read_address
from accounts.portions import delete_some
from accounts.push import encryption, sending
from accounts.security.sign_ins import browser_and_system
from accounts.tokens import hash_of

PURPOSE = sending.PURPOSE
MOST_DEVICES = 10
# Letters; with all of them a message stays well below what push services take.
MOST_TITLE, MOST_BODY = 150, 400
# The kinds of notices that are of no league; those of leagues are NoticePreference.Topic.
TURN, INVITED = "turn", "invited"


class TooManyDevices(Exception):
    """A member has as many devices as they may."""


class BadSubscription(Exception):
    """What was sent is not where a browser can be reached."""


# --- The key of the site ---------------------------------------------------------------


def public_key() -> str:
    """What browsers need to subscribe; "" where nothing is pushed."""
    private = sending.private_key()
    return encryption.public_of(private) if private else ""


@transaction.atomic
def make_key() -> bool:
    """Make the key of this site; False where there is one that can be read.

    Devices that were added under another key are forgotten: their browsers know that one.
    """
    if sending.private_key():
        return False
    remove_key()
    private = ciphers.encrypt(PURPOSE, encryption.new_private_key())
    PushKey.objects.create(private=private)
    return True


@transaction.atomic
def remove_key() -> None:
    """Push nothing any more, and forget all devices."""
    PushKey.objects.all().delete()
    PushDevice.objects.all().delete()


# --- Devices ---------------------------------------------------------------------------


@transaction.atomic
def add_device(request: HttpRequest, user: User, address: str, p256dh: str, auth: str) -> None:
    """Send the notices of a login to this browser, too. Raises BadSubscription, TooManyDevices.

    A browser is of one login: of the last that asked for it. It has one address: an earlier one of
    this sign-in is forgotten.
    """
    try:
        read_address(address)
    except BadAddress:
        raise BadSubscription from None
    if not sending.private_key() or not encryption.is_of_a_browser(p256dh, auth):
        raise BadSubscription
    owner = locked(User.objects.all()).get(pk=user.pk)
    known = hash_of(address)
    PushDevice.objects.filter(address_hash=known).delete()
    forget_browser(request.session.session_key)
    if devices_of(owner).count() >= MOST_DEVICES:
        raise TooManyDevices
    browser, system = browser_and_system(request.headers.get("User-Agent", ""))
    text = json.dumps({"address": address, "p256dh": p256dh, "auth": auth})
    PushDevice.objects.create(
        user=owner,
        address_hash=known,
        subscription=ciphers.encrypt(PURPOSE, text),
        host=sending.host_of(address),
        session_key=request.session.session_key or "",
        sign_in_hash=owner.get_session_auth_hash(),
        browser=browser,
        system=system,
    )


def devices_of(user: User) -> QuerySet[PushDevice]:
    """The devices that get the notices of a login: those added before its password was changed
    get none.
    """
    return user.push_devices.filter(sign_in_hash=user.get_session_auth_hash())


def is_known(request: HttpRequest, user: User) -> bool:
    """Whether the browser of this sign-in gets the notices of a login."""
    return devices_of(user).filter(session_key=request.session.session_key or "").exists()


def forget_browser(session_key: str | None) -> None:
    """Send nothing any more to the browser in which this session ends."""
    if session_key:
        PushDevice.objects.filter(session_key=session_key).delete()


def forget_others(user: User) -> None:
    """Forget the devices of a login that get no notices since its password was changed."""
    user.push_devices.exclude(sign_in_hash=user.get_session_auth_hash()).delete()


# --- Messages --------------------------------------------------------------------------


@transaction.atomic
def choose_kinds(user: User, shown: Collection[str], among: Collection[str]) -> None:
    """Show a login these kinds of notices on its devices, and of `among` no others."""
    stored = locked(User.objects.all()).get(pk=user.pk)
    unseen = set(stored.not_pushed.split()).difference(among)
    stored.not_pushed = " ".join(sorted(unseen | set(among).difference(shown)))
    stored.save(update_fields=["not_pushed"])


def queue(user: User, kind: str, title: str, body: str, path: str) -> int:
    """Send something to all devices of a login, once the transaction is committed; how many.

    None where the login chose not to be shown this kind there. path: of the page that it opens,
    without the host.
    """
    devices = [] if kind in user.not_pushed.split() else list(devices_of(user))
    PushMessage.objects.bulk_create(
        PushMessage(device=device, title=title[:MOST_TITLE], body=body[:MOST_BODY], path=path)
        for device in devices
    )
    if devices:
        transaction.on_commit(sending.send_soon)
    return len(devices)


def forget_named(name: str) -> None:
    """Delete what waits and has the name of somebody who is erased."""
    for message in PushMessage.objects.all():
        if any(without(text, name) != text for text in (message.title, message.body)):
            message.delete()


def forget_old(now: datetime) -> int:
    """Delete a portion of what waited for too long to be news; how many."""
    return delete_some(PushMessage.objects.filter(created_at__lt=now - sending.KEPT).order_by("pk"))
