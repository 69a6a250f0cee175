"""What the pages of an evening show, and what their forms do without JavaScript."""

import re
from datetime import datetime, timedelta
from http import HTTPStatus

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.signals import game_ended
from leagues import receivers
from leagues.models import Game, Round, Season, Session
from leagues.sessions import seats, session_life
from leagues.sessions.overview import Stage, stage_of
from leagues.sessions.reading import screen_overview, session_overview
from leagues.sessions.regions import screen_regions, session_now
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.browsing import version_in, words_of
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in, live_game, short_season, start, table_of
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.tables import people, play_to_the_end, play_turn

pytestmark = pytest.mark.django_db


# --- Planning --------------------------------------------------------------------------


def test_a_session_is_planned_in_one_form(
    client: Client, organizer: Player, season: Season
) -> None:
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    answer = client.post(address, {"starts_at": "2026-11-27T20:00", "place": "The old mill"})
    session = Session.objects.get(season=season)
    assert answer.headers["Location"] == session.get_absolute_url()
    assert timezone.localtime(session.starts_at).hour == 20
    assert session.place == "The old mill"


def test_the_plan_says_in_which_zone_its_hours_are(
    client: Client, organizer: Player, season: Season
) -> None:
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    assert f"Time zone: {settings.TIME_ZONE}" in text(client.get(address))


def test_a_season_without_a_coming_session_asks_its_organizers_to_plan_one(
    client: Client, organizer: Player, season: Season
) -> None:
    link = reverse("leagues:session_new", args=[season.league.slug, season.number])
    for page in (season.league, season):
        assert link in client.get(page.get_absolute_url()).content.decode()
        assert link not in Client().get(page.get_absolute_url()).content.decode()
    html = " ".join(client.get(season.get_absolute_url()).content.decode().split())
    assert f'button--primary" href="{link}"' in html, "nothing else is to be done yet"
    session_life.plan_session(season.pk, SessionPlan(timezone.now()))
    for page in (season.league, season):
        assert link not in client.get(page.get_absolute_url()).content.decode()


def test_what_was_planned_is_announced_no_more_once_the_season_is_over(
    client: Client, organizer: Player, season: Season
) -> None:
    later = SessionPlan(timezone.now() + timedelta(days=2))
    planned = session_life.plan_session(season.pk, later).get_absolute_url()
    pages = [reverse("leagues:list"), *(one.get_absolute_url() for one in (season.league, season))]
    for page in pages:
        assert planned in client.get(page).content.decode()
    season_life.close_season(season.pk, timezone.now())
    for page in pages:
        assert planned not in client.get(page).content.decode()
    # The next step is the next season.
    assert "Copy the season" in text(client.get(season.get_absolute_url()))


def test_a_plan_sent_twice_is_one_session(
    client: Client, organizer: Player, season: Season
) -> None:
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    for _tap in range(2):
        answer = client.post(address, {"starts_at": "2026-11-27T20:00"})
        assert answer.headers["Location"] == season.sessions.get().get_absolute_url()


