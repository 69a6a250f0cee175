"""The worst take of a game, against a count of its own from the record."""

import random
from typing import Any

import pytest
from django.utils import timezone

from games import store
from games.models import Table
from games.result.worst_take import WorstTake, takes_in, worst_take_of
from games.rules.cards import SpecialKind
from games.rules.events import HeadsCancelled, SpecialPlayed, TakeReason, Took
from games.services import leaving
from tests.support.played_records import VARIANTS, played, played_record
from tests.support.tables import people, play_to_the_end, start_table

BASE = ["base", "two", "ten", "known cards", "draft", "elimination"]


def heads_of(card: int) -> int:
    """As the leaflet counts them."""
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def takes_by_hand(record: dict[str, Any]) -> list[WorstTake]:
    """Every take of a game without special cards: Rules 1 to 4 on plain lists."""
    takes = []
    for number, recorded in enumerate(record["rounds"], start=1):
        rows = [[card] for card in recorded["rows"]]
        for turn_number, turn in enumerate(recorded["turns"], start=1):
            choices = {made["seat"]: made["take"] for made in turn["decisions"]}
            for card, seat in sorted(zip(turn["cards"], recorded["seats"], strict=True)):
                below = [row for row in rows if row[-1] < card]
                row = max(below, key=lambda one: one[-1]) if below else rows[choices[seat]]
                if below and len(row) < 5:
                    row.append(card)
                    continue
                heads = sum(map(heads_of, row))
                at = rows.index(row)
                takes.append(WorstTake(number, turn_number, seat, at, tuple(row), heads))
                row[:] = [card]
    return takes


@pytest.mark.parametrize("name", BASE)
def test_it_is_the_first_of_the_most_heads(name: str) -> None:
    options, players = VARIANTS[name]
    dealer, actions = played(options, players, random.Random(f"{name} 3"))
    by_hand = takes_by_hand(played_record(name, 3))
    most = max(take.heads for take in by_hand)
    first = next(take for take in by_hand if take.heads == most)
    assert worst_take_of(options, players, dealer, actions) == first


@pytest.mark.parametrize("name", ["cabriole", "special", "special with reshuffles"])
def test_it_is_found_in_games_with_special_cards(name: str) -> None:
    options, players = VARIANTS[name]
    dealer, actions = played(options, players, random.Random(f"{name} 3"))
    worst = worst_take_of(options, players, dealer, actions)
    assert worst is not None
    assert worst.heads == sum(map(heads_of, worst.cards))


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
def test_a_stored_game_tells_its_worst_take_when_it_has_ended() -> None:
    ada, ben = people(2)
    table = start_table(ada, ben)
    assert store.fresh(table.pk).worst_take is None
    play_to_the_end(table)
    store.forget()
    worst = store.fresh(table.pk).worst_take
    assert worst is not None
    # Another process, after somebody of the table was erased: the deal comes from the record.
    leaving.erase(ada, ada.name, timezone.now())
    Table.objects.filter(pk=table.pk).update(ended_at=timezone.now())
    store.forget()
    assert Table.objects.get(pk=table.pk).record
    assert store.fresh(table.pk).worst_take == worst
