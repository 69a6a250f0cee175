"""Statistics of the club: what is stored of which games, and who sees what."""

import csv
from http import HTTPStatus
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, ProfileFor, User
from games.lobby import statistics as lobby_statistics
from games.lobby.statistics import Statistics, bars_of, statistics_of
from games.models import ActionLog, GameExtremes, GameSums, Seat, Table
from games.play import game_figures, highlights
from games.play.game_figures import count_missing
from games.rules.options import Options
from games.signals import tidying
from tests.support.clients import html_of, signed_in
from tests.support.commands import said_by
from tests.support.tables import named, play_to_the_end, start_table

PAGE = "games:statistics"
SHORT = Options(max_rounds=2)


def test_bars_keep_their_texts_apart() -> None:
    few = bars_of([("2", 5.0), ("3", 10.0)], str)
    assert [(bar.name, bar.value, bar.height) for bar in few] == [
        ("2", "5.0", 50),
        ("3", "10.0", 100),
    ]
    many = bars_of([(str(number), number) for number in range(1, 31)], str)
    assert all(bar.x + bar.width <= 330 for bar in many)
    told = [bar for bar in many if bar.name]
    assert all(b.x - a.x >= 30 for a, b in pairwise(told))


def over(*players: Player, **plan: Any) -> Table:
    table = start_table(*players, **{"options": SHORT} | plan)
    play_to_the_end(table)
    return table


def seen_by(reader: Player, players: int | None = None, *, with_bots: bool = False) -> Statistics:
    return statistics_of(reader, players, with_bots=with_bots)


def worst_of(shown: Statistics) -> Any:
    return next((each for each in shown.extremes if each.name == "worst"), None)


