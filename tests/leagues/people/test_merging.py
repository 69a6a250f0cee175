"""A guest turns out to be a member: everything moves, and can move back."""

from decimal import Decimal
from http import HTTPStatus
from typing import Any

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import (
    Adjustment,
    Attendance,
    Entrant,
    Game,
    GameSeat,
    Merge,
    Rating,
    Role,
    Season,
    Session,
    Standing,
    Wish,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import adjustments, merging, players
from leagues.people.find import candidates_of
from leagues.sessions import seats, session_life
from leagues.setup import season_life
from leagues.sheets import results, stored
from leagues.sheets.stored import read_revision
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    sheet_of,
    texts_of,
)

pytestmark = pytest.mark.django_db

MOVED = (Attendance, Entrant, GameSeat, Adjustment, Wish)


@pytest.fixture
def guest() -> Player:
    return make_guest("Basile")


@pytest.fixture
def member() -> Player:
    return PlayerFactory.create(name="Basile Martin")


@pytest.fixture
def others() -> list[Player]:
    return PlayerFactory.create_batch(2)


def merge(season: Season, guest: Player, member: Player) -> Merge:
    return merging.merge(season.league, guest, member, PlayerFactory.create(), timezone.now())


def undo(merged: Merge) -> None:
    merging.undo(merged, PlayerFactory.create(), timezone.now())


def refused(season: Season, guest: Player, member: Player) -> LeagueErrorCode:
    with pytest.raises(LeagueError) as error:
        merge(season, guest, member)
    assert not Merge.objects.exists()
    return error.value.code


def all_rows() -> list[Any]:
    """What a merge moves, and what follows from it, without the ids of what was made anew."""
    own = [list(model._base_manager.order_by("pk").values()) for model in MOVED]
    games = Game.objects.select_related("sheet", "pending").order_by("pk")
    sheets = [
        [
            game.status,
            game.draft,
            *(each and read_revision(each) for each in (game.sheet, game.pending)),
        ]
        for game in games
    ]
    computed = [
        sorted(map(str, model.objects.values(*fields)))
        for model, fields in (
            (Standing, ("session", "player", "order", "place", "figure", "share", "form")),
            (Rating, ("player", "mu", "sigma", "games")),
        )
    ]
    return [own, sheets, computed]


