"""The forms of a page, with what a browser would send."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from tests.support.project import ROOT

Fields = tuple[tuple[str, str], ...]
SENDING = {"hx-post": "POST", "hx-get": "GET"}


@dataclass(frozen=True, slots=True)
class Form:
    """A form or a button that sends: files are the names of its fields for files."""

    method: str
    path: str
    fields: Fields = ()
    files: tuple[str, ...] = ()


class _Open:
    """A form whose end has not come yet."""

    def __init__(self, method: str, path: str) -> None:
        self.method, self.path = method, path
        self.fields: list[tuple[str, str]] = []
        self.files: list[str] = []


class _Parser(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path
        self.found: list[_Open] = []
        self._by_id: dict[str, _Open] = {}
        self._here: _Open | None = None
        self._select: tuple[_Open, str] | None = None
        self._later: list[tuple[str, str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        for name, method in SENDING.items():
            if name in given and tag != "form":
                self.found.append(_Open(method, urljoin(self._path, given[name])))
        if tag == "form":
            method = "POST" if "hx-post" in given else given.get("method", "get").upper()
            target = given.get("hx-post") or given.get("action") or self._path
            self._here = _Open(method, urljoin(self._path, target))
            self.found.append(self._here)
            self._by_id[given.get("id", "")] = self._here
        elif tag == "option" and self._select:
            form, name = self._select
            if "selected" in given or name not in dict(form.fields):
                form.fields = [field for field in form.fields if field[0] != name]
                form.fields.append((name, given.get("value", "")))
        elif tag in {"input", "textarea", "select", "button"}:
            self._control(tag, given)

    def _control(self, tag: str, given: dict[str, str]) -> None:
        form = self._by_id.get(given["form"]) if "form" in given else self._here
        name = given.get("name")
        if form is None or not name or name == "csrfmiddlewaretoken":
            return
        if tag == "select":
            self._select = (form, name)
        elif given.get("type") == "file":
            form.files.append(name)
        else:
            form.fields.append((name, given.get("value", "on" if tag == "input" else "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._here = None
        elif tag == "select":
            self._select = None


def forms_of(html: str, path: str) -> Iterator[Form]:
    """The forms of a page of this path that lead to the site."""
    parser = _Parser(path)
    parser.feed(html)
    for form in parser.found:
        where = urlsplit(form.path)
        if where.scheme in {"", "http"} and where.path.startswith("/"):
            yield Form(form.method, where.path, tuple(form.fields), tuple(form.files))


def names_in_source() -> tuple[str, ...]:
    """Parameters and fields that views read by name, and those of Django's admin pages."""
    reads = re.compile(r'(?:GET|POST|FILES)(?:\.get|\.getlist)?[(\[]\s*"(\w+)"')
    found: set[str] = {"next", "o", "p", "e", "_popup", "_to_field", "is_staff__exact", "id__in"}
    for folder in ("accounts", "games", "leagues", "config"):
        for path in (ROOT / folder).rglob("*.py"):
            found.update(reads.findall(path.read_text(encoding="utf-8")))
    return tuple(sorted(found))
