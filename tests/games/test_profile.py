"""The profile of a person: what it tells, and to whom."""

import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, ProfileFor, User
from games.lobby.history import variants_in
from games.lobby.profile import (
    MOST_GAMES,
    Met,
    Played,
    Profile,
    achievements_of,
    form_of,
    profile_of,
    summed_up,
)
from games.models import Seat, Table
from games.rules.options import Ending, Options, Variant
from tests.factories import PlayerFactory
from tests.pages.tables import words
from tests.support.clients import html_of, signed_in
from tests.support.tables import named, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()


def finished(
    *places: tuple[Player | None, int], options: Options | None = None, **plan: Any
) -> Table:
    """A finished game; places: who (None: a bot), and with which rank: ten heads for each."""
    made: dict[str, Any] = {
        "options": (options or Options()).to_json(),
        "status": Table.Status.FINISHED,
        "ended_at": NOW,
    }
    table = Table.objects.create(**made | plan)
    for index, (player, rank) in enumerate(places):
        Seat.objects.create(
            table=table,
            index=index,
            player=player,
            bot="" if player else "gap",
            name=player.name if player else "Bot",
            heads=10 * rank,
            rank=rank,
            rounds=2,
        )
    return table


def told(**values: Any) -> dict[str, Any]:
    """Highlights of a seat as they are stored."""
    usual = {"best": [2, 1], "worst": [9, 2], "sixths": 0, "given_55": None, "came_back": False}
    return usual | values


def tell(table: Table, player: Player, **values: Any) -> Table:
    Seat.objects.filter(table=table, player=player).update(highlights=told(**values))
    return table


def names_of(games: list[Played]) -> list[str]:
    return [each.name for each in achievements_of(games)]


def game(rank: int = 2, seats: int = 4, **values: Any) -> Played:
    """A game of the person; values: highlights that differ from usual ones."""
    return Played("abc", NOW, {}, "bulls", seats, 20, rank, 2, told(**values))


def seen_by(reader: Player | None, player: Player) -> Profile:
    return profile_of(player, Table.objects.listed_for(reader), NOW)


def page_of(player: Player) -> str:
    return reverse("games:profile", args=[player.pk])


def open_to(player: Player, audience: ProfileFor) -> None:
    User.objects.filter(player=player).update(profile_for=audience)


def test_a_profile_sums_up_the_finished_games_against_people() -> None:
    ada, ben, cleo = named("Ada", "Ben", "Cleo")
    finished((ada, 1), (ben, 2), (cleo, 3))
    finished((ada, 3), (ben, 1), (None, 2))
    finished((ada, 1), (cleo, 1))
    profile = seen_by(ben, ada)
    assert (profile.figures.games, profile.figures.wins) == (3, 2)
    assert profile.figures.places == (2, 0, 1)
    # 10, 30 and 10 heads in two rounds each.
    assert profile.figures.heads_per_round == pytest.approx(50 / 6)
    assert profile.met == [Met(ben, 2, ahead=1, behind=1), Met(cleo, 2, ahead=1, behind=0)]


def test_games_against_bots_alone_and_the_ox_are_left_out() -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (None, 2))
    finished((ada, 1), (ben, 1), options=Options(variant=Variant.OX))
    profile = seen_by(ada, ada)
    assert (profile.figures.games, profile.met, profile.form) == (0, [], [])


def test_a_game_that_was_broken_off_or_goes_on_is_left_out() -> None:
    ada, ben = named("Ada", "Ben")
    for status in (Table.Status.ABANDONED, Table.Status.PLAYING):
        Table.objects.filter(pk=finished((ada, 1), (ben, 2)).pk).update(status=status)
    assert seen_by(ada, ada).figures.games == 0


def test_a_sealed_game_stays_out_until_its_day_is_over() -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (ben, 2), sealed_until=NOW + timedelta(hours=1))
    assert seen_by(ada, ada).figures.games == 0
    finished((ada, 1), (ben, 2), sealed_until=NOW)
    assert seen_by(ada, ada).figures.games == 1