def test_results_of_the_guest_become_the_members(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    first, second = make_session(season), make_session(season)
    play(first, guest, *others)
    play(second, member, *others)
    merge(season, guest, member)
    standing = Standing.objects.get(session=second, player=member)
    assert (standing.games, standing.wins) == (2, 2)
    assert not Standing.objects.filter(player=guest).exists()
    assert not GameSeat.objects.filter(player=guest).exists()


def test_the_history_of_the_game_says_so(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    game = play(make_session(season), guest, *others)
    merged = merge(season, guest, member)
    undo(merged)
    history = list(game.versions.order_by("number").values_list("did", flat=True))
    assert history == ["submitted", "confirmed", "merged", "parted"]


def test_who_has_the_old_sheet_open_is_late(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    game = play(make_session(season), guest, *others)
    merge(season, guest, member)
    with pytest.raises(LeagueError) as error:
        results.void(game, member, "twice", timezone.now())
    assert error.value.code is LeagueErrorCode.LATE


def test_two_who_played_in_one_game_are_not_one(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    play(make_session(season), guest, member, *others)
    assert refused(season, guest, member) is LeagueErrorCode.SHARED_GAME


def test_who_stood_in_for_the_other_is_not_the_other(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    game = make_game(make_session(season), [guest, *others])
    sheet = sheet_of([guest, *others], totals=[10, 20, 70], replaced=[member, None, None])
    results.submit(game, sheet, PlayerFactory.create(), timezone.now())
    assert refused(season, guest, member) is LeagueErrorCode.SHARED_GAME


def test_a_member_is_no_guest(season: Season, member: Player) -> None:
    assert refused(season, PlayerFactory.create(), member) is LeagueErrorCode.NOT_A_GUEST


def test_nobody_is_merged_into_themself(season: Season, guest: Player) -> None:
    assert refused(season, guest, guest) is LeagueErrorCode.SAME_PERSON


def test_a_merge_that_was_sent_twice_is_one(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    play(make_session(season), guest, *others)
    merge(season, guest, member)
    with pytest.raises(LeagueError) as error:
        merge(season, guest, member)
    assert error.value.code is LeagueErrorCode.LATE
    assert Merge.objects.count() == 1


def test_who_has_got_a_login_or_left_meanwhile_is_no_guest(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    play(make_session(season), guest, *others)
    seen = Player.objects.get(pk=guest.pk)
    guest.user = PlayerFactory.create().user
    Player.objects.filter(user=guest.user).exclude(pk=guest.pk).update(user=None)
    guest.save()
    assert refused(season, seen, member) is LeagueErrorCode.NOT_A_GUEST
    privacy.erase(guest)
    assert refused(season, seen, member) is LeagueErrorCode.NOT_A_GUEST


@pytest.mark.parametrize("refusing", ["guest", "member"])
def test_who_wanted_no_rating_as_either_has_none_as_both(
    season: Season, guest: Player, member: Player, others: list[Player], refusing: str
) -> None:
    second = season_life.plan_season(season.league, "Autumn", season.season_rules)
    season_life.open_season(second.pk, timezone.now())
    play(make_session(season), guest, *others)
    play(make_session(second), member, *others)
    who = guest if refusing == "guest" else member
    players.set_rated((season if who is guest else second).pk, who, who, is_rated=False)
    before = all_rows()
    merged = merge(season, guest, member)
    assert not Rating.objects.filter(player__in=[guest, member]).exists()
    assert not Entrant.objects.filter(player=member, is_rated=True).exists()
    undo(merged)
    assert all_rows() == before


def test_a_guest_who_came_again_after_the_merge_does_not_hinder_its_undoing(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    alone, both = make_session(season), make_session(season)
    now = timezone.now()
    for session, player in [(alone, guest), (both, guest), (both, member)]:
        session_life.arrive(session, player, now)
    seats.set_wish(season.pk, guest, others[0], Wish.Kind.APART)
    before = all_rows()
    merged = merge(season, guest, member)
    for session in (alone, both):
        session_life.arrive(session, guest, now)
    seats.set_wish(season.pk, guest, others[0], Wish.Kind.TOGETHER)
    undo(merged)
    assert all_rows() == before


def test_what_is_gone_meanwhile_does_not_come_back(
    season: Season, guest: Player, member: Player, others: list[Player], session: Session
) -> None:
    for player in (guest, member):
        session_life.arrive(session, player, timezone.now())
    seats.set_wish(season.pk, guest, others[0], Wish.Kind.APART)
    merged = merge(season, guest, member)
    session_life.leave(session, member, timezone.now())
    session_life.drop_session(session)
    privacy.erase(others[0])
    undo(merged)
    assert not Wish.objects.exists()
    assert season.entrants.filter(player=guest).exists()


def test_merges_of_the_same_people_are_undone_in_turn(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    other_guest = make_guest("Basil")
    play(make_session(season), guest, *others)
    first, second = merge(season, guest, other_guest), merge(season, other_guest, member)
    with pytest.raises(LeagueError) as error:
        undo(first)
    assert error.value.code is LeagueErrorCode.NOT_THE_LAST
    undo(second)
    undo(first)
    assert GameSeat.objects.filter(player=guest).exists()


def test_other_leagues_are_left_alone(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    for each in (season, make_season()):
        play(make_session(each), guest, *others)
    merge(season, guest, member)
    assert GameSeat.objects.filter(player=guest).count() == 1


def test_undone_everything_is_as_it_was(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    organizer, now = PlayerFactory.create(), timezone.now()
    first, second, third = (make_session(season) for _ in range(3))
    play(first, guest, *others)
    play(second, member, *others)
    play(third, *others, guest)
    waiting = make_game(third, [member, *others])
    drafted = make_game(third, [*others, guest])
    stored.save_draft(drafted, texts_of(guest, others[0]), organizer, "a-page", now)
    adjustments.adjust(third, guest, Decimal(-5), "Spilt coffee", organizer)
    for session, player in [(first, guest), (third, guest), (third, member)]:
        Attendance.objects.create(session=session, player=player, arrived_at=now)
    for first_one, second_one in [(guest, others[0]), (others[0], member), (guest, member)]:
        low, high = sorted((first_one, second_one), key=lambda player: player.pk)
        Wish.objects.create(season=season, first=low, second=high, kind=Wish.Kind.APART)
    before = all_rows()
    merged = merge(season, guest, member)
    assert all_rows() != before
    assert waiting.seats.filter(player=member).exists()
    assert not GameSeat.objects.filter(player=guest).exists()
    undo(merged)
    assert all_rows() == before
    with pytest.raises(LeagueError) as error:
        undo(merged)
    assert error.value.code is LeagueErrorCode.NOTHING_TO_UNDO


def test_a_sheet_corrected_since_goes_back_to_the_guest_too(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    game = play(make_session(season), guest, *others)
    merged = merge(season, guest, member)
    game.refresh_from_db()
    corrected = sheet_of([member, *others], totals=[12, 20, 70])
    results.correct(game, corrected, PlayerFactory.create(), "misread", timezone.now())
    undo(merged)
    assert game.seats.get(index=0).player == guest
    assert game.seats.get(index=0).heads == 12


def test_what_the_member_played_since_stays_theirs(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    play(make_session(season), guest, *others)
    merged = merge(season, guest, member)
    later = make_session(season)
    play(later, member, *others)
    undo(merged)
    games = dict(Standing.objects.filter(session=later).values_list("player", "games"))
    assert games == {guest.pk: 1, member.pk: 1, others[0].pk: 2, others[1].pk: 2}
    assert season.entrants.get(player=member).joined_from == 2


def test_what_is_set_aside_is_shown_nowhere(
    season: Season, guest: Player, member: Player, others: list[Player], session: Session
) -> None:
    for player in (guest, member):
        session_life.arrive(session, player, timezone.now())
    seats.set_wish(season.pk, guest, others[0], Wish.Kind.APART)
    seats.set_wish(season.pk, member, others[0], Wish.Kind.TOGETHER)
    merged = merge(season, guest, member)
    organizer = signed_in(make_member_with(Role.Kind.ORGANIZER, season.league))
    address = f"/leagues/{season.league.slug}/{season.number}/"
    for page in ("", "players/", "wishes/", f"sessions/{session.number}/"):
        answer = organizer.get(address + page)
        assert answer.status_code == HTTPStatus.OK
        assert guest.name not in answer.content.decode().replace(member.name, ""), page
    sessions = " ".join(organizer.get(f"{address}sessions/").content.decode().split())
    assert "1 person" in sessions
    assert candidates_of(session).names.get(guest.pk) is None
    undo(merged)
    assert set(candidates_of(session).here) == {guest.pk, member.pk}


def test_the_sheets_of_before_still_name_the_guest(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    game = play(make_session(season), guest, *others)
    merge(season, guest, member)
    game.refresh_from_db()
    first, now = game.revisions.all()
    assert [first.seats.get(index=0).player, now.seats.get(index=0).player] == [guest, member]
    assert game.sheet == now
    assert game.versions.get(number=2).sheet == first


def test_a_guest_who_came_again_is_merged_anew_once_the_first_merge_is_undone(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    play(make_session(season), guest, *others)
    merged = merge(season, guest, member)
    again = play(make_session(season), guest, *others)
    before = all_rows()
    with pytest.raises(LeagueError) as error:
        merge(season, guest, PlayerFactory.create())
    assert error.value.code is LeagueErrorCode.MERGED_ALREADY
    assert all_rows() == before
    undo(merged)
    merge(season, guest, member)
    assert not GameSeat.objects.filter(player=guest).exists()
    assert Standing.objects.get(session=again.session, player=member).games == 2
