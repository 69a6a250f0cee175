"""A guest and a member who are the same person, both in one round of a session."""

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Bye, Game, Merge, Round, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import merging
from leagues.sessions import round_edits, seats, session_life
from tests.factories import PlayerFactory
from tests.leagues.sessions.rooms import check_in, short_season
from tests.support.leagues import enter, make_guest, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db

NOW = timezone.now()


class Evening:
    """Two tables of three; Odile came as a guest, and also under her own name."""

    def __init__(self) -> None:
        self.session: Session = make_session(short_season())
        self.guest, self.odile = make_guest("Odile"), PlayerFactory.create()
        self.others = people(5)
        check_in(self.session, self.guest, self.odile, *self.others)

    def lay(self, *tables: list[Player], is_released: bool = False) -> Round:
        ids = [[player.pk for player in table] for table in tables]
        return seats.lay_tables(self.session, ids, 7, self.odile, is_released=is_released)

    def merge(self) -> Merge:
        league = self.session.season.league
        return merging.merge(league, self.guest, self.odile, PlayerFactory.create(), NOW)


def rounds_out(session: Session, player: Player) -> int:
    """How many rounds of the season somebody sat out."""
    return seats.rounds_before(session, [player.pk])[player.pk].out


@pytest.fixture
def evening() -> Evening:
    """Anew for each test."""
    return Evening()


def test_who_sits_at_two_tables_of_a_round_is_merged_once_both_have_results(
    evening: Evening,
) -> None:
    one, two = [evening.guest, *evening.others[:2]], [evening.odile, *evening.others[2:4]]
    row = evening.lay(one, two)
    for game in row.games.all():
        with pytest.raises(LeagueError, match=LeagueErrorCode.SHARED_ROUND.value):
            evening.merge()
        enter(game, [10, 15, 70])
    evening.merge()
    assert all(game.seats.filter(player=evening.odile).exists() for game in row.games.all())


def test_who_sits_at_a_table_of_each_round_is_merged(evening: Evening) -> None:
    first = evening.lay([evening.guest, *evening.others[:2]])
    enter(first.games.get(), [10, 15, 70])
    evening.lay([evening.odile, *evening.others[2:4]])
    evening.merge()
    assert Game.objects.filter(seats__player=evening.odile).count() == 2


def test_a_table_at_which_a_guest_became_a_member_is_taken_apart_and_both_come_back(
    evening: Evening,
) -> None:
    row = evening.lay([evening.guest, *evening.others[:2]], evening.others[2:])
    merged = evening.merge()
    seats.take_apart(evening.session, [row.games.order_by("number")[0].number])
    assert evening.odile.pk in seats.free_players(evening.session)
    merging.undo(merged, evening.odile, NOW)
    assert {evening.guest.pk, evening.odile.pk} <= set(seats.free_players(evening.session))


def test_who_became_a_member_and_sits_alone_joins_another_table(evening: Evening) -> None:
    row = evening.lay([evening.guest], evening.others[:3])
    evening.merge()
    plan = round_edits.plan_of(row.games.prefetch_related("seats"))
    move = round_edits.Edit(evening.odile.pk, table=2)
    round_edits.rearrange(evening.session, row.number, plan, move, evening.others[3])
    assert row.games.get().seats.filter(player=evening.odile).exists()


@pytest.mark.parametrize("guest_sits", [True, False])
def test_who_sat_at_a_table_did_not_sit_out_and_all_comes_back(
    guest_sits: bool, evening: Evening
) -> None:
    sits = evening.guest if guest_sits else evening.odile
    evening.lay([sits, *evening.others[:2]])
    before = set(Bye.objects.values_list("player", "round"))
    assert len(before) == 4
    merged = evening.merge()
    assert not rounds_out(evening.session, evening.odile)
    assert not rounds_out(evening.session, evening.guest)
    merging.undo(merged, PlayerFactory.create(), NOW)
    assert set(Bye.objects.values_list("player", "round")) == before


def test_who_sat_out_twice_in_one_round_sat_out_once(evening: Evening) -> None:
    evening.lay(evening.others[:3])
    merged = evening.merge()
    assert rounds_out(evening.session, evening.odile) == 1
    merging.undo(merged, PlayerFactory.create(), NOW)
    assert rounds_out(evening.session, evening.guest) == 1


def test_a_guest_who_only_sat_out_and_was_checked_in_by_mistake_is_forgotten() -> None:
    session = make_session(short_season())
    guest = session_life.arrive_guest(session, "Odile", NOW)
    others = people(3)
    check_in(session, *others)
    row = seats.lay_tables(session, [[player.pk for player in others]], 7, others[0])
    assert row.byes.count() == 1
    session_life.leave(session, guest, timezone.now())
    assert not row.byes.exists()
    assert not Player.objects.filter(pk=guest.pk).exists()
