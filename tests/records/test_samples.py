"""Golden records of every variant replay to the totals and ranks they claim."""

import json

import pytest

from games.rules.record_read import parse_record
from games.rules.record_write import record_to_json
from tests.support.records import FOLDER, SAMPLES, check, sample


@pytest.mark.parametrize("name", SAMPLES)
def test_a_golden_record_replays_to_its_totals_and_ranks(name: str) -> None:
    data = sample(name)

    outcome = check(data)

    assert list(outcome.totals) == data["totals"]
    assert outcome.ranks is not None
    assert list(outcome.ranks) == data["ranks"]


@pytest.mark.parametrize("name", SAMPLES)
def test_it_replays_without_its_seed_too(name: str) -> None:
    data = sample(name)
    data["fairness"] = None

    assert list(check(data).totals) == data["totals"]


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "leaflet-0"])
def test_reading_and_writing_give_the_record_back(name: str) -> None:
    data = sample(name)

    assert json.dumps(record_to_json(parse_record(data)), sort_keys=True) == json.dumps(
        data, sort_keys=True
    )


def test_options_left_out_have_their_defaults() -> None:
    options = record_to_json(parse_record(sample("leaflet-0")))["options"]

    assert options == {
        "variant": "base",
        "known_cards": False,
        "draft": False,
        "cabriole": False,
        "ending": "limit",
        "limit": 66,
        "max_rounds": 1,
    }


def test_the_leaflets_sixth_card_takes_six_heads() -> None:
    assert check(sample("leaflet-0")).totals[2] == 6


def test_the_samples_cover_every_variant() -> None:
    options = [data["options"] for data in SAMPLES.values()]

    for name in ("known_cards", "draft", "cabriole"):
        assert sum(chosen.get(name, False) for chosen in options) >= 4
    assert sum(chosen.get("ending") == "elimination" for chosen in options) >= 4
    assert sum(chosen.get("variant") == "special" for chosen in options) >= 8
    for name in ("even_odd", "mountain", "flip"):
        assert sum(chosen.get(name, False) for chosen in options) >= 3
    assert len(list(FOLDER.glob("*.jsonl"))) == 5
