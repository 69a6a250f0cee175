"""A guest made by a sheet who is not on it any more: nothing but its history is left of them."""

import pytest
from django.utils import timezone

from accounts import services
from accounts.models import Player
from leagues.models import Entrant, Game, Season, Session, Standing, Wish
from leagues.people.find import names_taken_in
from leagues.people.players import add_guest, set_rated
from leagues.sessions import session_life
from leagues.sessions.seats import take_apart
from leagues.sheets import results
from leagues.sheets.new_games import open_game
from tests.factories import PlayerFactory
from tests.support.leagues import (
    make_game,
    make_season,
    make_session,
    play,
    sheet_of,
    sheet_with_guest,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db

WRONG = "Hectr"


def entered(game: Game, member: Player, guest: str) -> Player:
    """Enter the sheet of a game with a new guest."""
    sheet, guests = sheet_with_guest(member, guest)
    results.submit(game, sheet, PlayerFactory.create(), timezone.now(), guests=guests)
    game.refresh_from_db()
    return Player.objects.get(name=guest)


def correct(game: Game, *players: Player) -> None:
    sheet = sheet_of(players, totals=[12, 70])
    results.correct(game, sheet, PlayerFactory.create(), "Mistyped", timezone.now())
    game.refresh_from_db()


def is_listed(player: Player) -> bool:
    return Entrant.objects.filter(player=player).exists()


def test_who_was_mistyped_is_not_a_player_of_the_season(
    session: Session, ada: Player, ben: Player
) -> None:
    game = make_game(session, [ada])
    wrong = entered(game, ada, WRONG)
    assert is_listed(wrong)

    correct(game, ada, ben)

    assert not is_listed(wrong)
    assert WRONG.casefold() not in names_taken_in(session.season)
    assert not Standing.objects.filter(player=wrong).exists()
    assert Player.objects.filter(pk=wrong.pk).exists(), "the history names them"


def test_nor_is_a_member_who_was_chosen_by_mistake(session: Session) -> None:
    ada, ben, eve = people(3)
    game = play(session, ada, eve)

    correct(game, ada, ben)

    assert [is_listed(player) for player in (ada, ben, eve)] == [True, True, False]


def test_who_plays_another_game_of_the_season_stays(session: Session) -> None:
    ada, ben, eve = people(3)
    play(session, ben, eve)
    game = play(make_session(session.season), ada, eve)

    correct(game, ada, ben)

    assert is_listed(eve)


def test_who_waits_on_another_sheet_stays() -> None:
    session = make_session(make_season(second_person=True))
    ada, ben, eve = people(3)
    by, now = PlayerFactory.create(), timezone.now()
    game = play(session, ada, eve)
    results.confirm(game, by, now)
    play(session, ben, eve)
    game.refresh_from_db()

    correct(game, ada, ben)
    results.confirm(game, by, now)

    assert is_listed(eve)


def test_who_was_listed_checked_in_or_wants_no_rating_stays(
    session: Session, season: Season
) -> None:
    ada, ben, eve = people(3)
    listed = add_guest(season.pk, "Hector")
    here = session_life.arrive_guest(session, "Ines", timezone.now())
    games = [play(session, ada, player) for player in (listed, here, eve)]
    set_rated(season.pk, eve, eve, is_rated=False)

    for game in games:
        correct(game, ada, ben)

    assert all(is_listed(player) for player in (listed, here, eve))


def test_who_was_corrected_away_while_checked_in_leaves_the_season_with_the_evening(
    session: Session,
) -> None:
    ada, ben, eve = people(3)
    game = play(session, ada, eve)
    session_life.arrive(session, eve, timezone.now())
    correct(game, ada, ben)
    assert is_listed(eve)

    session_life.leave(session, eve, timezone.now())

    assert not is_listed(eve)


def test_past_standings_forget_them_too(session: Session, season: Season) -> None:
    first, second = session, make_session(season)
    ada, ben, eve = people(3)
    play(first, ada, ben)
    later = play(second, ada, eve)
    earlier = play(first, ada, eve)
    Entrant.objects.filter(player=eve).update(joined_from=1)
    correct(earlier, ada, ben)

    correct(later, ada, ben)

    assert not Standing.objects.filter(player=eve).exists()


def test_a_guest_of_a_table_that_somebody_else_played_is_forgotten(
    session: Session, ada: Player, ben: Player
) -> None:
    game = open_game(session, *sheet_with_guest(ada, WRONG))
    sheet = sheet_of([ada, ben], totals=[12, 70])

    results.submit(game, sheet, PlayerFactory.create(), timezone.now())

    assert not Player.objects.filter(name=WRONG).exists()


def test_a_guest_of_a_table_that_is_taken_apart_is_forgotten(session: Session) -> None:
    ada = people(1)[0]
    game = open_game(session, *sheet_with_guest(ada, WRONG))

    take_apart(session, [game.number])

    assert not Player.objects.filter(name=WRONG).exists()
    assert Player.objects.filter(pk=ada.pk).exists()


def test_a_guest_whom_somebody_expects_stays(session: Session, ada: Player, ben: Player) -> None:
    for name in ("Ines", "Jean"):
        open_game(session, *sheet_with_guest(ada, name))
    ines, jean = Player.objects.get(name="Ines"), Player.objects.get(name="Jean")
    services.invite(ben, for_player=ines)
    first, second = sorted((ben, jean), key=lambda player: player.pk)
    Wish.objects.create(season=session.season, first=first, second=second, kind=Wish.Kind.APART)

    take_apart(session, [1, 2])

    assert Player.objects.filter(pk__in=[ines.pk, jean.pk]).count() == 2


def test_a_correction_that_was_a_mistake_lists_them_again(
    session: Session, ada: Player, ben: Player
) -> None:
    game = make_game(session, [ada])
    guest = entered(game, ada, "Hector")
    correct(game, ada, ben)

    correct(game, ada, guest)

    assert is_listed(guest)
    assert not is_listed(ben)
