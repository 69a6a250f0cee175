"""The last place of a season, wanted by many at the same moment."""

import pytest
from django.utils import timezone

from leagues.models import Notice, Season
from leagues.notices.service import players_of
from leagues.people import signing_up
from tests.support.leagues import make_season
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


def make_full_season(places: int) -> Season:
    season = make_season()
    Season.objects.filter(pk=season.pk).update(sign_up="open", sign_up_places=places)
    return season


def test_exactly_one_gets_the_last_place_and_one_comes_in_for_who_leaves() -> None:
    season = make_full_season(2)
    first, *others = people(6)
    signing_up.sign_up(season.pk, first, NOW)
    results = at_once(
        *[lambda player=player: signing_up.sign_up(season.pk, player, NOW) for player in others]
    )
    assert not [result for result in results if isinstance(result, Exception)]
    assert len(players_of(season)) == 2
    assert season.sign_ups.count() == 4
    leave = lambda: signing_up.step_back(season.pk, first, NOW)  # noqa: E731
    results = at_once(leave, leave, leave)
    assert sum(result is None for result in results) == 1  # twice there was nothing to leave
    assert len(players_of(season)) == 2
    assert season.sign_ups.count() == 3
    assert Notice.objects.filter(kind=Notice.Kind.JOINED).count() == 1


def test_one_who_taps_several_times_at_once_stands_in_line_once() -> None:
    season = make_full_season(1)
    first, second = people(2)
    signing_up.sign_up(season.pk, first, NOW)
    tap = lambda: signing_up.sign_up(season.pk, second, NOW)  # noqa: E731
    assert at_once(tap, tap, tap) == [None, None, None]
    assert season.sign_ups.count() == 1
