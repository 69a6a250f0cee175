"""Worked examples and figures of the rules' pages, made by the presenters of a live table."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import decks
from games.help.examples import EXAMPLES, NAMES, elimination
from games.help.staging import DEALER, play, snapshot_of
from games.live.regions import active_language, render_part
from games.presenters.board import RowShown, present_rows
from games.presenters.players import present_pad, present_players
from games.presenters.story import present_story
from games.presenters.story_lines import Line
from games.rules.actions import PickCard
from games.rules.deal import SeededDealer, commitment
from games.rules.engine import new_game
from games.rules.options import MOST_PLAYERS, Options
from games.rules.projection import view_for


@dataclass(frozen=True, slots=True)
class ExampleShown:
    """A turn: the rows before, (name, picture) of the cards ascending, what happened, the rows."""

    before: tuple[RowShown, ...]
    cards: list[tuple[str, SafeString]]
    lines: tuple[Line, ...]
    after: tuple[RowShown, ...]


def present_example(name: str, deck: str) -> ExampleShown:
    """The worked example of this name."""
    example = EXAMPLES[name]
    state, story = example.played()
    snapshot = snapshot_of(state, story, example.names, deck=deck)
    return ExampleShown(
        before=present_rows(example.rows, deck),
        cards=[
            (example.names[seat], decks.card(card, deck))
            for card, seat in sorted((card, seat) for seat, card in enumerate(example.cards))
        ],
        # The first line says that the cards are revealed: they lie above it.
        lines=present_story(snapshot, view_for(state, None), deck).lines[1:],
        after=present_rows(state.round.rows, deck),
    )


@dataclass(frozen=True, slots=True)
class EliminationShown:
    """The end of a round that puts somebody out: the story, the players, the score pad."""

    lines: tuple[Line, ...]
    players: SafeString
    pad: SafeString


def present_elimination(deck: str) -> EliminationShown:
    """The worked example of the elimination ending."""
    state, story = elimination()
    snapshot = snapshot_of(state, story, NAMES, deck=deck)
    view = view_for(state, None)
    return EliminationShown(
        lines=present_story(snapshot, view, deck).lines[1:],
        players=present_players(snapshot, view, deck, active_language()).html,
        pad=render_part("pad", present_pad(snapshot, view)),
    )


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


@dataclass(frozen=True, slots=True)
class DealShown:
    """A verifiable deal: what is published, and the cards that follow from it."""

    server_seed: str
    commitment: str
    client_seeds: tuple[str, ...]
    hands: list[tuple[str, list[SafeString]]]
    rows: tuple[RowShown, ...]


def present_deal(deck: str) -> DealShown:
    """The deal of a first round for two, out of a secret that is none."""
    secret = bytes(range(32))
    texts = ("moo", "a quiet river")
    state, _ = new_game(Options(), len(texts), SeededDealer(secret, texts))
    return DealShown(
        server_seed=secret.hex(),
        commitment=commitment(secret),
        client_seeds=texts,
        hands=[
            (name, [decks.card(card, deck) for card in hand])
            for name, hand in zip(NAMES, state.round.hands, strict=False)
        ],
        rows=present_rows(state.round.rows, deck),
    )