def test_a_session_without_a_date_is_asked_for_one(
    client: Client, organizer: Player, season: Season
) -> None:
    address = reverse("leagues:session_new", args=[season.league.slug, season.number])
    answer = client.post(address, {"place": "The old mill"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Session.objects.exists()


def test_another_place_is_noted(client: Client, organizer: Player) -> None:
    session = make_session(make_season(), place="Here")
    client.post(url("session_edit", session), {"starts_at": "2026-11-27T20:00", "place": "There"})
    session.refresh_from_db()
    assert session.place == "There"


def test_a_stale_page_does_not_put_an_old_plan_back(client: Client, organizer: Player) -> None:
    session = make_session(make_season(), place="Here")
    address = url("session_edit", session)
    opened = {
        "starts_at": "2026-11-27T20:00",
        "place": "There",
        "version": version_in(client.get(address).content.decode()),
    }
    assert client.post(address, opened).status_code == HTTPStatus.FOUND
    # A second tap asks for what is stored already.
    assert client.post(address, opened).status_code == HTTPStatus.FOUND
    late = client.post(address, opened | {"place": "Elsewhere"})
    assert late.status_code == HTTPStatus.CONFLICT
    html = late.content.decode()
    assert "Place Elsewhere There" in words_of(html)
    session.refresh_from_db()
    assert session.place == "There"
    again = opened | {"place": "Elsewhere", "version": version_in(html)}
    assert client.post(address, again).status_code == HTTPStatus.FOUND
    session.refresh_from_db()
    assert session.place == "Elsewhere"


def test_the_list_of_sessions_follows_who_comes_what_counts_and_where_it_is(
    client: Client, organizer: Player, season: Season
) -> None:
    session = make_session(season)
    address = reverse("leagues:sessions", args=[season.league.slug, season.number])

    def listed() -> str:
        return text(client.get(address)).partition("To come")[2]

    assert "1 person" not in listed()
    ada, ben, cleo = people(3)
    check_in(session, ada)
    assert "1 person " in listed()
    check_in(session, ben, cleo)
    game = play(session, ada, ben, cleo)
    assert "3 people · 1 game " in listed()
    results.void(game, organizer, "wrong deck", timezone.now())
    assert "3 people " in listed()
    assert "1 game" not in listed()
    session_life.change_session(session, SessionPlan(timezone.now(), place="The barn"))
    assert "The barn" in listed()
    session_life.cancel_session(make_session(season), "Snow", organizer)
    assert "Snow Cancelled" in listed()


# --- Tables ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "hour", "stage"),
    [(5, 23, Stage.PLANNED), (6, 0, Stage.ARRIVING), (8, 12, Stage.ARRIVING)],
)
def test_people_are_checked_in_from_the_day_of_the_session_on(
    day: int, hour: int, stage: Stage
) -> None:
    here = timezone.get_current_timezone()
    begins = datetime(2026, 3, 6, 20, tzinfo=here)
    session = make_session(make_season(), starts_at=begins, status=Session.Status.PLANNED)
    now = datetime(2026, 3, day, hour, 30, tzinfo=here)
    assert stage_of(session, session_overview(session), now) == stage


def test_tables_that_were_played_before_the_day_are_not_hidden() -> None:
    later = timezone.now() + timedelta(days=3)
    session = make_session(make_season(), starts_at=later, status=Session.Status.PLANNED)
    play(session, *people(3))
    assert stage_of(session, session_overview(session), timezone.now()) == Stage.DONE


def test_a_session_of_another_day_asks_who_comes_first(client: Client, organizer: Player) -> None:
    later = timezone.now() + timedelta(days=3)
    session = make_session(make_season(), starts_at=later, status=Session.Status.PLANNED)
    page = client.get(url("session", session))
    assert "Members say beforehand whether they are coming." in text(page)
    assert "Nobody has replied yet." in text(page)
    assert 'id="begin"' not in page.content.decode()
    assert url("session", session) in page.content.decode()
    folded = '<details class="who" id="who">'
    assert folded in page.content.decode()
    # Whoever was checked in all the same is seen.
    session_life.begin_session(session)
    session_life.arrive(session, people(1)[0], timezone.now())
    assert folded not in client.get(url("session", session)).content.decode()


def test_the_page_of_the_session_collects_what_a_crash_left(
    client: Client, organizer: Player
) -> None:
    game, table = live_game()
    game_ended.disconnect(dispatch_uid="leagues.record")
    try:
        play_to_the_end(table)
    finally:
        receivers.connect()
    page = text(client.get(url("session", game.session)))
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert "All results are in." in page


def test_who_sits_at_a_table_is_led_there(client: Client, ada: Player, ben: Player) -> None:
    table = start(table_of(make_session(short_season()), ada, ben))
    assert ada.user is not None
    client.force_login(ada.user)
    page = client.get(table.origin_url)
    assert "You are at table 1" in text(page)
    assert table.get_absolute_url() in page.content.decode()


def test_a_live_table_shows_how_it_stands(client: Client, session: Session) -> None:
    game = table_of(session, *people(2))
    table = start(game)
    assert "Table 1 Round 1" in text(client.get(url("session", session)))
    for _turn in range(10):
        snapshot = play_turn(table)
    page = text(client.get(url("session", session)))
    assert "Table 1 Round 2" in page
    for seat, heads in zip(game.seats.all(), snapshot.game.totals, strict=True):
        assert f"{seat.player.name} {heads} " in page


def test_results_that_nobody_confirmed_are_not_shown(client: Client) -> None:
    session = make_session(make_season(second_person=True))
    play(session, *people(3))
    page = text(client.get(url("session", session)))
    assert "To be confirmed" in page
    assert "70" not in page


def test_the_newest_round_of_tables_stands_first(client: Client, session: Session) -> None:
    for number in (1, 2):
        row = Round.objects.create(
            session=session, number=number, seed=66, released_at=session.starts_at
        )
        make_game(session, people(3), round=row)
    page = text(client.get(url("session", session)))
    assert page.index("Round 2") < page.index("Round 1")


def test_the_slips_name_the_table_and_the_others_at_it(client: Client, session: Session) -> None:
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    page = text(client.get(url("slips", session), follow=True))
    assert page.index("Table 1 Élodie Zoé") < page.index("Table 1 Zoé Élodie")
    assert page.count(f"{session.season.league.name} · ") == 2


def test_an_empty_sheet_has_a_column_for_everybody(
    client: Client, organizer: Player, session: Session
) -> None:
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    start(table_of(session, *people(2)))
    page = client.get(url("hand_out", session), follow=True).content.decode()
    assert re.findall(r'<th scope="col">([^<]*)</th>', page) == ["Round", "Zoé", "Élodie"]


@pytest.mark.parametrize("name", ["slips", "hand_out"])
def test_where_there_is_nothing_to_print_the_page_says_what_to_do(
    client: Client, organizer: Player, name: str, session: Session
) -> None:
    page = client.get(url(name, session), follow=True).content.decode()
    assert "Draw the tables first" in page
    assert url("seating", session) in page
    assert "data-prints" not in page


def test_a_scorer_finds_where_to_enter_a_sheet(
    client: Client, organizer: Player, session: Session
) -> None:
    page = client.get(url("session", session)).content.decode()
    in_next = page.partition('id="next-title"')[2].partition("</section>")[0]
    assert url("game_new", session) in in_next
    assert url("game_new", session) not in Client().get(url("session", session)).content.decode()


def test_the_big_screen_shows_who_sits_where(client: Client) -> None:
    session = make_session(short_season())
    check_in(session, PlayerFactory.create(name="Late comer"))
    table_of(session, PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie"))
    page = text(client.get(url("screen", session)))
    assert "Table 1 Zoé Élodie" in page
    assert "Not seated yet: Late comer" in page


def test_the_big_screen_says_who_waits_for_the_next_tables(
    client: Client, session: Session
) -> None:
    check_in(session, PlayerFactory.create(name="Late comer"))
    zoe, elodie = PlayerFactory.create(name="Zoé"), PlayerFactory.create(name="Élodie")
    check_in(session, zoe, elodie)
    play(session, zoe, elodie)
    page = text(client.get(url("screen", session)))
    assert "Not seated yet: Late comer" in page
    assert "Free for the next tables: Élodie, Zoé" in page


def test_the_big_screen_is_read_in_part_and_shows_what_is_pushed_to_it(
    organizer: Player, session: Session
) -> None:
    """An old round with a table still in play, one that is hidden, and tables of no round."""

    def lay(*names: str, is_released: bool = True) -> Round:
        tables = [[people_of[name].pk for name in names]]
        return seats.lay_tables(session, tables, 1, organizer, is_released=is_released)

    def is_alike() -> bool:
        now = session_now(session, timezone.now())
        return screen_regions(session, screen_overview(session)) == screen_regions(
            session, now.told
        )

    people_of = {name: PlayerFactory.create(name=name) for name in "abcdefghijk"}
    assert is_alike()
    play(session, *[people_of[name] for name in "abc"])
    check_in(session, *people_of.values())
    assert is_alike()
    lay(*"abc")
    lay(*"def")
    enter(session.games.get(number=3), [5, 20, 70])
    hidden = lay(*"ghi", is_released=False)
    assert is_alike()
    lay(*"de")
    assert is_alike()
    assert len(screen_overview(session).tables) == 2
    assert len(session_overview(session).tables) == 5
    enter(hidden.games.get(), [5, 20, 70])
    assert is_alike()
    session_life.leave(session, people_of["k"], timezone.now())
    assert is_alike()


@pytest.mark.parametrize("name", ["screen", "session"])
def test_bots_are_marked(client: Client, name: str) -> None:
    session = make_session(short_season())
    game = table_of(session, *people(2))
    start(game, seats=3)
    bot = game.seats.get(player=None).bot
    page = text(client.get(url(name, session)))
    assert re.findall(r"(\S+) bot ", page) == [bot.split()[-1]]


def test_closing_and_opening_again(client: Client, organizer: Player, session: Session) -> None:
    play(session, *people(3))
    client.post(url("session_close", session))
    session.refresh_from_db()
    assert session.status == Session.Status.CLOSED
    assert "This session is over." in text(client.get(url("session", session)))
    client.post(url("session_reopen", session))
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


@pytest.mark.parametrize("name", ["session", "sessions", "screen", "slips", "seating"])
def test_the_number_of_queries_does_not_grow_with_the_evening(
    client: Client, organizer: Player, name: str
) -> None:
    small, large = make_session(make_season()), make_session(make_season())
    table_of(small, *people(3))
    check_in(small, *people(1))
    for _table in range(4):
        table_of(large, *people(4))
    check_in(large, *people(5))
    for session in (small, large):
        make_game(session, people(3), status=Game.Status.VOIDED)
    assert queries(client, name, small) == queries(client, name, large)


def queries(client: Client, name: str, session: Session) -> int:
    season = [session.season.league.slug, session.season.number]
    address = reverse("leagues:sessions", args=season) if name == "sessions" else url(name, session)
    client.get(address, follow=True)
    with CaptureQueriesContext(connection) as counted:
        client.get(address, {"seed": 7}, follow=True)
    return len(counted)


# --- What to do next -------------------------------------------------------------------


def test_people_whose_tables_have_ended_are_drawn_again_next(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(fewest=4))
    table_of(session, *people(4))
    players = people(4)
    check_in(session, *players)
    play(session, *players)
    page = text(client.get(url("session", session)))
    assert "4 people are free: draw the next tables. 1 table is in play." in page
    assert "Draw the next tables" in page


def test_too_few_people_for_a_table_are_not_drawn_next(
    client: Client, organizer: Player, players: list[Player]
) -> None:
    session = make_session(make_season(fewest=4))
    check_in(session, *players)
    play(session, *players)
    assert "All results are in: close the session" in text(client.get(url("session", session)))


def test_sheets_to_confirm_are_told_of_beside_the_next_draw(
    client: Client, organizer: Player, players: list[Player]
) -> None:
    session = make_session(make_season(second_person=True))
    check_in(session, *players)
    play(session, *players)
    page = text(client.get(url("session", session)))
    assert "3 people are free" in page
    assert "Draw the next tables" in page.partition("Sheets to confirm")[0]


def test_a_table_whose_result_counts_for_nobody_is_not_said_to_count() -> None:
    game = play(make_session(make_season()), *people(2))
    assert "Confirmed" in text(Client().get(url("session", game.session)))
    game.seats.update(counts_for=None)
    shown = text(Client().get(url("session", game.session)))
    assert "Counts for nobody" in shown
