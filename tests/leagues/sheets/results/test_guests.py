"""A guest whom two sheets name at the same moment is one person, and is never made twice."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sessions.session_life import arrive_guest
from leagues.sheets import results
from leagues.sheets.new_games import open_game
from tests.factories import PlayerFactory
from tests.leagues.sessions.test_races import THREADS, unexpected
from tests.support.leagues import make_game, make_season, make_session, sheet_with_guest
from tests.support.races import at_once
from tests.support.tables import people

GUEST_NAME = "Éloïse"


def games_of(season: Season) -> list[tuple[Game, Player]]:
    """A table for each of some scorers, with a member who sits there."""
    session = make_session(season)
    return [(make_game(session, [member]), member) for member in people(THREADS)]


def submitting(game: Game, member: Player) -> Callable[[], object]:
    by, now = PlayerFactory.create(), timezone.now()
    sheet, guests = sheet_with_guest(member, GUEST_NAME)
    return lambda: results.submit(game, sheet, by, now, guests=guests)


@pytest.mark.django_db
@pytest.mark.parametrize("second_person", [False, True])
def test_who_waits_on_a_sheet_is_not_made_again(second_person: bool) -> None:
    season = make_season(second_person=second_person)
    (first, ana), (second, ben), *_more = games_of(season)
    submitting(first, ana)()
    ways = [
        submitting(second, ben),
        lambda: open_game(make_session(season), *sheet_with_guest(ben, GUEST_NAME.upper())),
        lambda: arrive_guest(make_session(season), GUEST_NAME.upper(), timezone.now()),
    ]
    for again in ways:
        with pytest.raises(LeagueError) as error:
            again()
        assert error.value.code == LeagueErrorCode.NAME_TAKEN
    assert Player.objects.filter(user=None).count() == 1


@pytest.mark.django_db
def test_a_correction_that_is_refused_leaves_no_guest_behind() -> None:
    (game, ana), *_more = games_of(make_season())
    submitting(game, ana)()
    game.refresh_from_db()
    sheet, guests = sheet_with_guest(ana, "Théo")
    args = (game, sheet, PlayerFactory.create())

    with pytest.raises(LeagueError):
        results.correct(*args, "", timezone.now(), guests=guests)
    assert not Player.objects.filter(name="Théo").exists()

    results.correct(*args, "It was Théo", timezone.now(), guests=guests)
    assert game.seats.get(index=1).player == Player.objects.get(name="Théo")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("second_person", [False, True])
def test_six_scorers_who_type_the_same_guest_make_one_player(second_person: bool) -> None:
    works = [submitting(*place) for place in games_of(make_season(second_person=second_person))]

    outcomes = at_once(*works)

    assert unexpected(outcomes) == []
    assert sum(isinstance(outcome, Game) for outcome in outcomes) == 1
    assert Player.objects.filter(name=GUEST_NAME).count() == 1
