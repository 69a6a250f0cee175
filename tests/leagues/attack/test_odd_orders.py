"""What is done in an order nobody thought of leaves results as they were, and nothing broken."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Entrant, Game, Season, Session, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import players
from leagues.sessions import session_life
from leagues.setup.season_life import close_season
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.support.leagues import enter, make_game, make_season, make_session, play

pytestmark = pytest.mark.django_db

Change = Callable[[Season, Player], object]


def test_a_guest_on_a_sheet_that_waits_is_not_forgotten_when_leaving() -> None:
    session = make_session(make_season(second_person=True))
    drawn = PlayerFactory.create_batch(3)
    guest = session_life.arrive_guest(session, "Dominique", timezone.now())
    game = make_game(session, drawn)
    enter(game, [10, 20, 70], players=[guest, *drawn[1:]])
    session_life.leave(session, guest, timezone.now())
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert Standing.objects.get(session=session, player=guest).place == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda season, _player: players.add_player(season.pk, PlayerFactory.create()),
        lambda season, _player: players.add_guest(season.pk, "Dominique"),
        lambda season, player: players.withdraw(season.pk, player, timezone.now()),
        lambda season, player: players.come_back(season.pk, player),
    ],
    ids=["add", "guest", "withdraw", "return"],
)
def test_who_plays_in_a_closed_season_is_settled(
    change: Change, season: Season, session: Session
) -> None:
    gone, *others = PlayerFactory.create_batch(3)
    play(session, gone, *others)
    Entrant.objects.filter(player=gone).update(withdrawn_at=timezone.now())
    close_season(season.pk, timezone.now())
    before = [*Entrant.objects.values()], [*Standing.objects.values()]
    with pytest.raises(LeagueError) as refused:
        change(season, gone)
    assert refused.value.code == LeagueErrorCode.SEASON_NOT_OPEN
    assert ([*Entrant.objects.values()], [*Standing.objects.values()]) == before


def test_who_wants_no_rating_can_say_so_after_a_season_too(season: Season) -> None:
    player = PlayerFactory.create()
    play(make_session(season), player, PlayerFactory.create())
    close_season(season.pk, timezone.now())
    players.set_rated(season.pk, player, player, is_rated=False)
    assert not season.league.ratings.filter(player=player).exists()
