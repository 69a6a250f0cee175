"""What a page says of a pause, and its commands over HTTP."""

from datetime import datetime, timedelta
from http import HTTPStatus

import pytest

from accounts.models import Player, User
from games.live.regions import View, drawn, look_of, whole
from games.models import Table
from games.page.describe import describe_private, describe_public
from games.page.table_views import TableViews
from games.play import pausing, playing
from games.rules.options import Options, Variant
from games.table import store
from games.table.access import Viewer
from tests.games.addresses import url
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ENGLISH = look_of("en", "bulls")
WATCHING = Viewer(seat=None, is_member=True, is_host=False)


def seated(seat: int, language: str = "en") -> Viewer:
    return Viewer(seat=seat, is_member=True, is_host=False, language=language)


def text_in(view: View) -> str:
    return words(whole(ENGLISH, view).elements)


def private(table: Table, viewer: Viewer) -> str:
    return text_in(describe_private(store.load(table.pk), viewer))


def public(table: Table) -> str:
    return text_in(describe_public(store.load(table.pk)))


def three() -> tuple[Player, Player, Player, Table]:
    ada, ben, cleo = people(3)
    return ada, ben, cleo, start_table(ada, ben, cleo, time_per_choice=30)


def test_a_proposal_is_put_to_the_others_who_play_and_to_nobody_else(now: datetime) -> None:
    ada, ben, cleo, table = three()
    assert "Propose a pause" in private(table, seated(0))
    assert "Propose a pause" not in private(table, WATCHING)
    pausing.propose(table.pk, 0, now)
    assert "Take it back" in private(table, seated(0))
    assert "Propose a pause" not in private(table, seated(0))
    asked = private(table, seated(1))
    assert ada.name in asked
    assert "proposes a pause. Agree Not now" in asked
    assert "pause" not in private(table, WATCHING)
    assert "paused" not in public(table)
    pausing.agree(table.pk, 1, now)
    waiting = private(table, seated(1))
    assert cleo.name in waiting
    assert ben.name not in waiting
    assert "Agree " not in waiting


def test_everybody_sees_the_pause_and_nobody_can_choose(now: datetime) -> None:
    *_people, table = three()
    before = drawn(
        ENGLISH,
        describe_private(store.load(table.pk), seated(0))["hand"],
    )
    assert "disabled" not in before
    for seat in range(3):
        pausing.propose(table.pk, seat, now)
    assert "The game is paused." in public(table)
    hand = drawn(
        ENGLISH,
        describe_private(store.load(table.pk), seated(0))["hand"],
    )
    assert hand.count("disabled") == 1
    text = private(table, seated(0))
    assert "Paused until" in text
    assert "Resume" in text
    assert "Your turn" not in text
    assert "Resume" not in private(table, WATCHING)


def test_the_last_seconds_of_a_pause_are_counted_down(now: datetime, table: Table) -> None:
    pausing.propose(table.pk, 0, now)
    pausing.propose(table.pk, 1, now)
    views = TableViews(table.pk, store.load(table.pk))
    assert views.seconds_left() is None
    assert "countdown" not in drawn(ENGLISH, describe_public(store.load(table.pk))["status"])
    pausing.go_on(table.pk, now)
    snapshot = store.load(table.pk)
    left = TableViews(table.pk, snapshot).seconds_left()
    assert left is not None
    assert left <= 5
    assert "countdown" in drawn(ENGLISH, describe_public(snapshot)["status"])
    assert "Get ready" in private(table, seated(0))
    assert "Resume" not in private(table, seated(0))
    playing.tend(table.pk, now + timedelta(seconds=5))
    assert "Choose your card." in private(table, seated(0))


def test_a_question_is_not_asked_in_a_pause(now: datetime) -> None:
    table = start_table(*people(2), options=Options(draft=True))
    snapshot = store.load(table.pk)
    picker = snapshot.game.round.picker
    assert "Your pick" in private(table, seated(picker))
    pausing.propose(table.pk, 0, now)
    pausing.propose(table.pk, 1, now)
    html = describe_private(store.load(table.pk), seated(picker))
    assert "Your pick" not in text_in(html)
    assert "<button" not in drawn(ENGLISH, html["pool"])


def test_special_cards_wait_too(now: datetime) -> None:
    table = start_table(*people(2), options=Options(variant=Variant.SPECIAL))
    pausing.propose(table.pk, 0, now)
    pausing.propose(table.pk, 1, now)
    assert "Paused" in private(table, seated(0))


def test_a_cached_view_follows_the_proposal(now: datetime) -> None:
    """The private part is rendered again only where something it depends on has changed."""
    *_people, table = three()
    views = TableViews(table.pk, store.load(table.pk))
    viewer = seated(1)
    assert "proposes" not in text_in(views.whole(viewer))
    pausing.propose(table.pk, 0, now)
    views._change_to(store.load(table.pk))
    assert "proposes" in text_in(views.whole(viewer))
    pausing.refuse(table.pk, 2, now)
    views._change_to(store.load(table.pk))
    text = text_in(views.whole(viewer))
    assert "proposes" not in text
    assert "Propose a pause" not in text


def test_the_commands_need_no_javascript(now: datetime) -> None:
    ada, ben, _cleo, table = three()
    for player, command in ((ada, "pause"), (ben, "pause_refuse")):
        answer = signed_in(player).post(url(command, table))
        assert answer.headers["Location"] == table.get_absolute_url()
    assert store.load(table.pk).pause is None


def test_the_owner_and_the_others_pause_and_anybody_seated_goes_on(now: datetime) -> None:
    ada, ben, cleo, table = three()
    htmx = {"HX-Request": "true"}
    signed_in(ada).post(url("pause", table), headers=htmx)
    for player in (ben, cleo):
        answer = signed_in(player).post(url("pause_agree", table), headers=htmx)
        assert answer.status_code == HTTPStatus.NO_CONTENT
    assert store.load(table.pk).is_paused
    (dora,) = people(1)
    answer = signed_in(dora).post(url("pause_end", table), headers=htmx)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    answer = signed_in(cleo).post(url("pause_end", table), headers=htmx)
    assert answer.status_code == HTTPStatus.NO_CONTENT
    answer = signed_in(ada).post(url("pause_refuse", table), headers=htmx)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "The game is paused" in answer.text


def test_an_organizer_without_a_seat_ends_a_pause_and_nothing_else(now: datetime) -> None:
    table = three()[-1]
    (owner,) = people(1)
    User.objects.filter(player=owner).update(is_staff=True)
    watching = Viewer(seat=None, is_member=True, is_host=False, is_organizer=True)
    pausing.propose(table.pk, 0, now)
    assert "pause" not in private(table, watching)
    refused = signed_in(owner).post(url("pause_agree", table), headers={"HX-Request": "true"})
    assert refused.status_code == HTTPStatus.FORBIDDEN
    for seat in (1, 2):
        pausing.agree(table.pk, seat, now)
    assert "Resume" in private(table, watching)
    assert "Resume" not in private(table, WATCHING)
    answer = signed_in(owner).post(url("pause_end", table), headers={"HX-Request": "true"})
    assert answer.status_code == HTTPStatus.NO_CONTENT
    assert store.load(table.pk).pause is not None
    assert "Resume" not in private(table, watching)
