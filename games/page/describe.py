"""What a table shows, as plain values: the public part once, a private part for each seat.

The live view, the first page, the television, replays, the previous turn and the examples of the
rules all start here. Each region names its drawing and the values it shows. Nothing is drawn here,
and there are no words, so one description serves all languages and decks.
"""

from datetime import datetime
from functools import cache

from games.live.regions import Region, Shown, View
from games.models import Table
from games.page import draw, words
from games.page.draft import NO_PICKS, NO_POOL, describe_picks, describe_pool
from games.page.draw import BACK, PadFacts, PlayerFacts, SeenFacts
from games.page.facts import draw_facts, facts_of
from games.page.ox import names_of, ox_part, pad_with_ox, tally_of, team_cards
from games.page.prompt import describe_prompt
from games.page.result import draw_result
from games.page.special import draw_special_hand, draw_supply, offered_kinds
from games.page.story import StoryFacts, draw_story
from games.page.words import NOTHING, Sentence
from games.rules.actions import ChooseCard, ExchangeSpecial, PlaySpecial
from games.rules.engine import view_for
from games.rules.options import Options, Variant
from games.rules.state import Awaited, Decision
from games.rules.state import View as GameView
from games.table.access import Viewer
from games.table.pause import PauseState
from games.table.snapshot import SeatInfo, Snapshot

_deck = cache(Options.deck)


def describe_public(table: Snapshot) -> View:
    """The regions that everybody sees."""
    view = view_of(table, None)
    return {**describe_turn(table, view), "facts": Region((draw_facts, facts_of(table)))}


def describe_turn(table: Snapshot, view: GameView | None) -> View:
    """The public regions that change as cards are placed."""
    return {
        **describe_choices(table, view),
        "board": describe_board(table, view),
        "seen": describe_seen(table, view),
        "story": Region((draw_story, story_of(table, view))),
        "picks": describe_picks(table, view) if view and view.pool else NO_PICKS,
        "supply": describe_supply(view),
        "pad": Region((draw.draw_pad, pad_of(table, view))),
    }


def describe_choices(table: Snapshot, view: GameView | None) -> View:
    """The public regions that change as players choose."""
    return {
        "status": describe_status(table, view),
        "players": describe_players(table, view),
    }


def describe_private(table: Snapshot, viewer: Viewer) -> View:
    """The regions of one viewer: what is asked of them, and their hand.

    The buttons name forms of the page (games/table.html), which hold address, token and version: no
    push replaces a form somebody is using.
    """
    view = view_of(table, viewer.seat)
    return {
        "own_status": Region((draw.draw_own_status, own_status(table, view, viewer.seat))),
        "prompt": Region(describe_prompt(table, view, viewer)),
        "pool": describe_pool(view) if view and view.pool else NO_POOL,
        "hand": describe_hand(view, has_ended=table.has_ended),
        "specials": _special_hand(view, has_ended=table.has_ended),
        "more": _more(table, viewer),
    }


def view_of(table: Snapshot, seat: int | None) -> GameView | None:
    """The game as a seat may know it; one that was abandoned asks nothing of anybody."""
    if table.game is None:
        return None
    view = view_for(table.game, seat)
    if table.has_ended:
        return view._replace(decision=None, actions=())
    # In a pause nobody can act; who is awaited is still shown.
    return view._replace(actions=()) if table.is_paused else view


# --- The line above the table --------------------------------------------------------------


def describe_status(table: Snapshot, view: GameView | None) -> Region:
    """Round and turn, and whom the table waits for."""
    tally = tally_of(view) if view and view.ox else ""
    return status_region(
        _place(table, view), status_sentence(table, view), *_time(table, view), tally=tally
    )


def status_region(
    place: Sentence,
    sentence: Sentence,
    has_deadline: bool = False,
    until: datetime | None = None,
    tally: Shown = "",
) -> Region:
    """The line above the table, a part for each half; against the ox one for both totals."""
    parts: dict[str, Shown] = {
        "status-place": (draw.draw_status_place, place, has_deadline, until),
        "status-sentence": (draw.draw_status_sentence, sentence),
    }
    if tally:
        parts["status-tally"] = tally
    return Region((draw.draw_status,), parts)


def _place(table: Snapshot, view: GameView | None) -> Sentence:
    if table.status == Table.Status.OPEN:
        return words.OPEN_RATED if table.is_rated else words.OPEN
    if view is None or view.decision is None:
        return words.END
    place = words.say_rated_place if table.is_rated else words.say_place
    return place, view.round_number, view.turn_number, view.options


def _time(table: Snapshot, view: GameView | None) -> tuple[bool, datetime | None]:
    """Whether time is limited, and the deadline where seconds say nothing."""
    if view is None or view.decision is None:
        return False, None
    if table.is_paused:
        return table.seconds_are_counted_to is not None, None
    return table.deadline is not None, table.deadline if table.is_by_correspondence else None