def test_each_reader_is_told_of_the_games_that_they_may_find() -> None:
    ada, ben, cleo = named("Ada", "Ben", "Cleo")
    for visibility in Table.Visibility:
        finished((ada, 1), (ben, 2), visibility=visibility)
    counts = [seen_by(reader, ada).figures.games for reader in (ada, ben, cleo, None)]
    assert counts == [3, 3, 2, 1]
    assert [seen_by(reader, ada).met[0].games for reader in (ada, cleo, None)] == [3, 2, 1]


def test_the_form_is_of_the_last_twenty_games_the_newest_on_the_right() -> None:
    ada, ben, cleo = named("Ada", "Ben", "Cleo")
    for days in range(25):
        finished((ada, 1), (ben, 2), (cleo, 3), ended_at=NOW - timedelta(days=days + 1))
    finished((ada, 2), (ben, 1), (cleo, 3))
    form = seen_by(ada, ada).form
    assert len(form) == 20
    assert [bar.x for bar in form[:3]] == [0, 13, 26]
    # Half of the others were behind in the newest, all of them in those before.
    assert [(bar.rank, bar.height) for bar in form[-2:]] == [(1, 36), (2, 18)]


def test_the_last_place_is_a_bar_that_can_be_seen() -> None:
    last = Played("abc", NOW, {}, "bulls", seats=4, heads=66, rank=4, rounds=3)
    assert form_of([last]) == [(0, 1, 4, 4)]


def test_rounds_that_are_not_known_count_for_no_mean() -> None:
    games = [
        Played("abc", NOW, {}, "bulls", seats=2, heads=heads, rank=1, rounds=rounds)
        for heads, rounds in ((66, None), (10, 4))
    ]
    assert summed_up(games).heads_per_round == 2.5
    assert summed_up(games[:1]).heads_per_round is None


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (Options(), ["base"]),
        (Options(variant=Variant.SPECIAL), ["special"]),
        (Options(known_cards=True, draft=True), ["known_cards", "draft"]),
        (Options(mountain=True), ["mountain"]),
        (Options(ending=Ending.ELIMINATION), ["elimination"]),
    ],
)
def test_rules_are_named_as_they_are_searched(options: Options, names: list[str]) -> None:
    assert variants_in(options.to_json()) == names


def test_rules_and_decks_come_the_most_frequent_first() -> None:
    ada, ben = named("Ada", "Ben")
    for deck in ("ducks", "ducks", "bulls"):
        finished((ada, 1), (ben, 2), deck=deck, options=Options(draft=deck == "ducks"))
    profile = seen_by(ada, ada)
    assert profile.decks == [("Ducks", 2), ("Bulls", 1)]
    assert profile.variants == [("Draft", 2), ("Base game", 1)]


def test_who_has_left_is_not_named_and_has_no_profile() -> None:
    ada, ben, cleo = named("Ada", "Ben", "Cleo")
    finished((ada, 1), (ben, 2), (cleo, 3))
    privacy.erase(ben)
    assert [met.player for met in seen_by(ada, ada).met] == [cleo]
    assert signed_in(ada).get(page_of(ben)).status_code == HTTPStatus.NOT_FOUND


def test_guests_of_a_table_are_not_named_and_have_no_profile() -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (ben, 2))
    Player.every.filter(pk=ben.pk).update(is_table_guest=True)
    assert seen_by(ada, ada).met == []
    assert signed_in(ada).get(page_of(ben)).status_code == HTTPStatus.NOT_FOUND


def test_who_only_plays_on_paper_has_no_profile(ada: Player) -> None:
    ben = Player.objects.create(name="Ben")
    assert signed_in(ada).get(page_of(ben)).status_code == HTTPStatus.NOT_FOUND


def test_another_name_is_shown_at_once() -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (ben, 2))
    Player.objects.filter(pk=ben.pk).update(name="Benedict")
    assert "Benedict" in html_of(signed_in(ada).get(page_of(ada)))


