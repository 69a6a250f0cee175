"""Who joins a season at the check-in is listed in its standings as if all were computed anew."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Season, Session, Standing
from leagues.people.adjustments import adjust
from leagues.people.players import add_guest, withdraw
from leagues.season_rules import Preset
from leagues.sessions import session_life
from leagues.standings.store import STANDINGS, rebuild
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def names(session: Session) -> list[str]:
    STANDINGS.bring_up_to_date(session.season_id)
    rows = Standing.objects.filter(session=session).select_related("player")
    assert [row.order for row in rows] == list(range(len(rows)))
    return [row.player.name for row in rows]


def tonight_of(season: Season, *waiting: str) -> tuple[Session, list[Player]]:
    """An evening with a result; somebody has withdrawn, and these have not played."""
    session = make_session(season)
    players = people(4)
    check_in(session, *players)
    play(session, *players)
    for name in waiting:
        add_guest(season.pk, name)
    withdraw(season.pk, players[3], timezone.now())
    return session, players


@pytest.mark.parametrize("preset", [Preset.INDEX, Preset.TOTAL, Preset.PLACEMENT])
def test_a_newcomer_stands_where_the_standings_would_have_them(preset: Preset) -> None:
    season = make_season(preset=preset, min_games=1, fewest=4, preferred=4, most=4)
    session, players = tonight_of(season, "Better", "Level", "Worse")
    good, bad = (1, -1) if preset is not Preset.TOTAL else (-1, 1)
    for name, points in (("Better", good), ("Worse", bad)):
        adjust(session, Player.objects.get(name=name), Decimal(points), "why", players[0])
    guest = session_life.arrive_guest(session, "Newcomer", timezone.now())
    assert names(session)[3:] == ["Better", "Level", "Newcomer", "Worse", players[3].name]
    assert rebuild(season.pk) == 0
    session_life.leave(session, guest, timezone.now())
    assert "Newcomer" not in names(session)
    assert rebuild(season.pk) == 0


def test_a_newcomer_of_the_first_session_was_there_from_the_beginning() -> None:
    season = make_season(min_games=1)
    first = make_session(season, starts_at=timezone.now())
    earlier = make_session(season, starts_at=timezone.now() - timedelta(days=3))
    for session in (first, earlier):
        play(session, *people(2))
    session_life.arrive_guest(first, "Newcomer", timezone.now())
    for session in (first, earlier):
        assert "Newcomer" in names(session)
    assert rebuild(season.pk) == 0


def test_earlier_sessions_do_not_list_a_newcomer() -> None:
    season = make_season(min_games=1)
    sessions = [make_session(season) for _number in range(3)]
    for session in sessions:
        play(session, *people(2))
    session_life.arrive_guest(sessions[1], "Newcomer", timezone.now())
    assert ["Newcomer" in names(session) for session in sessions] == [False, True, True]
    assert rebuild(season.pk) == 0
