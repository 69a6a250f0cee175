"""The secrets of a session's live tables are fixed when it is planned, and each is used once."""

import hmac
from hashlib import sha256
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from leagues.models import Season, Session
from leagues.sessions import online, seats, session_life
from tests.leagues.sessions.pages import url
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db


def the_list(session: Session) -> list[str]:
    return Client().get(url("deal_list", session)).content.decode().split()


def open_tables(session: Session, by: Player, *pairs: list[Player]) -> list[Table]:
    """Lay a table for each pair of people, who come for it, and open all of them online."""
    coming = [player for pair in pairs for player in pair]
    here = set(session.attendances.values_list("player", flat=True))
    check_in(session, *(player for player in coming if player.pk not in here))
    known = set(session.games.values_list("number", flat=True))
    seats.lay_tables(session, [[player.pk for player in pair] for pair in pairs], 66, by)
    laid = session.games.exclude(number__in=known).order_by("number")
    online.start_online(session, list(laid.values_list("number", flat=True)), by, timezone.now())
    return [game.table for game in laid.all() if game.table]


def test_each_table_has_the_commitment_that_was_listed_before_anybody_came(
    season: Season, session: Session
) -> None:
    before = the_list(session)
    ada, ben, cem, dan = people(4)
    tables = open_tables(session, ada, [ada, ben], [cem, dan])
    assert sorted(table.commitment for table in tables) == sorted(before[:2])
    assert the_list(session) == before


def test_a_commitment_is_that_of_a_secret_which_tells_nothing_about_the_others(
    season: Season, session: Session
) -> None:
    """As docs/records.md has it, by hand."""
    key = bytes(session.deal_secret)
    third = hmac.new(key, b"sixieme|1|session|3", "sha256").digest()
    assert the_list(session)[2] == sha256(third).hexdigest()
    page = Client().get(url("deals", session), follow=True).content.decode()
    listed = "\n".join(the_list(session)) + "\n"
    assert sha256(listed.encode()).hexdigest() in page
    for secret in (key, third):
        assert secret.hex() not in page + listed


def test_no_secret_is_used_twice_whatever_becomes_of_a_table(
    season: Season, session: Session, ada: Player, ben: Player
) -> None:
    [first] = open_tables(session, ada, [ada, ben])
    playing.abandon(first.pk, ada, timezone.now())
    online.collect(timezone.now(), session)
    session.refresh_from_db()
    [second] = open_tables(session, ada, [ada, ben])
    assert [first.commitment, second.commitment] == the_list(session)[:2]


def test_the_old_page_of_the_promise_leads_to_the_session(session: Session) -> None:
    assert Client().get(url("deals", session))["Location"] == f"{url('session', session)}#deals"


def test_two_sessions_have_different_secrets(season: Season) -> None:
    assert not {*the_list(make_session(season))} & {*the_list(make_session(season))}


def test_the_list_of_a_season_in_preparation_is_not_shown_to_strangers(
    season: Season, session: Session
) -> None:
    Season.objects.filter(pk=season.pk).update(status=Season.Status.DRAFT)
    for name in ("deals", "deal_list"):
        assert Client().get(url(name, session)).status_code in {
            HTTPStatus.NOT_FOUND,
            HTTPStatus.FOUND,
        }


def test_a_session_on_paper_that_is_over_promises_nothing(season: Season, session: Session) -> None:
    page = url("session", session)
    assert url("deal_list", session) in Client().get(page).content.decode()
    session_life.close_session(session)
    assert url("deal_list", session) not in Client().get(page).content.decode()
