"""The networks of the bots learn what they are taught, and the same from the same seed."""

import random

import numpy as np
import pytest

from bench import train_policies
from bench.train_policies import Lessons, agreement, inputs_of_lessons, lessons, train


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Lessons:
    monkeypatch.setattr(train_policies, "WORLDS", 30)
    monkeypatch.setattr(train_policies, "BATCH", 16)
    return lessons(64, (0.0, 1.0), [], random.Random(1), "test")


def test_lessons_are_shares_of_the_cards_of_a_hand(found: Lessons) -> None:
    assert found.wanted.sum(axis=1) == pytest.approx(np.ones(64))
    assert not found.wanted[~found.is_card].any()
    assert found.is_card.sum(axis=1).tolist() == found.tables[:, 2].tolist()


def test_the_same_seed_gives_the_same_weights(found: Lessons) -> None:
    first, second = (train(found, np.random.default_rng(3)) for _ in range(2))
    for one, other in zip(first, second, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_what_was_learned_is_lost_less(found: Lessons, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = agreement(train(found, np.random.default_rng(3)), found)
    monkeypatch.setattr(train_policies, "EPOCHS", 0)
    untrained = agreement(train(found, np.random.default_rng(3)), found)
    assert learned[1] < untrained[1] - 0.2


def test_slopes_are_those_of_the_loss(found: Lessons) -> None:
    """Beside differences of the loss at a weight a little greater and a little less."""
    source = np.random.default_rng(5)
    inputs = inputs_of_lessons(found)
    shapes = [(8, len(inputs[0])), (8, 1), (8, 8), (8, 1), (1, 8)]
    shapes += [(4, len(inputs[1])), (4, 1), (4, 4), (4, 1), (1, 4)]
    weights = [(source.normal(size=shape) / 2).astype(np.float32) for shape in shapes]
    at = np.arange(16)

    def loss() -> float:
        liked = np.zeros((len(at), 10))
        for network, one in zip((weights[:5], weights[5:]), inputs, strict=True):
            told = one[:, at].reshape(len(one), -1).astype(np.float64)
            low = np.maximum(network[0] @ told + network[1], 0)
            high = np.maximum(network[2] @ low + network[3], 0)
            liked += (network[4] @ high).reshape(liked.shape)
        liked = np.where(found.is_card[at], liked, -np.inf)
        chosen = np.log(np.exp(liked).sum(axis=1, keepdims=True))
        logs = np.where(found.is_card[at], liked - chosen, 0)
        return float(-(found.wanted[at] * logs).sum() / len(at))

    slopes = train_policies._slopes(weights, inputs, found, at)
    for one, slope in zip(weights, slopes, strict=True):
        place = tuple(source.integers(0, length) for length in one.shape)
        was, step = one[place], np.float32(1e-2)
        one[place] = was + step
        more = loss()
        one[place] = was - step
        less = loss()
        one[place] = was
        assert slope[place] == pytest.approx((more - less) / 0.02, abs=2e-3, rel=0.05)
