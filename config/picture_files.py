"""Which rows name the files of pictures, for what looks at all of them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Model

from accounts.models import ClubSettings, Player
from accounts.pictures import files
from leagues.models import SheetPhoto

# The field holds the name of a file; an empty one, none. The words stand before the id of a row.
NAMING: tuple[tuple[type[Model], str, str], ...] = (
    (SheetPhoto, "file", "photo"),
    (Player, "picture", "picture of player"),
    (ClubSettings, "logo", "logo of settings"),
)
# A file is written before its row. One without a row is a logo that was only looked at, or left by
# a process that died between the two.
UNNAMED_ARE_KEPT = timedelta(hours=1)


def sql(columns: Iterable[tuple[str, str]]) -> str:
    """The statement that reads all names, some of them empty, from a copy of the database.

    columns: (table, column) of all that it has: one of an older release may lack some.
    """
    there = set(columns)
    naming = [(model._meta.db_table, field) for model, field, _words in NAMING]  # noqa: SLF001
    parts = [f"SELECT {field} FROM {table}" for table, field in naming if (table, field) in there]  # noqa: S608
    return " UNION ".join(parts)


def is_named(name: str) -> bool:
    """Whether a row names a file."""
    return any(
        model._base_manager.filter(**{field: name}).exists()  # noqa: SLF001
        for model, field, _words in NAMING
    )


def named() -> set[str]:
    """The names of all files that a row names."""
    return {
        name
        for model, field, _words in NAMING
        for name in model._base_manager.exclude(**{field: ""}).values_list(field, flat=True)  # noqa: SLF001
    }


def delete_unnamed(now: datetime) -> int:
    """Delete the files that no row has named for an hour; how many."""
    # Read before the names are: a file whose row is written meanwhile is left alone.
    old = set(files.written_before((now - UNNAMED_ARE_KEPT).timestamp()))
    unnamed = old - named() if old else old
    for name in unnamed:
        files.delete(name)
    return len(unnamed)
