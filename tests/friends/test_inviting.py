"""A host invites a member: a seat is kept for a while, and they sit down or decline in one tap."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, User
from games.friends import service as friends
from games.models import HeldSeat, Table, TableInvite
from games.play import playing
from games.seats import inviting, rematch, seating
from games.table import held_seats, store
from games.table.errors import TableError, TableErrorCode
from games.talk import service as talk
from tests.friends.company import (
    answer,
    come,
    do,
    invite,
    lobby,
    make_friends,
    profile,
    show_to,
)
from tests.games.addresses import url
from tests.games.rematch.rematches import ask, held_at
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.races import at_once
from tests.support.tables import open_table, people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

Code = TableErrorCode
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def table(ada: Player) -> Table:
    return open_table(ada, seats=2)


def seated(table: Table) -> set[Player | None]:
    return {seat.player for seat in table.seats.exclude(player=None)}


def refused(host: Player, table: Table, player: Player, after: timedelta = timedelta()) -> Code:
    with pytest.raises(TableError) as error:
        inviting.invite(table.pk, host, player.pk, timezone.now() + after)
    return error.value.code


# --- As it should go -------------------------------------------------------------------


def test_the_invited_sits_down_in_one_tap(
    ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    page = invite(ada, table, ben)
    assert "Invited: a seat is kept for them for a while." in page
    assert f"{ada.name} invites you to {table.name} A seat is kept for you." in lobby(ben)
    assert "You are invited" not in lobby(cleo)
    assert f"A seat is kept free for {ben.name} for a few minutes." in words(
        html_of(signed_in(cleo).get(url("table", table)))
    )
    # The only free seat is his.
    assert "The free seats are kept for others." in answer(cleo, table, "sit")
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben}
    assert "You are invited" not in lobby(ben)
    assert held_at(table) == set()


def test_the_cards_of_a_table_to_which_people_were_invited_are_dealt_by_its_host(
    ada: Player, ben: Player, table: Table
) -> None:
    page = invite(ada, table, ben)
    assert "as soon as everybody is back" not in page
    answer(ben, table, "sit")
    assert Table.objects.get(pk=table.pk).status == Table.Status.OPEN


def test_a_private_table_is_found_by_its_invitation(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=3, visibility="private")
    assert url("table", table) not in signed_in(ben).get(reverse("games:lobby")).text
    invite(ada, table, ben)
    assert url("table", table) in signed_in(ben).get(reverse("games:lobby")).text
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben}


def test_who_declines_frees_the_seat_and_is_not_asked_again_for_an_hour(
    ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    invite(ada, table, ben)
    answer(ben, table, "decline_invite")
    answer(ben, table, "decline_invite")
    assert "You are invited" not in lobby(ben)
    assert held_at(table) == set()
    assert refused(ada, table, ben) is Code.NOT_TO_INVITE
    # Nor to another table of hers.
    assert refused(ada, open_table(ada, seats=2), ben) is Code.NOT_TO_INVITE
    assert refused(ada, table, ben, 59 * MINUTE) is Code.NOT_TO_INVITE
    inviting.invite(table.pk, ada, ben.pk, timezone.now() + 61 * MINUTE)
    assert "You are invited" in lobby(ben)


def test_the_seat_is_free_after_five_minutes_and_the_invitation_stays(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = open_table(ada, seats=3)
    now = timezone.now()
    inviting.invite(table.pk, ada, ben.pk, now)
    rematch.release_expired(now + 4 * MINUTE)
    assert held_at(table) == {ben}
    rematch.release_expired(now + 5 * MINUTE)
    assert held_at(table) == set()
    assert f"{ada.name} invites you to {table.name} Sit down" in lobby(ben)
    seating.sit(table.pk, cleo)
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben, cleo}


def test_the_host_deals_without_waiting(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, cleo, seats=3)
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    seating.start(table.pk, ada, timezone.now())
    assert "You are invited" not in lobby(ben)
    assert held_at(table) == set()
    assert "The game has started already." in answer(ben, table, "sit")
    answer(ben, table, "decline_invite")


def test_the_host_gives_the_seat_away_and_the_invited_may_sit_where_one_is_free(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=2, visibility="private")
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    page = signed_in(ada).get(url("table", table)).text
    assert f"Do not wait for {ben.name}" in words(page)
    signed_in(ada).post(url("release", table), {"player": ben.pk})
    assert held_at(table) == set()
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben}


def test_who_was_sent_away_may_be_invited_back(ada: Player, ben: Player) -> None:
    table = open_table(ada, ben, seats=3, visibility="private")
    seating.empty_seat(table.pk, ada, 1)
    assert "does not keep a seat for you" in answer(ben, table, "sit")
    invite(ada, table, ben)
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben}


def test_by_correspondence_a_seat_is_kept_as_long_as_a_choice_may_take(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, seats=2, time_per_choice=86_400)
    now = timezone.now()
    inviting.invite(table.pk, ada, ben.pk, now)
    assert HeldSeat.objects.get().until == now + 24 * HOUR
    assert f"A seat is kept free for {ben.name} until" in words(
        signed_in(ada).get(url("table", table)).text
    )


def test_the_lobby_invites_to_the_newest_table_of_the_host(
    ada: Player, ben: Player, table: Table
) -> None:
    make_friends(ada, ben)
    come(ben)
    newest = open_table(ada, seats=3)
    page = signed_in(ada).get(reverse("games:lobby")).text
    assert reverse("games:invite", args=[newest.code]) in page
    assert reverse("games:invite", args=[table.code]) not in page
    after = invite(ada, newest, ben, lobby="")
    assert f"{ben.name} friend invited" in after
    assert reverse("games:invite", args=[newest.code]) not in lobby(ben)


def test_the_page_of_a_table_leads_its_host_to_friends_and_who_is_here(
    ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    make_friends(ada, ben)
    show_to(cleo, "members")
    come(cleo)
    address = f"{url('table', table)}?invite"
    assert f'href="{address}#invite"' in signed_in(ada).get(url("table", table)).text
    page = words(html_of(signed_in(ada).get(address)))
    assert f"{cleo.name} here Invite" in page
    assert f"{ben.name} Invite" in page


def test_on_a_profile_a_host_invites_anybody(ada: Player, ben: Player, table: Table) -> None:
    assert f"Invite to “{table.name}”" in profile(ada, ben)
    assert "Invite to" not in profile(ben, ada)
    invite(ada, table, ben)
    assert "Invite to" not in profile(ada, ben)


# --- Limits ----------------------------------------------------------------------------


def test_no_more_people_are_invited_than_seats_are_free(
    ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    assert refused(ada, table, cleo) is Code.SEAT_HELD
    seating.sit(table.pk, ben)
    assert refused(ada, table, cleo) is Code.FULL
    assert refused(ada, table, ben) is Code.SEATED_ALREADY


def test_the_host_alone_invites_also_the_one_after_them(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = open_table(ada, ben, seats=4)
    address = reverse("games:invite", args=[table.code])
    for who in (ben, cleo):
        sent = signed_in(who).post(address, {"player": cleo.pk})
        assert sent.status_code == HTTPStatus.FORBIDDEN
    assert refused(ben, table, cleo) is Code.NOT_HOST
    inviting.invite(table.pk, ada, cleo.pk, timezone.now())
    seating.leave(table.pk, ada, timezone.now())
    assert "You are invited" in lobby(cleo)
    inviting.invite(table.pk, ben, cleo.pk, timezone.now())


def test_nobody_invites_to_a_table_that_plays_or_is_over(ada: Player, ben: Player) -> None:
    table = start_table(ada, bots=1)
    assert refused(ada, table, ben) is Code.NOT_OPEN
    playing.abandon(table.pk, ada, timezone.now())
    assert refused(ada, table, ben) is Code.CLOSED


def test_nobody_is_invited_who_cannot_come(ada: Player, table: Table) -> None:
    nobody, out, gone = people(3)
    User.objects.filter(player=out).update(is_active=False)
    privacy.erase(gone)
    Player.objects.filter(pk=nobody.pk).delete()
    for player in (nobody, out, gone):
        player.pk = player.pk or 0
        assert refused(ada, table, player) is Code.NOT_TO_INVITE
    assert not TableInvite.objects.exists()


def test_whom_one_has_hidden_cannot_invite(ada: Player, ben: Player, table: Table) -> None:
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    talk.mute(ben, ada)
    assert "You are invited" not in lobby(ben)
    assert refused(ada, table, ben) is Code.NOT_TO_INVITE
    assert "This person cannot be invited at the moment." in invite(ada, table, ben)


def test_a_host_waits_for_ten_answers_at_most(ada: Player) -> None:
    guests, now = people(11), timezone.now()
    tables = [open_table(ada, seats=9), open_table(ada, seats=9)]
    for number, player in enumerate(guests[:10]):
        inviting.invite(tables[number % 2].pk, ada, player.pk, now)
    assert refused(ada, tables[0], guests[10]) is Code.TOO_MANY_INVITES
    # Who sits or has said no has answered.
    seating.sit(tables[0].pk, guests[0])
    inviting.invite(tables[0].pk, ada, guests[10].pk, now)


def test_of_many_invitations_the_lobby_shows_the_newest_ten(ada: Player) -> None:
    now = timezone.now()
    tables = [
        open_table(host, seats=2, name=f"T{number}") for number, host in enumerate(people(11))
    ]
    for number, table in enumerate(tables):
        assert table.host
        inviting.invite(table.pk, table.host, ada.pk, now + number * MINUTE)
    found = [one.table for one in inviting.invited_to(ada, now)]
    assert found == [f"T{number}" for number in range(10, 0, -1)]


def test_one_member_is_called_to_three_tables_of_a_host_an_hour(ada: Player, ben: Player) -> None:
    now = timezone.now()
    for _time in range(3):
        table = open_table(ada, seats=2)
        inviting.invite(table.pk, ada, ben.pk, now)
        seating.leave(table.pk, ada, now)
    table = open_table(ada, seats=2)
    assert refused(ada, table, ben) is Code.NOT_TO_INVITE
    inviting.invite(table.pk, ada, ben.pk, now + HOUR + MINUTE)


def test_invited_once_more_one_is_kept_a_seat_and_not_told_again(
    ada: Player, ben: Player, table: Table
) -> None:
    now = timezone.now()
    inviting.invite(table.pk, ada, ben.pk, now)
    inviting.invite(table.pk, ada, ben.pk, now + 3 * MINUTE)
    assert HeldSeat.objects.get().until == now + 3 * MINUTE + held_seats.HELD_FOR
    assert TableInvite.objects.get().at == now


# --- What may come between -------------------------------------------------------------


def test_two_invite_each_other_at_the_same_moment(ada: Player, ben: Player) -> None:
    tables, now = [open_table(ada, seats=2), open_table(ben, seats=2)], timezone.now()
    done = at_once(
        lambda: inviting.invite(tables[0].pk, ada, ben.pk, now),
        lambda: inviting.invite(tables[1].pk, ben, ada.pk, now),
    )
    assert done == [None, None]
    for reader in (ada, ben):
        assert "You are invited" in lobby(reader)


def test_two_invite_for_the_last_seat_at_the_same_moment(
    ada: Player, ben: Player, cleo: Player, table: Table
) -> None:
    now = timezone.now()
    done = at_once(
        lambda: inviting.invite(table.pk, ada, ben.pk, now),
        lambda: inviting.invite(table.pk, ada, cleo.pk, now),
    )
    assert sorted(type(each).__name__ for each in done) == ["NoneType", "TableError"]
    assert HeldSeat.objects.count() == TableInvite.objects.count() == 1


def test_a_table_that_is_closed_invites_nobody(ada: Player, ben: Player, table: Table) -> None:
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    seating.leave(table.pk, ada, timezone.now())
    assert "You are invited" not in lobby(ben)
    assert "This table is closed." in answer(ben, table, "sit")


def test_who_comes_back_after_a_week_finds_no_old_invitation(
    ada: Player, ben: Player, table: Table
) -> None:
    now = timezone.now()
    inviting.invite(table.pk, ada, ben.pk, now)
    assert inviting.forget_old(now + 7 * 24 * HOUR) == 0
    assert inviting.forget_old(now + 7 * 24 * HOUR + MINUTE) == 1
    assert "You are invited" not in lobby(ben)


def test_who_is_a_friend_no_more_is_still_invited(ada: Player, ben: Player, table: Table) -> None:
    make_friends(ada, ben)
    inviting.invite(table.pk, ada, ben.pk, timezone.now())
    do(ben, ada, "end")
    assert friends.standing_with(ada, ben) == ""
    answer(ben, table, "sit")
    assert seated(table) == {ada, ben}


def test_nothing_waits_for_who_leaves_the_club(ada: Player, ben: Player, cleo: Player) -> None:
    table = open_table(ada, seats=4)
    for player in (ben, cleo):
        inviting.invite(table.pk, ada, player.pk, timezone.now())
    privacy.erase(ben)
    assert held_at(table) == {cleo}
    assert [one.player for one in TableInvite.objects.all()] == [cleo]
    privacy.erase(ada)
    assert "You are invited" not in lobby(cleo)
    assert not TableInvite.objects.exists()


def test_among_people_who_play_again_somebody_else_may_be_invited(
    ada: Player, ben: Player, cleo: Player
) -> None:
    table = start_table(ada, ben)
    play_to_the_end(table)
    following = ask(table, ada)
    # Both seats are taken or kept: Cleo gets the one of Ben, once he declines.
    assert refused(ada, following, cleo) is Code.SEAT_HELD
    rematch.decline(table.pk, ben)
    inviting.invite(following.pk, ada, cleo.pk, timezone.now())
    assert store.fresh(table.pk).next_table.held == frozenset({cleo.pk})
    seating.sit(following.pk, cleo)
    assert Table.objects.get(pk=following.pk).status == Table.Status.PLAYING
