"""Forms as a signed-in browser sends them."""

from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

# Both halves of Django's double submission.
TOKEN = "t" * 32
# What has not come by then never comes: a busy machine is slow, not wrong.
SECONDS = 60


@dataclass(frozen=True)
class Answer:
    """What a site says. location: where it leads the browser; cookies: those it sets, by name."""

    status: int
    text: str
    location: str
    cookies: dict[str, str]

    @property
    def is_done(self) -> bool:
        """Whether what was sent has been done."""
        return 200 <= self.status < 300


def post(
    port: int,
    path: str,
    cookie: str,
    fields: dict[str, Any],
    *,
    htmx: bool = True,
    forwarded: str = "",
) -> Answer:
    """Send a form. Raises OSError if the site does not answer.

    forwarded: the addresses that a proxy tells of, that of the browser last.
    """
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
    }
    if htmx:
        headers["HX-Request"] = "true"
    if forwarded:
        headers["X-Forwarded-For"] = forwarded
    return _ask(port, "POST", path, urlencode(fields), headers)


def get(port: int, path: str, cookie: str = "") -> Answer:
    """A page. Raises OSError if the site does not answer."""
    return _ask(port, "GET", path, None, {"Cookie": cookie})


def _ask(port: int, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
    connection = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
    except HTTPException as error:
        raise ConnectionError("the answer was cut off") from error
    finally:
        connection.close()
    location = answer.getheader("HX-Redirect") or answer.getheader("Location") or ""
    cookies: SimpleCookie = SimpleCookie()
    for line in answer.headers.get_all("Set-Cookie", []):
        cookies.load(line)
    return Answer(
        answer.status, text, location, {name: each.value for name, each in cookies.items()}
    )
