"""Statements that are compiled once say the same at any moment and in any language."""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from inspect import signature
from typing import Any

import pytest
import time_machine
from django.db.models import Expression, QuerySet, Value
from django.urls import get_resolver
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.compiled_once import compiled_once
from accounts.models import Player

pytestmark = pytest.mark.django_db

LANGUAGES = ("fr", "en")
MOMENTS = (datetime(2026, 1, 5, 8, tzinfo=UTC), datetime(2031, 7, 18, 23, tzinfo=UTC))
# All functions that the decorator makes have this one's code.
DECORATED = compiled_once(lambda: Player.objects.all()).__code__

Build = Callable[..., QuerySet[Any, Any]]


class Argument(Expression):
    """Stands in a statement for an argument that is not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, _compiler: object, _connection: object) -> tuple[str, tuple[str]]:
        return "%s", (self.name,)


def decorated() -> Iterator[tuple[str, Build]]:
    """All functions of leagues whose statements are compiled once, and their names."""
    for module_name, module in sorted(sys.modules.items()):
        if not module_name.startswith("leagues."):
            continue
        for name, found in vars(module).items():
            is_at_home = getattr(found, "__module__", None) == module_name
            if is_at_home and getattr(found, "__code__", None) is DECORATED:
                yield f"{module_name}.{name}", found.__wrapped__


def said(build: Build) -> tuple[str, tuple[Any, ...]]:
    """The statement of one that is decorated, and what it holds in the place of values."""
    asked = signature(build, eval_str=True).parameters
    arguments = [
        [Argument(name)] if parameter.annotation == tuple[int, ...] else Argument(name)
        for name, parameter in asked.items()
    ]
    return build(*arguments).query.sql_with_params()


def said_at_two_moments(build: Build) -> list[tuple[str, tuple[Any, ...]]]:
    """Years apart, and in two languages."""
    statements = []
    for moment, language in zip(MOMENTS, LANGUAGES, strict=True):
        with time_machine.travel(moment, tick=False), translation.override(language):
            statements.append(said(build))
    return statements


def test_each_says_the_same_at_any_moment_and_in_any_language() -> None:
    # Views are imported with the addresses.
    get_resolver().check()
    builds = dict(decorated())
    assert {"leagues.pages.access._leagues", "leagues.sessions.reading._seated"} < set(builds)
    for name, build in builds.items():
        first, second = said_at_two_moments(build)
        assert first == second, name


def test_one_that_asks_the_clock_would_be_noticed() -> None:
    def recent(name: str) -> QuerySet[Player]:
        return Player.objects.filter(name=name, created_at__lt=timezone.now())

    first, second = said_at_two_moments(recent)
    assert first != second


def test_one_that_is_in_a_language_would_be_noticed() -> None:
    def translated(name: str) -> QuerySet[Any, Any]:
        return Player.objects.filter(name=name).annotate(word=Value(gettext("Draw")))

    first, second = said_at_two_moments(translated)
    assert first != second
