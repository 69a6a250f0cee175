"""Settings from the environment; a wrong value stops the start with a sentence."""

import os
import secrets
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    """The variable `name` without surrounding blanks."""
    return os.environ.get(name, default).strip()


def flag(name: str, *, default: bool) -> bool:
    """The variable `name` as yes or no; anything else is an ImproperlyConfigured."""
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name}={value!r} is neither yes nor no")
    return word in TRUE


def choice(name: str, default: str, allowed: set[str]) -> str:
    """The variable `name`, one of `allowed`; anything else is an ImproperlyConfigured."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name}={value!r} is none of {', '.join(sorted(allowed))}")
    return value


def number(name: str, default: int, least: int = 0) -> int:
    """The variable `name` as a whole number from `least`; else an ImproperlyConfigured."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number")
    if int(value) < least:
        raise ImproperlyConfigured(f"{name}={value!r} is less than {least}")
    return int(value)


def words(name: str, default: str = "") -> list[str]:
    """The comma-separated variable `name` as a list, blanks left out."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """The comma-separated variable `name` as networks; a plain address is a network of one."""
    found = []
    for word in words(name):
        try:
            found.append(ip_network(word))
        except ValueError as error:
            raise ImproperlyConfigured(f"{name}: {error}") from None
    return found


def secret_key(file: Path) -> str:
    """The SECRET_KEY of the environment, else the one kept in `file`, made on first need."""
    given = text("SECRET_KEY")
    if given:
        return given
    if not file.exists():
        _write_key(file)
    key = file.read_text().strip()
    if not key:
        raise ImproperlyConfigured(f"{file} is empty: delete it or write the SECRET_KEY into it")
    return key


def _write_key(file: Path) -> None:
    """Make a key, whole or not at all; where another process is faster, its key stays."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Only its owner may read a temporary file.
    with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}-") as written:
        written.write(secrets.token_urlsafe(50))
        written.flush()
        os.fsync(written.fileno())
        with suppress(FileExistsError):
            os.link(written.name, file)
