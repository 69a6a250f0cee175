"""Who signed up, never confirmed the address and appears nowhere is forgotten; who plays stays."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import old_rows, services
from accounts.models import Invitation, Player, User
from accounts.security.models import ResetLink
from leagues.models import Entrant, Role
from tests.factories import PASSWORD, PlayerFactory
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
DAY = timedelta(days=1)
EMAIL = "noe@club.example"


@pytest.fixture(autouse=True)
def _mail_is_sent(settings: Any) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    # How many mails an address was sent is counted there.
    cache.clear()
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller
    cache.clear()


def sign_up(email: str = EMAIL, for_player: Player | None = None) -> Client:
    """Somebody follows an invitation and fills in the form."""
    invitation, token = services.invite(PlayerFactory.create(), note="Noé", for_player=for_player)
    browser = Client()
    browser.get(reverse("accounts:join", args=[token]))
    form = {"name": "Noé", "email": email, "password1": PASSWORD, "password2": PASSWORD}
    answer = browser.post(reverse("account_signup"), form)
    assert answer["Location"] == reverse("account_email_verification_sent")
    invitation.refresh_from_db()
    assert invitation.state is Invitation.State.USED
    return browser


def confirm(browser: Client) -> None:
    link = next(word for word in mail.outbox[-1].body.split() if word.startswith("http"))
    browser.post(link)


def is_there(email: str = EMAIL) -> bool:
    return User.objects.filter(email=email).exists()


def test_one_who_never_confirmed_is_gone_two_months_later_and_can_sign_up_again(
    clock: time_machine.Traveller,
) -> None:
    sign_up()
    clock.move_to(EVENING + 60 * DAY)
    call_command("delete_expired")
    assert not is_there()
    assert not Player.every.filter(name="Noé").exists()

    browser = sign_up()
    confirm(browser)
    browser.post(reverse("account_login"), {"login": EMAIL, "password": PASSWORD})
    assert browser.get(reverse("accounts:profile")).status_code == 200
    clock.move_to(EVENING + 400 * DAY)
    call_command("delete_expired")
    assert is_there()


def test_they_have_30_days(clock: time_machine.Traveller) -> None:
    sign_up()
    left = []
    for after in (30 * DAY - timedelta(minutes=1), 30 * DAY + timedelta(minutes=1)):
        clock.move_to(EVENING + after)
        old_rows.forget_unconfirmed(timezone.now())
        left.append(is_there())
    assert left == [True, False]


def test_one_who_plays_stays(clock: time_machine.Traveller) -> None:
    names = ("table", "roster", "scorer", "organizer", "admin", "link", "closed", "nobody")
    players = {}
    for name in names:
        sign_up(f"{name}@club.example")
        players[name] = Player.objects.get(user__email=f"{name}@club.example")
    season = make_season()
    play(make_session(season), players["table"], PlayerFactory.create())
    Entrant.objects.get_or_create(season=season, player=players["roster"])
    Role.objects.create(league=season.league, player=players["scorer"], kind=Role.Kind.SCORER)
    Player.objects.filter(pk=players["organizer"].pk).update(is_organizer=True)
    User.objects.filter(player=players["admin"]).update(is_staff=True)
    User.objects.filter(player=players["closed"]).update(is_active=False)
    later = EVENING + 60 * DAY
    ResetLink.objects.create(
        user=User.objects.get(player=players["link"]),
        token_hash="h",
        expires_at=later + timedelta(hours=1),
    )
    clock.move_to(later)
    call_command("delete_expired")
    assert [name for name in names if not is_there(f"{name}@club.example")] == ["nobody"]


def test_a_login_that_was_made_on_the_admin_pages_stays(clock: time_machine.Traveller) -> None:
    User.objects.create_user(EMAIL, "a-password-of-ours")
    clock.move_to(EVENING + 60 * DAY)
    call_command("delete_expired")
    assert is_there()


def test_results_that_an_unconfirmed_account_took_over_are_given_back(
    clock: time_machine.Traveller,
) -> None:
    player = PlayerFactory.create(user=None)
    game = play(make_session(make_season()), player, PlayerFactory.create())
    sign_up(for_player=player)
    clock.move_to(EVENING + 30 * DAY + timedelta(minutes=1))
    call_command("delete_expired")
    assert not is_there()
    player.refresh_from_db()
    assert (player.user, player.name) == (None, "Noé")
    assert game.seats.filter(player=player).exists()

    browser = sign_up(for_player=player)
    confirm(browser)
    clock.move_to(EVENING + 90 * DAY)
    call_command("delete_expired")
    player.refresh_from_db()
    assert player.user is not None


def test_an_account_that_was_given_a_role_keeps_the_results_it_took_over(
    clock: time_machine.Traveller,
) -> None:
    player = PlayerFactory.create(user=None)
    sign_up(for_player=player)
    Role.objects.create(league=make_season().league, player=player, kind=Role.Kind.SCORER)
    clock.move_to(EVENING + 60 * DAY)
    call_command("delete_expired")
    assert is_there()
