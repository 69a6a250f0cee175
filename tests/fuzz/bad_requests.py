"""A request that no page sends, and how it is made from a form of the site."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st

from tests.fuzz.forms import Form
from tests.fuzz.values import (
    ANY_JSON,
    COOKIES,
    HEADERS,
    TEXTS,
    broken_files,
    broken_table,
)

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=cut"
METHODS = ("GET", "POST")
ODD_METHODS = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "get", "BREW")


@dataclass(frozen=True, slots=True)
class Request:
    """Who sends what: query and body are encoded, cookies are sent beside those of the person."""

    who: str
    method: str
    path: str
    query: str = ""
    kind: str = ""
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [f"{self.method} {self.path}{'?' if self.query else ''}{self.query} as {self.who}"]
        lines += [f"    {name}: {shortened(value)}" for name, value in self.headers.items()]
        lines += [f"    Cookie: {name}={shortened(value)}" for name, value in self.cookies.items()]
        if self.body or self.kind:
            lines += [f"    Content-Type: {self.kind}", f"    {shortened(self.body)}"]
        return "\n".join(lines)


def shortened(value: str | bytes) -> str:
    text = repr(value)
    return text if len(text) < 400 else f"{text[:300]} ... ({len(value)} in all)"


@dataclass(frozen=True, slots=True)
class Target:
    """An address of the site: where it is, which forms are sent to it, and who may be asking.

    paths: (path, the parts of it that may be broken).
    """

    name: str
    paths: tuple[tuple[str, tuple[str, ...]], ...]
    forms: tuple[tuple[str, Form], ...]
    people: tuple[str, ...]
    names: tuple[str, ...]


def encode(text: str) -> bytes:
    """UTF-8, with the bytes for half of a surrogate pair that it forbids."""
    return text.encode("utf-8", "surrogatepass")


def urlencoded(fields: list[tuple[str, str]]) -> str:
    return "&".join(
        f"{quote_from_bytes(encode(name))}={quote_from_bytes(encode(value))}"
        for name, value in fields
    )


def multipart(fields: list[tuple[str, str]], files: list[tuple[str, str, str, bytes]]) -> bytes:
    """A body of parts; a file has a name, a file name, a content type and bytes."""
    parts = [
        f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode("utf-8", "replace")
        + encode(value)
        for name, value in fields
    ]
    parts += [
        b"--cut\r\nContent-Disposition: form-data; "
        + encode(f'name="{name}"; filename="{file}"\r\nContent-Type: {kind}\r\n\r\n')
        + data
        for name, file, kind, data in files
    ]
    return b"\r\n".join([*parts, b"--cut--\r\n"])


@st.composite
def broken_fields(draw: st.DrawFn, fields: list[tuple[str, str]], names: tuple[str, ...]) -> Any:
    """The fields of a form with one to three of them changed, doubled, left out or added."""
    values = st.one_of(TEXTS, broken_table()) if draw(st.integers(0, 9)) == 9 else TEXTS
    for _change in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(fields) - 1)) if fields else 0
        kind = draw(st.sampled_from(["value", "drop", "double", "add", "rename"]))
        if kind == "add" or not fields:
            fields = [*fields, (draw(st.sampled_from(names)), draw(values))]
            continue
        name, value = fields[place]
        if kind == "value":
            fields = [*fields[:place], (name, draw(values)), *fields[place + 1 :]]
        elif kind == "drop":
            fields = [*fields[:place], *fields[place + 1 :]]
        elif kind == "double":
            fields = [*fields, (name, draw(values))]
        else:
            renamed = draw(st.sampled_from([name + "[]", name.upper(), name + "0", "id", ""]))
            fields = [*fields[:place], (renamed, value), *fields[place + 1 :]]
    return fields


@st.composite
def broken_path(draw: st.DrawFn, target: Target) -> str:
    """An address of the target; one in five with a part replaced."""
    path, parts = draw(st.sampled_from(target.paths))
    if parts and draw(st.integers(0, 4)) == 4:
        part = draw(st.sampled_from(parts))
        hostile = quote_from_bytes(encode(draw(TEXTS)[:300]), safe="")
        path = path.replace(f"/{quote(part)}", f"/{hostile}", 1)
    return path


@st.composite
def bad_requests(draw: st.DrawFn, target: Target) -> Request:
    """A request to an address with something in it that its pages would not send."""
    form: Form | None = None
    if target.forms and draw(st.integers(0, 5)) > 0:
        # Most often as who was shown the form.
        who, form = draw(st.sampled_from(target.forms))
        if draw(st.integers(0, 3)) == 3:
            who = draw(st.sampled_from(target.people))
        method = form.method
        path = form.path if draw(st.integers(0, 7)) else draw(broken_path(target))
    else:
        who = draw(st.sampled_from(target.people))
        method, path = draw(st.sampled_from(METHODS)), draw(broken_path(target))
    if draw(st.integers(0, 19)) == 19:
        method = draw(st.sampled_from(ODD_METHODS))
    fields = draw(broken_fields(list(form.fields if form else ()), target.names))
    headers = draw(_headers())
    cookies = {}
    if draw(st.integers(0, 9)) == 9:
        cookies[draw(st.sampled_from(COOKIES))] = draw(
            st.sampled_from(["", "x", "²", "a:b:c", "1.x.y", "x" * 5000])
        )
    if method in {"GET", "HEAD", "get", "OPTIONS", "TRACE"}:
        return Request(who, method, path, urlencoded(fields), "", b"", headers, cookies)
    kind, body = draw(_body(fields, form.files if form else ()))
    kind = headers.pop("Content-Type", kind)
    query = (
        urlencoded(draw(broken_fields([], target.names))) if draw(st.integers(0, 9)) == 9 else ""
    )
    return Request(who, method, path, query, kind, body, headers, cookies)


@st.composite
def _headers(draw: st.DrawFn) -> dict[str, str]:
    found: dict[str, str] = {}
    if draw(st.booleans()):
        found["HX-Request"] = "true"
    if draw(st.integers(0, 4)) == 4:
        for name in draw(st.lists(st.sampled_from(sorted(HEADERS)), min_size=1, max_size=2)):
            found[name] = draw(st.sampled_from(HEADERS[name]))
    return found


@st.composite
def _body(
    draw: st.DrawFn, fields: list[tuple[str, str]], files: tuple[str, ...]
) -> tuple[str, bytes]:
    kind = "parts" if files else draw(st.sampled_from(["form"] * 6 + ["parts", "json", "bytes"]))
    if kind == "form":
        return URLENCODED, urlencoded(fields).encode()
    if kind == "json":
        return "application/json", json.dumps(draw(ANY_JSON)).encode()
    if kind == "bytes":
        return draw(st.sampled_from([URLENCODED, MULTIPART, "text/plain"])), draw(
            st.binary(max_size=300)
        )
    sent = []
    for name in [
        *files,
        *([draw(st.sampled_from(["photo", "file", "record"]))] if not files else []),
    ]:
        file = draw(st.sampled_from(["a.json", "a.csv", "a.png", "", "../../x", "a\0b", "x" * 300]))
        type_ = draw(st.sampled_from(["application/json", "text/csv", "image/png", "", "x/\xff"]))
        sent.append((name, file, type_, draw(broken_files())))
    body = multipart(fields, sent)
    return MULTIPART, body[: draw(st.integers(0, len(body)))] if draw(
        st.integers(0, 9)
    ) == 9 else body
