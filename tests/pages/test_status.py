"""Where the table stands, and who it waits for."""

from dataclasses import replace
from datetime import UTC, datetime

from django.utils import timezone

from games.models import Table
from games.rules.actions import ChooseCard
from games.rules.engine import apply
from games.rules.options import Options
from games.rules.state import Awaited
from games.table.snapshot import HeldFor
from tests.pages.tables import (
    deal,
    deal_with,
    dealer,
    open_table,
    play_to_the_end,
    play_until,
    public_html,
    public_text,
    seat,
    table_in_play,
)

ROWS = ((12,), (37,), (43,), (58,))


def test_everybody_who_has_not_chosen_is_named() -> None:
    game = deal(3)
    game, _ = apply(game, ChooseCard(1, game.round.hands[1][0]), dealer(3))

    assert "Waiting for Ana and Chloé." in public_text(table_in_play(game))


def test_when_nobody_of_many_has_chosen_no_name_is_needed() -> None:
    assert "Everybody chooses a card." in public_text(table_in_play(deal(4)))
    assert "Waiting for Ana, Bob and Chloé." in public_text(table_in_play(deal(3)))


def test_the_player_of_a_low_card_is_named() -> None:
    game = deal_with(ROWS, ((3, 9), (68, 70)))
    game, story = play_until(game, lambda state: bool(state.round.queue))

    assert game.decision.kind is Awaited.ROW
    text = public_text(table_in_play(game, story))
    assert f"{game.decision.card} is too low for every row: Ana chooses a row to take." in text


def test_round_and_turn_are_told() -> None:
    assert "Round 1, turn 1 of 10" in public_text(table_in_play(deal(3)))


def test_an_open_table_says_how_many_seats_are_free() -> None:
    assert "2 seats are free." in public_text(open_table(seat(0, "Ana"), seat(1), seat(2)))
    assert "1 seat is free." in public_text(open_table(seat(0, "Ana"), seat(1)))


def test_a_seat_that_is_kept_for_somebody_is_not_called_free() -> None:
    held = (HeldFor(5, "Eve", timezone.now()),)
    table = replace(open_table(seat(0, "Ana"), seat(1), seat(2)), held=held)
    assert "1 seat is free." in public_text(table)
    table = replace(open_table(seat(0, "Ana"), seat(1)), held=held)
    assert "1 seat is kept." in public_text(table)


def test_a_full_table_waits_for_its_host() -> None:
    text = public_text(open_table(seat(0, "Ana"), seat(1, "Bob")))
    assert "Every seat is taken: the host may start." in text


def test_the_winners_of_a_finished_game_are_named() -> None:
    game, story = play_to_the_end(deal(3, Options(max_rounds=1)))
    best = min(game.totals)
    winner = ("Ana", "Bob", "Chloé")[game.totals.index(best)]

    assert f"{winner} wins." in public_text(table_in_play(game, story))


def test_a_deadline_has_a_clock_and_no_moment_that_a_wrong_device_clock_could_misread() -> None:
    deadline = datetime(2030, 5, 1, 20, 0, tzinfo=UTC)
    html = public_html(table_in_play(deal(2), deadline=deadline), "en", "bulls")

    assert 'class="countdown"' in html
    assert str(int(deadline.timestamp())) not in html
    assert 'class="countdown"' not in public_html(table_in_play(deal(2)), "en", "bulls")


def test_a_broken_off_game_waits_for_nobody() -> None:
    broken_off = replace(table_in_play(deal(2)), status=Table.Status.ABANDONED)
    text = public_text(broken_off)

    assert "This game was abandoned." in text
    assert "Waiting for" not in text
    assert "is choosing" not in text
