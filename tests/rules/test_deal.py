"""The verifiable deal: fixed answers, fair words, and seeds that must be refused."""

from collections import Counter
from itertools import islice

import pytest

from games.rules.cards import SPECIAL_DECK
from games.rules.deal import (
    SeededDealer,
    check_client_seed,
    commitment,
    default_client_seed,
    number_below,
    shuffle,
    words,
)
from games.rules.errors import ErrorCode, RulesError

SEED = bytes.fromhex("565fe79edeedf1c098d74c45ca2f76731519717bd2b95add75e9258fee5b2a9c")
DEALER = SeededDealer(SEED, ("a6f26079", "31e3be23", "19be77ec"))
DECK = range(1, 105)


def test_the_commitment_is_the_hash_of_the_seed_bytes() -> None:
    expected = "122f8aa8a73039c66a4864891b5162e6f6b8591347287ff5fc0d4f23b72c87e0"

    assert commitment(SEED) == expected


def test_the_first_words_of_a_key_are_those_of_its_first_hash_block() -> None:
    # SHA-256 of 8 zero bytes is af5570f5 a1810b7a ...
    assert list(islice(words(b""), 2)) == [0xAF5570F5, 0xA1810B7A]


def test_words_go_on_with_the_next_block() -> None:
    # SHA-256 of 00 00 00 00 00 00 00 01 begins with cd2662154e6d76b2
    assert list(islice(words(b""), 8, 10)) == [0xCD266215, 0x4E6D76B2]


def test_a_word_that_would_favour_low_numbers_is_left_out() -> None:
    just_too_high = 3 * (2**32 // 3)

    assert number_below(3, iter([just_too_high, just_too_high - 1])) == 2


def test_a_power_of_two_takes_every_word() -> None:
    assert number_below(4, iter([2**32 - 1])) == 3


def test_a_shuffle_swaps_from_the_last_item_down() -> None:
    # last index 2 with 0, then index 1 with 1
    assert shuffle("abc", iter([0, 1])) == ("c", "b", "a")


def test_a_shuffle_draws_another_word_for_one_that_would_favour_low_numbers() -> None:
    just_too_high = 3 * (2**32 // 3)

    assert shuffle("abc", iter([just_too_high, 0, 1])) == shuffle("abc", iter([0, 1]))


def test_a_known_seed_deals_the_hands_and_rows_of_its_game() -> None:
    hands, rows = DEALER.numbers(1, DECK, players=3, hand_size=10)

    assert [sorted(hand) for hand in hands] == [
        [39, 48, 50, 59, 60, 61, 77, 86, 92, 99],
        [3, 31, 43, 51, 65, 79, 87, 91, 100, 104],
        [8, 10, 13, 14, 18, 22, 24, 28, 66, 84],
    ]
    assert rows == (83, 74, 42, 4)


def test_the_rows_of_a_draft_are_the_first_cards_of_the_shuffle_that_nobody_picked() -> None:
    hands, rows = DEALER.numbers(1, DECK, players=3, hand_size=10)
    picked = {*sum(hands, ()), rows[0]}
    left = tuple(card for card in DECK if card not in picked)

    assert DEALER.draft_rows(1, DECK, left)[:3] == rows[1:]


def test_specials_are_dealt_one_each_per_lap() -> None:
    hands, pile = DEALER.specials(1, SPECIAL_DECK, players=3, each=3)
    order = DEALER.specials(1, SPECIAL_DECK, players=1, each=28)[0][0]

    assert hands == (order[0:9:3], order[1:9:3], order[2:9:3])
    assert pile == order[9:]


def test_nobody_is_dealt_a_special_when_there_are_too_few() -> None:
    hands, pile = DEALER.specials(2, SPECIAL_DECK[:5], players=8, each=0)

    assert hands == ((),) * 8
    assert Counter(pile) == Counter(SPECIAL_DECK[:5])


def test_each_reshuffle_of_a_round_has_an_order_of_its_own() -> None:
    first = DEALER.reshuffle(1, 1, SPECIAL_DECK)
    second = DEALER.reshuffle(1, 2, SPECIAL_DECK)

    assert first != second
    assert Counter(first) == Counter(second) == Counter(SPECIAL_DECK)


def test_rounds_and_client_seeds_change_the_deal() -> None:
    deal = DEALER.numbers(1, DECK, 3, 10)
    other = SeededDealer(SEED, ("a6f26079", "31e3be23", "19be77ed"))

    assert DEALER.numbers(2, DECK, 3, 10) != deal
    assert other.numbers(1, DECK, 3, 10) != deal
    assert SeededDealer(SEED, DEALER.client_seeds).numbers(1, DECK, 3, 10) == deal


def test_a_client_seed_may_be_any_short_text_but_the_separator() -> None:
    for client_seed in ("a", "é" * 64, "6️⃣ qui prend !", " "):
        check_client_seed(client_seed)


@pytest.mark.parametrize("client_seed", ["", "a" * 65, "a|b", "\ud800"])
def test_a_client_seed_that_cannot_be_told_apart_is_refused(client_seed: str) -> None:
    with pytest.raises(RulesError) as refusal:
        check_client_seed(client_seed)

    assert refusal.value.code is ErrorCode.CLIENT_SEED


def test_who_gave_no_text_has_their_name_without_the_separator() -> None:
    assert default_client_seed("Zoé | Max") == "Zoé  Max"


def test_a_name_of_separators_makes_no_client_seed() -> None:
    with pytest.raises(RulesError):
        default_client_seed("||")
