"""A guest turns out to be a member: everything moves, and can move back."""

from decimal import Decimal
from typing import Any

import pytest
from django.core import serializers
from django.utils import timezone

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import (
    Adjustment,
    Attendance,
    Entrant,
    Game,
    GameSeat,
    Merge,
    Rating,
    Season,
    Standing,
    Wish,
)
from leagues.services import adjustments, drafts, merging, results
from leagues.services.moving import remove, restore
from leagues.typed_sheet import TypedColumn, TypedSheet
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_guest, make_season, make_session, play, sheet_of

pytestmark = pytest.mark.django_db

MOVED = (Attendance, Entrant, GameSeat, Adjustment, Wish)


@pytest.fixture
def season() -> Season:
    return make_season()


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
    own = [list(model.objects.order_by("pk").values()) for model in MOVED]
    sheets = list(Game.objects.order_by("pk").values("sheet", "pending", "draft", "status"))
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


def test_other_leagues_are_left_alone(
    season: Season, guest: Player, member: Player, others: list[Player]
) -> None:
    elsewhere = make_season()
    play(make_session(elsewhere), guest, *others)
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
    typed = TypedSheet(columns=(TypedColumn(str(guest.pk)), TypedColumn(str(others[0].pk))))
    drafts.save_draft(drafted, typed, organizer, "a-page", now)
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


def test_a_row_taken_away_comes_back_with_its_id(season: Season, guest: Player) -> None:
    entrant = Entrant.objects.create(season=season, player=guest, joined_from=4)
    before = serializers.serialize("json", Entrant.objects.all())
    restore(remove(Entrant.objects.filter(pk=entrant.pk)))
    assert serializers.serialize("json", Entrant.objects.all()) == before
