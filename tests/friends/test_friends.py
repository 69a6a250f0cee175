"""Two members become friends once both say so; a refusal is told to nobody."""

from datetime import timedelta
from http import HTTPStatus

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, User
from games.friends import service
from games.friends.service import FriendError, FriendProblem, Standing
from games.models import Friendship, Mute
from tests.factories import PlayerFactory
from tests.friends.company import do, lobby, make_friends, profile
from tests.support.clients import signed_in
from tests.support.races import at_once
from tests.support.tables import people

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


def are_friends(first: Player, second: Player) -> bool:
    both = service.standing_with(first, second), service.standing_with(second, first)
    assert (both[0] == Standing.FRIENDS) is (both[1] == Standing.FRIENDS)
    return both[0] == Standing.FRIENDS


def test_one_asks_on_a_profile_and_the_other_accepts_in_the_lobby(ada: Player, ben: Player) -> None:
    assert "You have asked to be friends." in do(ada, ben, "ask")
    assert not are_friends(ada, ben)
    assert f"They ask to be friends M {ada.name} Accept" in lobby(ben)
    assert "Asks to be friends:" in profile(ben, ada)
    page = do(ben, ada, "accept", lobby="")
    assert "They ask to be friends" not in page
    assert are_friends(ada, ben)
    assert "You are friends." in profile(ada, ben)
    assert ben.name in profile(ada, ada)


