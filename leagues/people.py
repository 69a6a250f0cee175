"""Whom the organizers of a league may find and name."""

from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Entrant, League, Merge, Season


def people_of(league: League) -> QuerySet[Player]:
    """Members of the club, players of the league, and guests whom everybody can read about.

    Not the guests of leagues that are not public, and not those who turned out to be members here.
    """
    of_league = Entrant.objects.filter(season__league=league).values("player")
    shown = Entrant.objects.filter(season__league__visibility=League.Visibility.PUBLIC)
    shown = shown.exclude(season__status=Season.Status.DRAFT)
    merged = Merge.objects.filter(league=league, undone_at=None).values("guest")
    return Player.objects.filter(
        Q(user__is_active=True) | Q(pk__in=of_league) | Q(user=None, pk__in=shown.values("player")),
        erased_at=None,
    ).exclude(pk__in=merged)
