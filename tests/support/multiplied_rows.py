"""Find statements in which the rows of two tables multiply each other.

Each refers to the same row: joined to it in one statement, a game with 6 seats and 40 messages is
240 rows. A subquery for each table reads 46.
"""

import re
from collections import defaultdict
from functools import cache

from django.apps import apps

_JOIN = re.compile(
    r'JOIN "(?P<table>\w+)"(?: (?P<alias>\w+))? ON'
    r' \("?(?P<one>\w+)"?\."(?P<one_key>\w+)" = "?(?P<other>\w+)"?\."(?P<other_key>\w+)"'
)


@cache
def multiplied(sql: str) -> list[list[str]]:
    """The tables, by two or more, of which several rows are joined to one of another table."""
    joined: defaultdict[str, set[str]] = defaultdict(set)
    for found in _JOIN.finditer(sql):
        one, other = (found["one"], found["one_key"]), (found["other"], found["other_key"])
        own, base = (one, other) if one[0] == (found["alias"] or found["table"]) else (other, one)
        if (found["table"], own[1]) in _references():
            joined[base[0]].add(found["table"])
    return [sorted(tables) for tables in joined.values() if len(tables) > 1]


@cache
def _references() -> frozenset[tuple[str, str]]:
    """Tables and their columns that several rows may have the same value in, and refer by it."""
    models = apps.get_models(include_auto_created=True)
    fields = [field for model in models for field in model._meta.local_fields]
    return frozenset(
        (field.model._meta.db_table, str(field.column))
        for field in fields
        if field.many_to_one and not field.unique
    )
