"""A link for many: made for so many people until a day, followed, counted, revoked."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy, services
from accounts.models import Invitation, Player, User
from leagues.models import AuditLine, Invite, Notice, Role, Season, SignUp
from leagues.notices.service import players_of
from leagues.people import signing_up
from leagues.setup import season_life
from tests.factories import PASSWORD, PlayerFactory
from tests.leagues.people.test_pages import address, text
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
TOMORROW = timezone.localdate() + timedelta(days=1)
JOIN = "/leagues/join/"


@pytest.fixture
def chief() -> Player:
    """Who runs the club and the league of `season`."""
    return PlayerFactory.create(name="Chloé", is_organizer=True)


@pytest.fixture
def season(chief: Player) -> Season:
    return make_season(chief)


@pytest.fixture
def chief_browser(chief: Player) -> Client:
    return signed_in(chief)


def make(season: Season, limit: int = 3) -> str:
    """The token of a new link until tomorrow."""
    by = Role.objects.get(league=season.league, kind=Role.Kind.OWNER).player
    return signing_up.make_invite(season, by, limit, TOMORROW)


def follow(client: Client, token: str) -> Any:
    return client.get(f"{JOIN}{token}/", follow=True)


def sign_up(client: Client, name: str = "Noé") -> Any:
    email = f"{name.encode().hex()}@club.example"
    fields = {"name": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), fields)


def names(season: Season) -> list[str]:
    playing = Player.objects.filter(pk__in=players_of(season))
    return sorted(map(str, playing.values_list("name", flat=True)))


def uses() -> int:
    return Invitation.objects.get().uses


def test_a_link_is_shown_once_and_its_token_is_kept_nowhere(
    season: Season, chief_browser: Client
) -> None:
    sent = {"limit": "30", "last_day": TOMORROW.isoformat()}
    page = chief_browser.post(address("invite_new", season), sent).content.decode()
    found = re.search(r'value="http://testserver/leagues/join/([^"/]+)/"', page)
    assert found
    token = found.group(1)
    assert token not in chief_browser.get(address("players", season)).content.decode()
    assert token not in str(Invitation.objects.values().get())
    assert token not in str(list(AuditLine.objects.values()))
    newcomer = Client()
    answer = newcomer.get(f"{JOIN}{token}/")
    assert (answer["Location"], answer["Referrer-Policy"]) == (JOIN, "no-referrer")
    assert token not in str(dict(newcomer.session))
    assert token not in newcomer.get(JOIN).content.decode()


def test_who_has_no_account_signs_up_and_plays(season: Season) -> None:
    newcomer = Client()
    page = text(follow(newcomer, make(season)))
    assert "Chloé invites you to play in “Spring”, a season of Tuesdays." in page
    assert sign_up(newcomer).status_code == 302
    assert names(season) == ["Noé"]
    assert uses() == 1
    assert Notice.objects.get().kind == Notice.Kind.JOINED
    assert Invitation.objects.get().used_by is None
    assert text(newcomer.get(address("players", season))).count("Noé") > 0


def test_a_member_joins_and_uses_it_once_however_often_they_press(season: Season) -> None:
    token, member = make(season), signed_in(PlayerFactory.create(name="Mona"))
    assert "Join the season" in text(follow(member, token))
    answer = member.post(JOIN)
    assert answer["Location"] == address("players", season)
    assert names(season) == ["Mona"]
    for _again in range(2):
        follow(member, token)
        assert member.post(JOIN)["Location"] == address("players", season)
    assert uses() == 1
    assert member.post(JOIN).status_code == 404  # the session knows of no link any more


def test_where_all_places_are_taken_they_wait_for_one(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(sign_up_places=1, sign_up_asks=True)
    token = make(season)
    for name in ("Ada", "Ben"):
        newcomer = Client()
        follow(newcomer, token)
        sign_up(newcomer, name)
    assert names(season) == ["Ada"]
    assert SignUp.objects.get().state == SignUp.State.WAITING
    assert Notice.objects.count() == 1
    assert uses() == 2


def test_a_member_is_told_whether_they_play_or_wait(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(sign_up_places=1)
    token = make(season)
    told = []
    for name in ("Ada", "Ben"):
        member = signed_in(PlayerFactory.create(name=name))
        follow(member, token)
        told.append(text(member.post(JOIN, follow=True)))
    assert "You have joined Spring." in told[0]
    assert "You have joined" not in told[1]
    assert "All places are taken: you are on the waiting list." in told[1]


def test_who_asked_before_needs_no_approval_any_more(season: Season) -> None:
    mona = PlayerFactory.create(name="Mona")
    SignUp.objects.create(season=season, player=mona, state=SignUp.State.ASKED)
    member = signed_in(mona)
    follow(member, make(season))
    member.post(JOIN)
    assert names(season) == ["Mona"]
    assert uses() == 1


def test_who_was_turned_down_is_not_let_in_by_a_link(season: Season) -> None:
    mona = PlayerFactory.create(name="Mona")
    SignUp.objects.create(season=season, player=mona, state=SignUp.State.REFUSED)
    member = signed_in(mona)
    follow(member, make(season))
    answer = member.post(JOIN)
    assert answer.status_code == 409
    assert "An organizer has turned down your sign-up" in text(answer)
    assert uses() == 0


def test_the_link_is_used_up_by_the_last_who_may(season: Season) -> None:
    token, late = make(season, limit=2), Client()
    follow(late, token)
    for player in people(2):
        member = signed_in(player)
        follow(member, token)
        member.post(JOIN)
    assert follow(Client(), token).status_code == 404
    assert late.get(JOIN).status_code == 404
    sign_up(late)  # the form is closed to them
    assert not User.objects.filter(player__name="Noé").exists()
    assert Invitation.objects.get().state == Invitation.State.USED


def test_of_two_who_want_the_last_use_at_once_one_gets_it(season: Season) -> None:
    make(season, limit=2)
    invite = Invite.objects.select_related("season", "invitation").get()
    first, *others = people(4)
    signing_up.join(invite, first, NOW)
    results = at_once(*[lambda one=one: signing_up.join(invite, one, NOW) for one in others])
    assert sum(result is None for result in results) == 1
    assert uses() == 2
    assert len(players_of(season)) == 2
    assert not SignUp.objects.exists()


def test_of_a_member_and_a_newcomer_at_the_last_use_one_gets_it(season: Season) -> None:
    make(season, limit=1)
    invite = Invite.objects.select_related("season", "invitation").get()
    (member,) = people(1)
    newcomer = User(email="new@club.example")
    results = at_once(
        lambda: signing_up.join(invite, member, NOW),
        lambda: services.register(newcomer, "Noé", invite.invitation),
    )
    assert sum(isinstance(result, Exception) for result in results) == 1
    assert uses() == 1
    assert len(names(season)) == 1


def test_a_link_lasts_until_the_end_of_its_last_day(season: Season, time_machine: Any) -> None:
    token = make(season)
    midnight = timezone.localtime(Invitation.objects.get().expires_at)
    assert (midnight.date(), midnight.hour) == (TOMORROW + timedelta(days=1), 0)
    time_machine.move_to(midnight - timedelta(seconds=1))
    assert follow(Client(), token).status_code == 200
    time_machine.move_to(midnight)
    assert follow(Client(), token).status_code == 404


def test_an_organizer_revokes_a_link(season: Season, chief_browser: Client) -> None:
    token, waiting = make(season), Client()
    follow(waiting, token)
    revoke = address("invite_revoke", season, Invite.objects.get().pk)
    assert "The link is revoked." in text(chief_browser.post(revoke, follow=True))
    assert follow(Client(), token).status_code == 404
    assert waiting.get(JOIN).status_code == 404
    assert "There is nothing to undo." in text(chief_browser.post(revoke, follow=True))
    log = text(chief_browser.get(reverse("leagues:log", args=[season.league.slug])))
    assert log.count("made a link for many to join the season") == 1
    assert log.count("revoked a link for many") == 1


def test_another_season_s_page_revokes_nothing(season: Season, chief: Player) -> None:
    make(season)
    other = make_season(chief, name="Fridays")
    wrong = address("invite_revoke", other, Invite.objects.get().pk)
    assert signed_in(chief).post(wrong).status_code == 404


def test_who_runs_only_the_league_lets_nobody_into_the_club(season: Season) -> None:
    organizer = signed_in(make_member_with(Role.Kind.ORGANIZER, season.league))
    assert organizer.post(address("invite_new", season)).status_code == 403
    assert address("invite_new", season) not in text(organizer.get(address("players", season)))


@pytest.mark.parametrize(
    ("limit", "days"), [("0", 1), ("501", 1), ("99999999999", 1), ("5", -1), ("5", 366), ("", 1)]
)
def test_limits_that_cannot_be_are_refused(
    season: Season, chief_browser: Client, limit: str, days: int
) -> None:
    day = timezone.localdate() + timedelta(days=days)
    sent = {"limit": limit, "last_day": day.isoformat()}
    assert chief_browser.post(address("invite_new", season), sent).status_code == 422
    assert not Invite.objects.exists()


def test_a_season_has_ten_links_at_most(season: Season, chief_browser: Client) -> None:
    for _link in range(signing_up.MOST_LINKS):
        make(season)
    sent = {"limit": "5", "last_day": TOMORROW.isoformat()}
    answer = chief_browser.post(address("invite_new", season), sent, follow=True)
    assert "revoke one first" in text(answer)
    assert Invite.objects.count() == signing_up.MOST_LINKS


def test_who_guesses_is_stopped(season: Season) -> None:
    make(season)
    guesser = Client()
    statuses = [guesser.get(f"{JOIN}guess{number}/").status_code for number in range(31)]
    assert statuses == [404] * 30 + [429]


def test_once_the_season_is_closed_a_member_is_told_so(season: Season) -> None:
    token, member = make(season), signed_in(PlayerFactory.create())
    follow(member, token)
    season_life.close_season(season.pk, NOW)
    answer = member.post(JOIN)
    assert "This season is not running." in text(answer)
    newcomer = Client()
    follow(newcomer, token)
    assert sign_up(newcomer).status_code == 302  # a member of the club all the same
    assert names(season) == []


def test_a_season_that_is_deleted_takes_its_links_with_it(chief: Player) -> None:
    season = make_season(chief, opened=False)
    newcomer = Client()
    follow(newcomer, make(season))
    season_life.delete_season(season.pk, chief, season.pk)
    assert newcomer.get(JOIN).status_code == 404
    assert Invitation.objects.get().state == Invitation.State.REVOKED
    with pytest.raises(services.InvitationUnusableError):
        services.use_up(Invitation.objects.get())


def test_a_season_that_is_being_prepared_can_be_joined(chief: Player) -> None:
    season = make_season(chief, opened=False)
    member = signed_in(PlayerFactory.create(name="Mona"))
    follow(member, make(season))
    answer = member.post(JOIN, follow=True)
    assert answer.status_code == 200
    assert "You have joined Spring." in text(answer)
    assert names(season) == ["Mona"]


def test_the_one_who_made_it_reads_it_in_their_data(season: Season, chief: Player) -> None:
    make(season, limit=7)
    (told,) = privacy.personal_data(chief)["invitations_made"]
    assert (told["note"], told["for_so_many_people"]) == ("Tuesdays · Spring", 7)
