"""What one viewer has before them: what is asked, and the hand."""

import re
from dataclasses import replace

from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.engine import apply
from games.rules.options import Options
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    HOST,
    MEMBER,
    STRANGER,
    deal,
    deal_with,
    dealer,
    open_table,
    play_to_the_end,
    play_until,
    private_html,
    private_text,
    seat,
    table_in_play,
)

ROWS = ((12,), (37,), (43, 44), (55,))
BOB = Viewer(seat=1, is_member=True, is_host=False)


def cards(html: str) -> dict[int, str]:
    """The buttons of the hand by their cards."""
    found = re.findall(r'<button[^>]*name="card"[^>]*>', html)
    return {int(re.search(r'value="(\d+)"', tag)[1]): tag for tag in found}  # type: ignore[index]


def test_a_player_is_asked_to_choose_one_of_their_cards() -> None:
    snapshot = table_in_play(deal_with(ROWS, ((8, 30, 66), (9, 31, 67))))

    assert "Choose your card." in private_text(snapshot, HOST)
    assert list(cards(private_html(snapshot, HOST, "en", "bulls"))) == [8, 30, 66]


def test_the_chosen_card_is_marked_and_may_be_changed() -> None:
    game, _ = apply(deal_with(ROWS, ((8, 30), (9, 31))), ChooseCard(0, 30), dealer(2))
    buttons = cards(private_html(table_in_play(game), HOST, "en", "bulls"))

    assert "You chose 30; you may still change." in private_text(table_in_play(game), HOST)
    assert 'aria-pressed="true"' in buttons[30]
    assert 'aria-pressed="false"' in buttons[8]
    assert not any("disabled" in tag for tag in buttons.values())


def own_status(snapshot: Snapshot, viewer: Viewer) -> str:
    """What the page shows a viewer where others read whom the table waits for."""
    found = re.search(
        r'<p id="own_status"[^>]*>(.*?)</p>', private_html(snapshot, viewer, "en", "bulls")
    )
    assert found
    return found[1]


def test_who_is_awaited_is_told_that_it_is_their_turn() -> None:
    game, _ = apply(deal(2), ChooseCard(1, deal(2).round.hands[1][0]), dealer(2))
    assert own_status(table_in_play(game), HOST) == "Your turn."
    assert own_status(table_in_play(game), BOB) == ""


def test_it_is_the_same_however_many_others_are_awaited() -> None:
    """So that the choice of one player changes nothing that others see in private."""
    for players in (2, 3, 4, 10):
        assert own_status(table_in_play(deal(players)), BOB) == "Your turn."
    assert own_status(table_in_play(deal(3)), MEMBER) == ""


def test_who_has_left_the_seat_to_the_bot_is_not_waited_for() -> None:
    snapshot = table_in_play(deal(2), away=frozenset({0}))
    assert own_status(snapshot, HOST) == ""


def test_who_has_to_take_a_row_is_spoken_to() -> None:
    game = deal_with(ROWS, ((3, 9), (68, 70)))
    game, story = play_until(game, lambda state: bool(state.round.queue))
    snapshot = table_in_play(game, story)
    told = f"{game.decision.card} is too low for every row: choose one to take."
    assert own_status(snapshot, HOST) == told
    assert own_status(snapshot, BOB) == ""


def test_a_low_card_offers_every_row_with_its_cost() -> None:
    game = deal_with(ROWS, ((3, 90), (36, 91)))
    for index in (0, 1):
        game, story = apply(game, ChooseCard(index, game.round.hands[index][0]), dealer(2))
    snapshot = table_in_play(game, story)

    mine, others = private_text(snapshot, HOST), private_text(snapshot, BOB)

    assert "Your 3 is lower than every row. Which row do you take?" in mine
    assert "Row 3 6 6 bull heads" in mine
    assert "Row 4 7 7 bull heads" in mine
    assert "Row 3" not in others
    for viewer in (HOST, BOB):
        html = private_html(snapshot, viewer, "en", "bulls")
        assert re.search(r'<fieldset class="hand__cards"[^>]* disabled>', html)
        assert not any("disabled" in tag for tag in cards(html).values())


def test_a_spectator_gets_no_cards_and_is_told_so() -> None:
    snapshot = table_in_play(deal(2))

    assert private_text(snapshot, MEMBER).startswith("You are watching: hands stay hidden.")
    assert not cards(private_html(snapshot, MEMBER, "en", "bulls"))


def test_an_absent_player_is_asked_for_nothing_but_may_take_the_seat_back() -> None:
    game = deal(2)
    game, _ = apply(game, ChooseCard(0, game.round.hands[0][0]), dealer(2))
    snapshot = table_in_play(game, away=frozenset({0}))

    text = private_text(snapshot, HOST)
    assert text.startswith("The bot plays for you. I am back")
    assert "You chose" not in text
    assert "I am back" not in private_text(snapshot, BOB)


def test_the_table_does_not_wait_for_an_absent_player() -> None:
    game = deal_with(ROWS, ((3, 9), (68, 70)))
    game, story = play_until(game, lambda state: bool(state.round.queue))
    html = private_html(table_in_play(game, story, away=frozenset({0})), HOST, "en", "bulls")

    assert "is-urgent" not in html
    assert 'id="take-0"' not in html


