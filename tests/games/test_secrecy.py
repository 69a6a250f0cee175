"""No card reaches a page or a frame whose reader may not know it, in any reachable state.

The proof is by exchange: whatever a viewer may not know is dealt anew among the places they cannot
see, and not one byte of what they get may differ.
"""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.live.regions import look_of, stamp, whole
from games.models import Table
from games.page.table_views import TableViews
from games.rules.actions import ChooseCard, Decline, Propose, Ready
from games.rules.deal import SeededDealer, commitment
from games.rules.engine import apply, legal_actions, new_game
from games.rules.events import Events, Revealed
from games.rules.options import Ending, Options, Variant
from games.rules.state import Awaited, GameState
from games.table.access import viewer_at
from games.table.snapshot import Play, SeatInfo, Snapshot

SEED = b"s" * 32

OPTIONS = st.one_of(
    st.builds(
        Options,
        known_cards=st.booleans(),
        draft=st.booleans(),
        cabriole=st.booleans(),
        ending=st.sampled_from(Ending),
    ),
    st.just(Options(variant=Variant.SPECIAL)),
    st.builds(Options, flip=st.just(True), draft=st.booleans()),
    st.sampled_from([Options(even_odd=True), Options(mountain=True)]),
    st.builds(Options, variant=st.just(Variant.OX), known_cards=st.booleans()),
)


def reach(options: Options, players: int, moves: int, chance: random.Random) -> Snapshot:
    """The table after so many random moves; seat 0 is the host, the last one a bot."""
    dealer = SeededDealer(SEED, tuple(f"seed {seat}" for seat in range(players)))
    game, story = new_game(options, players, dealer)
    for _move in range(moves):
        if game.decision is None:
            break
        seat = chance.choice(game.decision.seats)
        game, events = apply(game, chance.choice(legal_actions(game, seat)), dealer)
        story = told(story, events)
    return snapshot_of(game, story)


def told(story: Events, events: Events) -> Events:
    """The story as services keep it: all since the last reveal."""
    reveals = [at for at, event in enumerate(events) if isinstance(event, Revealed)]
    return events[reveals[-1] :] if reveals else story + events


def snapshot_of(game: GameState, story: Events) -> Snapshot:
    seats = tuple(
        SeatInfo(
            index=seat,
            written=f"Player {chr(65 + seat)}",
            player_id=1000 + seat,
            user_id=2000 + seat,
            bot="gap" if seat == game.player_count - 1 else "",
            client_seed=f"text {chr(65 + seat)}",
        )
        for seat in range(game.player_count)
    )
    play = Play(
        game=game,
        story=story,
        turn_key="1.1",
        missed=(0,) * game.player_count,
        away=(False,) * game.player_count,
        since=2,
        deadline=datetime(2030, 1, 1, tzinfo=UTC),
    )
    return Snapshot(
        table_id=1,
        code="abcdefghjk",
        name="Friday",
        status=Table.Status.FINISHED if game.is_over else Table.Status.PLAYING,
        version=7,
        options=game.options,
        visibility=Table.Visibility.PUBLIC,
        host_id=1000,
        time_per_choice=30,
        deck="bulls",
        commitment=commitment(SEED),
        server_seed=SEED.hex() if game.is_over else None,
        rematch_code=None,
        seats=seats,
        play=play,
    )


def everything(snapshot: Snapshot, viewer: int | None) -> list[str]:
    """All that a seat, or a spectator, gets of a table."""
    player_id = None if viewer is None else 1000 + viewer
    return [page(snapshot, player_id, language) for language in ("en", "fr")]


def page(snapshot: Snapshot, player_id: int | None, language: str) -> str:
    """The whole view as one message."""
    who = viewer_at(snapshot, player_id, is_organizer=False, language=language, deck="bulls")
    assert who
    shown = whole(look_of(who.language, who.deck), TableViews(1, snapshot).whole(who))
    return stamp(snapshot.version, 12.5) + shown.elements


