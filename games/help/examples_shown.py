"""Worked examples and figures of the rules' pages, drawn as at a live table."""

from collections.abc import Iterable
from typing import Any

from django.utils.safestring import SafeString

from accounts import names
from games.help.examples import EXAMPLES, NAMES, elimination
from games.live.regions import Look, active_language, drawn, look_of
from games.page import decks
from games.page.describe import describe_players, pad_of, story_of
from games.page.draw import draw_pad, draw_row
from games.page.staging import DEALER, play, snapshot_of
from games.page.story import story_lines
from games.page.words import card as draw_card
from games.rules.actions import PickCard
from games.rules.deal import SeededDealer, commitment
from games.rules.engine import new_game, view_for
from games.rules.events import Revealed
from games.rules.options import MOST_PLAYERS, Options
from games.rules.state import Row
from games.table.snapshot import Snapshot


def present_example(name: str, deck: str) -> dict[str, Any]:
    """The turn of a worked example, as pages show it.

    before, lines, after: the rows before, what happened, and the rows, as items of lists. cards:
    (name, picture) of what was revealed, ascending.
    """
    example = EXAMPLES[name]
    look = look_of(active_language(), deck)
    state, story = example.played()
    assert isinstance(story[0], Revealed)  # noqa: S101 - a turn begins so
    snapshot = snapshot_of(state, story, example.names, deck=deck)
    return {
        "before": _rows(look, example.rows),
        "cards": [
            (
                [*example.names, names.shown(names.OX)][seat],
                draw_card(look, -number if number in story[0].flipped else number),
            )
            for seat, number in story[0].cards
        ],
        "lines": _lines(look, snapshot),
        "after": _rows(look, state.round.rows),
    }


def _rows(look: Look, rows: Iterable[Row]) -> SafeString:
    return SafeString("".join([draw_row(look, index, row) for index, row in enumerate(rows)]))


def _lines(look: Look, table: Snapshot) -> SafeString:
    """What happened, without the line that the cards are revealed: they lie above it."""
    assert table.game is not None  # noqa: S101 - an example is in play
    _revealed, *lines = story_lines(look, story_of(table, view_for(table.game, None)))
    return SafeString("".join(lines))


def present_elimination(deck: str) -> dict[str, Any]:
    """The worked example of the elimination ending: what happened, the players, the score pad."""
    look = look_of(active_language(), deck)
    state, story = elimination()
    snapshot = snapshot_of(state, story, NAMES, deck=deck)
    view = view_for(state, None)
    return {
        "lines": _lines(look, snapshot),
        "players": drawn(look, describe_players(snapshot, view)),
        "pad": SafeString(draw_pad(look, pad_of(snapshot, view))),
    }


def known_decks() -> list[tuple[int, int]]:
    """(players, highest card) of a round with known cards."""
    options = Options(known_cards=True)
    return [(players, options.deck(players)[-1]) for players in range(2, MOST_PLAYERS + 1)]


def first_picks(round_number: int) -> list[str]:
    """Who picks first, second ... in the draft of a round of three, and then again."""
    state, _ = new_game(Options(draft=True), 3, DEALER)
    state = state._replace(round=state.round._replace(number=round_number))
    names = []
    for card in range(1, 5):
        seat = state.round.picker
        names.append(NAMES[seat])
        state, _ = play(state, [PickCard(seat, card)])
    return names


def present_deal(deck: str) -> dict[str, Any]:
    """A deal for two out of a secret that is none: what is published, and the cards of it."""
    secret = bytes(range(32))
    texts = ("moo", "a quiet river")
    state, _ = new_game(Options(), len(texts), SeededDealer(secret, texts))
    return {
        "server_seed": secret.hex(),
        "commitment": commitment(secret),
        "client_seeds": texts,
        "hands": [
            (name, [decks.card(card, deck) for card in hand])
            for name, hand in zip(NAMES, state.round.hands, strict=False)
        ],
        "rows": _rows(look_of(active_language(), deck), state.round.rows),
    }
