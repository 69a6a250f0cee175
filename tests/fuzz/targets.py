"""What is attacked: every address of the URL configuration, with the forms that lead to it."""

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django.urls import Resolver404, resolve

from tests.fuzz.bad_requests import Request, Target
from tests.fuzz.forms import Form, forms_of, names_in_source
from tests.fuzz.stage import Stage, every_address
from tests.fuzz.verdict import Judge

# Who is shown most of the forms of a part of the site; the first one of a form sends it.
WELL_CONNECTED = {
    "leagues": ("owner", "demo organizer", "seated in a league"),
    "games": ("host", "player", "staff"),
    "accounts": ("staff", "anonymous"),
    "admin": ("administrator",),
    "api": ("anonymous",),
    "": ("member", "anonymous"),
}
MOST_FORMS = 12


def targets(stage: Stage, judge: Judge, *, is_short: bool = False) -> list[Target]:
    """Every address, in the order of their names.

    is_short: of each part of the site look at the pages of one person only.
    """
    addresses = every_address()
    paths = {name: stage.paths(name, pattern) for name, pattern in addresses}
    forms: dict[str, dict[Any, tuple[str, Form]]] = {name: {} for name, _pattern in addresses}
    for name in paths:
        shown_forms = WELL_CONNECTED[name.rpartition(":")[0]][: 1 if is_short else None]
        people = [who for who in shown_forms if who in stage.cookies]
        for path, _values in paths[name][: 1 if is_short else None]:
            for who, form in _forms_on(judge, path, people):
                leads_to = _name_of(form.path)
                if leads_to in forms:
                    key = (form.method, tuple(key for key, _value in form.fields[:30]), form.path)
                    forms[leads_to].setdefault(key, (who, form))
    names = names_in_source()
    return [
        Target(
            name,
            tuple(
                (path, tuple(str(value) for value in values.values() if f"/{value}" in path))
                for path, values in paths[name]
            ),
            tuple(_spread(list(forms[name].values()))),
            tuple(stage.cookies),
            names,
        )
        for name, _pattern in addresses
    ]


def _forms_on(judge: Judge, path: str, people: Sequence[str]) -> Iterator[tuple[str, Form]]:
    for who in people:
        status, content = judge.look(Request(who, "GET", path))
        # Pictures and files hold none.
        if status == HTTPStatus.OK and content.lstrip().startswith(b"<"):
            for form in forms_of(content.decode(), path):
                yield who, form


def _name_of(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""


def _spread(found: list[tuple[str, Form]]) -> list[tuple[str, Form]]:
    """Of very many forms (one for each row of a list), some from beginning to end."""
    return found[:: 1 + len(found) // (MOST_FORMS + 1)]
