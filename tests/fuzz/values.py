"""What no page of the site would send: texts, files, records, tables of comma-separated values."""

import json
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import strategies as st

from leagues.sheets.csv.reading import MOST_COLUMNS
from leagues.sheets.csv.text import LONGEST_CELL
from tests.support import hostile_pictures, hostile_texts
from tests.support.hostile_texts import Size
from tests.support.records import SAMPLES, paths, put

# The simplest first: failures are shrunk towards it. Half of a surrogate pair is sent as the bytes
# that UTF-8 would have for it.
HOSTILE = (
    "", "0", "-1", "1", "x", "²", "½", "١٢", "inf", "-inf", "nan", "1e400", "1e-400", "0x10", "1_0",
    "1.5", "1,5", "+1", " 1 ", "00", "9" * 30, "9" * 5000, str(2**31), str(2**63 - 1), str(2**63),
    "-" + "9" * 20, "\0", "a\0b", "\ud800", "\udfff\ud800", "\u202e\u2066abc", "\u200b", "\ufeff",
    "\ufffe", "e\u0301" * 200, "é", "😀" * 50, "\r\n", "a\r\nSet-Cookie: a=b", "\t", "\x1b[2J",
    "<script>alert(1)</script>", "{{ 7 }}{% x %}", "%s%n%(a)s", "%", "%00", "%zz", "{0}{a.b}",
    "' OR 1=1 --", '"', "\\", "../../etc/passwd", "//evil.example/", "javascript:alert(1)", "None",
    "null", "true", "on", "[]", "{}", '{"a": 1}', "[" * 2000, "a,b,c", "1,2,3", "1.1", "99.99.99",
    "play.1.2.3", "0001-01-01", "9999-12-31", "2026-02-30", "2026-03-29T02:30", "2026-10-25T02:30",
    "0001-01-01T00:00", "9999-12-31T23:59", "9999-12-31T23:59:59.999999", "2026-01-01T24:00",
    "25:61", "2026-W01", "P1Y", "1970-01-01T00:00Z", "x" * 300, "x" * 100_000,
    *(make(5_000) for make in hostile_texts.JSON.values()),
)  # fmt: skip

# Ids of other people's things are small numbers.
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.integers(0, 120).map(str),
    st.integers().map(str),
    st.floats().map(str),
    st.text(max_size=30),
    st.text(st.characters(categories=["Cc", "Cf", "Cs", "Mn", "Nd", "No", "Zl"]), max_size=6),
    st.datetimes().map(lambda at: at.isoformat(timespec="minutes")),
)

ANY_JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.sampled_from(HOSTILE),
        st.text(max_size=10),
    ),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def broken_json(draw: st.DrawFn, samples: list[Any]) -> bytes:
    """A JSON value with one to three of its parts replaced, or cut short, or no JSON at all."""
    kind = draw(st.sampled_from(["part", "any", "cut", "bytes", "deep"]))
    if kind == "any":
        return json.dumps(draw(ANY_JSON)).encode()
    if kind == "bytes":
        return draw(st.binary(max_size=200))
    if kind == "deep":
        return hostile_texts.JSON[draw(st.sampled_from(sorted(hostile_texts.JSON)))](
            100_000
        ).encode()
    data = deepcopy(draw(st.sampled_from(samples)))
    for _change in range(draw(st.integers(1, 3))):
        places = [path for path, _value in paths(data) if path]
        if not places:
            break
        put(data, draw(st.sampled_from(places)), draw(ANY_JSON))
    text = json.dumps(data).encode()
    return text[: draw(st.integers(0, len(text)))] if kind == "cut" else text


RECORDS = broken_json([SAMPLES[name] for name in sorted(SAMPLES)])

