"""Secrets for programs: private feed addresses, and tokens for the exports."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from accounts.security import sign_ins
from leagues.exports import tokens as service
from leagues.models import ApiToken, AuditLine, FeedAddress, League, Season
from leagues.setup import league_life
from monitoring.redaction import hide_secrets
from tests.factories import PASSWORD, PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    found = make_season(visibility=League.Visibility.MEMBERS)
    play(make_session(found), PlayerFactory.create(name="Ana"), PlayerFactory.create(name="Bob"))
    return found


@pytest.fixture
def member() -> Player:
    return PlayerFactory.create()


def path(season: Season, page: str) -> str:
    return f"/leagues/{season.league.slug}/{season.number}/{page}"


def feeds(season: Season, member: Player) -> list[str]:
    address = FeedAddress.objects.get(player=member, league=season.league)
    token = service.token_of(address)
    return [f"/leagues/feeds/{token}/{name}" for name in ("calendar.ics", "results.atom")]


def made(season: Season, member: Player) -> list[str]:
    service.renew_address(member, season.league, timezone.now())
    return feeds(season, member)


def statuses(paths: list[str]) -> set[int]:
    return {Client().get(each).status_code for each in paths}


# --- Private addresses -------------------------------------------------------------------


def test_a_calendar_reads_a_members_league_by_a_private_address(
    season: Season, member: Player
) -> None:
    client = signed_in(member)
    client.post(path(season, "share/private/renew/"))
    page = client.get(path(season, "share/")).content.decode()
    calendar, feed = feeds(season, member)
    assert calendar in page
    assert feed in page
    for address, text in ((calendar, "BEGIN:VEVENT"), (feed, "Ana")):
        answer = Client().get(address)
        assert answer.status_code == HTTPStatus.OK
        assert text in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
    assert FeedAddress.objects.get().used_at is not None
    other = signed_in(PlayerFactory.create()).get(path(season, "share/")).content.decode()
    assert calendar not in other


def test_new_addresses_replace_the_old_ones(season: Season, member: Player) -> None:
    old = made(season, member)
    new = made(season, member)
    assert (statuses(old), statuses(new)) == ({404}, {200})
    assert AuditLine.objects.filter(by=member).count() == 2


def test_revoked_addresses_open_nothing(season: Season, member: Player) -> None:
    old = made(season, member)
    client = signed_in(member)
    client.post(path(season, "share/private/revoke/"))
    assert statuses(old) == {404}
    again = client.post(path(season, "share/private/revoke/"), follow=True)
    assert "There is nothing to undo" in again.content.decode()


def test_who_may_no_longer_sign_in_reads_nothing(season: Season, member: Player) -> None:
    old = made(season, member)
    user = member.user
    user.is_active = False
    user.save()
    assert statuses(old) == {404}


def test_an_address_belongs_to_one_league(season: Season, member: Player) -> None:
    made(season, member)
    other = make_season(name="Others", visibility=League.Visibility.MEMBERS)
    text = Client().get(feeds(season, member)[0]).content.decode()
    assert other.league.name not in text


def test_a_forged_address_leads_nowhere(season: Season, member: Player) -> None:
    real = made(season, member)[0]
    for wrong in (real.replace("-", "-x", 1), "/leagues/feeds/1/calendar.ics"):
        assert Client().get(wrong).status_code == HTTPStatus.NOT_FOUND


def test_a_request_with_a_wrong_method_is_no_use_of_an_address(
    season: Season, member: Player
) -> None:
    answers = [Client().post(address) for address in made(season, member)]
    assert {answer.status_code for answer in answers} == {HTTPStatus.METHOD_NOT_ALLOWED}
    assert FeedAddress.objects.get().used_at is None


def test_private_addresses_are_not_logged(season: Season, member: Player) -> None:
    assert hide_secrets(made(season, member)[0]) == "/leagues/feeds/…/calendar.ics"


# --- Tokens for the exports --------------------------------------------------------------


def with_token(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


EXPORTS = ("standings.csv", "standings.json", "results.csv", "results.json")


@pytest.mark.parametrize("name", EXPORTS)
def test_a_token_reads_what_its_member_may_read(season: Season, member: Player, name: str) -> None:
    token = service.make_token(member, "sheet", timezone.now())
    assert Client().get(path(season, name)).status_code == HTTPStatus.FOUND
    answer = with_token(token).get(path(season, name))
    assert answer.status_code == HTTPStatus.OK
    assert "no-store" in answer["Cache-Control"]


def test_a_token_is_shown_once_and_stored_as_a_hash(season: Season, member: Player) -> None:
    client = signed_in(member)
    form = {"name": "The spreadsheet", "days": 90}
    page = client.post("/leagues/tokens/", form).content.decode()
    token = page[page.index(service.PREFIX) :].partition('"')[0]
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == HTTPStatus.OK
    stored = ApiToken.objects.get()
    assert token not in str(vars(stored))
    assert stored.used_at is not None
    again = client.get("/leagues/tokens/", follow=True).content.decode()
    assert "The spreadsheet" in again
    assert token not in again


def test_a_new_token_is_told_of_at_the_next_sign_in_though_somebody_else_made_it(
    member: Player,
) -> None:
    signed_in(member).post(reverse("leagues:tokens"), {"name": "Sheets", "days": 365})
    browser = Client()
    assert member.user is not None
    sign_in = {"login": member.user.email, "password": PASSWORD}
    page = browser.post(reverse("account_login"), sign_in, follow=True).content.decode()
    assert "A token for a program was made." in page
    again = browser.get(reverse("games:lobby")).content.decode()
    assert "A token for a program was made." not in again
    assert "A token for a program was made." in account(member)


def test_a_token_opens_the_exports_only(season: Season, member: Player) -> None:
    token = service.make_token(member, "sheet", timezone.now())
    for page in ("", "share/", "players/"):
        assert with_token(token).get(path(season, page)).status_code == HTTPStatus.FOUND
    assert with_token(token).post("/leagues/tokens/", {"name": "x"}).status_code == HTTPStatus.FOUND


def test_a_token_makes_no_browser_one_in_which_its_member_was_signed_in(
    season: Season, member: Player
) -> None:
    token = service.make_token(member, "sheet", timezone.now())
    for address in (path(season, EXPORTS[0]), "/api/v1/leagues"):
        answer = with_token(token).get(address)
        assert answer.status_code == HTTPStatus.OK
        assert not answer.cookies
    browser = signed_in(member)
    # As with the first page of an hour.
    sign_ins.forget()
    assert sign_ins.COOKIE in browser.get("/leagues/tokens/").cookies


def test_a_wrong_token_is_refused_even_where_everybody_may_look(season: Season) -> None:
    season.league.visibility = League.Visibility.PUBLIC
    league_life.change_league(season.league)
    answer = with_token("sixieme_x").get(path(season, EXPORTS[0]))
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_revoked_token_and_one_of_somebody_who_left_are_refused(
    season: Season, member: Player
) -> None:
    token = service.make_token(member, "sheet", timezone.now())
    own = ApiToken.objects.get()
    signed_in(PlayerFactory.create()).post(f"/leagues/tokens/{own.pk}/revoke/")
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == HTTPStatus.OK
    signed_in(member).post(f"/leagues/tokens/{own.pk}/revoke/")
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == 401
    token = service.make_token(member, "sheet", timezone.now())
    user = member.user
    user.is_active = False
    user.save()
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == 401


def test_a_member_has_ten_tokens_at_most(member: Player) -> None:
    for number in range(service.MOST_TOKENS):
        service.make_token(member, str(number), timezone.now())
    answer = signed_in(member).post("/leagues/tokens/", {"name": "one more", "days": 30})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "You cannot have more tokens" in answer.content.decode()


def test_secrets_are_told_of_and_go_with_their_member(season: Season, member: Player) -> None:
    old = made(season, member)
    service.make_token(member, "sheet", timezone.now())
    told = privacy.personal_data(member)
    assert [row["name"] for row in told["api_tokens"]] == ["sheet"]
    assert [row["league"] for row in told["feed_addresses"]] == ["Tuesdays"]
    privacy.erase(member)
    assert statuses(old) == {404}
    assert not ApiToken.objects.exists()


def test_what_a_token_writes_and_how_long_is_chosen_when_it_is_made(member: Player) -> None:
    client = signed_in(member)
    for wrong in ({"scopes": ["everything"], "days": 30}, {"days": 4000}, {}):
        answer = client.post("/leagues/tokens/", {"name": "x", **wrong})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    form = {"name": "The desk", "scopes": ["sheets", "people"], "days": 30}
    page = client.post("/leagues/tokens/", form).content.decode()
    made = ApiToken.objects.get()
    assert made.scope_list == [ApiToken.Scope.SHEETS, ApiToken.Scope.PEOPLE]
    assert made.expires_at == made.created_at + timedelta(days=30)
    listed = page.partition("Your tokens")[2].partition("<form")[0]
    assert "Enter and confirm score sheets" in listed
    assert reverse("leagues:tokens") in client.get(reverse("accounts:profile")).content.decode()


def account(member: Player) -> str:
    """The page that lists their tokens, by its old address."""
    return signed_in(member).get("/leagues/tokens/", follow=True).content.decode()


def test_a_token_ends_and_is_deleted_a_month_later(season: Season, member: Player) -> None:
    token = service.make_token(member, "sheet", timezone.now(), lasts=timedelta(days=30))
    now = timezone.now()
    ApiToken.objects.update(expires_at=now + timedelta(minutes=1))
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == HTTPStatus.OK
    ApiToken.objects.update(expires_at=now)
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == 401
    assert (
        "has not worked since"
        in signed_in(member).get("/leagues/tokens/", follow=True).content.decode()
    )
    assert service.forget_expired(now + timedelta(days=29)) == 0
    assert service.forget_expired(now + timedelta(days=31)) == 1


def test_a_token_of_before_tokens_had_an_end_reads_on(season: Season, member: Player) -> None:
    token = service.make_token(member, "sheet", timezone.now())
    ApiToken.objects.update(expires_at=None, scopes="")
    assert with_token(token).get(path(season, EXPORTS[0])).status_code == HTTPStatus.OK
    assert service.forget_expired(timezone.now() + timedelta(days=9999)) == 0
    assert "reads only" in account(member)
