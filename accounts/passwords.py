"""How passwords are kept, and those that anybody would try first at this site."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.core import context
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.db import connection
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.made_once import BusyError
from accounts.models import User
from accounts.security.sign_ins import known_browser

# How many strangers may wait, each on a thread: for seven seconds where a password takes a quarter.
MOST_STRANGERS = 30
# Without digits, blanks and punctuation, in small letters (docs/security.md).
WORDS = frozenset({"sixieme", "sixième", "nimmt", "sixnimmt", "sechsnimmt", "sixquiprend"})
_LETTERS = re.compile(r"[\W\d_]+")


class Turn:
    """One at a time; whoever is known goes before all strangers who wait."""

    def __init__(self) -> None:
        self.known_waiting = 0
        self.is_taken = False
        self._changed = threading.Condition()

    @contextmanager
    def taken(self, *, is_stranger: bool) -> Iterator[None]:
        """Wait for one's turn, and give it back at the end."""
        with self._changed:
            self.known_waiting += not is_stranger
            self._changed.wait_for(
                lambda: not self.is_taken and not (is_stranger and self.known_waiting)
            )
            self.known_waiting -= not is_stranger
            self.is_taken = True
        try:
            yield
        finally:
            with self._changed:
                self.is_taken = False
                self._changed.notify_all()


class Argon2InTurn(Argon2PasswordHasher):
    """Argon2, one password at a time in each process.

    Each takes 100 MB and eight threads, and plays need the processors too. Members and known
    browsers wait for one stranger at most.
    """

    turn = Turn()
    places = threading.BoundedSemaphore(MOST_STRANGERS)

    def encode(self, password: str, salt: str) -> str:
        """A password as it is stored. Raises BusyError for a stranger where too many wait."""
        with self._in_turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether this is the password that was stored. Raises BusyError as well."""
        with self._in_turn():
            return super().verify(password, encoded)

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        is_stranger = _is_of_a_stranger(context.request)
        if not connection.in_atomic_block:
            # Others need a connection to PostgreSQL meanwhile: this one goes back to the pool.
            connection.close_if_unusable_or_obsolete()
        if not is_stranger:
            with self.turn.taken(is_stranger=False):
                yield
            return
        if not self.places.acquire(blocking=False):
            raise BusyError
        try:
            with self.turn.taken(is_stranger=True):
                yield
        finally:
            self.places.release()


def _is_of_a_stranger(request: HttpRequest | None) -> bool:
    """Whether a request comes from nobody who is signed in, or was in this browser."""
    if request is None or request.user.is_authenticated:
        return False
    return not known_browser(request, request.POST.get("login", ""))


class OwnWordsValidator:
    """Refuses the name of the site and of the game, whatever digits stand around it."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raises ValidationError."""
        word = _LETTERS.sub("", password).lower()
        if word in WORDS or any(word == once * 2 for once in WORDS):
            raise ValidationError(self.get_help_text(), code="password_too_common")

    def get_help_text(self) -> str:
        """The sentence for who chooses a password."""
        return _("Your password can’t be the name of this site or of the game.")
