"""The tables of playouts: how policies choose, and the networks behind the learned ones."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from games.bots import belief, policies
from games.bots.policies import (
    FIRST_LEARNED,
    GAP,
    LEARNED,
    RANDOM,
    WEIGHTS,
    cheapest,
    gumbel,
    learned_policies,
    load,
    noise,
    save,
)

MOST_WEIGHTS = 200_000


def choices(costs: list[int], count: int) -> list[float]:
    """How often each card of a hand is chosen under the noise."""
    hands = np.repeat(np.array([costs], np.uint16)[:, :, None], count, axis=2)
    found = cheapest(hands + noise(hands.shape, np.random.PCG64(1)))
    shares: list[float] = (np.bincount(found[0], minlength=len(costs)) / count).tolist()
    return shares


def test_of_equal_costs_each_card_is_chosen_as_often() -> None:
    assert choices([7, 7, 7, 7], 40_000) == pytest.approx([0.25] * 4, abs=0.01)


def test_a_card_that_costs_a_nat_more_is_chosen_e_times_less_often() -> None:
    first, second = choices([0, policies.NAT], 40_000)
    assert first / second == pytest.approx(2.718, rel=0.05)


def test_the_noise_is_the_same_on_every_machine() -> None:
    """Whole numbers, out of logarithms that may differ in their last bit from one to the other."""
    tables = [gumbel(256, policies.NAT), gumbel(1 << 16, belief.UNIT)]
    assert [zlib.crc32(table.astype("<i4").tobytes()) for table in tables] == [
        3108943037,
        2314563723,
    ]


def test_places_tell_rows_and_low_cards_apart() -> None:
    places = policies.all_places()
    full = [
        at for at in range(policies.PLACES) if places.numbers[at] == 5 and places.heads[at] == 8
    ]
    assert [places.gap[at] for at in full] == list(range(105))
    low = places.is_low.nonzero()[0]
    assert {places.numbers[at] for at in low} == {0}
    assert {places.heads[at] for at in low} == set(range(1, 28))


@pytest.mark.parametrize(("players", "deck"), [(2, 24), (2, 104), (4, 104), (10, 104)])
def test_costs_of_all_policies_leave_room_for_the_noise(players: int, deck: int) -> None:
    known = learned_policies(players, deck)
    assert known.count == FIRST_LEARNED + len(LEARNED)
    every = np.arange(policies.PLACES)
    most = int(noise((100_000,), np.random.PCG64(1)).max())
    for left in (1, 5, 10):
        for policy in range(known.count):
            by = np.full(len(every), policy)
            dearest = max(
                int(known.costs(left, by, every, np.full(len(every), number)).max())
                for number in (1, 50, 104)
            )
            assert dearest + (0 if policy == GAP else most) < 1 << 12


def test_at_random_every_card_costs_the_same() -> None:
    every = np.arange(policies.PLACES)
    costs = learned_policies(4, 104).costs(6, np.full(len(every), RANDOM), every, every % 105)
    assert np.unique(costs).tolist() == [0]


def test_the_stored_networks_are_small_and_hold_no_objects() -> None:
    assert WEIGHTS.stat().st_size < MOST_WEIGHTS
    # An array of objects would be refused here.
    assert len(load(WEIGHTS)) == len(LEARNED)


def test_networks_come_back_as_they_were_stored(tmp_path: Path) -> None:
    save(tmp_path / "networks.npz", load(WEIGHTS))
    for stored, loaded in zip(load(WEIGHTS), load(tmp_path / "networks.npz"), strict=True):
        for one, other in zip(stored, loaded, strict=True):
            assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_a_learned_player_prefers_a_row_with_room_to_a_full_one() -> None:
    known = learned_policies(4, 104)
    places = policies.all_places()
    number = np.array([60])
    free, full = (
        np.flatnonzero((places.numbers == count) & (places.heads == 7) & (places.gap == 3))
        for count in (2, 5)
    )
    for policy in range(FIRST_LEARNED, known.count):
        by = np.array([policy])
        assert known.costs(6, by, free, number) < known.costs(6, by, full, number)
