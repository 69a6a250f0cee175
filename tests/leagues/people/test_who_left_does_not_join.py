"""Whoever has left the club joins nothing any more, also where both happen at the same moment."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import Attendance, Entrant, Reply, Role, Season, Session, Wish
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import guests, merging, players
from leagues.sessions import replying, seats, session_life
from leagues.setup.league_life import set_role
from tests.support.leagues import make_guest, make_season, make_session
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Work = Callable[[], object]


def works(season: Season, player: Player, other: Player) -> dict[str, Work]:
    """What makes somebody part of a league."""
    now = timezone.now()
    running, guest = make_session(season), make_guest("Basile")
    players.add_player(season.pk, guest)
    coming = make_session(season, status=Session.Status.PLANNED, starts_at=now + timedelta(days=1))
    return {
        "arrive": lambda: session_life.arrive(running, player, now),
        "add_player": lambda: players.add_player(season.pk, player),
        "reply": lambda: replying.reply(coming, player, now, comes=True),
        "set_wish": lambda: seats.set_wish(season.pk, player, other, Wish.Kind.TOGETHER),
        "merge": lambda: merging.merge(season.league, guest, player, other, now),
        "set_role": lambda: set_role(season.league, player, Role.Kind.SCORER),
    }


def rows_about(player: Player) -> list[object]:
    found = [
        Attendance.objects.filter(player=player),
        Entrant.objects.filter(player=player),
        Reply.objects.filter(player=player),
        Wish.objects.filter(second=player) | Wish.objects.filter(first=player),
        Role.objects.filter(player=player),
    ]
    return [row for rows in found for row in rows]


@pytest.mark.parametrize("work", ["arrive", "add_player", "reply", "set_wish", "merge", "set_role"])
def test_a_page_from_before_they_left_adds_nobody(work: str, season: Season) -> None:
    leaver, other = people(2)
    privacy.erase(Player.objects.get(pk=leaver.pk))
    with pytest.raises(LeagueError) as caught:
        works(season, leaver, other)[work]()
    assert caught.value.code is LeagueErrorCode.PLAYER_GONE
    assert rows_about(leaver) == []


@pytest.mark.parametrize("work", ["arrive", "add_player"])
def test_a_page_from_before_a_guest_was_forgotten_adds_nobody(work: str) -> None:
    season, guest = make_season(), make_guest()
    stale = Player.objects.get(pk=guest.pk)
    guests.forget([guest])
    with pytest.raises(LeagueError) as caught:
        works(season, stale, people(1)[0])[work]()
    assert caught.value.code is LeagueErrorCode.PLAYER_GONE


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_at_the_same_moment_they_join_before_they_leave_or_not_at_all(
    attempt: int, season: Season
) -> None:
    leaver, other = people(2)
    wanted = works(season, leaver, other)
    found = at_once(*wanted.values(), lambda: privacy.erase(Player.objects.get(pk=leaver.pk)))
    wrong = [each for each in found if isinstance(each, Exception)]
    assert [each for each in wrong if not isinstance(each, LeagueError)] == []
    assert {each.code for each in wrong if isinstance(each, LeagueError)} <= {
        LeagueErrorCode.PLAYER_GONE,
        LeagueErrorCode.ALREADY_THERE,
    }
    leaver.refresh_from_db()
    assert leaver.erased_at is not None
    for model in (Reply, Role):
        assert not model.objects.filter(player=leaver).exists()
    assert not season.wishes.exists()