def test_two_who_ask_each_other_are_friends(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    assert "You are friends." in do(ben, ada, "ask")
    assert Friendship.objects.count() == 1


def test_two_who_ask_each_other_at_the_same_moment_are_friends(ada: Player, ben: Player) -> None:
    now = timezone.now()
    done = at_once(
        lambda: service.ask(ada, ben.pk, now),
        lambda: service.ask(ben, ada.pk, now),
    )
    assert done == [None, None]
    assert are_friends(ada, ben)
    assert Friendship.objects.count() == 1


def test_a_second_tap_asks_once(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ada, ben, "ask")
    assert Friendship.objects.count() == 1
    do(ben, ada, "accept")
    do(ben, ada, "accept")
    do(ada, ben, "ask")
    assert are_friends(ada, ben)


def test_who_was_refused_is_not_told_and_cannot_ask_anew(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    before = profile(ada, ben)
    do(ben, ada, "refuse")
    assert profile(ada, ben) == before
    do(ada, ben, "ask")
    assert "They ask to be friends" not in lobby(ben)
    # Nor by taking it back first.
    assert "Add as friend" in do(ada, ben, "withdraw")
    assert "You have asked to be friends." in do(ada, ben, "ask")
    assert "They ask to be friends" not in lobby(ben)


def test_a_refusal_is_forgotten_after_thirty_days(ada: Player, ben: Player) -> None:
    now = timezone.now()
    service.ask(ada, ben.pk, now)
    service.refuse(ben, ada.pk)
    # Asking again does not prolong it.
    service.withdraw(ada, ben.pk)
    service.ask(ada, ben.pk, now + 29 * 24 * HOUR)
    assert service.forget_old(now + service.KEPT - HOUR) == 0
    assert service.forget_old(now + service.KEPT + HOUR) == 1
    do(ada, ben, "ask")
    assert "They ask to be friends" in lobby(ben)


def test_who_asked_cannot_tell_a_refusal_by_how_long_it_is_kept(
    ada: Player, ben: Player, cleo: Player
) -> None:
    now = timezone.now() - service.KEPT - HOUR
    for other in (ben, cleo):
        service.ask(ada, other.pk, now)
    with time_machine.travel(now + 20 * 24 * HOUR):
        do(ben, ada, "refuse")
    assert service.forget_old(timezone.now()) == 2


def test_friends_are_not_forgotten(ada: Player, ben: Player) -> None:
    make_friends(ada, ben)
    assert service.forget_old(timezone.now() + 1000 * 24 * HOUR) == 0
    assert are_friends(ada, ben)


def test_who_refused_may_ask_and_then_both_have_said_so(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ben, ada, "refuse")
    assert "You are friends." in do(ben, ada, "ask")


def test_who_refused_one_that_was_taken_back_asks_like_anybody(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ben, ada, "refuse")
    do(ada, ben, "withdraw")
    assert "You have asked to be friends." in do(ben, ada, "ask")
    assert not are_friends(ada, ben)
    assert "They ask to be friends" in lobby(ada)


def test_a_stale_page_accepts_nothing_that_was_taken_back(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ada, ben, "withdraw")
    assert "This is no longer asked." in do(ben, ada, "accept")
    assert not Friendship.objects.exists()


def test_either_of_two_friends_ends_it(ada: Player, ben: Player) -> None:
    for who, other in ((ada, ben), (ben, ada)):
        make_friends(ada, ben)
        assert "Add as friend" in do(who, other, "end")
        assert not are_friends(ada, ben)


def test_whom_one_has_hidden_asks_in_vain_and_is_not_told(ada: Player, ben: Player) -> None:
    assert "they can neither invite you nor ask" in do(ben, ada, "hide")
    assert "You have asked to be friends." in do(ada, ben, "ask")
    assert "They ask to be friends" not in lobby(ben)
    do(ben, ada, "show")
    assert not Mute.objects.exists()
    assert "They ask to be friends" not in lobby(ben)


def test_who_is_hidden_after_they_asked_is_not_shown(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ben, ada, "hide")
    assert "They ask to be friends" not in lobby(ben)


def test_nobody_asks_themselves_or_somebody_without_an_account(ada: Player) -> None:
    service.ask(ada, ada.pk, timezone.now())
    paper = PlayerFactory.create(user=None)
    gone = PlayerFactory.create()
    User.objects.filter(player=gone).update(is_active=False)
    for other in (paper, gone):
        address = reverse("games:friend", args=[other.pk])
        assert signed_in(ada).post(address, {"do": "ask"}).status_code == HTTPStatus.NOT_FOUND
        service.ask(ada, other.pk, timezone.now())
    assert not Friendship.objects.exists()


def test_a_button_that_no_page_has_does_nothing(ada: Player, ben: Player) -> None:
    address = reverse("games:friend", args=[ben.pk])
    for fields in ({}, {"do": "marry"}):
        assert signed_in(ada).post(address, fields).status_code == HTTPStatus.BAD_REQUEST
    assert not Friendship.objects.exists()


def test_nobody_waits_for_more_than_fifty_answers(ada: Player) -> None:
    others = people(51)
    now = timezone.now()
    for other in others[:50]:
        service.ask(ada, other.pk, now)
    with pytest.raises(FriendError) as refused:
        service.ask(ada, others[50].pk, now)
    assert refused.value.problem is FriendProblem.TOO_MANY
    assert "Wait until some" in do(ada, others[50], "ask")
    service.accept(others[0], ada.pk, now)
    service.ask(ada, others[50].pk, now)
    assert Friendship.objects.count() == 51


def test_who_was_refused_cannot_tell_it_by_how_many_they_may_ask(
    ada: Player, ben: Player, cleo: Player
) -> None:
    now = timezone.now()
    others = people(50)
    service.ask(ada, ben.pk, now)
    service.refuse(ben, ada.pk)
    service.ask(ada, cleo.pk, now)
    for other in (ben, cleo):
        service.withdraw(ada, other.pk)
    for other in others:
        service.ask(ada, other.pk, now)
    for other in (ben, cleo):
        with pytest.raises(FriendError):
            service.ask(ada, other.pk, now)
    service.withdraw(ada, others[0].pk)
    service.ask(ada, ben.pk, now)
    with pytest.raises(FriendError):
        service.ask(ada, cleo.pk, now)


def test_who_sends_without_end_must_wait(ada: Player, ben: Player) -> None:
    browser, address = signed_in(ada), reverse("games:friend", args=[ben.pk])
    # The minutes of the limit begin with the first of these.
    with time_machine.travel(timezone.now(), tick=False):
        sent = [browser.post(address, {"do": "ask"}).status_code for _time in range(31)]
    assert sent == [HTTPStatus.FOUND] * 30 + [HTTPStatus.TOO_MANY_REQUESTS]


def test_who_leaves_the_club_is_nobodys_friend(ada: Player, ben: Player, cleo: Player) -> None:
    make_friends(ada, ben)
    do(ada, cleo, "ask")
    privacy.erase(ada)
    assert not Friendship.objects.exists()
    assert "Ask somebody on their profile" in profile(ben, ben)


def test_who_may_no_longer_sign_in_is_not_shown(ada: Player, ben: Player, cleo: Player) -> None:
    make_friends(ada, ben)
    do(cleo, ben, "ask")
    User.objects.filter(player__in=[ada, cleo]).update(is_active=False)
    assert ada.name not in profile(ben, ben)
    assert cleo.name not in lobby(ben)


def test_the_export_tells_of_friends_and_not_how_others_answered(ada: Player, ben: Player) -> None:
    do(ada, ben, "ask")
    do(ben, ada, "refuse")
    (of_ada,) = privacy.personal_data(ada)["friends"]
    (of_ben,) = privacy.personal_data(ben)["friends"]
    assert (of_ada["with"], of_ada["you_asked"], of_ada["state"]) == (ben.name, True, "asked")
    assert (of_ben["with"], of_ben["you_asked"], of_ben["state"]) == (ada.name, False, "refused")


def test_the_export_does_not_tell_a_refusal_by_the_time_of_an_ask(
    ada: Player, ben: Player, cleo: Player
) -> None:
    for other in (ben, cleo):
        service.ask(ada, other.pk, timezone.now() - 10 * 24 * HOUR)
    service.refuse(ben, ada.pk)
    for other in (ben, cleo):
        service.withdraw(ada, other.pk)
        service.ask(ada, other.pk, timezone.now())
    told = [(one["state"], one["since"]) for one in privacy.personal_data(ada)["friends"]]
    assert told == [("asked", None), ("asked", None)]


def test_the_export_does_not_tell_a_refusal_by_what_was_taken_back(
    ada: Player, ben: Player, cleo: Player
) -> None:
    for other in (ben, cleo):
        service.ask(ada, other.pk, timezone.now())
    service.refuse(ben, ada.pk)
    for other in (ben, cleo):
        service.withdraw(ada, other.pk)
    assert privacy.personal_data(ada)["friends"] == []


def test_strangers_see_no_button(ada: Player) -> None:
    User.objects.filter(player=ada).update(profile_for="all")
    page = signed_in(None).get(reverse("games:profile", args=[ada.pk])).content.decode()
    assert 'name="do"' not in page
