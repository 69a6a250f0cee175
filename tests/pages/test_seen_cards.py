"""The seen cards of a round: where each number is that all have seen, and never a hidden one."""

import random
import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.live.regions import Region, changes, drawn, look_of
from games.models import Table
from games.page.describe import describe_public
from games.page.table_views import TableViews
from games.rules.actions import ChooseCard, PickCard, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.options import Ending, Options, Variant
from games.rules.state import GameState, Row
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    HOST,
    STRANGER,
    deal,
    dealer,
    open_table,
    play_to_the_end,
    play_until,
    public_html,
    seat,
    table_in_play,
)
from tests.rules.builders import CABRIOLE, Game, position

MOST_BYTES = 200
WORDS = {"t": "on the table", "h": "in a hand", "x": "taken"}
ROWS = (Row((3, 5, 11, 13, 17)), Row((30, 41)), Row((51,)), Row((70,)))

OPTIONS = st.one_of(
    st.builds(
        Options,
        known_cards=st.booleans(),
        draft=st.booleans(),
        cabriole=st.booleans(),
        ending=st.sampled_from(Ending),
    ),
    st.just(Options(variant=Variant.SPECIAL)),
)


def seen_html(snapshot: Snapshot) -> str:
    return drawn(look_of(STRANGER.language, STRANGER.deck), seen_region(snapshot))


def seen_region(snapshot: Snapshot) -> Region:
    return describe_public(snapshot)["seen"]


def letters(snapshot: Snapshot) -> str:
    """A letter for each number of the deck; "" where no cards are shown."""
    found = re.search(r'data-cards="([^"]*)"', seen_html(snapshot))
    return found[1] if found else ""


def seen(game: GameState) -> dict[str, list[int]]:
    """The numbers by where the page says they are, without those nobody has seen."""
    places: dict[str, list[int]] = {}
    for number, letter in enumerate(letters(table_in_play(game)), start=1):
        if letter != ".":
            places.setdefault(WORDS[letter], []).append(number)
    return places


def test_the_rows_of_the_deal_lie_on_the_table() -> None:
    game = position(ROWS, ((18, 90), (31, 91)))
    assert len(letters(table_in_play(game))) == 104
    assert seen(game) == {"on the table": [3, 5, 11, 13, 17, 30, 41, 51, 70]}


def test_a_card_that_is_only_chosen_is_not_seen() -> None:
    game = position(ROWS, ((18, 90), (31, 91)))
    chosen, _ = apply(game, ChooseCard(0, 18), dealer(2))
    assert seen(chosen) == seen(game)


def test_a_card_that_is_placed_lies_and_a_row_that_is_taken_is_gone() -> None:
    game = Game(position(ROWS, ((18, 90), (31, 91))))
    game.reveal(18, 31)
    assert seen(game.state) == {
        "on the table": [18, 30, 31, 41, 51, 70],
        "taken": [3, 5, 11, 13, 17],
    }


def test_cards_that_are_turned_up_lie_while_a_row_is_chosen() -> None:
    game = Game(position(ROWS, ((2, 90), (31, 91))))
    game.reveal(2, 31)
    assert seen(game.state) == {"on the table": [2, 3, 5, 11, 13, 17, 30, 31, 41, 51, 70]}


def test_with_known_cards_the_deck_is_shorter() -> None:
    game = deal(2, Options(known_cards=True))
    assert len(letters(table_in_play(game))) == 24
    assert public_html(table_in_play(game), "en", "bulls").count('class="chip') == 24 + 5


def test_with_known_cards_the_deck_shrinks_with_those_who_are_out() -> None:
    options = Options(known_cards=True, ending=Ending.ELIMINATION)
    game = deal(3, options)
    assert len(letters(table_in_play(game))) == 34
    left = game._replace(round=game.round._replace(seats=(0, 2)))
    assert len(letters(table_in_play(left))) == 24


def test_in_a_draft_what_is_picked_is_in_a_hand_and_the_rest_of_the_pool_unseen() -> None:
    game = deal(2, Options(draft=True))
    for card in (55, 100, 7):
        game, _ = apply(game, PickCard(game.round.picker, card), dealer(2))
    assert seen(game) == {"in a hand": [7, 55, 100]}


def test_in_a_draft_all_cards_were_seen_and_the_rest_is_called_not_picked() -> None:
    drafted, dealt = deal(2, Options(draft=True)), deal(2)
    words = "Not picked", "Not seen"
    for game, shown in ((drafted, "Not picked"), (dealt, "Not seen")):
        html = seen_html(table_in_play(game))
        assert [word for word in words if word in html] == [shown]