def test_a_member_may_sit_down_while_a_seat_is_free() -> None:
    free = open_table(seat(0, "Ana"), seat(1))
    full = open_table(seat(0, "Ana"), seat(1, "Bob"))

    assert "Sit here" in private_text(free, MEMBER)
    assert "Sit here" not in private_text(full, MEMBER)
    assert "Every seat is taken; you may watch." in private_text(full, MEMBER)


def test_one_sits_down_at_the_seat_one_taps() -> None:
    html = private_html(open_table(seat(0, "Ana"), seat(1), seat(2)), MEMBER, "en", "bulls")
    taken = re.findall(r'<button[^>]*form="do-sit"[^>]*value="(\d)"[^>]*id="([\w-]+)"', html)
    assert taken == [("1", "sit"), ("2", "sit-2")]


def test_a_stranger_is_asked_to_sign_in_while_a_seat_is_free() -> None:
    free = private_text(open_table(seat(0, "Ana"), seat(1)), STRANGER)
    full = private_text(open_table(seat(0, "Ana"), seat(1, "Bob")), STRANGER)

    assert "Sign in to sit down; anybody may watch." in free
    assert "Sit here" not in free
    assert "Sign in" not in full
    assert "Every seat is taken; you may watch." in full


def test_only_the_host_may_deal_and_seat_bots() -> None:
    snapshot = open_table(seat(0, "Ana"), seat(1, "Bob"), seat(2))

    for words in ("Deal the cards", "Level of the bots", "Add a bot", "Free this seat"):
        assert words in private_text(snapshot, HOST)
        assert words not in private_text(snapshot, BOB)
    assert "Stand up" in private_text(snapshot, BOB)


def test_the_host_frees_every_seat_but_the_own() -> None:
    snapshot = open_table(seat(0, "Ana"), seat(1, "Bob"), seat(2, "Io", bot="gap"), seat(3))
    html = private_html(snapshot, HOST, "en", "bulls")
    assert re.findall(r'form="do-remove-seat"[^>]*value="(\d)"', html) == ["1", "2"]
    assert 'aria-label="Free the seat of Bob"' in html
    assert "bot: Experienced" in private_text(snapshot, BOB)


def test_a_host_alone_cannot_deal() -> None:
    html = private_html(open_table(seat(0, "Ana"), seat(1)), HOST, "en", "bulls")
    assert re.search(r'<button[^>]*id="start"[^>]*disabled', html)
    assert "Somebody else must sit down first, or a bot." in html
    assert "Free seats are then removed." not in html


def test_a_player_sees_the_own_text_for_the_deal_only() -> None:
    html = private_html(open_table(seat(0, "Ana"), seat(1, "Bob")), BOB, "en", "bulls")

    assert "text of Bob" in html
    assert "text of Ana" not in html


def test_the_end_offers_another_game_to_its_players() -> None:
    game, story = play_to_the_end(deal(2, Options(max_rounds=1)))
    ended = table_in_play(game, story)

    assert "Play again" in private_text(ended, HOST)
    assert "Play again" not in private_text(ended, MEMBER)
    following = replace(ended, rematch_code="saturday")
    assert "/tables/saturday/" in private_html(following, MEMBER, "en", "bulls")


def test_the_end_says_how_its_reader_did() -> None:
    game, _ = play_to_the_end(deal(2, Options(max_rounds=1)))
    first = table_in_play(game._replace(ranks=(1, 2)))
    second = table_in_play(game._replace(ranks=(2, 1)))
    assert "You win!" in private_text(first, HOST)
    assert "You came second." in private_text(second, HOST)
    assert "You win!" not in private_text(first, MEMBER)


def test_equal_totals_share_the_first_place() -> None:
    game, _ = play_to_the_end(deal(2, Options(max_rounds=1)))
    assert "You share first place." in private_text(
        table_in_play(game._replace(ranks=(1, 1))), HOST
    )


def test_a_broken_off_game_asks_for_nothing() -> None:
    snapshot = replace(table_in_play(deal(2)), status=Table.Status.ABANDONED)
    html = private_html(snapshot, HOST, "en", "bulls")

    assert not cards(html)
    assert "is-urgent" not in html


def test_no_form_and_no_token_is_ever_pushed() -> None:
    for snapshot in (table_in_play(deal(2)), open_table(seat(0, "Ana"), seat(1))):
        html = private_html(snapshot, HOST, "en", "bulls")
        assert "<form" not in html
        assert "csrf" not in html


def test_an_organizer_who_watches_may_break_the_game_off() -> None:
    organizer = replace(MEMBER, is_organizer=True)
    for snapshot in (table_in_play(deal(2)), open_table(seat(0, "Ana"), seat(1))):
        assert "Abandon for everybody" in private_text(snapshot, organizer)


def test_a_player_may_leave_and_only_the_host_breaks_off() -> None:
    snapshot = table_in_play(deal(2))

    assert "I have to leave" in private_text(snapshot, BOB)
    assert "Abandon for everybody" not in private_text(snapshot, BOB)
    assert "Share" not in private_text(snapshot, BOB)
    assert "Share" in private_text(snapshot, HOST)
    assert "Abandon for everybody" in private_text(snapshot, HOST)
    assert "I have to leave" not in private_text(snapshot, MEMBER)
