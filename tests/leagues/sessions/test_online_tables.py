"""Tables of a league started online: who sits there, and what the table is like."""

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.options import Options
from games.seats.rematch import open_rematch
from games.table import store
from games.table.access import may_watch
from leagues.models import Game, League, Season, Session
from leagues.models.errors import LeagueErrorCode
from leagues.sessions import online, session_life
from leagues.setup import league_life
from tests.factories import PlayerFactory
from tests.leagues.sessions.rooms import check_in, short_season, start, table_of
from tests.support.leagues import make_game, make_guest, make_season, make_session, refused
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def test_everybody_finds_cards_in_hand_under_the_rules_of_the_season(players: list[Player]) -> None:
    options = Options(known_cards=True, max_rounds=2)
    game = table_of(make_session(make_season(options=options), time_per_choice=30), *players)
    table = start(game)
    snapshot = store.fresh(table.pk)
    assert snapshot.status == Table.Status.PLAYING
    assert snapshot.options == options
    assert snapshot.time_per_choice == 30
    assert [seat.player_id for seat in snapshot.seats] == [player.pk for player in players]


@pytest.mark.parametrize(
    ("league", "table"),
    [("public", "public"), ("members", "club"), ("unlisted", "private")],
)
def test_a_table_is_seen_by_those_who_see_the_league(league: str, table: str) -> None:
    season = make_season(visibility=League.Visibility(league))
    assert start(table_of(make_session(season), *people(2))).visibility == table


def test_what_it_belongs_to_is_told_without_words_of_the_opener() -> None:
    session = make_session(make_season(name="Mardis"), name="")
    with override("fr"):
        table = start(table_of(session, *people(2)))
    assert table.origin == "Mardis · Spring · 1"


def test_a_table_of_a_round_is_called_the_same_in_both_languages() -> None:
    session = make_session(make_season(name="Mardis"))
    game = table_of(session, *people(2))
    game.round = session.rounds.create(number=2, seed=7)
    game.save(update_fields=["round"])
    with override("fr"):
        table = start(game)
    assert table.name == f"R2, table {game.table_number} · Mardis"


def test_tables_follow_the_league_when_others_may_see_it(ada: Player, ben: Player) -> None:
    season = make_season(visibility=League.Visibility.PUBLIC)
    going_on = start(table_of(make_session(season), *people(2)))
    over = start(table_of(make_session(season), ada, ben))
    assert over.host is not None
    playing.abandon(over.pk, over.host, timezone.now())
    again = open_rematch(over.pk, ada, timezone.now())
    elsewhere = start(table_of(make_session(make_season()), *people(2)))
    versions = [store.fresh(table.pk).version for table in (going_on, over)]
    season.league.visibility = League.Visibility.MEMBERS
    league_life.change_league(season.league)
    for table in (going_on, over, again):
        assert not may_watch(store.fresh(table.pk), None)
    assert may_watch(store.fresh(elsewhere.pk), None)
    assert [store.fresh(table.pk).version - 1 for table in (going_on, over)] == versions


def test_settings_that_leave_the_league_as_seen_as_it_was_leave_its_tables_alone(
    season: Season,
) -> None:
    table = start(table_of(make_session(season), *people(2)))
    league_life.change_league(season.league)
    assert store.fresh(table.pk).version == table.version


def test_the_table_leads_back_to_the_session() -> None:
    session = make_session(make_season(name="Tuesdays"))
    table = start(table_of(session, *people(2)))
    assert table.origin == "Tuesdays · Spring · 1"
    assert table.origin_url == session.get_absolute_url()


def test_who_starts_the_table_may_break_it_off() -> None:
    scorer = PlayerFactory.create()
    assert start(table_of(make_session(make_season()), *people(2)), scorer).host == scorer


def test_bots_fill_the_table_up_and_are_named_in_the_game() -> None:
    game = table_of(make_session(make_season()), *people(2))
    table = start(game, seats=4)
    assert [bool(seat.bot) for seat in store.fresh(table.pk).seats] == [False, False, True, True]
    assert [bool(seat.bot) for seat in game.seats.order_by("index")] == [False, False, True, True]
    assert game.kind == Game.Kind.LIVE


def test_a_table_with_more_people_gets_no_bot() -> None:
    table = start(table_of(make_session(make_season()), *people(5)), seats=4)
    assert len(store.fresh(table.pk).seats) == 5


@pytest.mark.parametrize(("count", "seats"), [(2, 5), (2, 10), (5, 0)])
def test_no_table_has_more_seats_than_the_rules_of_the_season_allow(count: int, seats: int) -> None:
    game = table_of(make_session(short_season(most=4)), *people(count))
    with refused(LeagueErrorCode.TABLE_SIZE):
        start(game, seats=seats)
    game.refresh_from_db()
    assert (game.kind, game.table) == (Game.Kind.SHEET, None)


def test_a_guest_without_a_login_stops_the_start_unless_the_bot_may_play_for_them() -> None:
    game = table_of(make_session(make_season()), *people(2), make_guest())
    with refused(LeagueErrorCode.SOMEBODY_ABSENT):
        start(game)
    table = start(game, bot_for_absent=True)
    assert store.fresh(table.pk).away == (False, False, True)


def test_who_has_gone_home_is_absent(session: Session) -> None:
    ada, ben, cem = people(3)
    game = table_of(session, ada, ben, cem)
    session_life.leave(session, cem, timezone.now())
    with refused(LeagueErrorCode.SOMEBODY_ABSENT):
        start(game)


def test_one_table_that_cannot_start_keeps_the_others_from_starting(session: Session) -> None:
    table_of(session, *people(2))
    table_of(session, *people(1), make_guest())
    with refused(LeagueErrorCode.SOMEBODY_ABSENT):
        online.start_online(session, [1, 2], PlayerFactory.create(), timezone.now())
    assert not Table.objects.exists()


def test_several_tables_start_at_once(session: Session) -> None:
    table_of(session, *people(2))
    table_of(session, *people(3))
    online.start_online(session, [1, 2], PlayerFactory.create(), timezone.now())
    assert Table.objects.filter(status=Table.Status.PLAYING).count() == 2


def test_a_table_starts_once() -> None:
    game = table_of(make_session(make_season()), *people(2))
    start(game)
    with refused(LeagueErrorCode.LATE):
        start(game)


def test_a_table_with_a_sheet_begun_stays_on_paper() -> None:
    game = table_of(make_session(make_season()), *people(2))
    Game.objects.filter(pk=game.pk).update(draft={"rounds": []})
    with refused(LeagueErrorCode.LATE):
        start(game)


def test_one_person_alone_needs_bots() -> None:
    game = table_of(make_session(make_season()), *people(1))
    with refused(LeagueErrorCode.TABLE_SIZE):
        start(game)
    start(game, seats=3)


def test_nothing_starts_in_a_session_that_is_over(ada: Player, ben: Player) -> None:
    session = make_session(make_season(), status="closed")
    game = make_game(session, [ada, ben])
    with refused(LeagueErrorCode.SESSION_NOT_OPEN):
        start(game)


def test_people_who_sit_online_may_be_seated_in_the_next_game_only_when_it_is_over(
    ada: Player, ben: Player
) -> None:
    session = make_session(short_season())
    start(table_of(session, ada, ben))
    with refused(LeagueErrorCode.ALREADY_THERE):
        check_in(session, ada)