def status_sentence(table: Snapshot, view: GameView | None) -> Sentence:
    """What is awaited of whom, or how it ended."""
    if table.status == Table.Status.OPEN:
        unoccupied = sum(seat.is_free for seat in table.seats)
        held = min(len(table.held), unoccupied)
        return words.say_free_seats, unoccupied - held, held
    if view is None:
        return words.CLOSED
    if table.status == Table.Status.ABANDONED:
        return words.ABANDONED
    if view.decision is None:
        winners = [seat for seat, rank in enumerate(view.ranks or ()) if rank == 1]
        if view.ox is not None:
            return words.say_against_ox, bool(winners)
        return words.say_winners, *(table.seats[seat].written for seat in winners)
    if table.pause is not None and table.is_paused:
        if table.pause.state is PauseState.ENDING:
            return words.GOES_ON
        return words.ALL_AWAY if table.pause.waits_for_return else words.PAUSED
    return _awaited_sentence(table, view, view.decision)


def _awaited_sentence(table: Snapshot, view: GameView, decision: Decision) -> Sentence:
    seats = decision.seats
    if decision.kind is Awaited.CARD:
        names = [table.seats[seat].written for seat in seats]
        return words.awaited_cards(names, len(view.seats))
    name = table.seats[seats[0]].written
    match decision.kind:
        case Awaited.COUNCIL:
            return words.say_council, *(table.seats[seat].written for seat in seats)
        case Awaited.ROW:
            if view.options.fan is not None:
                return words.say_fits_no_row, name, view.counted(decision.card or 0)
            return words.say_takes_row, name, decision.card
        case Awaited.PICK:
            return words.say_picks, name, *_pick_number(view)
        case Awaited.SPECIAL:
            return words.say_may_play_special, name, decision.card
        case _:
            return words.say_may_exchange, name


def own_status(table: Snapshot, view: GameView | None, seat: int | None) -> Sentence:
    """The status sentence for a viewer who is awaited ("Your turn."); nothing for all others.

    It does not change as others choose, so that their choices change nothing private.
    """
    decision = None if view is None else view.decision
    if view is None or decision is None or seat not in decision.seats:
        return NOTHING
    if table.away[seat] or table.is_paused:
        return NOTHING
    if decision.kind is Awaited.ROW and view.options.fan is not None:
        return words.say_yours_fits_no_row, view.counted(decision.card or 0)
    numbers = _pick_number(view) if decision.kind is Awaited.PICK else (0, 0)
    return words.say_your_turn, decision.kind, decision.card, *numbers


def _pick_number(view: GameView) -> tuple[int, int]:
    """Of a draft: the number of the next pick, and how many there are."""
    return sum(view.hand_sizes) + 1, len(view.seats) * view.options.hand_size


# --- The people round the table --------------------------------------------------------------


def describe_players(table: Snapshot, view: GameView | None) -> Region:
    """The people round the table, a part each."""
    if view is None:
        free = {f"player-{seat.index}": (draw.draw_player, _sitting(seat)) for seat in table.seats}
        return Region((draw.draw_players, True), free)
    revealed = dict(view.revealed)
    away = table.away
    has_ended = table.has_ended
    parts: dict[str, Shown] = {
        f"player-{seat.index}": (
            draw.draw_player,
            _playing(view, seat, revealed, away[seat.index] and not has_ended),
        )
        for seat in table.seats
    }
    if view.ox is not None:
        parts |= ox_part(view)
    return Region((draw.draw_players, view.decision is None), parts)


def _sitting(seat: SeatInfo) -> PlayerFacts:
    state = "free" if seat.is_free else ""
    return PlayerFacts(seat.index, seat.written, bool(seat.bot), state=state)


def _playing(
    view: GameView, seat: SeatInfo, revealed: dict[int, int], is_away: bool
) -> PlayerFacts:
    index, decision = seat.index, view.decision
    out_in = view.out_in(index)
    state, awaited = "", None
    if out_in is not None:
        state = "out"
    elif decision is not None and index in decision.seats:
        state, awaited = "awaited", decision.kind
    elif index in view.chosen:
        state = "chosen"
    is_special = view.options.variant is Variant.SPECIAL
    flips = view.flips
    lies = revealed.get(index, BACK if index in view.chosen else None)
    if flips and lies and flips[index] == lies:
        lies = -lies
    return PlayerFacts(
        index,
        seat.written,
        bool(seat.bot),
        is_away,
        lies,
        state,
        awaited,
        # At the end the last pile is part of the total already.
        None if view.ranks or out_in else view.pile_heads[index],
        view.totals[index],
        None if is_special else view.options.limit,
        out_in,
        view.special_counts[index] if is_special and not view.ranks else None,
        view.ranks is not None and view.ranks[index] == 1,
        bool(flips) and flips[index] is None and index in view.seats and not view.ranks,
    )


