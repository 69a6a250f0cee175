"""Guests: players without a login, made the first time somebody writes their name."""

from collections.abc import Collection, Mapping
from contextlib import suppress

from django.db.models import ProtectedError, Q

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Season, Wish
from leagues.people import mentions
from leagues.people.find import names_taken_in


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


def hold_players(player_ids: Collection[int], *, joining: bool = False) -> None:
    """Lock these players, whom a sheet or a list is about to name: none of them is deleted then.

    joining: nor do they leave the club meanwhile. Under the season's lock. Raises
    LeagueError(PLAYER_GONE) where one has been deleted, or is joining and has left the club.
    """
    wanted = Player.objects.filter(pk__in=player_ids).order_by("pk")
    if joining:
        wanted = wanted.filter(erased_at=None)
    found = wanted.select_for_update(of=("self",), no_key=True).values_list("pk", flat=True)
    if set(found) != set(player_ids):
        raise LeagueError(LeagueErrorCode.PLAYER_GONE)


def forget_guest(player: Player) -> None:
    """Delete a guest whom nothing names any more, not even the history of a game; nobody else."""
    # Whoever enters a sheet with them waits for this lock, and finds them gone.
    guest = Player.objects.guests().select_for_update(of=("self",)).filter(pk=player.pk).first()
    if guest is None or _is_wanted(guest) or mentions.is_typed(guest):
        return
    # Whoever came, was listed, sat at a table or stands on a sheet is protected.
    with suppress(ProtectedError):
        guest.delete()


def _is_wanted(guest: Player) -> bool:
    """Whether they are wished to a table or invited: these rows would go with them."""
    wishes = Wish.every.filter(Q(first=guest) | Q(second=guest))
    return wishes.exists() or guest.invitations_received.exists()
