"""Addresses of pages by their name. Django looks through its list of them each time, for 50 µs."""

from functools import lru_cache

from django.urls import reverse

MOST_KEPT = 4096


@lru_cache(MOST_KEPT)
def address_of(name: str, *args: str | int, **kwargs: str | int) -> str:
    """The path of a page, as `reverse` gives it. Raises NoReverseMatch.

    It is looked up once for the same arguments: the list is fixed while a process runs.
    """
    return reverse(name, args=args, kwargs=kwargs)
