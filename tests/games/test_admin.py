"""The admin pages show tables without their secrets."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.models import GuestLink, HeldSeat, Message, Table, UploadedRecord
from games.replay import replays
from games.seats.rematch import open_rematch
from games.table import store
from games.talk import service as talk
from tests.support.records import sample
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db


def test_tables_are_filtered_by_what_is_shown(as_staff: Client) -> None:
    start_table(*people(1), bots=1)
    assert "Friday" in as_staff.get("/admin/games/table/?status=playing").text
    assert "Friday" not in as_staff.get("/admin/games/table/?status__exact=open").text


@pytest.mark.parametrize("lookup", ["state__contains", "server_seed__gt", "log__action__contains"])
def test_hands_and_seeds_cannot_be_guessed_by_filters(as_staff: Client, lookup: str) -> None:
    table = start_table(*people(1), bots=1)
    game = store.fresh(table.pk).game
    hand = ",".join(map(str, game.round.hands[0]))
    assert hand in table.state
    assert as_staff.get("/admin/games/table/", {lookup: hand}).status_code == 400


def test_a_table_is_deleted_with_all_that_belongs_to_it(
    as_staff: Client, ada: Player, ben: Player
) -> None:
    old = start_table(ada, ben)
    Table.objects.filter(pk=old.pk).update(status=Table.Status.FINISHED)
    following = open_rematch(old.pk, ada, timezone.now())
    GuestLink.objects.create(table=following, token_hash="t", expires_at=timezone.now())
    for table in (old, following):
        talk.say(table.pk, ada, f"hello {table.pk}", timezone.now())
    as_staff.post(f"/admin/games/table/{following.pk}/delete/", {"post": "yes"})
    assert list(Table.objects.all()) == [old]
    assert Message.objects.count() == 1
    assert not HeldSeat.objects.exists()
    assert not GuestLink.objects.exists()
    store.forget()
    assert store.load(old.pk).next_table is None
    assert open_rematch(old.pk, ada, timezone.now()).pk != following.pk


def test_uploaded_records_can_be_deleted_and_not_added(as_staff: Client, ada: Player) -> None:
    upload = replays.store(ada, sample("leaflet-0"))
    assert upload.title in as_staff.get("/admin/games/uploadedrecord/").text
    assert as_staff.get("/admin/games/uploadedrecord/add/").status_code == HTTPStatus.FORBIDDEN
    as_staff.post(f"/admin/games/uploadedrecord/{upload.pk}/delete/", {"post": "yes"})
    assert not UploadedRecord.objects.exists()
