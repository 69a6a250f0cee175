"""Where people are signed in: noted at a sign-in and at most once an hour after it.

Strangers who try passwords lock out no browser in which a member was signed in: such a browser is
counted apart from all others (the device cookies of OWASP).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from time import monotonic

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Player, PushDevice, User
from accounts.security.models import SignIn
from accounts.sessions import announce_end, still_signed_in
from monitoring.outages import DISK_FULL, outage

COOKIE = "browser"
LASTS = timedelta(days=365)

SECONDS_BETWEEN_NOTES = 3600
MOST_REMEMBERED = 20_000
# When this process is to note a session again, by its key: each request asks here first. A write in
# the session would prolong it.
due_at: dict[str, float] = {}

# What browsers and systems call themselves; the first that is found names them.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def note(request: HttpRequest, user: User) -> None:
    """Note that this session is in use, unless this process did so within the last hour."""
    now = monotonic()
    key = request.session.session_key
    if now < due_at.get(key or "", 0):
        return
    if not key:
        # A sign-in in place of another one has no key until it is saved.
        request.session.save()
        key = request.session.session_key
    if key is None:
        return
    if len(due_at) >= MOST_REMEMBERED:
        due_at.clear()
    due_at[key] = now + SECONDS_BETWEEN_NOTES
    _write(key, user, request.headers.get("User-Agent", ""))


def forget() -> None:
    """Forget what this process noted; tests stand for another process with it."""
    due_at.clear()


def _write(key: str, user: User, agent: str) -> None:
    browser, system = browser_and_system(agent)
    fields = {
        "user": user,
        "browser": browser,
        "system": system,
        "last_seen_at": timezone.now(),
    }
    try:
        with transaction.atomic():
            if not SignIn.objects.filter(session=key).update(**fields):
                SignIn.objects.create(session_id=key, **fields)
    except IntegrityError:
        # The session ended meanwhile, or another request of the same browser was first.
        return
    except OperationalError as error:
        # A page that only reads is shown although nothing can be written.
        if outage(error) != DISK_FULL:
            raise


def listed(user: User) -> list[SignIn]:
    """The sign-ins of somebody that still stand, the last seen first."""
    found = list(SignIn.objects.filter(user=user))
    standing = still_signed_in(each.session_id for each in found)
    return [each for each in found if each.session_id in standing]


def end(user: User, sign_in_id: int, current_key: str | None) -> bool:
    """Sign somebody out in another browser; False if they were not signed in there any more."""
    return _end(user, SignIn.objects.filter(pk=sign_in_id).exclude(session=current_key)) > 0


def end_all(user: User, but: str | None = None) -> int:
    """Sign somebody out everywhere `but` in one session (its key); how many ended."""
    return _end(user, SignIn.objects.exclude(session=but) if but else SignIn.objects.all())


def _end(user: User, chosen: QuerySet[SignIn]) -> int:
    keys = list(chosen.filter(user=user).values_list("session_id", flat=True))
    if not keys:
        return 0
    with transaction.atomic():
        Session.objects.filter(session_key__in=keys).delete()
        PushDevice.objects.filter(session_key__in=keys).delete()
        for player_id in Player.objects.filter(user=user).values_list("pk", flat=True):
            announce_end(player_id)
    return len(keys)


def device(sign_in: SignIn) -> str:
    """The browser in plain words: "Firefox on Android"."""
    return words(sign_in.browser, sign_in.system)


def device_of(request: HttpRequest) -> str:
    """The browser of a request in plain words."""
    return words(*browser_and_system(request.headers.get("User-Agent", "")))


def browser_and_system(agent: str) -> tuple[str, str]:
    """Two words for what a browser says of itself; empty where they are not known."""
    return _word_in(agent, BROWSERS), _word_in(agent, SYSTEMS)


def words(browser: str, system: str) -> str:
    """Two words as a person says them."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown browser")


def _word_in(agent: str, known: tuple[tuple[str, str], ...]) -> str:
    return next((word for sign, word in known if sign in agent), "")


def remember(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the browser of a signed-in member its cookie, unless it has one; at a sign-in, and with
    the first page of each hour.

    Not a program that a token lets in: whoever has that may not guess passwords as from a browser
    of its member.
    """
    user = request.user
    if not isinstance(user, User) or _is_of(user, request.COOKIES.get(COOKIE, "")):
        return
    if request.session.get(SESSION_KEY) != str(user.pk):
        return
    named = f"{user.pk}.{secrets.token_urlsafe(12)}"
    response.set_cookie(
        COOKIE,
        f"{named}.{_signature(named, user)}",
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_browser(request: HttpRequest, email: str) -> str:
    """The cookie of a browser in which this login was signed in before; empty for any other."""
    cookie = request.COOKIES.get(COOKIE, "")
    pk = cookie.partition(".")[0]
    # A cookie of somebody's own making may hold any text.
    if not (pk.isascii() and pk.isdigit() and len(pk) < 10):
        return ""
    user = User.objects.filter(pk=pk).first()
    is_named = user is not None and user.email == email.strip().lower()
    return cookie if user and is_named and _is_of(user, cookie) else ""


def _is_of(user: User, cookie: str) -> bool:
    named, _dot, signature = cookie.rpartition(".")
    is_named = named.startswith(f"{user.pk}.")
    return is_named and constant_time_compare(signature, _signature(named, user))


def _signature(named: str, user: User) -> str:
    """It ends with the password, as the sessions do."""
    signed = f"{named}.{user.get_session_auth_hash()}"
    return salted_hmac("accounts.known_browser", signed, algorithm="sha256").hexdigest()
