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
from accounts.security.known_browsers import known_browser

# How many strangers may wait, each on a thread: for seven seconds where a password takes a quarter.
MOST_STRANGERS = 30
# Without digits, blanks and punctuation, in small letters (docs/security.md).
WORDS = frozenset({"sixieme", "sixième", "nimmt", "sixnimmt", "sechsnimmt", "sixquiprend"})
_LETTERS = re.compile(r"[\W\d_]+")


class Argon2InTurn(Argon2PasswordHasher):
    """Argon2, one password at a time in each process.

    Each takes 100 MB and eight threads, and plays need the processors too. Strangers stand in a
    line of their own, of which only the first one competes with members and known browsers.
    """

    turn = threading.Lock()
    strangers = threading.Lock()
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
            with self.turn:
                yield
            return
        if not self.places.acquire(blocking=False):
            raise BusyError
        try:
            with self.strangers, self.turn:
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