@pytest.mark.django_db(transaction=True)
class TestStored:
    def test_the_keeper_counts_each_game_once(self, ada: Player, ben: Player) -> None:
        over(ada, ben)
        assert seen_by(ada).to_read == 1
        for _ in range(2):
            tidying.send(sender=Table)
        shown = seen_by(ada)
        assert (shown.sums.games, shown.sums.rounds, shown.to_read) == (1, 2, 0)
        heads = Seat.objects.values_list("heads", flat=True)
        assert shown.sums.heads == sum(filter(None, heads))
        assert shown.sums.cards[0].played <= 2

    def test_two_keepers_at_once_count_a_game_once(self, ada: Player, ben: Player) -> None:
        table = over(ada, ben)
        read = game_figures._read(table.pk)
        game_figures._add({table.pk: read})
        game_figures._add({table.pk: read})
        assert seen_by(ada).sums.games == 1

    def test_a_game_that_goes_on_or_was_broken_off_does_not_count(
        self, ada: Player, ben: Player
    ) -> None:
        start_table(ada, ben)
        broken = start_table(ada, ben)
        ended = {"status": Table.Status.ABANDONED, "ended_at": timezone.now()}
        Table.objects.filter(pk=broken.pk).update(**ended)
        assert count_missing() == 1
        assert count_missing() == 0
        assert seen_by(ada).sums.games == 0

    def test_games_of_other_rules_are_looked_at_once(self, ada: Player, ben: Player) -> None:
        over(ada, ben, options=Options(cabriole=True, max_rounds=1))
        assert count_missing() == 1
        assert count_missing() == 0
        assert seen_by(ada).sums.games == 0

    def test_games_of_before_are_counted_in_portions_the_newest_first(
        self, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
    ) -> None:
        monkeypatch.setattr(game_figures, "PORTION", 2)
        tables = [over(ada, ben) for _ in range(3)]
        assert count_missing() == 2
        counted = Table.objects.exclude(counted_at=None)
        assert set(counted) == set(tables[1:])
        assert count_missing() == 1

    def test_a_log_that_cannot_be_read_is_tried_once(self, ada: Player, ben: Player) -> None:
        table = over(ada, ben)
        over(ada, ben)
        ActionLog.objects.filter(table=table, number=3).update(action={"kind": "dance"})
        assert count_missing() == 2
        assert count_missing() == 0
        assert seen_by(ada).sums.games == 1

    def test_people_and_games_with_bots_are_apart(self, ada: Player, ben: Player) -> None:
        over(ada, ben)
        over(ada, ben, bots=1)
        count_missing()
        assert seen_by(ada).sums.games == 1
        both = seen_by(ada, with_bots=True)
        assert [(size.players, size.sums.games) for size in both.sizes] == [(2, 1), (3, 1)]
        assert seen_by(ada, 3, with_bots=True).sums.games == 1
        assert seen_by(ada, 3).sums.games == 0

    def test_the_command_makes_the_same_anew(self, ada: Player, ben: Player) -> None:
        for _ in range(3):
            over(ada, ben, bots=1)
        count_missing()
        before = GameSums.objects.values_list("sums", flat=True).get()
        extremes = list(GameExtremes.objects.order_by("pk").values())
        assert said_by("count_games") == "0 games\n"
        assert said_by("count_games", anew=True) == "3 games\n"
        assert GameSums.objects.values_list("sums", flat=True).get() == before
        assert list(GameExtremes.objects.order_by("pk").values()) == extremes

    def test_sums_stay_when_a_game_is_deleted_and_its_records_go(
        self, ada: Player, ben: Player
    ) -> None:
        table = over(ada, ben)
        count_missing()
        assert worst_of(seen_by(ada)) is not None
        table.delete()
        shown = seen_by(ada)
        assert shown.sums.games == 1
        assert shown.extremes == []
        said_by("count_games", anew=True)
        assert seen_by(ada).sums.games == 0

    def test_a_private_game_counts_and_is_no_record(self, ada: Player, ben: Player) -> None:
        table = over(ada, ben, visibility=Table.Visibility.PRIVATE)
        count_missing()
        for reader in (ada, ben):
            shown = seen_by(reader)
            assert (shown.sums.games, shown.extremes) == (1, [])
        # Its host's league shows it to the club later.
        Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.CLUB)
        said_by("count_games", anew=True)
        assert worst_of(seen_by(ben)).url.startswith(f"/tables/{table.code}/replay/")
        Table.objects.filter(pk=table.pk).update(visibility=Table.Visibility.PRIVATE)
        assert seen_by(ada).extremes == []

    def test_a_record_names_who_lets_others_see_their_profile(self) -> None:
        ada, ben, cleo = named("Ada", "Ben", "Cleo")
        over(ada, ben)
        count_missing()
        worst = worst_of(seen_by(cleo))
        who, other = worst.player, ben if worst.player == ada else ada
        seat = Seat.objects.get(player=who)
        assert worst.value == max(heads for each in Seat.objects.all() for heads in rounds_of(each))
        assert worst.value in rounds_of(seat)
        User.objects.filter(player=who).update(profile_for=ProfileFor.ME)
        assert worst_of(seen_by(cleo)).player is None
        assert worst_of(seen_by(other)).player is None
        assert worst_of(seen_by(who)).player == who

    def test_a_record_of_somebody_who_has_left_names_nobody(self, cleo: Player) -> None:
        ada, ben = named("Ada", "Ben")
        over(ada, ben)
        count_missing()
        who = worst_of(seen_by(cleo)).player
        privacy.erase(who)
        shown = worst_of(seen_by(cleo))
        assert shown.player is None
        page = html_of(signed_in(cleo).get(reverse(PAGE)))
        assert who.name not in page
        assert shown.url.replace("&", "&amp;") in page

    def test_the_highest_of_several_games_is_the_record_and_of_equal_ones_the_first(
        self, ada: Player, ben: Player
    ) -> None:
        tables = [over(ada, ben, options=Options()) for _ in range(3)]
        count_missing()
        for table, rounds in zip(tables, (9, 12, 12), strict=True):
            GameExtremes.objects.filter(table=table).update(rounds=rounds, worst=10 + rounds)
        shown = {each.name: each for each in seen_by(ada).extremes}
        assert (shown["longest"].value, shown["longest"].url) == (12, tables[1].get_absolute_url())
        assert (shown["shortest"].value, shown["shortest"].url) == (9, tables[0].get_absolute_url())
        assert (shown["worst"].value, tables[1].code in shown["worst"].url) == (22, True)

    def test_more_games_take_no_more_statements(self, ada: Player, ben: Player) -> None:
        asked = []
        for _ in range(2):
            for _ in range(3):
                over(ada, ben)
            count_missing()
            with CaptureQueriesContext(connection) as statements:
                seen_by(ada)
            asked.append(len(statements))
        assert asked == [9, 9]


