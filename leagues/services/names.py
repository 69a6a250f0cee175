"""Names on pages of leagues: kept pages hold them until their season has another version."""

from django.db.models import Q

from accounts.models import Player
from leagues.models import Season
from leagues.services.changing import changing


def show_anew(player: Player) -> None:
    """Make the pages of every season with this player anew, and push them to who looks."""
    came = Q(sessions__games__seats__player=player) | Q(sessions__attendances__player=player)
    named = Season.objects.filter(came | Q(entrants__player=player))
    for season_id in sorted(set(named.values_list("pk", flat=True))):
        with changing(season_id):
            pass