@pytest.mark.parametrize(
    ("audience", "member_sees", "stranger"),
    [
        (ProfileFor.ME, False, HTTPStatus.FOUND),
        (ProfileFor.MEMBERS, True, HTTPStatus.FOUND),
        (ProfileFor.ALL, True, HTTPStatus.OK),
    ],
)
def test_a_person_chooses_who_sees_their_profile(
    audience: ProfileFor, member_sees: bool, stranger: HTTPStatus
) -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (ben, 2), visibility=Table.Visibility.PUBLIC)
    open_to(ada, audience)
    page = html_of(signed_in(ben).get(page_of(ada)))
    assert ("Heads per round" in page) is member_sees
    assert ("This profile is not shown to others." in page) is not member_sees
    assert Client().get(page_of(ada)).status_code == stranger
    assert "Heads per round" in html_of(signed_in(ada).get(page_of(ada)))


def test_a_stranger_does_not_learn_who_is_a_member() -> None:
    ada = PlayerFactory.create()
    there, nobody = (Client().get(f"/members/{pk}/") for pk in (ada.pk, ada.pk + 99999))
    assert there.status_code == nobody.status_code == HTTPStatus.FOUND


@pytest.mark.parametrize("number", ["0", "9" * 19, "9" * 400])
def test_a_number_that_nobody_has_is_no_profile(ada: Player, number: str) -> None:
    assert signed_in(ada).get(f"/members/{number}/").status_code == HTTPStatus.NOT_FOUND


def test_one_sees_the_own_profile_as_others_do() -> None:
    ada, ben = named("Ada", "Ben")
    for visibility in Table.Visibility:
        finished((ada, 1), (ben, 2), visibility=visibility)
    open_to(ada, ProfileFor.ALL)
    browser = signed_in(ada)
    shown = [browser.get(page_of(ada), {"as": each}) for each in ("", "members", "all", "me")]
    assert [each.context["profile"].figures.games for each in shown] == [3, 2, 1, 3]
    # Nobody else may choose as whom they look.
    assert signed_in(ben).get(page_of(ada), {"as": "all"}).context["profile"].figures.games == 3


def test_the_preview_hides_what_is_hidden() -> None:
    ada, ben = named("Ada", "Ben")
    finished((ada, 1), (ben, 2), visibility=Table.Visibility.PUBLIC)
    open_to(ada, ProfileFor.MEMBERS)
    browser = signed_in(ada)
    assert browser.get(page_of(ada), {"as": "members"}).context["profile"] is not None
    assert browser.get(page_of(ada), {"as": "all"}).context["profile"] is None
    open_to(ada, ProfileFor.ME)
    assert browser.get(page_of(ada), {"as": "members"}).context["profile"] is None


def test_who_has_not_played_yet_is_told_what_will_be_here(ada: Player, ben: Player) -> None:
    own = words(html_of(signed_in(ada).get(page_of(ada))))
    assert "Games that you have finished against other people appear here." in own
    other = words(html_of(signed_in(ben).get(page_of(ada))))
    assert "No finished game against other people can be seen here." in other


def test_the_own_games_lead_to_the_profile(ada: Player) -> None:
    assert page_of(ada) in html_of(signed_in(ada).get(reverse("games:past")))


def test_more_games_take_no_more_statements() -> None:
    ada, ben = named("Ada", "Ben")
    counts = []
    for _ in range(2):
        for _ in range(5):
            finished((ada, 1), (ben, 2))
        with CaptureQueriesContext(connection) as asked:
            seen_by(ben, ada)
        counts.append(len(asked))
    assert counts == [3, 3]


def test_the_oldest_of_very_many_games_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GAMES == 5000
    monkeypatch.setattr("games.lobby.profile.MOST_GAMES", 2)
    ada, ben = named("Ada", "Ben")
    finished((ada, 2), (ben, 1), ended_at=NOW - timedelta(days=1))
    for _ in range(2):
        finished((ada, 1), (ben, 2))
    profile = seen_by(ada, ada)
    assert profile.is_cut
    assert profile.figures.places == (2,)


