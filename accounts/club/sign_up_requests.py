"""Sign-ups that organizers approve or refuse; the only writer of SignUpRequest.

Organizers are shown those whose address is confirmed, where the site sends mails.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.club.current import club
from accounts.club.models import SignUpRequest
from accounts.locks import locked
from accounts.models import Player, QueuedMail, User
from accounts.portions import AT_ONCE
from accounts.signals import sign_ups_changed

KEPT = timedelta(days=30)
UNCONFIRMED_ARE_KEPT = timedelta(days=3)
# With so many who wait nobody else can ask.
MOST_WAITING = 200
# Of those who did not confirm their address the oldest go for newer ones.
MOST_UNCONFIRMED = 1000

_is_confirmed = Exists(EmailAddress.objects.filter(user=OuterRef("user"), verified=True))
# Whose login was opened on the administration pages has a player since they signed in, and does not
# wait, whatever becomes of the login.
_requests = SignUpRequest.objects.filter(user__is_active=False, user__player=None)


def waiting() -> QuerySet[SignUpRequest]:
    """Those that organizers have to answer, the first first."""
    return _requests.filter(_is_confirmed, refused_at=None).select_related("user")


def refused() -> QuerySet[SignUpRequest]:
    """Those that organizers refused and may still approve, the latest first."""
    return _requests.exclude(refused_at=None).select_related("user").order_by("-refused_at", "pk")


def has_room() -> bool:
    """Whether one more may ask."""
    return waiting().count() < MOST_WAITING


def ask(user: User, name: str, language: str) -> None:
    """Save a new login, which waits. Raises IntegrityError if its address has one."""
    user.is_active = False
    with transaction.atomic():
        unconfirmed = _requests.filter(~_is_confirmed).order_by("-asked_at", "-pk")
        first = MOST_UNCONFIRMED - 1
        spare = unconfirmed.values_list("user", flat=True)[first : first + AT_ONCE]
        _delete(list(spare), Q(~_is_confirmed))
        user.save()
        SignUpRequest.objects.create(user=user, name=name, language=language)


def waits(user_id: int) -> bool:
    """Whether a login waits for approval, or was refused."""
    return _requests.filter(user=user_id).exists()


def is_confirmed(user_id: int) -> bool:
    """Whether the address of a login is confirmed."""
    return bool(EmailAddress.objects.filter(user=user_id, verified=True).exists())


def user_of_link(key: str) -> int | None:
    """Whose login waits, or was refused, of whoever has the link of the mail with this key.

    The link leads there as long as the request is kept, not only until the address is confirmed.
    """
    try:
        address = signing.loads(key, salt=app_settings.SALT, max_age=KEPT)
    except signing.BadSignature:
        return None
    found = _requests.filter(user__emailaddress=address).values_list("user", flat=True)
    return found.first()


def withdraw(user_id: int) -> bool:
    """Delete the login of who waits, by their wish; False once it was answered."""
    with transaction.atomic():
        email = User.objects.filter(pk=user_id).values_list("email", flat=True).first()
        if not _delete([user_id], Q(refused_at=None)):
            return False
        mails = QueuedMail.objects.values_list("pk", "to")
        theirs = [pk for pk, to in mails if email in to]
        QueuedMail.objects.filter(pk__in=theirs).delete()
        _tell_if_none_waits()
    return True


def tell_organizers() -> None:
    """Let the organizers be told that one more waits."""
    sign_ups_changed.send(SignUpRequest, waits=True)


def approve(pks: Collection[int], request: HttpRequest) -> int:
    """Open the logins of these requests, refused ones too, and tell their people; how many.

    What was approved meanwhile, or is gone, is left out.
    """
    with transaction.atomic():
        found = _locked(Q(pk__in=pks))
        for one in found:
            Player.objects.create(user=one.user, name=one.name)
            one.user.is_active = True
            one.user.save(update_fields=["is_active"])
            _mail(one, "sign_up_approved", request)
        SignUpRequest.objects.filter(pk__in=[one.pk for one in found]).delete()
        _tell_if_none_waits()
    return len(found)


def refuse(pks: Collection[int], request: HttpRequest) -> int:
    """Refuse these requests, and tell their people; how many. What was answered is left out."""
    with transaction.atomic():
        found = _locked(Q(pk__in=pks, refused_at=None))
        for one in found:
            one.refused_at = timezone.now()
            one.save(update_fields=["refused_at"])
            _mail(one, "sign_up_refused", request)
        _tell_if_none_waits()
    return len(found)


def forget_old(now: datetime) -> int:
    """Delete a portion of the logins that nobody approved in time, or that were refused; how many.

    Of a login that was opened on the administration pages the request alone goes.
    """
    answered_or_asked = Q(refused_at__lt=now - KEPT) | Q(refused_at=None, asked_at__lt=now - KEPT)
    unconfirmed = Q(~_is_confirmed, refused_at=None, asked_at__lt=now - UNCONFIRMED_ARE_KEPT)
    over = answered_or_asked | unconfirmed
    found = SignUpRequest.objects.filter(over).order_by("pk").values_list("user", flat=True)
    users = list(found[:AT_ONCE])
    if users:
        with transaction.atomic():
            _delete(users, over)
            _tell_if_none_waits()
    return len(users)


def _locked(which: Q) -> list[SignUpRequest]:
    """These requests of closed, confirmed logins, which are locked, as they are now."""
    chosen = _requests.filter(_is_confirmed, which)
    users = list(locked(User.objects.filter(sign_up_request__in=chosen)))
    return list(chosen.filter(user__in=users).select_related("user").order_by("pk"))


def _delete(user_ids: Collection[int], over: Q) -> int:
    """Delete these logins, where their request is still one of these; how many. Those that were
    opened stay, without it."""
    if not user_ids:
        return 0
    users = list(locked(User.objects.filter(pk__in=user_ids)))
    closed = list(_requests.filter(over, user__in=users).values_list("user", flat=True))
    SignUpRequest.objects.filter(over, user__in=users).exclude(user__in=closed).delete()
    User.objects.filter(pk__in=closed).delete()
    return len(closed)


def _mail(one: SignUpRequest, template: str, request: HttpRequest) -> None:
    """Tell somebody what became of their request, where the site sends mails."""
    if not settings.EMAIL_IS_SENT:
        return
    context = {"name": one.name, "login_url": request.build_absolute_uri(reverse("account_login"))}
    with override(club().language_of(one.language)):
        get_adapter(request).send_mail(f"account/email/{template}", one.user.email, context)


def _tell_if_none_waits() -> None:
    if not waiting().exists():
        sign_ups_changed.send(SignUpRequest, waits=False)
