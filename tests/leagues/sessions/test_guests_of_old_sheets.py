"""Whom an older version of a sheet names is still a player, and their page still opens."""

import pytest
from django.db import IntegrityError, connection
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Entrant, Game, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.sessions import session_life
from leagues.sheets import results
from leagues.sheets.new_games import open_game
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address
from tests.support.clients import html_of
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_season,
    make_session,
    sheet_of,
)
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db

PAGES = ["game", "game_print"]


def correct(game: Game, *players: Player, reason: str = "It was somebody else") -> None:
    sheet = sheet_of(players, totals=[12, 70])
    results.correct(game, sheet, PlayerFactory.create(), reason, timezone.now())
    game.refresh_from_db()


def read_page(game: Game, page: str) -> str:
    return html_of(Client().get(address(game, page), follow=True))


def a_guest_corrected_away() -> tuple[Game, Player]:
    """A game whose first sheet named a guest; the one that counts names somebody else."""
    session = make_session(make_season())
    guest = session_life.arrive_guest(session, "Hector", timezone.now())
    ada, ben = people(2)
    game = enter(make_game(session, [ada, guest]), [12, 70])
    correct(game, ada, ben)
    return game, guest


@pytest.mark.parametrize("page", PAGES)
def test_a_guest_who_was_corrected_away_is_taken_off_and_the_history_names_them(page: str) -> None:
    game, guest = a_guest_corrected_away()

    session_life.leave(game.session, guest, timezone.now())

    read_page(game, page)
    assert "Hector" in read_page(game, "game")
    assert not Entrant.objects.filter(player=guest).exists()
    assert not game.session.attendances.exists()


def test_a_guest_whom_only_a_sheet_of_another_league_names_stays(
    session: Session, ada: Player
) -> None:
    other = make_session(make_season(name="Fridays", second_person=True))
    guest = session_life.arrive_guest(session, "Hector", timezone.now())
    game = enter(make_game(other, [ada]), [12, 70], players=[ada, guest])

    session_life.leave(session, guest, timezone.now())

    results.confirm(game, PlayerFactory.create(), timezone.now())
    assert "Hector" in read_page(game, "game")


# --- Nobody whom a sheet names is deleted ----------------------------------------------


def an_old_sheet(guest: Player) -> Game:
    """A game whose first sheet alone names a guest, as who played or as who was replaced."""
    ada, ben = people(2)
    game = enter(make_game(make_session(make_season()), [ada, guest]), [12, 70])
    correct(game, ada, ben)
    Entrant.objects.filter(player=guest).delete()
    return game


@pytest.mark.django_db(transaction=True)
def test_the_database_keeps_whoever_a_revision_names() -> None:
    guest = make_guest("Hector")
    an_old_sheet(guest)

    with pytest.raises(ProtectedError):
        guest.delete()
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_player WHERE id = %s", [guest.pk])


def test_who_was_replaced_on_an_old_sheet_is_kept_too() -> None:
    ada, ben, guest = *people(2), make_guest("Hector")
    game = make_game(make_session(make_season()), [ada, ben])
    enter(game, [12, 70], replaced=[None, guest])
    correct(game, ada, ben)

    assert "Hector" in read_page(game, "game")


# --- Taken off while their sheet is typed ----------------------------------------------


def a_member_and_nobody() -> tuple[Player, Player]:
    """A member, and a guest who is deleted after a sheet with them was read."""
    ada, guest = people(1)[0], make_guest("Hector")
    Player.objects.filter(pk=guest.pk).delete()
    return ada, guest


@pytest.mark.parametrize("second_person", [False, True])
def test_a_sheet_with_somebody_deleted_meanwhile_is_refused(second_person: bool) -> None:
    season = make_season(second_person=second_person)
    ada, guest = a_member_and_nobody()
    game = make_game(make_session(season), [ada])

    with pytest.raises(LeagueError) as error:
        enter(game, [12, 70], players=[ada, guest])

    assert error.value.code == LeagueErrorCode.PLAYER_GONE
    game.refresh_from_db()
    assert (game.status, game.sheet) == (Game.Status.SEATED, None)


def test_a_table_for_somebody_deleted_meanwhile_is_not_opened(session: Session) -> None:
    ada, guest = a_member_and_nobody()

    with pytest.raises(LeagueError) as error:
        open_game(session, sheet_of([ada, guest]), {})

    assert error.value.code == LeagueErrorCode.PLAYER_GONE
    assert not session.games.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_a_guest_taken_off_while_another_league_enters_their_sheet_is_on_it_or_refused(
    attempt: int, session: Session, ada: Player
) -> None:
    other = make_session(make_season(name="Fridays"))
    guest = session_life.arrive_guest(session, "Hector", timezone.now())
    game, sheet = make_game(other, [ada]), sheet_of([ada, guest], totals=[12, 70])
    by = PlayerFactory.create()

    left, entered = at_once(
        lambda: session_life.leave(session, guest, timezone.now()),
        lambda: results.submit(game, sheet, by, timezone.now()),
    )

    assert left is None
    if isinstance(entered, Game):
        assert game.seats.filter(player=guest).exists()
    else:
        assert isinstance(entered, LeagueError)
        assert not Player.objects.filter(pk=guest.pk).exists()
