"""The elimination ending at the table: who is out since when, and who is left."""

import re

from games.rules.options import Ending, Options
from games.rules.state import GameState
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    deal,
    play_to_the_end,
    play_until,
    private_html,
    private_text,
    public_html,
    table_in_play,
    words,
)

OUT_AFTER_SIX = Options(ending=Ending.ELIMINATION, limit=6)


def with_somebody_out() -> tuple[Snapshot, int]:
    """A game of four that goes on without one of them, and whose seat is out."""
    game, story = play_until(deal(4, Options(ending=Ending.ELIMINATION, limit=20)), is_without_one)
    return table_in_play(game, story), next(
        seat for seat, number in enumerate(game.eliminated_in) if number
    )


def is_without_one(game: GameState) -> bool:
    return any(game.eliminated_in)


def region(html: str, name: str) -> str:
    """The HTML of one region."""
    found = re.search(rf'<section[^>]*\bid="{name}".*?</section>', html, re.DOTALL)
    assert found
    return found[0]


def test_who_is_out_is_named_with_the_round() -> None:
    snapshot, seat = with_somebody_out()
    html = public_html(snapshot, "en", "bulls")
    number = snapshot.game.eliminated_in[seat] if snapshot.game else 0
    player = re.search(
        rf'<li class="player is-out"[^>]*data-seat="{seat}".*?</li>', html, re.DOTALL
    )
    assert player
    assert f"out since round {number}" in words(player[0])
    assert f"out, round {number}" in words(player[0])


def test_the_story_tells_who_passed_the_limit() -> None:
    snapshot, seat = with_somebody_out()
    html = public_html(snapshot, "en", "bulls")
    name = snapshot.seats[seat].name
    assert "More than 20:" in words(region(html, "story"))
    assert name in words(region(html, "story")).partition("More than 20:")[2]
    assert re.search(rf'data-step="out"[^>]*data-seats="[^"]*{seat}', html)


def test_the_scores_of_a_round_are_those_of_its_players() -> None:
    options = Options(ending=Ending.ELIMINATION, limit=20)
    game, story = play_until(deal(4, options), lambda game: game.round.number == 3)
    told = words(region(public_html(table_in_play(game, story), "en", "bulls"), "story"))
    scores = told.partition("Round 2 is over:")[2].partition(".")[0]
    names = [seat.name for seat in table_in_play(game).seats]
    assert [name in scores for name in names] == [number != 1 for number in game.eliminated_in]


def test_the_pad_has_no_figure_for_who_does_not_play() -> None:
    snapshot, seat = with_somebody_out()
    pad = region(public_html(snapshot, "en", "bulls"), "pad")
    running = re.search(r'<tr class="pad__running">.*?</tr>', pad, re.DOTALL)
    assert running
    assert words(running[0]).split()[1:][seat] == "–"
    assert f"{snapshot.seats[seat].name} (out)" in words(pad)


def test_who_is_out_watches_and_is_told_so() -> None:
    snapshot, seat = with_somebody_out()
    viewer = Viewer(seat=seat, is_member=True, is_host=False)
    assert "You have been out since round" in private_text(snapshot, viewer)
    html = private_html(snapshot, viewer, "en", "bulls")
    assert "is-urgent" not in html
    assert re.search(r'<section id="hand"[^>]*hidden', html)


def test_who_is_out_has_no_seat_to_leave_to_the_bot() -> None:
    snapshot, _seat = with_somebody_out()
    for seat, out_in in enumerate(snapshot.game.eliminated_in):
        viewer = Viewer(seat=seat, is_member=True, is_host=False)
        html = private_html(snapshot, viewer, "en", "bulls")
        assert ('id="away"' in html) is (out_in is None)


def test_the_result_ranks_those_who_were_out_and_says_since_when() -> None:
    game, story = play_to_the_end(deal(4, OUT_AFTER_SIX))
    result = words(region(public_html(table_in_play(game, story), "en", "bulls"), "board"))
    assert game.ranks is not None
    for seat, number in enumerate(game.eliminated_in):
        if number is not None and seat not in game.winners:
            name = table_in_play(game).seats[seat].name
            assert re.search(
                rf"{game.ranks[seat]}\. .*{name} \d+ .*?out since round {number}", result
            )


def test_the_winner_is_named_with_the_heads_of_the_winner() -> None:
    game, story = play_to_the_end(deal(4, OUT_AFTER_SIX))
    best = game.totals[game.winners[0]]
    told = words(region(public_html(table_in_play(game, story), "en", "bulls"), "story"))
    assert f", with {best} bull" in told


def test_a_winner_who_passed_the_limit_with_all_the_others_is_not_called_out() -> None:
    game, story = play_to_the_end(deal(2, Options(ending=Ending.ELIMINATION, limit=1)))
    assert None not in game.eliminated_in
    html = public_html(table_in_play(game, story), "en", "bulls")
    (winner,) = game.winners
    lines = re.findall(r'<li class="result__step result__step--1">.*?</li>', html, re.DOTALL)
    assert len(lines) == 1
    assert table_in_play(game).seats[winner].name in lines[0]
    assert "out" not in words(lines[0])