def test_the_best_and_the_worst_round_lead_to_their_replay() -> None:
    ada, ben = named("Ada", "Ben")
    old = tell(finished((ada, 1), (ben, 2)), ada, best=[1, 2], worst=[30, 1])
    new = tell(finished((ada, 1), (ben, 2)), ada, best=[1, 3], worst=[29, 2])
    finished((ada, 1), (ben, 2))
    profile = seen_by(ben, ada)
    assert profile.best == (1, NOW, f"/tables/{new.code}/replay/?turn=3.1")
    assert profile.worst == (30, NOW, f"/tables/{old.code}/replay/?turn=1.1")
    assert profile.to_read == 1
    page = words(html_of(signed_in(ben).get(page_of(ada))))
    assert "Best round: 1 head " in page
    assert "Worst round: 30 heads " in page
    assert "1 game is still to be read." in page


def test_where_no_log_can_be_read_no_round_is_told() -> None:
    ada, ben = named("Ada", "Ben")
    table = finished((ada, 2), (ben, 1))
    Seat.objects.filter(table=table).update(highlights={})
    profile = seen_by(ada, ada)
    assert (profile.best, profile.worst, profile.to_read) == (None, None, 0)
    assert profile.achievements == []


@pytest.mark.parametrize(
    ("games", "names"),
    [
        ([game()], []),
        ([game(best=[0, 3])], ["A round without a head"]),
        ([game(given_55=[2, 4])], ["Laid the 55, and somebody else took it"]),
        ([game(rank=1, came_back=True)], ["Won after being last at half-time"]),
        ([game(rank=1, seats=6)], ["Won against at least five others"]),
        ([game(rank=1, seats=5)], []),
        ([game(rank=2, seats=6)], []),
        ([game(rank=1)] * 3, ["Three wins in a row"]),
        ([game(rank=1), game(rank=1), game(), game(rank=1)], []),
        ([game(sixths=6), game(sixths=4)], ["Ten sixth cards on one day"]),
        ([game(sixths=6), game(sixths=3)], []),
        ([game(sixths=6)._replace(ended_at=NOW - timedelta(days=1)), game(sixths=6)], []),
    ],
)
def test_what_was_reached_is_told(games: list[Played], names: list[str]) -> None:
    assert names_of(games) == names


def test_an_achievement_leads_to_where_it_was_reached_first() -> None:
    first = NOW - timedelta(days=2)
    older = game(best=[0, 3], given_55=[2, 4])._replace(code="old", ended_at=first)
    assert achievements_of([game(best=[0, 1], given_55=[1, 1]), older]) == [
        ("A round without a head", first, "/tables/old/replay/?turn=3.1"),
        ("Laid the 55, and somebody else took it", first, "/tables/old/replay/?turn=2.4"),
    ]


def test_a_private_game_gives_others_no_achievement() -> None:
    ada, ben, cleo = named("Ada", "Ben", "Cleo")
    table = finished((ada, 1), (ben, 2), visibility=Table.Visibility.PRIVATE)
    tell(table, ada, best=[0, 1])
    finished((ada, 1), (ben, 2))
    assert len(seen_by(ben, ada).achievements) == 1
    assert table.code not in html_of(signed_in(cleo).get(page_of(ada)))
    assert seen_by(cleo, ada).achievements == []


def test_the_result_of_a_table_leads_to_the_profiles_of_members(ada: Player, ben: Player) -> None:
    table = start_table(ada, ben, bots=1, options=Options(max_rounds=1))
    play_to_the_end(table)
    result = html_of(signed_in(ada).get(table.get_absolute_url()))
    linked = re.findall(r'href="(/members/\d+/)"', result.partition('class="result"')[2])
    assert sorted(linked) == sorted([page_of(ada), page_of(ben)])
    privacy.erase(ben)
    result = html_of(signed_in(ada).get(table.get_absolute_url()))
    assert page_of(ben) not in result
