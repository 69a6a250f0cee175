"""Rated games: who agrees to them, what they change, and when they do not count."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, ProfileFor, User
from games.models import GameRating, Seat, Table
from games.play import playing, ratings
from games.play.ratings import rate_missing
from games.rules.options import Options
from games.seats import guests, inviting, opening, rematch, seating
from games.seats.forms import OpenTableForm
from games.seats.seating import TablePlan
from games.signals import tidying
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.transition import has_one_card
from tests.friends.company import invite, lobby
from tests.games.addresses import url
from tests.games.rating.rated import ended, points, rated_table, stored
from tests.games.test_open_table_form import USUAL
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.commands import said_by
from tests.support.races import at_once
from tests.support.tables import people, play_first, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

Code = TableErrorCode
NOW = timezone.now()
HOUR = timedelta(hours=1)


def is_rated(table: Table) -> bool:
    return Table.objects.values_list("is_rated", flat=True).get(pk=table.pk)


def page(reader: Player, table: Table) -> str:
    return words(html_of(signed_in(reader).get(table.get_absolute_url())))


def notes(reader: Player, table: Table) -> str:
    return words(html_of(signed_in(reader).get(url("notes", table))))


def profile(reader: Player, player: Player) -> str:
    address = reverse("games:profile", args=[player.pk])
    return words(html_of(signed_in(reader).get(address)))


# --- Everybody agrees ----------------------------------------------------------------------


def test_it_is_said_before_anybody_sits_down(ada: Player, ben: Player, cleo: Player) -> None:
    table = rated_table(ada, seats=3)
    assert "Rated" in lobby(ben)
    assert "The table is open, rated" in page(ben, table)
    assert "The result changes the rating of everybody who sits here." in page(ben, table)
    invite(ada, table, cleo)
    assert inviting.invited_to(cleo, timezone.now())[0].is_rated


def test_any_of_them_can_say_no_before_the_deal_and_nobody_else(ada: Player, ben: Player) -> None:
    table = rated_table(ada, seats=3)
    answer = signed_in(ben).post(url("unrated", table), headers={"HX-Request": "true"})
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert is_rated(table)
    seating.sit(table.pk, ben)
    signed_in(ben).post(url("unrated", table))
    assert not is_rated(table)
    assert "Play without rating" not in page(ada, table)
    # A second tap, from a page that is not up to date.
    signed_in(ben).post(url("unrated", table))
    assert not is_rated(table)


def test_after_the_deal_it_is_too_late_to_say_no(ada: Player, ben: Player) -> None:
    table = rated_table(ada, ben)
    seating.start(table.pk, ada, NOW)
    with pytest.raises(TableError) as error:
        seating.play_unrated(table.pk, ben)
    assert error.value.code == Code.NOT_OPEN
    assert is_rated(table)
    assert "Rated · Round 1" in page(ben, table)


def test_only_members_sit_there(ada: Player) -> None:
    table = rated_table(ada, seats=2)
    with pytest.raises(TableError) as error:
        seating.add_bot(table.pk, ada, "gap")
    assert error.value.code == Code.ONLY_MEMBERS
    assert "Add a bot" not in page(ada, table)
    with pytest.raises(TableError) as error:
        guests.invite(table.pk, ada, NOW)
    assert error.value.code == Code.ONLY_MEMBERS
    guest = Player.every.create(name="Zoé", is_table_guest=True)
    with pytest.raises(TableError) as error:
        seating.sit(table.pk, guest)
    assert error.value.code == Code.ONLY_MEMBERS
    # Once it is not rated, they may.
    seating.play_unrated(table.pk, ada)
    seating.sit(table.pk, guest)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"time_per_choice": None}, Code.CANNOT_BE_RATED),
        ({"options": Options(max_rounds=1)}, Code.CANNOT_BE_RATED),
        ({"bots": 1}, Code.ONLY_MEMBERS),
    ],
)
def test_no_way_opens_another_kind_of_rated_table(
    values: dict[str, object], code: Code, ada: Player
) -> None:
    with pytest.raises(TableError) as error:
        rated_table(ada, seats=3, **values)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"bots": "1"}, "bots"),
        ({"limit": "30"}, "is_rated"),
        ({"variant": "ox"}, "is_rated"),
    ],
)
def test_the_form_says_what_a_rated_game_needs(changes: dict[str, str], field: str) -> None:
    form = OpenTableForm(USUAL | {"is_rated": "on"} | changes)
    assert list(form.errors) == [field]


def test_the_form_opens_a_rated_table(ada: Player) -> None:
    fields = USUAL | {"is_rated": "on", "known_cards": "on"}
    signed_in(ada).post(reverse("games:open"), fields)
    table = Table.objects.get()
    assert (table.is_rated, table.time_per_choice) == (True, 60)
    signed_in(ada).post(reverse("games:open"), fields | {"time_per_choice": "86400"})
    assert Table.objects.get(time_per_choice=86400).is_rated


def test_play_now_seats_nobody_at_a_rated_table(ada: Player, ben: Player) -> None:
    table = rated_table(ada, seats=2)
    plan = TablePlan("", Options(), 2, ("gap",))
    assert opening.next_seat(ben, Options(), timezone.now()) is None
    assert opening.play_now(ben, plan, timezone.now()).pk != table.pk


def test_who_plays_again_is_told_that_it_is_rated(ada: Player, ben: Player) -> None:
    table = rated_table(ada, ben)
    seating.start(table.pk, ada, NOW)
    play_to_the_end(table)
    assert "Play again, rated" in page(ben, table)
    following = rematch.open_rematch(table.pk, ada, timezone.now())
    assert is_rated(following)


# --- The result ------------------------------------------------------------------------------


def test_a_game_changes_the_ratings_as_it_ends(ada: Player, ben: Player) -> None:
    table = rated_table(ada, ben)
    seating.start(table.pk, ada, NOW)
    play_to_the_end(table)
    ranks = {seat.player: seat.rank for seat in Seat.objects.filter(table=table)}
    winner, loser = sorted((ada, ben), key=lambda player: ranks[player] or 0)
    assert (points(winner), points(loser)) == ([1579], [1421])
    told = notes(ada, table)
    assert f"{winner.name} · rating 1579 (+79), provisional" in told
    assert f"{loser.name} · rating 1421 (−79), provisional" in told
    assert "1579 provisional 1 rated game" in profile(ada, winner)


def test_a_game_that_is_not_rated_changes_nothing(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, options=Options(max_rounds=1))
    play_to_the_end(table)
    assert stored() == []
    assert "ating" not in notes(ada, table)
    assert "Rated" not in page(ada, table)


def test_a_rating_is_provisional_for_nine_games(ada: Player) -> None:
    for number, other in enumerate(people(10)):
        ended(NOW + number * HOUR, (ada, 1), (other, 2))
        rate_missing()
        if number == 8:
            assert "provisional 9 rated games" in profile(ada, ada)
    shown = profile(ada, ada)
    assert "10 rated games" in shown
    assert "provisional" not in shown


def test_what_a_process_that_died_left_is_rated_by_the_keeper(ada: Player, ben: Player) -> None:
    table = ended(NOW, (ada, 1), (ben, 2))
    assert "being counted" in notes(ada, table)
    tidying.send(None)
    assert points(ada) == [1579]
    assert rate_missing() == 0


def test_who_shows_no_profile_shows_no_rating(ada: Player, ben: Player, cleo: Player) -> None:
    table = ended(NOW, (ada, 1), (ben, 2))
    rate_missing()
    User.objects.filter(player=ben).update(profile_for=ProfileFor.ME)
    assert ada.name in notes(cleo, table)
    assert ben.name not in notes(cleo, table)
    assert ben.name in notes(ben, table)
    assert "1421" not in profile(cleo, ben)


# --- Who leaves ------------------------------------------------------------------------------


def test_who_leaves_to_the_bot_loses_and_nobody_wins_by_it(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = rated_table(ada, ben, cleo)
    seating.start(table.pk, ada, NOW)
    playing.step_away(table.pk, 2, NOW)
    now = NOW
    while not store.fresh(table.pk).has_ended:
        game = store.fresh(table.pk).game
        assert game is not None
        assert game.decision is not None
        for seat in game.decision.seats:
            if seat != 2 and not has_one_card(game, seat):
                play_first(table, seat, now)
        now += timedelta(seconds=15)
        playing.tend(table.pk, now)
    ranks = {seat.player: seat.rank or 0 for seat in Seat.objects.filter(table=table)}
    assert points(cleo) == [1421]
    wanted = [1500] if ranks[ada] == ranks[ben] else [1579] if ranks[ada] < ranks[ben] else [1421]
    assert points(ada) == wanted


def test_no_player_breaks_a_rated_game_off(ada: Player, ben: Player, cleo: Player) -> None:
    table = rated_table(ada, ben)
    seating.start(table.pk, ada, NOW)
    with pytest.raises(TableError) as error:
        playing.abandon(table.pk, ada, NOW)
    assert error.value.code == Code.RATED_GOES_ON
    assert "Abandon for everybody" not in page(ada, table)
    assert "Share" in page(ada, table)
    Player.objects.filter(pk__in=[ben.pk, cleo.pk]).update(is_organizer=True)
    ben.refresh_from_db()
    cleo.refresh_from_db()
    with pytest.raises(TableError):
        playing.abandon(table.pk, ben, NOW)
    assert "Abandon for everybody" in page(cleo, table)
    playing.abandon(table.pk, cleo, NOW)
    tidying.send(None)
    assert stored() == []


def test_the_host_closes_a_rated_table_before_the_deal(ada: Player) -> None:
    table = rated_table(ada, seats=2)
    playing.abandon(table.pk, ada, NOW)
    assert Table.objects.get(pk=table.pk).has_ended


# --- The same numbers, whenever they are made ------------------------------------------------


def lived() -> list[Player]:
    """Five people and twelve games of them, each rated as it ends."""
    five = people(5)
    for number in range(12):
        first = number % 5
        places = [(five[(first + place) % 5], place + 1) for place in range(2 + number % 4)]
        ended(NOW + number * 3 * HOUR, *places)
        rate_missing()
    return five


def test_the_command_makes_the_same_numbers_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    lived()
    before = stored()
    monkeypatch.setattr(ratings, "PORTION", 5)
    assert said_by("rate_games") == "0 games\n"
    assert said_by("rate_games", anew=True) == "12 games\n"
    assert stored() == before
    assert len(before) == 42


def test_a_game_that_is_found_late_is_rated_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    five = lived()
    monkeypatch.setattr(ratings, "PORTION", 3)
    late = ended(NOW + 4 * HOUR, (five[4], 1), (five[0], 2))
    # It, and the ten that ended after it.
    assert rate_missing() == 11
    found = stored()
    said_by("rate_games", anew=True)
    assert stored() == found
    assert GameRating.objects.filter(table=late).count() == 2
    assert not Table.objects.filter(rated_at=None).exists()


def test_two_games_that_end_at_once_are_rated_one_after_the_other(
    ada: Player, ben: Player, cleo: Player
) -> None:
    for number in range(4):
        ended(NOW + number * HOUR, (ada, 1), (ben, 2))
        ended(NOW + number * HOUR, (ada, 2), (cleo, 1))
        done = at_once(rate_missing, rate_missing)
        assert all(isinstance(each, int) for each in done), done
    found = stored()
    assert [row[2] for row in found if row[1] == ada.pk] == list(range(1, 9))
    said_by("rate_games", anew=True)
    assert stored() == found


# --- A person's data ---------------------------------------------------------------------------


def test_it_is_in_the_export(ada: Player, ben: Player) -> None:
    ended(NOW, (ada, 1), (ben, 2))
    rate_missing()
    (table,) = privacy.personal_data(ada)["tables"]
    assert table["rated"] is True
    # By hand (test_rating_sums.py): of 30 * 8.33375, the root of 1 - (8.33375 / 13.1767)^3 / 4.
    assert table["rating"] == {"game": 1, "before": 1500, "after": 1579, "deviation": 242}


def test_erasing_somebody_leaves_the_ratings_of_others(ada: Player, ben: Player) -> None:
    table = ended(NOW, (ada, 1), (ben, 2))
    ended(NOW + HOUR, (ada, 2), (ben, 1))
    rate_missing()
    before = points(ada)
    name = ben.name
    privacy.erase(ben)
    assert name not in notes(ada, table)
    assert "1421" not in notes(ada, table)
    said_by("rate_games", anew=True)
    assert points(ada) == before


def test_more_games_take_no_more_statements(ada: Player, ben: Player, cleo: Player) -> None:
    asked = []
    for number in range(2):
        for game in range(4):
            ended(NOW + (number * 5 + game) * 6 * HOUR, (ada, 1), (ben, 2), (cleo, 3))
        rate_missing()
        ended(NOW + (number * 5 + 4) * 6 * HOUR, (ada, 1), (ben, 2), (cleo, 3))
        with CaptureQueriesContext(connection) as statements:
            rate_missing()
        asked.append(len(statements))
    assert asked[0] == asked[1]
