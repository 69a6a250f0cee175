"""Tables laid from a draw, taken apart, joined late; wishes that every draw keeps to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Round, Season, Session, Wish
from leagues.models.errors import LeagueErrorCode
from leagues.sessions import seats, session_life
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sessions.rooms import check_in, short_season, start, table_of
from tests.support.leagues import make_season, make_session, play, refused
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def evening_of(count: int, **rules: int) -> Session:
    session = make_session(short_season(**rules))
    check_in(session, *people(count))
    return session


def propose(session: Session, seed: int = 7) -> seats.Proposal:
    met = seats.meetings(session.season)
    return seats.propose(session, seats.free_players(session), seed, met)


def lay(session: Session, seed: int = 7) -> Round:
    proposal = propose(session, seed)
    return seats.lay_tables(session, proposal.tables, seed, PlayerFactory.create())


def seated(session: Session) -> dict[int, list[int]]:
    return {
        game.number: [seat.player_id or 0 for seat in game.seats.order_by("index")]
        for game in session.games.order_by("number")
    }


def test_the_same_people_and_number_give_the_same_tables() -> None:
    session = evening_of(17)
    assert propose(session) == propose(session)
    assert propose(session, seed=8) != propose(session)


def test_a_draw_becomes_tables_of_the_season_s_sizes_and_rules() -> None:
    session = evening_of(11, fewest=3, preferred=4, most=4)
    draw = lay(session)
    assert sorted(len(table) for table in seated(session).values()) == [3, 4, 4]
    assert draw.seed == 7
    options = session.season.season_rules.options
    assert all(game.rules == options for game in session.games.all())


def test_those_who_have_met_are_kept_apart() -> None:
    players = people(8)
    season = make_season(fewest=4, preferred=4, most=4)
    play(make_session(season), *players[:4])
    session = make_session(season)
    check_in(session, *players)
    lay(session)
    old = {player.pk for player in players[:4]}
    assert [len(old & set(table)) for table in seated(session).values()] == [2, 2]


def test_a_game_that_does_not_count_is_no_meeting(
    session: Session, ada: Player, ben: Player
) -> None:
    game = table_of(session, ada, ben)
    assert seats.meetings(session.season) == {(ada.pk, ben.pk): 1}
    Game.objects.filter(pk=game.pk).update(status=Game.Status.VOIDED)
    assert not seats.meetings(session.season)


@pytest.mark.parametrize(("kind", "together"), [("together", True), ("apart", False)])
def test_every_draw_keeps_to_a_wish(kind: str, together: bool) -> None:
    session = evening_of(12)
    ada, ben = (row.player for row in session.attendances.order_by("-pk")[:2])
    seats.set_wish(session.season_id, ada, ben, Wish.Kind(kind))
    for seed in range(5):
        tables = propose(session, seed).tables
        assert any({ada.pk, ben.pk} <= set(table) for table in tables) is together


def test_a_newer_wish_replaces_the_older_one_and_can_be_taken_back(
    season: Season, ada: Player, ben: Player
) -> None:
    seats.set_wish(season.pk, ada, ben, Wish.Kind.APART)
    seats.set_wish(season.pk, ben, ada, Wish.Kind.TOGETHER)
    wish = season.wishes.get()
    assert wish.kind == Wish.Kind.TOGETHER
    seats.remove_wish(season.pk, wish.pk)
    assert not season.wishes.exists()


def test_nobody_wishes_to_sit_with_themselves(ada: Player) -> None:
    with refused(LeagueErrorCode.SAME_PERSON):
        seats.set_wish(make_season().pk, ada, ada, Wish.Kind.APART)


def test_late_comers_are_drawn_without_moving_tables_in_play() -> None:
    session = evening_of(8)
    lay(session)
    before = seated(session)
    check_in(session, *people(4))
    second = lay(session)
    after = seated(session)
    assert {number: after[number] for number in before} == before
    assert second.number == 2
    assert len(after) == len(before) + 1


def test_many_tables_are_laid_in_as_many_statements_as_few() -> None:
    statements = set()
    for count in (4, 24):
        with CaptureQueriesContext(connection) as queries:
            lay(evening_of(count))
        laid = [each["sql"] for each in queries if 'INTO "leagues_game' in each["sql"]]
        statements.add(len(laid))
    assert statements == {2}, "the games, and their seats"


def test_a_draw_that_somebody_has_left_meanwhile_is_refused() -> None:
    session = evening_of(4)
    proposal = propose(session)
    leaver = session.attendances.all()[0].player
    session_life.leave(session, leaver, timezone.now())
    with refused(LeagueErrorCode.LATE):
        seats.lay_tables(session, proposal.tables, 7, leaver)
    assert not session.games.exists()


def test_a_draw_is_accepted_once() -> None:
    session = evening_of(4)
    proposal = propose(session)
    lay(session)
    with refused(LeagueErrorCode.LATE):
        seats.lay_tables(session, proposal.tables, 7, PlayerFactory.create())


def test_people_of_a_paper_table_that_is_done_are_drawn_before_its_sheet_comes() -> None:
    session = evening_of(4)
    lay(session)
    met = seats.meetings(session.season)
    proposal = seats.propose(session, seats.free_players(session, done=[1]), 7, met)
    seats.lay_tables(session, proposal.tables, 7, PlayerFactory.create(), done=[1])
    assert sorted(seated(session)) == [1, 2]


def test_people_of_an_online_table_stay_until_it_is_over(ada: Player, ben: Player) -> None:
    session = make_session(short_season())
    start(table_of(session, ada, ben))
    assert seats.free_players(session, done=[1]) == []


@pytest.mark.parametrize(("apart", "left"), [(1, 2), (2, 1)])
def test_the_number_of_a_table_taken_apart_does_not_come_back_in_a_later_round(
    apart: int, left: int
) -> None:
    session = evening_of(8)
    lay(session)
    seats.take_apart(session, [apart])
    assert sorted(seated(session)) == [left]
    assert session.next_game_number() == 3
    lay(session, seed=9)
    assert sorted(seated(session)) == [left, 3]


def test_a_round_that_is_drawn_anew_as_a_whole_has_its_numbers_again() -> None:
    session = evening_of(8)
    lay(session)
    seats.take_apart(session, [1, 2])
    assert lay(session, seed=9).number == 1
    assert sorted(seated(session)) == [1, 2]


def test_a_draw_without_a_table_left_is_forgotten() -> None:
    session = evening_of(4)
    lay(session)
    seats.take_apart(session, [1])
    assert not session.rounds.exists()


def test_a_table_that_has_begun_is_not_taken_apart(session: Session) -> None:
    start(table_of(session, *people(2)))
    with refused(LeagueErrorCode.TABLE_BEGUN):
        seats.take_apart(session, [1])


def test_a_table_with_a_history_is_not_taken_apart() -> None:
    session = evening_of(4)
    lay(session)
    game, by = session.games.get(), PlayerFactory.create()
    results.void(game, by, "wrong table", timezone.now())
    game.refresh_from_db()
    results.restore(game, by, "the right one", timezone.now())
    with refused(LeagueErrorCode.TABLE_BEGUN):
        seats.take_apart(session, [1])
    assert game.versions.count() == 2


def test_all_tables_named_are_taken_apart_or_none() -> None:
    session = evening_of(8)
    lay(session)
    with refused(LeagueErrorCode.TABLE_BEGUN):
        seats.take_apart(session, [1, 3])
    assert sorted(seated(session)) == [1, 2]


def test_too_few_people_make_no_table() -> None:
    session = evening_of(2, fewest=3)
    with pytest.raises(seats.NoTables):
        propose(session)