def exchanged(state: GameState, viewer: int | None, chance: random.Random) -> GameState:
    """The same game to this viewer's eyes: all they cannot see is dealt anew."""
    round_state = state.round
    others = [seat for seat in round_state.seats if seat != viewer]
    public = known_to_all(state)
    hidden = {
        seat: [card for card in round_state.hands[seat] if card not in public] for seat in others
    }
    visible = public | (set() if viewer is None else set(round_state.hands[viewer]))
    unknown = [card for card in state.options.deck(len(round_state.seats)) if card not in visible]
    chance.shuffle(unknown)
    hands, choices = list(round_state.hands), list(round_state.choices)
    for seat in others:
        kept = [card for card in round_state.hands[seat] if card in public]
        dealt = [unknown.pop() for _card in hidden[seat]]
        hands[seat] = tuple(sorted(kept + dealt))
        if choices[seat] is not None:
            choices[seat] = chance.choice(hands[seat])
    specials = round_state.specials
    if specials is not None:
        bag = [kind for seat in others for kind in specials.hands[seat]] + list(specials.pile)
        chance.shuffle(bag)
        special_hands = list(specials.hands)
        for seat in others:
            special_hands[seat] = tuple(bag.pop() for _kind in specials.hands[seat])
        specials = specials._replace(hands=tuple(special_hands), pile=tuple(bag))
    flips = round_state.flips
    if flips is not None:
        wanted = list(flips.wanted)
        for seat in others:
            wanted[seat] = choices[seat] is not None and chance.random() < 0.5
        flips = flips._replace(wanted=tuple(wanted))
    ox = round_state.ox
    if ox is not None:
        # Hidden hands and the ox's numbers were dealt from the same deck.
        supply = list(ox.supply)
        chance.shuffle(supply)
        own = [unknown.pop() for _card in ox.hand]
        ox = ox._replace(hand=tuple(own), supply=tuple(supply))
    changed = round_state._replace(
        hands=tuple(hands), choices=tuple(choices), specials=specials, flips=flips, ox=ox
    )
    return state._replace(round=changed)


def known_to_all(state: GameState) -> set[int]:
    """The numbers everybody has seen: on the table, in piles, revealed, picked or taken back."""
    round_state = state.round
    seen = {card for row in round_state.rows for card in row.cards} | set(round_state.pool)
    if state.options.draft:
        seen |= {card for hand in round_state.hands for card in hand}
    seen |= {card for pile in round_state.piles for card in pile}
    seen |= {card for _seat, card in round_state.queue}
    if round_state.ox is not None:
        seen |= set(round_state.ox.pile)
    return seen | set(round_state.boxed) | set(round_state.shown)


@settings(max_examples=120)
@given(
    options=OPTIONS,
    players=st.integers(2, 6),
    moves=st.integers(0, 150),
    chance=st.randoms(use_true_random=False),
    watched=st.data(),
)
def test_what_a_viewer_may_not_know_leaves_no_trace(
    options: Options, players: int, moves: int, chance: random.Random, watched: st.DataObject
) -> None:
    snapshot = reach(options, players, moves, chance)
    if snapshot.has_ended:
        return
    viewer = watched.draw(st.none() | st.integers(0, players - 1))
    other = replace(
        snapshot, play=snapshot.play._replace(game=exchanged(snapshot.play.game, viewer, chance))
    )
    assert everything(other, viewer) == everything(snapshot, viewer)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_council_tells_nothing_of_hands_of_the_ox_and_of_the_pile(players: int) -> None:
    """Before anything is said, while something is proposed, and after an answer."""
    chance = random.Random(players)
    dealer = SeededDealer(SEED, tuple(f"seed {seat}" for seat in range(players)))
    game, _ = new_game(Options(variant=Variant.OX), players, dealer)
    for seat in range(players):
        game, story = apply(game, ChooseCard(seat, game.round.hands[seat][0]), dealer)
    proposal = next(a for a in legal_actions(game, 0) if isinstance(a, Propose))
    for action in (None, proposal, Decline(1), Ready(0)):
        if action is not None:
            game, events = apply(game, action, dealer)
            story = told(story, events)
        assert game.round.awaited is Awaited.COUNCIL
        table = snapshot_of(game, story)
        for viewer in (None, *range(players)):
            changed = table.play._replace(game=exchanged(game, viewer, chance))
            assert everything(replace(table, play=changed), viewer) == everything(table, viewer)


@settings(max_examples=60)
@given(
    players=st.integers(2, 10),
    moves=st.integers(0, 99),
    chance=st.randoms(use_true_random=False),
)
def test_the_server_seed_is_in_no_frame_before_the_end(
    players: int, moves: int, chance: random.Random
) -> None:
    snapshot = reach(Options(), players, moves, chance)
    for viewer in (None, *range(players)):
        for text in everything(snapshot, viewer):
            assert (SEED.hex() in text) == snapshot.has_ended
