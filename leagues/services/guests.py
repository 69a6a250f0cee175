"""Guests: players without a login, made the first time somebody writes their name."""

from collections.abc import Mapping

from accounts.models import Player
from leagues.candidates import names_taken_in
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Season


def make_guest(season: Season, name: str) -> Player:
    """A new player, under the season's lock only. Raises LeagueError(NAME_TAKEN)."""
    return Player.objects.get(pk=make_guests(season, {name: name})[name])


def make_guests(season: Season, names: Mapping[str, str]) -> dict[str, int]:
    """The ids of new players by the keys of their names; names that differ by case are one person.

    Under the season's lock only: of two people who write the same name at the same moment the
    second finds it taken. Raises LeagueError(NAME_TAKEN).
    """
    if not names:
        return {}
    taken = names_taken_in(season)
    made: dict[str, int] = {}
    for name in names.values():
        called = name.casefold()
        if called in taken:
            raise LeagueError(LeagueErrorCode.NAME_TAKEN)
        if called not in made:
            made[called] = Player.objects.create(name=name).pk
    return {key: made[name.casefold()] for key, name in names.items()}
