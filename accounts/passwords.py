"""How passwords are kept, and those that anybody would try first at this site."""

import re
import threading

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

# Without digits, blanks and punctuation, in small letters (docs/security.md).
WORDS = frozenset({"sixieme", "sixième", "nimmt", "sixnimmt", "sechsnimmt", "sixquiprend"})
_LETTERS = re.compile(r"[\W\d_]+")


class Argon2InTurn(Argon2PasswordHasher):
    """Argon2, one password at a time in each process.

    Each takes 100 MB and eight threads, and plays need the processors too.
    """

    turn = threading.Lock()

    def encode(self, password: str, salt: str) -> str:
        """A password as it is stored."""
        with self.turn:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether this is the password that was stored."""
        with self.turn:
            return super().verify(password, encoded)


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
