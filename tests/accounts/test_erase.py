"""Somebody leaves: their login and their name go for good, their results stay."""

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts import privacy
from accounts.models import Invitation, Player, User
from games.live.regions import look_of
from games.models import Seat, Table
from games.page.facts import draw_facts, facts_of
from games.play import playing
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.table import archive, store
from tests.factories import InvitationFactory, PlayerFactory
from tests.support.clients import signed_in
from tests.support.commands import said_by
from tests.support.tables import open_table, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Cunégonde Vaillant"


@pytest.fixture
def leaver() -> Player:
    return PlayerFactory.create(name=NAME)


def test_the_login_is_gone_and_the_player_stays(leaver: Player) -> None:
    user = leaver.user
    privacy.erase(leaver)
    leaver.refresh_from_db()
    assert leaver.user is None
    assert not User.objects.filter(pk=user.pk).exists()
    assert leaver.erased_at is not None


def test_the_name_becomes_former_member_in_the_language_of_the_reader(leaver: Player) -> None:
    privacy.erase(leaver)
    with override("en"):
        assert Player.objects.get(pk=leaver.pk).name == "former player"
        assert list(Player.objects.values_list("name", flat=True)) == ["former player"]
    with override("de"):
        leaver.refresh_from_db()
        assert leaver.name != NAME


def test_saving_a_former_member_does_not_write_the_words_down(leaver: Player) -> None:
    privacy.erase(leaver)
    found = Player.objects.get(pk=leaver.pk)
    found.save()
    assert '"name": "|"' in serializers.serialize("json", Player.objects.all())


def test_nothing_in_the_database_tells_who_it_was(leaver: Player) -> None:
    email = leaver.user.email
    other = PlayerFactory.create(name="Oliver")
    InvitationFactory.create(for_player=leaver, note=NAME)
    table = start_table(leaver, other)
    Table.objects.filter(pk=table.pk).update(name=f"{NAME}’s table")
    play_to_the_end(table)
    open_table(other, leaver)
    signed_in(leaver).get("/members/profile/")
    privacy.erase(leaver)
    kept = said_by("dumpdata")
    assert "gonde" not in kept
    assert email not in kept
    assert "Oliver" in kept


def test_a_finished_table_keeps_its_result_and_a_record_that_can_be_checked(leaver: Player) -> None:
    other = PlayerFactory.create()
    table = start_table(leaver, other)
    before = play_to_the_end(table)
    recorded = archive.record_of(before, None)
    privacy.erase(leaver)
    after = store.fresh(table.pk)
    assert [seat.name for seat in after.seats] == ["former player", other.name]
    record = archive.record_of(after, None)
    assert list(replay(parse_record(record)).totals) == record["totals"]
    assert record["fairness"] is None
    assert record["rounds"] == recorded["rounds"]
    assert record["totals"] == recorded["totals"]
    assert list(Seat.objects.values_list("rank", flat=True).order_by("index")) == record["ranks"]


def test_the_texts_of_such_a_table_are_not_shown_any_more(leaver: Player) -> None:
    table = start_table(leaver, PlayerFactory.create())
    play_to_the_end(table)
    privacy.erase(leaver)
    ended = store.fresh(table.pk)
    html = draw_facts(look_of("en", "bulls"), facts_of(ended))
    assert ended.server_seed
    assert ended.server_seed not in html
    assert not any(seat.client_seed and seat.client_seed in html for seat in ended.seats)


def test_the_bot_plays_on_for_who_left(leaver: Player) -> None:
    table = start_table(leaver, PlayerFactory.create())
    privacy.erase(leaver)
    snapshot = store.fresh(table.pk)
    assert snapshot.away[0]
    assert snapshot.seats[0].name == "former player"


def test_a_game_that_ends_later_forgets_the_text_then(leaver: Player) -> None:
    other = PlayerFactory.create()
    table = start_table(leaver, other)
    privacy.erase(leaver)
    playing.abandon(table.pk, leaver, timezone.now())
    assert "gonde" not in said_by("dumpdata")
    assert archive.record_of(store.fresh(table.pk), None)["fairness"] is None


def test_a_seat_at_an_open_table_is_free_again(leaver: Player) -> None:
    other = PlayerFactory.create()
    table = open_table(other, leaver, seats=3)
    privacy.erase(leaver)
    assert [seat.is_free for seat in store.fresh(table.pk).seats] == [False, True, True]
    assert Table.objects.get(pk=table.pk).status == Table.Status.OPEN


def test_no_link_lets_anybody_in_as_this_person(leaver: Player) -> None:
    guest = PlayerFactory.create(user=None, name="Paper")
    invitation = InvitationFactory.create(for_player=guest)
    privacy.erase(guest)
    assert Invitation.objects.get(pk=invitation.pk).state is Invitation.State.REVOKED


def test_erasing_twice_changes_nothing(leaver: Player) -> None:
    privacy.erase(leaver)
    leaver.refresh_from_db()
    first = leaver.erased_at
    privacy.erase(leaver)
    leaver.refresh_from_db()
    assert leaver.erased_at == first


def test_a_sign_in_of_who_was_erased_does_not_stand_any_more(leaver: Player) -> None:
    browser: Client = signed_in(leaver)
    privacy.erase(leaver)
    assert browser.get("/members/profile/").status_code == 302


def test_the_admin_pages_give_no_new_name_to_who_was_erased(
    leaver: Player, as_staff: Client
) -> None:
    address = reverse("admin:accounts_player_change", args=[leaver.pk])
    assert as_staff.get(address).status_code == 200
    privacy.erase(leaver)
    assert as_staff.post(address, {"name": NAME}).status_code == 403


def test_of_a_guest_on_paper_no_account_is_said_to_be_deleted(leaver: Player) -> None:
    guest = PlayerFactory.create(user=None, name="Zoé")
    organizer = signed_in(PlayerFactory.create(is_organizer=True))
    account = "The account with its email address"
    for player, is_told in ((leaver, True), (guest, False)):
        page = organizer.get(reverse("accounts:erase", args=[player.pk])).content.decode()
        assert (account in page) is is_told
        assert "The name becomes" in page