def rounds_of(seat: Seat) -> list[int]:
    """The heads of a seat in each of two rounds, as the highlights of its profile tell them."""
    highlights.note(seat.table_id)
    seat.refresh_from_db()
    assert seat.highlights is not None
    return [seat.highlights["best"][0], seat.highlights["worst"][0]]


@pytest.mark.django_db(transaction=True)
class TestPage:
    def test_it_leads_from_the_lobby_and_says_what_will_be_there(self, ada: Player) -> None:
        browser = signed_in(ada)
        assert reverse(PAGE) in html_of(browser.get(reverse("games:lobby")))
        page = html_of(browser.get(reverse(PAGE)))
        assert "No such game has been finished yet." in page
        assert "bots=1" in page

    def test_few_games_say_little(self, ada: Player, ben: Player) -> None:
        over(ada, ben)
        count_missing()
        page = html_of(signed_in(ada).get(reverse(PAGE)))
        assert "Of 1 game: that says little about the cards." in page
        assert page.count("<rect") >= 104

    def test_a_choice_that_is_not_understood_is_none(self, ada: Player, ben: Player) -> None:
        over(ada, ben)
        count_missing()
        browser = signed_in(ada)
        for players in ("", "11", "-1", "x", "9" * 400, "2\x00"):
            shown = browser.get(reverse(PAGE), {"players": players, "bots": "2"}).context["shown"]
            assert shown.sums.games == 1

    def test_the_files_tell_the_same_figures(self, ada: Player, ben: Player) -> None:
        over(ada, ben)
        over(ada, ben, bots=1)
        count_missing()
        browser = signed_in(ada)
        lines = html_of(browser.get(reverse("games:statistics_csv"))).splitlines()
        rows = list(csv.DictReader(lines))
        sums = seen_by(ada).sums
        assert [int(row["card"]) for row in rows] == list(range(1, 105))
        assert sum(int(row["heads"]) for row in rows) == sums.heads
        assert sum(int(row["played"]) for row in rows) == 40
        told = browser.get(reverse("games:statistics_json"), {"bots": "1", "players": "3"}).json()
        assert (told["players"], told["with_bots"], told["games"]) == (3, True, 1)
        assert sum(told["places"].values()) == 60
        assert sum(card["played"] for card in told["cards"]) == 60
        assert [size["players"] for size in told["sizes"]] == [2, 3]

    def test_a_stranger_is_led_to_the_sign_in(self, client: Any) -> None:
        assert client.get(reverse(PAGE)).status_code == HTTPStatus.FOUND


@pytest.mark.parametrize("players", [None, 4])
def test_a_record_is_read_from_an_index_however_many_games_there_are(players: int | None) -> None:
    with CaptureQueriesContext(connection) as asked:
        lobby_statistics._extremes(Player(), players, with_bots=True)
    found = [each["sql"] for each in asked.captured_queries if "LIMIT 1" in each["sql"]]
    assert len(found) == len(lobby_statistics.EXTREMES)
    if connection.vendor == "sqlite":
        for statement in found:
            with connection.cursor() as cursor:
                plan = str(cursor.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall())
            assert "USING INDEX extremes_" in plan
            # A table that is sorted is read whole.
            assert "TEMP B-TREE" not in plan
