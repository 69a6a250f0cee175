"""Settings from the environment; a wrong value stops the start with a sentence."""

import os
import re
import secrets
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

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


def label(name: str, default: str, longest: int) -> str:
    """The variable `name` as words of one line; too many are an ImproperlyConfigured."""
    value = text(name) or default
    if len(value) > longest or not value.isprintable():
        raise ImproperlyConfigured(f"{name}={value!r} is longer than {longest} letters, or no line")
    return value


def words(name: str, default: str = "") -> list[str]:
    """The comma-separated variable `name` as a list, blanks left out."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


# A name, one for all names below it, an address, or any.
HOST = re.compile(r"\.?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\]|\*", re.IGNORECASE)
SERVER_SCHEMES = {
    "DATABASE_URL": {"postgres", "postgresql", "sqlite"},
    "REDIS_URL": {"redis", "rediss", "unix"},
}


def hosts(name: str, default: str) -> list[str]:
    """The comma-separated variable `name` as names of the site, without scheme, port and path."""
    found = words(name, default)
    for host in found:
        if not HOST.fullmatch(host):
            raise ImproperlyConfigured(
                f"{name}: {host!r} is no name such as club.example; leave https://, port and / out"
            )
    return found


ORIGIN = re.compile(rf"https?://(?:\*\.)?(?:{HOST.pattern})(?::\d+)?", re.IGNORECASE)


def origins(name: str) -> list[str]:
    """The comma-separated variable `name` as origins: scheme, name and port, without a path."""
    found = words(name)
    for origin in found:
        if not ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(
                f"{name}: {origin!r} is no origin such as https://club.example; leave the path out"
            )
    return found


def site_url(name: str) -> str:
    """The variable `name` as the address of a site that has its name for itself, or ''."""
    value = text(name)
    if not value:
        return ""
    parts = _split(name, value)
    if parts.scheme not in {"http", "https"} or not HOST.fullmatch(parts.hostname or ""):
        raise ImproperlyConfigured(f"{name}={value!r} is no address such as https://club.example")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"{name}={value!r} has a path: the site needs a name of its own, such as"
            " https://sixieme.club.example"
        )
    return f"{parts.scheme}://{parts.netloc}"


def time_zone(name: str, default: str) -> str:
    """The variable `name` as the name of a time zone."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, OSError, ValueError):
        raise ImproperlyConfigured(
            f"{name}={value!r} is no time zone such as Europe/Paris"
        ) from None
    return value


def server(name: str, value: str) -> str:
    """The URL of a database or a Redis, which is not shown if it is wrong: it holds a password."""
    parts = _split(name, value)
    schemes = SERVER_SCHEMES[name]
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} does not begin with {'://, '.join(sorted(schemes))}://")
    if parts.scheme in {"sqlite", "unix"}:
        return value
    # A database has a name, and its socket may stand behind the question mark; Redis has numbers.
    path = r"/[^/]+" if name == "DATABASE_URL" else r"(?:/\d*)?"
    has_host = parts.hostname or "host=" in parts.query
    if not (has_host and re.fullmatch(path, parts.path)) or parts.fragment:
        raise ImproperlyConfigured(
            f"{name} cannot be read as {parts.scheme}://user:password@host/name. {ENCODE}"
        )
    if re.search(r"%(?![0-9a-f]{2})", parts.netloc, re.IGNORECASE):
        raise ImproperlyConfigured(f"{name} has a % that stands for itself. {ENCODE}")
    return value


ENCODE = (
    "In a user's name or password write % as %25, / as %2F, # as %23, ? as %3F, @ as %40, : as %3A,"
    " [ as %5B and ] as %5D."
)


def _split(name: str, value: str) -> SplitResult:
    try:
        parts = urlsplit(value)
        # Reading it is what fails.
        _ = parts.port
    except ValueError:
        # The reason would show a part of a password.
        raise ImproperlyConfigured(f"{name} cannot be read as an address. {ENCODE}") from None
    return parts


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
