"""What is noted of each seat of a finished game, against a count of its own from the record."""

import random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import ActionLog, Seat, Table
from games.play import highlights
from games.play.highlights import Highlights, highlights_of, note_missing
from games.rules.options import Options, Variant
from games.seats import leaving
from games.signals import tidying
from tests.games.result.test_trophies import BASE, heads_of, takes_by_hand
from tests.support.played_records import VARIANTS, played, played_record
from tests.support.tables import named, play_to_the_end, start_table

SHORT = Options(max_rounds=2)


def found_in(name: str, seed: int) -> list[Highlights]:
    options, players = VARIANTS[name]
    dealer, actions = played(options, players, random.Random(f"{name} {seed}"))
    return highlights_of(options, players, dealer, actions)


def scores_by_hand(record: dict[str, Any]) -> list[list[int | None]]:
    """The heads by round and seat; None for a seat that was out."""
    takes, _courses = takes_by_hand(record)
    scores = []
    for number, recorded in enumerate(record["rounds"], start=1):
        heads: list[int | None] = [None] * len(record["players"])
        for seat in recorded["seats"]:
            own = [take.heads for take in takes if (take.round, take.seat) == (number, seat)]
            heads[seat] = sum(own)
        scores.append(heads)
    return scores


def given_by_hand(record: dict[str, Any]) -> dict[int, tuple[int, int]]:
    """By seat the first take, by somebody else, of the 55 that it had laid in that round."""
    takes, _courses = takes_by_hand(record)
    given: dict[int, tuple[int, int]] = {}
    for number, recorded in enumerate(record["rounds"], start=1):
        for turn_number, turn in enumerate(recorded["turns"], start=1):
            for card, seat in zip(turn["cards"], recorded["seats"], strict=True):
                if card != 55:
                    continue
                for take in takes:
                    is_later = take.round == number and take.turn >= turn_number
                    if is_later and 55 in take.cards and take.seat != seat:
                        given.setdefault(seat, (take.round, take.turn))
    return given


def choosing(record: dict[str, Any], number: int, turn: int) -> set[int]:
    """The seats that chose a row in a turn."""
    decisions = record["rounds"][number - 1]["turns"][turn - 1]["decisions"]
    return {made["seat"] for made in decisions}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", BASE)
def test_they_are_what_the_record_tells(name: str, seed: int) -> None:
    record = played_record(name, seed)
    takes, _courses = takes_by_hand(record)
    scores, given = scores_by_hand(record), given_by_hand(record)
    for seat, found in enumerate(found_in(name, seed)):
        rounds = {n: heads for n, each in enumerate(scores, 1) if (heads := each[seat]) is not None}
        fewest, most = min(rounds.values()), max(rounds.values())
        assert found.best == (fewest, min(n for n in rounds if rounds[n] == fewest))
        assert found.worst == (most, min(n for n in rounds if rounds[n] == most))
        assert found.given_55 == given.get(seat)
        # Whoever plays a low card chooses the row; all others take one with the sixth.
        turns = [(take.round, take.turn) for take in takes if take.seat == seat]
        assert found.sixths == len([at for at in turns if seat not in choosing(record, *at)])


def test_somebody_gives_the_55_away_in_these_games() -> None:
    given = [given_by_hand(played_record(name, seed)) for name in BASE for seed in range(4)]
    assert sum(map(len, given)) >= 5
    assert heads_of(55) == 7


def test_who_was_last_after_half_of_the_rounds_and_won_came_back() -> None:
    met = set()
    for seed in range(40):
        record = played_record("base", seed)
        scores = scores_by_hand(record)
        half = scores[: len(scores) // 2]
        at_half = [sum(each[seat] or 0 for each in half) for seat in range(4)]
        at_end = [sum(each[seat] or 0 for each in scores) for seat in range(4)]
        for seat, found in enumerate(found_in("base", seed)):
            is_last = at_half[seat] == max(at_half) > min(at_half)
            assert found.came_back is (is_last and at_end[seat] == min(at_end))
            met.add(found.came_back)
    assert met == {True, False}


def test_nobody_comes_back_in_a_game_of_two() -> None:
    for seed in range(20):
        assert not any(found.came_back for found in found_in("two", seed))


@pytest.mark.parametrize("name", [name for name in VARIANTS if not name.startswith("ox")])
def test_they_are_found_in_games_of_all_rules(name: str) -> None:
    options, players = VARIANTS[name]
    found = found_in(name, 1)
    assert len(found) == players
    assert all(each.best[0] <= each.worst[0] for each in found)
    assert options.variant is not Variant.OX


def test_a_game_that_was_not_played_to_the_end_has_none() -> None:
    options, players = VARIANTS["base"]
    dealer, actions = played(options, players, random.Random("base 1"))
    assert highlights_of(options, players, dealer, actions[:-1]) == []


def stored(table: Table) -> list[Any]:
    return list(table.seats.order_by("index").values_list("highlights", flat=True))


def over(*players: Player, **plan: Any) -> Table:
    table = start_table(*players, **{"options": SHORT} | plan)
    play_to_the_end(table)
    return table


@pytest.mark.django_db(transaction=True)
class TestStored:
    def test_the_keeper_notes_them_once_a_game_is_over(self, ada: Player, ben: Player) -> None:
        table = over(ada, ben, bots=1)
        assert stored(table) == [None] * 3
        tidying.send(sender=Table)
        told = stored(table)
        scores = [seat.heads for seat in table.seats.order_by("index")]
        # Two rounds: what both cost is what the seat has in the end. Bots have none.
        sums = [each["best"][0] + each["worst"][0] for each in told if each]
        assert sums == scores[:2]
        assert told[2] is None

    def test_a_game_that_goes_on_or_is_waited_for_has_none(self, ada: Player, ben: Player) -> None:
        table = start_table(ada, ben, options=SHORT)
        note_missing()
        assert stored(table) == [None, None]

    def test_games_of_before_are_noted_in_portions_the_newest_first(
        self, monkeypatch: pytest.MonkeyPatch, ada: Player, ben: Player
    ) -> None:
        monkeypatch.setattr(highlights, "PORTION", 2)
        tables = [over(ada, ben) for _ in range(3)]
        note_missing()
        assert [None in stored(table) for table in tables] == [True, False, False]
        note_missing()
        assert [None in stored(table) for table in tables] == [False, False, False]

    def test_a_log_that_cannot_be_read_is_tried_once(self, ada: Player, ben: Player) -> None:
        table, sound = over(ada, ben), over(ada, ben)
        ActionLog.objects.filter(table=table, number=3).update(action={"kind": "dance"})
        note_missing()
        assert stored(table) == [{}, {}]
        assert all(stored(sound))

    def test_they_stay_when_somebody_has_left(self, ada: Player, ben: Player) -> None:
        table = over(ada, ben)
        note_missing()
        before = stored(table)
        leaving.erase(ada, ada.name, timezone.now())
        assert stored(table) == before
        # Had they left earlier, the record would tell the same.
        Seat.objects.filter(table=table).update(highlights=None)
        note_missing()
        assert stored(table) == before

    def test_a_table_that_is_deleted_meanwhile_is_passed_over(self) -> None:
        highlights.note(4711)

    def test_a_game_against_the_ox_has_none(self) -> None:
        table = over(*named("Ada", "Ben"), options=Options(variant=Variant.OX))
        note_missing()
        assert stored(table) == [{}, {}]
