"""A draft at the table: the pool, whose pick it is, and what everybody has picked."""

import re

from games.rules.actions import PickCard
from games.rules.engine import apply
from games.rules.events import Events
from games.rules.options import Options
from games.rules.state import GameState
from games.table.access import Viewer
from games.table.snapshot import Snapshot
from tests.pages.tables import (
    HOST,
    MEMBER,
    deal,
    dealer,
    play_until,
    private_html,
    private_text,
    public_html,
    public_text,
    table_in_play,
    words,
)

DRAFT = Options(draft=True)
BOB = Viewer(seat=1, is_member=True, is_host=False)


def picked(*cards: int, players: int = 3, options: Options = DRAFT) -> Snapshot:
    """A table whose players have picked these cards one after the other."""
    game, story = deal(players, options), Events()
    for card in cards:
        game, events = apply(game, PickCard(game.round.picker, card), dealer(players))
        story += events
    return table_in_play(game, story)


def drafted(players: int = 3, options: Options = DRAFT) -> Snapshot:
    """A table at which all hands are complete."""
    return table_in_play(*play_until(deal(players, options), is_drafted))


def is_drafted(game: GameState) -> bool:
    return game.round.turn == 1


def pool(snapshot: Snapshot, viewer: Viewer) -> str:
    html = private_html(snapshot, viewer, "en", "bulls")
    return html[html.index('id="pool"') : html.index('id="hand"')]


def offered(snapshot: Snapshot, viewer: Viewer) -> list[int]:
    """The cards that the viewer may pick now."""
    return [int(card) for card in re.findall(r'id="pick-(\d+)"', pool(snapshot, viewer))]


def seen(snapshot: Snapshot, viewer: Viewer) -> list[int]:
    """The cards that lie in the pool."""
    return [int(card) for card in re.findall(r"#c(\d+)", pool(snapshot, viewer))]


def test_all_cards_lie_open_before_everybody() -> None:
    for viewer in (HOST, BOB, MEMBER):
        assert seen(picked(), viewer) == list(range(1, 105))


def test_with_known_cards_the_pool_is_as_small_as_the_deck() -> None:
    options = Options(draft=True, known_cards=True)
    assert seen(picked(options=options), HOST) == list(range(1, 35))


def test_only_who_picks_has_buttons() -> None:
    snapshot = picked(55)
    left = [card for card in range(1, 105) if card != 55]
    assert offered(snapshot, BOB) == left
    assert offered(snapshot, HOST) == offered(snapshot, MEMBER) == []


def test_a_picked_card_leaves_its_place_empty() -> None:
    snapshot = picked(55)
    assert 55 not in seen(snapshot, HOST)
    assert pool(snapshot, HOST).count("data-card=") == 104


def test_whose_pick_it_is_is_named_to_all() -> None:
    assert "Round 1, the draft Bob picks a card (2 of 30)." in public_text(picked(55))


def test_each_is_told_when_they_pick() -> None:
    snapshot = picked(55)
    assert "Your pick: take a card." in private_text(snapshot, BOB)
    assert "You pick after 2 other players." in private_text(snapshot, HOST)
    chloe = Viewer(seat=2, is_member=True, is_host=False)
    assert "You pick next." in private_text(snapshot, chloe)


def test_who_has_a_full_hand_waits_for_the_others() -> None:
    game, story = play_until(deal(2, DRAFT), lambda game: len(game.round.hands[0]) == 10)
    assert "Your hand is complete." in private_text(table_in_play(game, story), HOST)


def test_my_picks_are_my_hand_and_cannot_be_played_yet() -> None:
    html = private_html(picked(55, 1, 2, 30), HOST, "en", "bulls")
    hand = html[html.index('id="hand"') :]
    assert re.findall(r'id="card-(\d+)"', hand) == ["30", "55"]
    assert hand.count(" disabled") == 1


def test_what_everybody_picked_is_public() -> None:
    assert "Picked so far Ana 30 55 Bob 1 Chloé 2" in public_text(picked(55, 1, 2, 30))


def test_the_rows_are_hidden_until_they_are_laid() -> None:
    assert re.search(r'<section id="board"[^>]*hidden', public_html(picked(), "en", "bulls"))
    after = public_html(drafted(), "en", "bulls")
    assert not re.search(r'<section id="board"[^>]*hidden', after)
    assert re.search(r'<section id="picks"[^>]*hidden', after)


def test_the_story_tells_the_last_lap_and_counts_what_it_left_out() -> None:
    html = public_html(picked(55, 1, 2, 30, 4), "en", "bulls")
    story = html[html.index('id="story"') : html.index("</section>", html.index('id="story"'))]
    told = ["Chloé picks 2.", "Ana picks 30.", "Bob picks 4."]
    assert words(story[story.index("<ol") :]) == " ".join(told)
    assert 'data-dropped="2"' in story


def test_the_end_of_the_draft_tells_which_cards_begin_the_rows() -> None:
    snapshot = drafted()
    first = " ".join(str(row.cards[0]) for row in snapshot.game.round.rows)
    assert f"Every hand is complete. The rows begin with {first}." in public_text(snapshot)


def test_a_pick_tells_the_page_what_to_move() -> None:
    html = public_html(picked(55), "en", "bulls")
    assert 'data-step="pick" data-ms="300" data-seat="0" data-card="55"' in html
