"""Replays of games that were left early, whose players were erased, or whose seats were claimed."""

from http import HTTPStatus

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.models import Table, UploadedRecord
from games.play import playing
from games.replay import replays
from games.replay import replays as uploads
from games.rules.options import Options
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.seats import guests, seating
from games.table import archive, store
from tests.games.addresses import url
from tests.guests.guests import seat_guest
from tests.support.clients import signed_in
from tests.support.tables import open_table, people, play_first, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

ONE_ROUND = Options(max_rounds=1)


@pytest.fixture(autouse=True)
def _guests_are_allowed(settings: LazySettings) -> None:
    settings.GUEST_SEATS = True
    replays.COURSES.clear()


def is_shown(table: Table) -> bool:
    reader = signed_in(people(1)[0])
    for name in ("table", "replay", "record"):
        assert reader.get(url(name, table)).status_code == HTTPStatus.OK, name
    frame = reader.get(url("replay_frame", table), {"turn": "1.0"})
    return frame.status_code == HTTPStatus.OK


@pytest.mark.parametrize("picks", [0, 1, 2, 5])
def test_a_game_abandoned_in_its_draft(picks: int, ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, options=Options(draft=True, known_cards=True))
    for _pick in range(picks):
        snapshot = store.fresh(table.pk)
        play_first(table, snapshot.game.decision.seats[0])
    playing.abandon(table.pk, ada, timezone.now())
    reader = signed_in(people(1)[0])
    for name in ("table", "replay", "record"):
        assert reader.get(url(name, table)).status_code == HTTPStatus.OK, name


@pytest.mark.parametrize("is_abandoned", [True, False])
def test_a_game_all_of_whose_players_were_erased(
    is_abandoned: bool, ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben, cleo, options=ONE_ROUND)
    if is_abandoned:
        play_first(table, 0)
        playing.abandon(table.pk, ada, timezone.now())
    else:
        play_to_the_end(table)
    for player in (ada, ben, cleo):
        privacy.erase(player)
    assert is_shown(table)
    record = archive.record_of(store.fresh(table.pk), None)
    replay(parse_record(record))
    assert record["fairness"] is None


def test_a_game_in_which_a_guest_became_a_member_is_still_proved() -> None:
    ada, member = people(2)
    table = open_table(ada, seats=2, options=ONE_ROUND)
    browser, _guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    play_first(table, 0)
    guests.claim(browser.cookies["guest"].value, member)
    play_to_the_end(table)
    assert is_shown(table)
    record = archive.record_of(store.fresh(table.pk), None)
    assert record["players"] == [ada.name, member.name]
    assert record["fairness"] is not None
    replay(parse_record(record))


def test_erasing_somebody_named_in_two_records_that_then_are_the_same() -> None:
    ada, ben, reader = people(3)
    table = start_table(ada, ben, options=ONE_ROUND)
    play_to_the_end(table)
    record = archive.record_of(store.fresh(table.pk), None)
    uploads.store(reader, record)
    uploads.store(reader, {**record, "fairness": None})
    assert UploadedRecord.objects.count() == 2
    privacy.erase(ben)
    (left,) = UploadedRecord.objects.all()
    assert left.record["players"] == [ada.name, "…"]
    assert ben.name not in left.text
