"""Where the pages of a table are."""

from django.urls import reverse

from games.models import Table


def url(name: str, table: Table) -> str:
    """The address of a page of a table, or of a command on it."""
    return reverse(f"games:{name}", args=[table.code])
