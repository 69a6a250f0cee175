"""Who is meant by a name that somebody typed."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from leagues.candidates import Candidates

MOST_SIMILAR = 4


class Match(NamedTuple):
    """player: who is meant, None where that must be asked. similar: ids of who may be meant."""

    player: int | None
    similar: tuple[int, ...]


class NameSearch:
    """Who is meant by names, among these people."""

    def __init__(self, candidates: Candidates) -> None:
        groups = (candidates.here, candidates.season, candidates.others)
        self._called = tuple(_by_name(people) for people in groups)
        self._names = {player: plain(name) for player, name in candidates.names.items()}

    def match(self, name: str, *, offers: bool = True) -> Match:
        """The one person of that name: here, else in the season, else in the club.

        Case, accents and spaces do not matter. offers: look for similar names, which takes long.
        """
        wanted = plain(name)
        for called in self._called:
            found = called.get(wanted, ())
            if len(found) == 1:
                return Match(found[0], ())
            if found:
                return Match(None, tuple(found))
        return Match(None, _similar(wanted, self._names) if offers else ())


def plain(name: str) -> str:
    """Small letters without accents, single spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def _by_name(people: Mapping[int, str]) -> Mapping[str, Sequence[int]]:
    found: dict[str, list[int]] = {}
    for player, name in people.items():
        found.setdefault(plain(name), []).append(player)
    return found


def _similar(wanted: str, names: Mapping[int, str]) -> tuple[int, ...]:
    """Who is spelled almost so, or has it as one of their names."""
    close = get_close_matches(wanted, names.values(), MOST_SIMILAR, cutoff=0.7)
    found = [
        player
        for player, name in names.items()
        if name in close or _shares_word(wanted.split(), name.split())
    ]
    return tuple(found[:MOST_SIMILAR])


def _shares_word(wanted: Iterable[str], name: Iterable[str]) -> bool:
    return bool({word for word in wanted if len(word) > 2} & set(name))
