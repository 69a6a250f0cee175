"""What can be agreed on, and what cannot (RULES.md, Limits of options and Special cards)."""

from itertools import combinations
from typing import Any

import pytest

from games.rules.errors import ErrorCode, InvalidOptions
from games.rules.options import Ending, Options, Variant


def test_what_is_left_out_has_its_default() -> None:
    assert Options.from_json({}) == Options(
        Variant.BASE, False, False, False, Ending.LIMIT, 66, None
    )


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(known_cards=True, draft=True, cabriole=True),
        Options(ending=Ending.ELIMINATION, limit=1000, max_rounds=100),
        Options(limit=1, max_rounds=1),
        Options(known_cards=True, draft=True, even_odd=True),
        Options(ending=Ending.ELIMINATION, mountain=True),
        Options(flip=True),
        Options(variant=Variant.SPECIAL),
    ],
)
def test_options_survive_json(options: Options) -> None:
    assert Options.from_json(options.to_json()) == options


@pytest.mark.parametrize(
    ("data", "code", "option"),
    [
        ([], ErrorCode.OPTION_TYPE, None),
        (None, ErrorCode.OPTION_TYPE, None),
        ({"limits": 66}, ErrorCode.UNKNOWN_OPTION, "limits"),
        ({3: 66}, ErrorCode.UNKNOWN_OPTION, 3),
        ({"variant": "bulls"}, ErrorCode.OPTION_VALUE, "variant"),
        ({"variant": 1}, ErrorCode.OPTION_TYPE, "variant"),
        ({"ending": "never"}, ErrorCode.OPTION_VALUE, "ending"),
        ({"ending": None}, ErrorCode.OPTION_TYPE, "ending"),
        ({"draft": 1}, ErrorCode.OPTION_TYPE, "draft"),
        ({"known_cards": None}, ErrorCode.OPTION_TYPE, "known_cards"),
        ({"cabriole": "true"}, ErrorCode.OPTION_TYPE, "cabriole"),
        ({"limit": True}, ErrorCode.OPTION_TYPE, "limit"),
        ({"limit": 66.0}, ErrorCode.OPTION_TYPE, "limit"),
        ({"limit": None}, ErrorCode.OPTION_TYPE, "limit"),
        ({"limit": 0}, ErrorCode.OPTION_VALUE, "limit"),
        ({"limit": 1001}, ErrorCode.OPTION_VALUE, "limit"),
        ({"max_rounds": False}, ErrorCode.OPTION_TYPE, "max_rounds"),
        ({"max_rounds": 0}, ErrorCode.OPTION_VALUE, "max_rounds"),
        ({"max_rounds": 101}, ErrorCode.OPTION_VALUE, "max_rounds"),
    ],
)
def test_anything_else_is_refused_with_a_code_and_the_option(
    data: Any, code: ErrorCode, option: object
) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        Options.from_json(data)

    assert refusal.value.code is code
    assert refusal.value.params == {"option": option}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("known_cards", True),
        ("draft", True),
        ("cabriole", True),
        ("even_odd", True),
        ("mountain", True),
        ("flip", True),
        ("ending", "elimination"),
        ("limit", 67),
        ("max_rounds", 2),
    ],
)
def test_the_special_cards_allow_no_other_option(option: str, value: object) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        Options.from_json({"variant": "special", option: value})

    assert refusal.value.code is ErrorCode.OPTIONS_NOT_TOGETHER
    assert refusal.value.params == {"option": option}


@pytest.mark.parametrize(
    "cards",
    list(combinations(["cabriole", "even_odd", "mountain", "flip"], 2)),
)
def test_a_game_has_one_card_of_the_anniversary_box_at_most(cards: tuple[str, str]) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        Options.from_json(dict.fromkeys(cards, True))

    assert refusal.value.code is ErrorCode.OPTIONS_NOT_TOGETHER
    assert refusal.value.params == {"option": cards[1]}


def test_options_without_a_fan_card_are_stored_as_before_there_were_any() -> None:
    assert Options(cabriole=True).to_json() == {
        "variant": "base",
        "known_cards": False,
        "draft": False,
        "cabriole": True,
        "ending": "limit",
        "limit": 66,
        "max_rounds": None,
    }
    assert Options(flip=True).to_json()["flip"] is True


@pytest.mark.parametrize(
    ("options", "most"), [(Options(), 10), (Options(variant=Variant.SPECIAL), 8)]
)
def test_two_to_ten_play_and_with_special_cards_two_to_eight(options: Options, most: int) -> None:
    for count in range(2, most + 1):
        options.check_players(count)
    for count in (-1, 0, 1, most + 1):
        with pytest.raises(InvalidOptions) as refusal:
            options.check_players(count)
        assert refusal.value.code is ErrorCode.PLAYER_COUNT
        assert refusal.value.params == {"count": count, "least": 2, "most": most}


def test_known_cards_leave_ten_a_player_and_four() -> None:
    known = Options(known_cards=True)

    assert known.deck(3) == range(1, 35)
    assert known.deck(4) == range(1, 45)
    assert Options().deck(3) == range(1, 105)


def test_special_games_deal_twelve_and_end_with_the_second_round() -> None:
    special = Options(variant=Variant.SPECIAL)

    assert (special.hand_size, special.last_round) == (12, 2)
    assert (Options().hand_size, Options().last_round) == (10, None)
    assert Options(max_rounds=5).last_round == 5
