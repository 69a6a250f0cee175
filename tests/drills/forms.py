"""Forms as a signed-in browser sends them."""

from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode

# Both halves of Django's double submission.
TOKEN = "t" * 32
SECONDS = 15


@dataclass(frozen=True)
class Answer:
    """What a site says. location: where it leads the browser."""

    status: int
    text: str
    location: str

    @property
    def is_done(self) -> bool:
        """Whether what was sent has been done."""
        return 200 <= self.status < 300


def post(port: int, path: str, cookie: str, fields: dict[str, Any], *, htmx: bool = True) -> Answer:
    """Send a form. Raises OSError if the site does not answer."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"{cookie}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
    }
    if htmx:
        headers["HX-Request"] = "true"
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
    return Answer(answer.status, text, location)