# Both layouts that docs/score-sheets.md describes, and a season of the past.
TABLES = (
    "Sheet;Player;Total\nA;Ana;10\nA;Ben;70\nB;Ana;3\nB;Cleo;68\n",
    "Sheet;Player;1;2;3\nA;Ana;5;20;3\nA;Ben;12;8;47\nA;Cleo;0;31;9\n",
    "sheet,player,total,fewest\nA,Ana,10,\nA,Ben,70,x\n",
    "Feuille;Joueur;Total\nA;Ana;10\nA;Béa;70\n",
    "Date;Sheet;Player;Total\n2025-10-03;A;Ana;10\n2025-10-03;A;Ben;70\n",
)
CELLS = TEXTS | st.sampled_from(['"', '""', '"a\nb"', "=1+1", "@SUM(A1)", "'=x", "Ana", "Ben"])
ENCODINGS = ("utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "utf-32", "cp1252")
# As long as is taken, and with cells and columns that are, or are not.
SIZES = (
    Size(500_000, 2_000, 10**6, hostile_texts.LONGEST_CELL),
    Size(500_000, 2_000, MOST_COLUMNS, LONGEST_CELL),
)
COSTLY_TABLES = st.builds(
    lambda name, head, size: hostile_texts.CSV[name](head, size),
    st.sampled_from(sorted(hostile_texts.CSV)),
    st.sampled_from(["Sheet;Player;1", "Date;Player;Heads"]),
    st.sampled_from(SIZES),
)


@st.composite
def broken_table(draw: st.DrawFn) -> str:
    """Lines of comma-separated values with cells, lines and separators changed."""
    if draw(st.integers(0, 11)) == 11:
        return draw(COSTLY_TABLES)
    text = draw(st.sampled_from(TABLES))
    mark = ";" if ";" in text else ","
    rows = [line.split(mark) for line in text.splitlines()]
    for _change in range(draw(st.integers(1, 3))):
        row = draw(st.integers(0, len(rows) - 1))
        cells = rows[row]
        column = draw(st.integers(0, len(cells) - 1)) if cells else 0
        match draw(st.sampled_from(["cell", "cut", "double", "wider"])):
            case "cell":
                rows[row] = [*cells[:column], draw(CELLS), *cells[column + 1 :]]
            case "cut":
                rows[row] = cells[:column]
            case "double":
                rows.insert(row, list(cells))
            case "wider":
                rows[row] = [*cells, draw(CELLS)]
    mark = draw(st.sampled_from([mark, ",", ";", "\t", "|"]))
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(mark.join(row) for row in rows)


@st.composite
def broken_files(draw: st.DrawFn) -> bytes:
    """What is uploaded where a record, a table or a picture is expected."""
    match draw(st.sampled_from(["small", "record", "table", "picture", "bytes"])):
        case "record":
            return draw(RECORDS)
        case "table":
            text = draw(broken_table())
            return text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
        case "picture":
            if draw(st.integers(0, 3)) == 3:
                return costly_picture(draw(st.sampled_from(sorted(COSTLY_PICTURES))))
            start = draw(st.sampled_from(PICTURES))
            return start + draw(st.binary(max_size=60))
        case "bytes":
            return draw(st.binary(max_size=300))
    return b""


COSTLY_PICTURES = hostile_pictures.REFUSED | hostile_pictures.COSTLY


@cache
def costly_picture(name: str) -> bytes:
    """One of them; some take seconds to make."""
    return COSTLY_PICTURES[name]()


PICTURES = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0",
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\2\0\0\0",
    b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0",
    b"\xff\xd8\xff\xe1\xff\xffExif\0\0MM\0*",
    b"GIF89a\1\0\1\0\0\0\0",
    b"RIFF\xff\xff\xff\xffWEBPVP8 ",
    b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    b"%PDF-1.7",
)

# By name of the header; a request has at most two that no browser sends.
HEADERS: dict[str, tuple[str, ...]] = {
    "Accept": ("", "*/*", "application/json", "text/html;q=x", "q" * 5000, "\xff"),
    "Accept-Encoding": ("gzip;q=x", "gzip, " * 500, "*;q=0", "identity;q=0", "br;q=\xb2"),
    "Accept-Language": (
        "fr",
        "fr-\xe9",
        "x" * 600,
        "fr;q=\xb2",
        "fr;q=1e9",
        ",,,;;",
        "*",
        "\0",
        "fr," * 400,
    ),
    "Authorization": (
        "Basic !!!",
        "Bearer x",
        "Bearer \xff",
        "Bearer sixieme_",
        "Basic",
        "x" * 9000,
    ),
    "Cookie": ("a", "=;=", "sessionid=\xff", "csrftoken=\xb2", "messages=[[x", "a=" + "b" * 9000),
    "Content-Type": (
        "",
        "x",
        "text/html; charset=utf-7",
        "multipart/form-data",
        "application/json; charset=x",
        "multipart/form-data; boundary=\xff",
        "application/x-www-form-urlencoded; charset=idna",
        "multipart/form-data; boundary=" + "y" * 300,
        "multipart/form-data; boundary=a\0b",
    ),
    "Content-Encoding": ("gzip", "\xff"),
    "Forwarded": ("for=x;host=evil.example",),
    "Host": (
        "evil.example",
        "localhost:99999",
        "[::1",
        "",
        "localhost:²".encode().decode("latin-1"),
        "a" * 300,
        "testserver\0",
        "@testserver",
        "testserver/x",
    ),
    "HX-Request": ("true", "false", "\xff"),
    "HX-Current-URL": (
        "",
        "http://[",
        "//",
        "javascript:x",
        "x" * 5000,
        "http://testserver/\xff",
        "%00",
    ),
    "HX-Current-URL-URI-AutoEncoded": ("true",),
    "HX-Target": ("x", "\xff", "#" * 500),
    "HX-Trigger": ("x", "\xff"),
    "HX-Prompt": ("x" * 2000,),
    "If-Match": ("*", "x"),
    "If-Modified-Since": (
        "x",
        "Thu, 01 Jan 9999 00:00:00 GMT",
        "Thu, 01 Jan 0000 00:00:00 GMT",
        "\xff",
        "Thu, 99 Jan 2020 00:00:00 GMT",
        "Thu, 01-Jan-99999 00:00:00 GMT",
    ),
    "If-None-Match": ("*", '"x"', "W/", '"' * 900, "\xff", ",,,"),
    "If-Unmodified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "x"),
    "Origin": ("null", "http://[", "\xff", "http://evil.example"),
    "Range": ("bytes=0-", "bytes=9-1", "bytes=-", "bytes=" + "0-1," * 900, "x=\xb2"),
    "Referer": ("http://[", "x", "http://testserver:99999/", "\xff", "http://testserver/\xb2"),
    "Upgrade": ("websocket",),
    "User-Agent": ("", "\xff\0", "x" * 9000),
    "X-Forwarded-For": (
        "",
        "x",
        "1.2.3.4, \xff",
        "::1%eth0",
        "999.1.1.1",
        "1.2.3.4," * 900,
        "[::1]:80",
    ),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "x", "https,http"),
    "X-HTTP-Method-Override": ("DELETE",),
    "X-Requested-With": ("XMLHttpRequest",),
}
# What the site itself sets, and Django and allauth.
COOKIES = (
    "sessionid", "csrftoken", "django_language", "messages", "guest", "browser", "deck", "theme",
    "speed",
)  # fmt: skip