def pad_of(table: Snapshot, view: GameView | None) -> PadFacts | None:
    """The score pad; None before the first deal."""
    if view is None:
        return None
    if view.ox is not None:
        return pad_with_ox(view, names_of(table, view))
    return PadFacts(
        names=tuple([seat.written for seat in table.seats]),
        out=tuple([view.out_in(seat) is not None for seat in range(view.player_count)]),
        out_in=view.eliminated_in,
        rounds=view.round_scores,
        number=None if view.ranks else view.round_number,
        running=view.pile_heads,
        totals=view.totals,
    )


# --- The cards ----------------------------------------------------------------------------------


def describe_board(table: Snapshot, view: GameView | None) -> Region:
    """The rows, a part each; at the end the result."""
    if view is not None and view.ranks is not None:
        return Region((draw_result, table, view))
    rows = view.rows if view else ()
    is_open = table.status == Table.Status.OPEN
    is_drafting = view is not None and bool(view.pool)
    return Region(
        (draw.draw_board, bool(rows), is_open, is_drafting),
        {f"row-{index}": (draw.draw_row, index, row) for index, row in enumerate(rows)},
    )


def describe_seen(table: Snapshot, view: GameView | None) -> Region:
    """What all have seen in this round; nothing before the deal and at the end."""
    if view is None or table.has_ended:
        return Region((draw.draw_seen, range(0), False))
    numbers = _deck(view.options, len(view.seats))
    facts = SeenFacts(
        numbers, view.rows, view.revealed, view.piles, view.boxed, view.shown, view.drafted
    )
    return Region(
        (draw.draw_seen, numbers, view.options.draft),
        {"seen-cards": (draw.draw_seen_cards, facts)},
    )


def story_of(table: Snapshot, view: GameView | None) -> StoryFacts:
    """The last turn; empty before the first deal."""
    names = tuple([seat.written for seat in table.seats])
    play = table.play
    if view is None or play is None:
        return StoryFacts("", (), (), table.options, (), frozenset(), names, players=0)
    if view.ox is not None:
        names = names_of(table, view)
    key = play.turn_key
    return StoryFacts(
        key=key,
        events=play.story,
        rows=view.rows,
        options=view.options,
        eliminated_in=view.eliminated_in,
        forced=play.forced,
        names=names,
        players=len(view.seats),
        told=_count_turn(view, *map(int, key.split("."))) if key else 0,
        following=_count_turn(view, view.round_number, view.turn_number),
        awaits_bots=play.since if play.bots_at else None,
        is_drafting=bool(view.pool),
        flipped=frozenset(card for card in view.flips if card),
    )


def _count_turn(view: GameView, round_number: int, turn: int) -> int:
    """A turn of a round as a number that counts on from round to round."""
    return (round_number - 1) * view.options.hand_size + turn


def describe_supply(view: GameView | None) -> Region:
    """The special cards nobody holds."""
    if view is not None and view.ox is not None and view.ranks is None:
        return team_cards(view.ox)
    if view is None or view.options.variant is not Variant.SPECIAL:
        return Region((draw_supply, None, 0))
    return Region((draw_supply, view.discard, view.special_pile_size))


def describe_hand(view: GameView | None, *, has_ended: bool = False) -> Region:
    """The viewer's cards in ascending order, a part each; none for a spectator."""
    if view is None or has_ended:
        return Region((draw.draw_hand, False))
    choices = [action for action in view.actions if isinstance(action, ChooseCard)]
    playable = {action.card for action in choices}
    # A closed hand leaves its cards as they are. A special card may light one of them on the page.
    is_closed = not any(
        isinstance(action, ChooseCard | PlaySpecial | ExchangeSpecial) for action in view.actions
    )
    if is_closed:
        playable = set(view.hand)
    may_flip = any(action.flipped for action in choices)
    flipped = view.choice if view.is_flipped else None
    return Region(
        (draw.draw_hand, bool(view.hand), is_closed, may_flip),
        {
            f"card-{card}": (draw.draw_card, lies, card == view.choice, card in playable, may_flip)
            for card in view.hand
            for lies in [-card if card == flipped else card]
        },
    )


def _special_hand(view: GameView | None, *, has_ended: bool) -> Region:
    """The viewer's own special cards."""
    if view is None or has_ended or view.options.variant is not Variant.SPECIAL:
        return Region((draw_special_hand, None, frozenset()))
    return Region((draw_special_hand, view.specials, offered_kinds(view)))


def _more(table: Snapshot, viewer: Viewer) -> Region:
    """The rare commands that a viewer may use."""
    play, seat = table.play, viewer.seat
    plays_on = can_pause = False
    if play is not None and table.status == Table.Status.PLAYING:
        plays_on = seat is not None and table.is_in_game(seat, play) and not play.away[seat]
        # No pause is proposed or begun, and none was refused in this turn.
        can_pause = plays_on and play.pause is None and play.pause_refused != play.since
    can_share = (viewer.is_host or viewer.is_organizer) and not table.has_ended
    goes_on = table.is_rated and table.status == Table.Status.PLAYING and seat is not None
    can_abandon = can_share and not goes_on
    return Region((draw.draw_more, plays_on, can_pause, can_abandon, can_share))
