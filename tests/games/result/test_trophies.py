"""The trophies of a game, against a count of its own from the record."""

import random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.cards import SpecialKind
from games.rules.events import (
    HeadsCancelled,
    Placed,
    RowRemoved,
    SpecialPlayed,
    TakeReason,
    Took,
)
from games.seats import leaving
from games.table import store
from games.table.trophies import Counts, Most, Trophies, WorstTake, takes_in, trophies_of
from tests.support.played_records import VARIANTS, played, played_record
from tests.support.tables import play_to_the_end

BASE = ["base", "two", "ten", "known cards", "draft", "elimination"]


def heads_of(card: int) -> int:
    """As the leaflet counts them."""
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def takes_by_hand(record: dict[str, Any]) -> tuple[list[WorstTake], list[str]]:
    """Every take of a game without special cards: Rules 1 to 4 on plain lists.

    Then for each seat a "-" for each card that took nothing, and an "X" for each take.
    """
    takes = []
    courses = [""] * len(record["players"])
    for number, recorded in enumerate(record["rounds"], start=1):
        rows = [[card] for card in recorded["rows"]]
        for turn_number, turn in enumerate(recorded["turns"], start=1):
            choices = {made["seat"]: made["take"] for made in turn["decisions"]}
            for card, seat in sorted(zip(turn["cards"], recorded["seats"], strict=True)):
                below = [row for row in rows if row[-1] < card]
                row = max(below, key=lambda one: one[-1]) if below else rows[choices[seat]]
                if below and len(row) < 5:
                    row.append(card)
                    courses[seat] += "-"
                    continue
                heads = sum(map(heads_of, row))
                at = rows.index(row)
                takes.append(WorstTake(number, turn_number, seat, at, tuple(row), heads))
                row[:] = [card]
                courses[seat] += "X"
    return takes, courses


def trophies(name: str) -> Trophies | None:
    options, players = VARIANTS[name]
    dealer, actions = played(options, players, random.Random(f"{name} 3"))
    return trophies_of(options, players, dealer, actions)


@pytest.mark.parametrize("name", BASE)
def test_they_are_what_the_record_tells(name: str) -> None:
    takes, courses = takes_by_hand(played_record(name, 3))
    most = max(take.heads for take in takes)
    rows = [course.count("X") for course in courses]
    calm = [max(map(len, course.split("X"))) for course in courses]
    assert trophies(name) == Trophies(
        next(take for take in takes if take.heads == most),
        Most(max(rows), tuple(seat for seat, count in enumerate(rows) if count == max(rows))),
        Most(max(calm), tuple(seat for seat, count in enumerate(calm) if count == max(calm))),
    )


@pytest.mark.parametrize("name", ["cabriole", "special", "special with reshuffles"])
def test_the_worst_take_is_found_in_games_with_special_cards(name: str) -> None:
    found = trophies(name)
    assert found is not None
    assert found.worst.heads == sum(map(heads_of, found.worst.cards))


def test_a_card_that_takes_a_row_begins_no_series() -> None:
    counts = Counts(2)
    counts.add((Placed(0, 7, 1), Took(0, 2, (9,), 1, TakeReason.LOW), Placed(0, 3, 2)))
    counts.add((Took(0, 2, (3, 4), 2, TakeReason.SIXTH), RowRemoved(2), Placed(0, 8, 1)))
    # The card of the row with a sixth one too many was laid before.
    counts.add((Placed(1, 5, 0), Took(1, 0, (5, 6), 2, TakeReason.SHIFT), Placed(1, 9, 0)))
    assert (counts.rows, counts.calm) == ([2, 1], [1, 1])


def test_a_game_without_a_take_has_none() -> None:
    options, players = VARIANTS["two"]
    dealer, actions = played(options, players, random.Random("two 3"))
    assert trophies_of(options, players, dealer, list(actions)[:1]) is None


def test_what_minus_is_plus_cancels_is_no_cost() -> None:
    events = (
        SpecialPlayed(0, SpecialKind.MINUS_IS_PLUS, 55, None),
        Took(0, 2, (33, 55, 60), 15, TakeReason.SIXTH),
        # 4 heads before, 15 taken, 7 put away and 7 more.
        HeadsCancelled(0, 55, 5),
        Took(1, 0, (20, 21), 4, TakeReason.LOW),
    )
    takes = takes_in(events, 2, 7, (4, 0))
    assert [(take.seat, take.heads) for take in takes] == [(0, 1), (1, 4)]


@pytest.mark.django_db(transaction=True)
def test_a_stored_game_tells_its_trophies_when_it_has_ended(ada: Player, table: Table) -> None:
    assert store.fresh(table.pk).trophies is None
    play_to_the_end(table)
    store.forget()
    found = store.fresh(table.pk).trophies
    assert found is not None
    # Another process, after somebody of the table was erased: the deal comes from the record.
    leaving.erase(ada, ada.name, timezone.now())
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
    store.forget()
    assert Table.objects.get(pk=table.pk).record
    assert store.fresh(table.pk).trophies == found
