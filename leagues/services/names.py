"""Names on pages of leagues: kept pages hold them until their season has another version."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Merge, Season
from leagues.services.changing import changing


def show_anew(player: Player) -> None:
    """Make the pages of every season with this player anew, and push them to who looks."""
    for season_id in _seasons_with([player.pk]).order_by("pk").values_list("pk", flat=True):
        with changing(season_id):
            pass


def hold(player: Player) -> None:
    """Lock these seasons, and those of the guests who turned out to be this player."""
    guests = Merge.objects.filter(member=player.pk).values_list("guest", flat=True)
    held = _seasons_with([player.pk, *guests]).select_for_update(of=("self",)).order_by("pk")
    list(held.only("pk"))


def _seasons_with(player_ids: Collection[int]) -> QuerySet[Season]:
    came = Q(sessions__games__seats__player__in=player_ids)
    came |= Q(sessions__attendances__player__in=player_ids)
    named = Season.objects.filter(came | Q(entrants__player__in=player_ids))
    return Season.objects.filter(pk__in=named.values("pk"))