def test_after_a_draft_all_hands_and_the_rows_are_known() -> None:
    game, _ = play_until(deal(2, Options(draft=True)), lambda state: state.round.turn == 1)
    places = seen(game)
    assert places["in a hand"] == sorted(sum(game.round.hands, ()))
    assert len(places["in a hand"]) == 20
    assert len(places["on the table"]) == 4


def test_the_cabriole_is_no_number() -> None:
    rows = (Row((3, 5, 9, 13), cabriole=True), Row((78,)), Row((104,)), Row((53,)))
    game = Game(position(rows, ((43, 1), (54, 2)), options=CABRIOLE))
    game.reveal(43, 54)
    assert seen(game.state) == {"on the table": [43, 53, 54, 78, 104], "taken": [3, 5, 9, 13]}


def test_a_number_that_was_taken_back_is_in_a_hand() -> None:
    kinds = ((SpecialKind.REPLACE,), ())
    game = Game(position(ROWS, ((42, 71, 90), (80, 91, 92)), specials=kinds))
    game.reveal(42, 80)
    game.do(PlaySpecial(0, SpecialKind.REPLACE, card=71))
    assert seen(game.state) == {
        "on the table": [3, 5, 11, 13, 17, 30, 41, 51, 70, 71, 80],
        "in a hand": [42],
    }


def test_a_number_in_the_box_stays_taken() -> None:
    kinds = ((SpecialKind.MINUS_IS_PLUS,), ())
    game = Game(position(ROWS, ((20, 90), (80, 91)), specials=kinds))
    game.reveal(20, 80)
    game.do(PlaySpecial(0, SpecialKind.MINUS_IS_PLUS, card=5))
    assert seen(game.state)["taken"] == [3, 5, 11, 13, 17]


def test_a_new_round_begins_with_the_four_cards_of_its_rows() -> None:
    game, _ = play_until(
        deal(2, Options(variant=Variant.SPECIAL)), lambda state: state.round.number == 2
    )
    assert sum(map(len, seen(game).values())) == 4
    assert [len(hand) for hand in game.round.hands] == [12, 12]


def test_there_is_no_grid_before_the_deal_and_after_the_end() -> None:
    waiting = open_table(seat(0, "Ana"), seat(1))
    finished = table_in_play(play_to_the_end(deal(2, Options(max_rounds=1)))[0])
    abandoned = replace(table_in_play(deal(2)), status=Table.Status.ABANDONED)
    for snapshot in (waiting, finished, abandoned):
        assert "seen__cards" not in seen_html(snapshot)
        assert "hidden" in seen_html(snapshot)


def test_a_choice_describes_none_of_it() -> None:
    snapshot = table_in_play(deal(3))
    views = TableViews(1, snapshot)
    before = views.whole(HOST)["seen"]
    game, _ = apply(
        snapshot.play.game, ChooseCard(1, snapshot.play.game.round.hands[1][0]), dealer(3)
    )
    views._change_to(replace(snapshot, version=2, play=snapshot.play._replace(game=game)))
    assert views.whole(HOST)["seen"] is before


@settings(max_examples=60)
@given(
    options=OPTIONS,
    players=st.integers(2, 8),
    moves=st.integers(0, 200),
    chance=st.randoms(use_true_random=False),
)
def test_it_shows_what_all_have_seen_and_nothing_that_a_player_alone_holds(
    options: Options, players: int, moves: int, chance: random.Random
) -> None:
    game, _ = new_game(options, players, dealer(players))
    for _move in range(moves):
        if game.decision is None:
            return
        seat = chance.choice(game.decision.seats)
        game, _ = apply(game, chance.choice(legal_actions(game, seat)), dealer(players))
    if game.is_over:
        return
    shown = {number for numbers in seen(game).values() for number in numbers}
    for viewer in (None, *range(players)):
        assert shown == view_for(game, viewer).seen
    known = set(game.round.shown) if not options.draft else set(range(1, 105))
    assert not shown & {card for hand in game.round.hands for card in hand if card not in known}


def test_a_reveal_of_ten_sends_one_short_part() -> None:
    game = deal(10)
    before = table_in_play(game)
    for index in range(10):
        game, story = apply(game, ChooseCard(index, game.round.hands[index][0]), dealer(10))
    while game.decision and game.round.turn == 1:
        game, story = apply(game, legal_actions(game, game.decision.seats[0])[0], dealer(10))
    after = {"seen": seen_region(table_in_play(game, story))}
    sent = changes(look_of(STRANGER.language, STRANGER.deck), {"seen": seen_region(before)}, after)
    assert len(sent.elements.encode()) <= MOST_BYTES
    assert sent.elements.count("<") == 2
