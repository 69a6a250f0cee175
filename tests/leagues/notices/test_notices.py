"""Who is told what, and what becomes of it."""

from datetime import date, datetime, time, timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import Entrant, Notice, NoticePreference, Role, Season, Session
from leagues.notices import service
from leagues.people.players import withdraw
from leagues.sessions import replying, seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets import results
from tests.leagues.sessions.pages import text
from tests.leagues.sessions.rooms import check_in
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    sheet_of,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db

Kind = Notice.Kind
DAY = timedelta(days=1)


def told(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def planned(season: Season, begins: datetime | None = None) -> Session:
    begins = begins or timezone.now() + 3 * DAY
    session = session_life.plan_session(season.pk, SessionPlan(begins, place="Café"))
    session.refresh_from_db()
    return session


def listed(season: Season, *players: Player) -> None:
    Entrant.objects.bulk_create(Entrant(season=season, player=player) for player in players)


@pytest.fixture
def session(season: Season) -> Session:
    """It is still to come."""
    return planned(season)


def test_a_draw_tells_each_person_their_table_and_guests_nothing(
    session: Session, ada: Player, ben: Player, cleo: Player
) -> None:
    guest = make_guest()
    check_in(session, ada, ben, cleo, guest)
    seats.lay_tables(session, [[ada.pk, ben.pk], [cleo.pk, guest.pk]], 1, ada)
    found = dict(Notice.objects.values_list("player", "game__number"))
    assert found == {ben.pk: 1, cleo.pk: 2}
    page = text(signed_in(cleo).get(reverse("leagues:notices")))
    assert "Session 1: you are at table 2." in page
    assert "Tuesdays · Spring" in page


def test_where_a_session_has_several_rounds_a_notice_says_in_which_a_table_is() -> None:
    owner, ada, ben = people(3)
    session = make_session(make_season(owner, second_person=True))
    check_in(session, ada, ben)
    seats.lay_tables(session, [[ada.pk, ben.pk]], 1, owner)
    enter(session.games.get(number=1), [3, 70], by=ben)
    seats.lay_tables(session, [[ada.pk, ben.pk]], 2, owner)
    read = lambda player: text(signed_in(player).get(reverse("leagues:notices")))  # noqa: E731
    assert "Session 1, round 2: you are at table 1." in read(ada)
    assert "Session 1, round 1, table 1: a sheet needs confirming." in read(owner)


def test_who_is_moved_is_told_again_and_the_others_are_not(
    session: Session, ada: Player, ben: Player
) -> None:
    check_in(session, ada, ben)
    first, second = make_game(session, [ada]), make_game(session, [ben])
    service.tell_seated([first, second])
    Notice.objects.update(read_at=timezone.now())
    ben.league_seats.update(game=first, index=1)
    service.tell_seated([first, second])
    unread = Notice.objects.filter(read_at=None)
    assert list(unread.values_list("player", "game")) == [(ben.pk, first.pk)]


def test_a_table_that_is_taken_apart_takes_its_notices_along(
    session: Session, ada: Player, ben: Player
) -> None:
    check_in(session, ada, ben)
    seats.lay_tables(session, [[ada.pk, ben.pk]], 1, ada)
    seats.take_apart(session, [1])
    assert not Notice.objects.exists()


def test_a_moved_session_is_told_to_its_people_alone(season: Season, session: Session) -> None:
    ada, ben, cleo, dora, emil = people(5)
    listed(season, ada, ben, cleo)
    withdraw(season.pk, ben, timezone.now())
    replying.reply(session, dora, timezone.now(), comes=True)
    replying.reply(session, emil, timezone.now(), comes=False)
    session_life.change_session(session, SessionPlan(session.starts_at, place="Hall"), cleo)
    assert [told(one) for one in (ada, ben, cleo, dora, emil)] == [["moved"], [], [], ["moved"], []]


def test_a_new_name_of_a_session_is_told_to_nobody(season: Season, session: Session) -> None:
    listed(season, *people(2))
    session_life.change_session(session, SessionPlan(session.starts_at, "Finale", "Café"))
    session_life.change_session(session, SessionPlan(session.starts_at, "Finale", "Café"))
    assert not Notice.objects.exists()


def test_of_the_plan_of_a_session_the_newest_notice_alone_stays(
    season: Season, ada: Player, session: Session
) -> None:
    listed(season, ada)
    session_life.change_session(session, SessionPlan(session.starts_at + DAY, place="Café"))
    session_life.cancel_session(session, "Snow")
    assert told(ada) == ["cancelled"]
    session_life.reinstate_session(session)
    assert told(ada) == ["reinstated"]


def test_nobody_hears_of_a_season_being_prepared(spring: Season) -> None:
    session = planned(spring)
    listed(spring, *people(2))
    session_life.cancel_session(session, "Snow")
    assert not Notice.objects.exists()


def test_a_sheet_that_waits_is_told_to_those_who_may_confirm_it_until_somebody_does() -> None:
    season = make_season(second_person=True)
    scorer = make_member_with(Role.Kind.SCORER, season.league)
    organizer = make_member_with(Role.Kind.ORGANIZER, season.league)
    players = people(2)
    game = enter(make_game(make_session(season), players), [12, 70], by=scorer)
    assert (told(scorer), told(organizer), told(players[0])) == ([], ["confirm"], [])
    results.confirm(game, organizer, timezone.now())
    assert not Notice.objects.filter(kind=Kind.TO_CONFIRM).exists()
    game.refresh_from_db()
    results.void(game, organizer, "A mistake", timezone.now())
    assert told(scorer) == ["confirm"]


def test_results_are_told_once_the_session_is_closed_and_when_they_change_after(
    session: Session,
) -> None:
    ada, ben, orga = people(3)
    game = play(session, ada, ben)
    assert told(ada) == []
    session_life.close_session(session, orga)
    assert (told(ada), told(ben), told(orga)) == (["results"], ["results"], [])
    Notice.objects.update(read_at=timezone.now())
    sheet = sheet_of([ada, ben], totals=[14, 70])
    results.correct(game, sheet, orga, "Read again", timezone.now())
    assert Notice.objects.filter(read_at=None, kind=Kind.RESULTS).count() == 2


def test_results_are_told_where_the_season_is_closed_while_a_session_runs(
    season: Season, ada: Player, ben: Player
) -> None:
    play(make_session(season, starts_at=timezone.now()), ada, ben)
    season_life.close_season(season.pk, timezone.now(), by=ben)
    assert [told(ada), told(ben)] == [[Kind.RESULTS, Kind.OVER], []]


def test_the_players_of_a_season_are_told_that_it_is_over_until_it_is_opened_again(
    season: Season, ada: Player, ben: Player, cleo: Player
) -> None:
    listed(season, ada, ben, cleo)
    withdraw(season.pk, ben, timezone.now())
    outsider = make_member_with(Role.Kind.SCORER, season.league)
    season_life.close_season(season.pk, timezone.now(), by=cleo)
    assert [told(each) for each in (ada, ben, cleo, outsider)] == [[Kind.OVER], [], [], []]
    page = signed_in(ada).get(reverse("leagues:notices"))
    assert f"{season.name} is over: the standings are final." in text(page)
    followed = signed_in(ada).get(reverse("leagues:notice", args=[Notice.objects.get().pk]))
    assert followed["Location"] == season.get_absolute_url()
    season_life.open_season(season.pk, timezone.now())
    assert told(ada) == []
    season_life.close_season(season.pk, timezone.now())
    assert [told(each) for each in (ada, ben, cleo)] == [[Kind.OVER], [], [Kind.OVER]]


def test_results_are_told_where_a_forgotten_session_gets_another_date(
    season: Season, ada: Player, ben: Player
) -> None:
    long_ago = timezone.now() - timedelta(days=3)
    session = make_session(season, starts_at=long_ago, active_at=long_ago)
    play(session, ada, ben)
    later = SessionPlan(long_ago + timedelta(hours=1))
    session_life.change_session(session, later)
    assert told(ada) == [Kind.RESULTS]


def test_tomorrow_is_told_once_to_who_comes_and_who_has_not_replied(season: Season) -> None:
    """At noon on the day before, to those who knew of the session before that day."""
    noon = timezone.localtime().replace(hour=12, minute=0) + 2 * DAY
    session = planned(season, noon + DAY)
    ada, ben, cleo, dora = people(4)
    listed(season, ada, ben, cleo)
    replying.reply(session, ada, timezone.now(), comes=True)
    replying.reply(session, ben, timezone.now(), comes=False)
    replying.reply(session, dora, noon, comes=True)
    service.remind_of_tomorrow(noon - DAY)
    assert not Notice.objects.exists()
    for hour in range(3):
        service.remind_of_tomorrow(noon + timedelta(hours=hour))
    assert [told(one) for one in (ada, ben, cleo, dora)] == [["reminder"], [], ["reminder"], []]
    assert Notice.objects.count() == 2
    session_life.change_session(session, SessionPlan(noon + 2 * DAY, place="Café"))
    service.remind_of_tomorrow(noon + DAY)
    assert told(ada) == ["moved", "reminder"]


@pytest.mark.parametrize("sunday", [date(2050, 3, 27), date(2050, 10, 30)])
def test_a_day_of_23_or_25_hours_is_announced_once_the_day_before(
    sunday: date, season: Season, ada: Player
) -> None:
    """The clocks of Paris change on that day between 1 and 3 o'clock."""
    day = datetime.combine(sunday, time(0))
    begins = timezone.make_aware(day.replace(hour=20))
    planned(season, begins)
    listed(season, ada)
    assert begins.utcoffset() != timezone.make_aware(day).utcoffset()
    for moment in (day - timedelta(hours=24, minutes=1), day + timedelta(minutes=1)):
        service.remind_of_tomorrow(timezone.make_aware(moment))
        assert told(ada) == []
    for minutes in (24 * 60 - 1, 60, 1):
        service.remind_of_tomorrow(timezone.make_aware(day - timedelta(minutes=minutes)))
        assert told(ada) == [Kind.REMINDER]
    service.remind_of_tomorrow(timezone.make_aware(day + timedelta(hours=12)))
    assert told(ada) == [Kind.REMINDER]


def test_the_bell_counts_what_is_unread_and_the_page_leads_there(
    client: Client, season: Season, ada: Player, session: Session, as_ada: Client
) -> None:
    listed(season, ada)
    session_life.cancel_session(session, "Snow")
    assert "1 unread notice" in as_ada.get(reverse("leagues:list")).content.decode()
    page = as_ada.get(season.get_absolute_url())
    assert "1 unread notice" in page.content.decode()
    listing = text(as_ada.get(reverse("leagues:notices")))
    assert "Session 1 is cancelled." in listing
    assert "Snow" in listing
    notice = Notice.objects.get()
    answer = as_ada.get(reverse("leagues:notice", args=[notice.pk]))
    assert answer["Location"] == session.get_absolute_url()
    again = as_ada.get(season.get_absolute_url(), HTTP_IF_NONE_MATCH=page["ETag"])
    assert again.status_code == HTTPStatus.OK
    assert "unread notice" not in again.content.decode()
    assert "unread notice" not in client.get(reverse("leagues:list")).content.decode()


def test_nobody_reads_or_marks_the_notices_of_others(
    season: Season, ada: Player, ben: Player, session: Session
) -> None:
    listed(season, ada)
    session_life.cancel_session(session, "Snow")
    notice = Notice.objects.get()
    browser = signed_in(ben)
    answer = browser.get(reverse("leagues:notice", args=[notice.pk]))
    assert answer["Location"] == reverse("leagues:notices")
    browser.post(reverse("leagues:notices_read"), {"newest": notice.pk})
    notice.refresh_from_db()
    assert notice.read_at is None


def test_mark_all_as_read_leaves_what_came_since_the_page_was_opened(
    season: Season, ada: Player, as_ada: Client
) -> None:
    first, second = planned(season), planned(season, timezone.now() + 5 * DAY)
    listed(season, ada)
    session_life.cancel_session(first, "Snow")
    newest = as_ada.get(reverse("leagues:notices")).context["newest"]
    session_life.cancel_session(second, "Snow")
    as_ada.post(reverse("leagues:notices_read"), {"newest": newest})
    unread = Notice.objects.filter(read_at=None)
    assert list(unread.values_list("session", flat=True)) == [second.pk]


def test_what_was_read_is_forgotten_after_ninety_days(
    season: Season, ada: Player, ben: Player, session: Session
) -> None:
    listed(season, ada, ben)
    session_life.cancel_session(session, "Snow")
    now = timezone.now()
    service.mark_read(Notice.objects.filter(player=ada), now)
    service.forget_old(now + 89 * DAY)
    assert Notice.objects.count() == 2
    service.forget_old(now + 91 * DAY)
    assert list(Notice.objects.values_list("player", flat=True)) == [ben.pk]


def test_notices_are_personal_data_and_go_with_their_person(
    season: Season, ada: Player, ben: Player, session: Session
) -> None:
    listed(season, ada, ben)
    session_life.cancel_session(session, "Because of Somebody Erased")
    service.choose_mails(ada, {NoticePreference.Topic.RESULTS: "never"})
    data = privacy.personal_data(ada)
    assert [row["kind"] for row in data["notices"]] == ["cancelled"]
    assert [row["results"] for row in data["notice_emails"]] == ["never"]
    privacy.erase(ada)
    assert list(Notice.objects.values_list("player", flat=True)) == [ben.pk]
    assert not NoticePreference.objects.exists()
