"""The game from outside: start it, look at it, ask what may be done, do it.

`view_for` is the only way out for cards.
"""

from typing import Any

from games.rules.actions import (
    Action,
    Agree,
    ChooseCard,
    CouncilAction,
    Decline,
    ExchangeSpecial,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    Propose,
    Ready,
    TakeRow,
)
from games.rules.cards import LAST_CARD
from games.rules.council import council_actions, hold_council
from games.rules.dealer import Dealer, RoundDealer
from games.rules.endings import score_round
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Events, TakeReason
from games.rules.fan import (
    place_with_fan_card,
    refuse_flip,
    reveal_with_flips,
    take_beside_fan_card,
)
from games.rules.held_cards import Specials
from games.rules.options import FIRST_ROWS, MOST_PLAYERS, Options
from games.rules.ox import place_with_ox, reveal_with_ox, take_with_ox
from games.rules.placement import (
    Resolution,
    place,
    place_queue,
    refuse_row,
    reveal,
    take,
)
from games.rules.rounds import deal_round, pick_card
from games.rules.special_effects import (
    exchange_special,
    keep_specials,
    offer_exchange,
    pass_special,
    play_special,
)
from games.rules.specials import asks_for_special, moment_of, playable, refusal
from games.rules.state import (
    CARD,
    COUNCIL,
    EXCHANGE,
    PICK,
    ROW,
    SPECIAL,
    Awaited,
    Cards,
    GameState,
    OxView,
    RoundState,
    View,
)

# What is offered at every turn is made once: by seat, and by card or row.
_SEATS, _CARDS, _ROWS = range(MOST_PLAYERS), range(LAST_CARD + 1), range(FIRST_ROWS + 1)
_PICKS = [[PickCard(seat, card) for card in _CARDS] for seat in _SEATS]
_CHOICES = [[ChooseCard(seat, card) for card in _CARDS] for seat in _SEATS]
_FLIPPED_CHOICES = [[ChooseCard(seat, card, flipped=True) for card in _CARDS] for seat in _SEATS]
_TAKES = [[TakeRow(seat, row) for row in _ROWS] for seat in _SEATS]


def new_game(options: Options, player_count: int, dealer: Dealer) -> tuple[GameState, Events]:
    """The first deal of a game. Raises InvalidOptions if that many cannot play it."""
    options.check_players(player_count)
    no_specials: tuple[Specials, ...] = ((),) * player_count
    round, events = deal_round(options, 1, tuple(range(player_count)), no_specials, dealer)
    return GameState(options, player_count, round, (), (None,) * player_count), events


def legal_actions(state: GameState, seat: int) -> tuple[Action, ...]:
    """Everything this seat may do now; empty when nothing is asked of it."""
    if state.ranks is not None or not 0 <= seat < state.player_count:
        return ()
    round = state.round
    awaited = round.awaited
    if awaited is CARD:
        choices = _CHOICES[seat]
        plain = tuple([choices[card] for card in round.hands[seat]])
        return plain if round.flips is None else (*plain, *_flipped_choices(round, seat))
    if awaited is COUNCIL:
        return council_actions(round, seat)
    if seat not in round.decision.seats:
        return ()
    if awaited is ROW:
        return _rows_to_take(round, seat)
    if awaited is PICK:
        return _picks(round, seat)
    return _special_plays(round, seat) if awaited is SPECIAL else _exchanges(round, seat)


def _flipped_choices(round: RoundState, seat: int) -> tuple[Action, ...]:
    """The numbers that may be chosen flipped: none once the Flip card is used."""
    choices = _FLIPPED_CHOICES[seat]
    hand = round.hands[seat]
    return tuple([choices[card] for card in hand if refuse_flip(round, seat, card) is None])


def _picks(round: RoundState, seat: int) -> tuple[Action, ...]:
    picks = _PICKS[seat]
    return tuple([picks[card] for card in round.pool])


def _rows_to_take(round: RoundState, seat: int) -> tuple[Action, ...]:
    """Rule 4: any row, but for those a Stop blocks."""
    takes = _TAKES[seat]
    return tuple([takes[row] for row, lane in enumerate(round.rows) if not lane.stopped])


def _special_plays(round: RoundState, seat: int) -> tuple[Action, ...]:
    held = _specials_held(round, seat)
    return (PassSpecial(seat), *playable(moment_of(round), seat, held))


def _exchanges(round: RoundState, seat: int) -> tuple[Action, ...]:
    held = dict.fromkeys(_specials_held(round, seat))
    return (KeepSpecials(seat), *[ExchangeSpecial(seat, kind) for kind in held])


# What differs between the views of one state; the rest is shared.
_SEAT, _HAND, _CHOICE, _SPECIALS, _ACTIONS, _IS_FLIPPED = map(
    View._fields.index, ("seat", "hand", "choice", "specials", "actions", "is_flipped")
)
# The state that was looked at last, and what everybody may know of it: one seat after the other
# asks for its view of the same state.
_newest: tuple[GameState, View] | None = None


def view_for(state: GameState, seat: int | None) -> View:
    """The game as this seat may know it; None is a spectator.

    Raises IllegalAction(NO_SUCH_SEAT) for a seat the game does not have.
    """
    global _newest
    if seat is not None and not 0 <= seat < state.player_count:
        raise IllegalAction(ErrorCode.NO_SUCH_SEAT, seat=seat)
    known = _newest
    if known is None or known[0] is not state:
        _newest = known = state, _public_view(state)
    if seat is None:
        return known[1]
    round = state.round
    values: list[Any] = list(known[1])
    values[_SEAT] = seat
    values[_HAND] = round.hands[seat]
    values[_CHOICE] = round.choices[seat]
    values[_SPECIALS] = _specials_held(round, seat)
    values[_ACTIONS] = legal_actions(state, seat)
    values[_IS_FLIPPED] = round.is_flipped(seat)
    return View._make(values)


def _public_view(state: GameState) -> View:
    """The game as everybody may know it."""
    round = state.round
    specials = round.specials
    flips = round.flips
    no_cards: tuple[Cards, ...] = ((),) * state.player_count
    return View(
        options=state.options,
        player_count=state.player_count,
        seat=None,
        round_number=round.number,
        turn_number=round.turn,
        seats=round.seats,
        rows=round.rows,
        hand=(),
        hand_sizes=tuple(map(len, round.hands)),
        chosen=frozenset([s for s, choice in enumerate(round.choices) if choice is not None]),
        choice=None,
        revealed=round.queue,
        piles=round.piles,
        pile_heads=round.pile_heads,
        round_scores=state.round_scores,
        totals=state.totals,
        eliminated_in=state.eliminated_in,
        pool=round.pool,
        picks=round.hands if round.is_drafting else no_cards,
        specials=(),
        special_counts=tuple(map(len, specials.hands)) if specials else (0,) * state.player_count,
        discard=specials.discard if specials else (),
        special_pile_size=len(specials.pile) if specials else 0,
        boxed=round.boxed,
        shown=round.shown,
        drafted=frozenset().union(*round.hands) if state.options.draft else frozenset(),
        decision=state.decision,
        actions=(),
        ranks=state.ranks,
        flips=flips.used if flips else (),
        ox=None if round.ox is None else OxView.of(round.ox),
        turns=round.turns,
    )


def apply(state: GameState, action: Action, dealer: Dealer) -> tuple[GameState, Events]:
    """The game after an action, run on until somebody's decision is needed, and what happened.

    Raises IllegalAction with a code; the state given is never changed.
    """
    if state.ranks is not None or action.seat not in state.round.seats:
        raise _refuse_seat(state, action.seat)
    match action:
        case ChooseCard():
            return _choose(state, action, dealer)
        case TakeRow():
            return _take(state, action, dealer)
        case PickCard():
            return _pick(state, action, dealer)
        case PlaySpecial():
            return _play_special(state, action, dealer)
        case PassSpecial():
            return _pass_special(state, action, dealer)
        case ExchangeSpecial():
            return _exchange(state, action, dealer)
        case Propose() | Agree() | Decline() | Ready():
            return _hold_council(state, action, dealer)
        case _:
            return _keep(state, action, dealer)


def _refuse_seat(state: GameState, seat: int) -> IllegalAction:
    """Why this seat, which is not in a running round, cannot act."""
    if state.ranks is not None:
        return IllegalAction(ErrorCode.GAME_OVER)
    if not 0 <= seat < state.player_count:
        return IllegalAction(ErrorCode.NO_SUCH_SEAT, seat=seat)
    return IllegalAction(ErrorCode.SEAT_ELIMINATED, seat=seat)


def _check_awaited(state: GameState, kind: Awaited, seat: int) -> None:
    decision = state.round.decision
    if decision.kind is not kind:
        raise IllegalAction(ErrorCode.OTHER_ACTION_AWAITED, awaited=decision.kind)
    if seat not in decision.seats:
        raise IllegalAction(ErrorCode.NOT_AWAITED, seat=seat)


def _pick(state: GameState, action: PickCard, dealer: Dealer) -> tuple[GameState, Events]:
    _check_awaited(state, PICK, action.seat)
    if action.card not in state.round.pool:
        raise IllegalAction(ErrorCode.CARD_NOT_IN_POOL, card=action.card)
    round, events = pick_card(state.options, state.round, action.seat, action.card, dealer)
    return state.with_round(round), events


def _choose(state: GameState, action: ChooseCard, dealer: Dealer) -> tuple[GameState, Events]:
    """Note a choice; the last one of the turn reveals them all."""
    round = state.round
    if round.awaited is not CARD:
        raise IllegalAction(ErrorCode.OTHER_ACTION_AWAITED, awaited=round.awaited)
    if action.card not in round.hands[action.seat]:
        raise IllegalAction(ErrorCode.CARD_NOT_HELD, card=action.card)
    if round.flips is not None or action.flipped:
        round = _with_wish(round, action)
    choices = list(round.choices)
    choices[action.seat] = action.card
    if len(choices) - choices.count(None) < len(round.seats):
        return state.with_round(round.with_choices(tuple(choices))), ()
    res = Resolution(round)
    if round.flips is not None:
        reveal_with_flips(res, round.flips, choices)
    elif round.ox is not None:
        reveal_with_ox(res, choices)
        if round.ox.open:
            return _wait(state, res)
    else:
        reveal(res, choices)
    return _run(state, res, dealer)


def _with_wish(round: RoundState, action: ChooseCard) -> RoundState:
    """The round with what a choice says of the Flip card. Raises IllegalAction."""
    in_the_way = refuse_flip(round, action.seat, action.card) if action.flipped else None
    if in_the_way is not None or round.flips is None:
        raise IllegalAction(in_the_way or ErrorCode.NO_FLIP_CARD, card=action.card)
    return round._replace(flips=round.flips.with_wish(action.seat, action.flipped))


def _hold_council(
    state: GameState, action: CouncilAction, dealer: Dealer
) -> tuple[GameState, Events]:
    """Talk before the numbers are placed; once all are ready, place them."""
    round = state.round
    if round.awaited is not COUNCIL:
        raise IllegalAction(ErrorCode.OTHER_ACTION_AWAITED, awaited=round.awaited)
    res = Resolution(round)
    if hold_council(res, action, round.seats):
        return _run(state, res, dealer)
    return _wait(state, res)


def _take(state: GameState, action: TakeRow, dealer: Dealer) -> tuple[GameState, Events]:
    """Answer a low card (Rule 4) and place the rest of the turn."""
    _check_awaited(state, ROW, action.seat)
    in_the_way = refuse_row(state.round.rows, action.row)
    if in_the_way is not None:
        raise IllegalAction(in_the_way, row=action.row)
    res = Resolution(state.round)
    _, card = res.queue[0]
    if res.ox is not None:
        take_with_ox(res, action.seat, action.row, card, TakeReason.LOW)
    elif state.options.fan is None:
        take(res, action.seat, action.row, card, TakeReason.LOW)
    else:
        take_beside_fan_card(res, action.seat, action.row, card, TakeReason.LOW)
    return _run_on(state, res, dealer)


def _play_special(
    state: GameState, action: PlaySpecial, dealer: Dealer
) -> tuple[GameState, Events]:
    """Play a special card, then the number it is played with."""
    _check_awaited(state, SPECIAL, action.seat)
    _check_special_held(state, action)
    in_the_way = refusal(moment_of(state.round), action)
    if in_the_way is not None:
        raise IllegalAction(in_the_way, special=action.kind, card=action.card, row=action.row)
    res = Resolution(state.round)
    if play_special(res, action):
        return _run_on(state, res, dealer)
    return _run(state, res, dealer)


def _pass_special(
    state: GameState, action: PassSpecial, dealer: Dealer
) -> tuple[GameState, Events]:
    _check_awaited(state, SPECIAL, action.seat)
    res = Resolution(state.round)
    pass_special(res)
    return _run(state, res, dealer)


def _exchange(
    state: GameState, action: ExchangeSpecial, dealer: Dealer
) -> tuple[GameState, Events]:
    _check_awaited(state, EXCHANGE, action.seat)
    _check_special_held(state, action)
    res = Resolution(state.round)
    if exchange_special(res, action.seat, action.kind, dealer):
        return _wait(state, res)
    return _run(state, res, dealer)


def _keep(state: GameState, action: KeepSpecials, dealer: Dealer) -> tuple[GameState, Events]:
    _check_awaited(state, EXCHANGE, action.seat)
    res = Resolution(state.round)
    keep_specials(res)
    return _run(state, res, dealer)


def _check_special_held(state: GameState, action: PlaySpecial | ExchangeSpecial) -> None:
    if action.kind not in _specials_held(state.round, action.seat):
        raise IllegalAction(ErrorCode.SPECIAL_NOT_HELD, special=action.kind)


def _specials_held(round: RoundState, seat: int) -> Specials:
    return round.specials.hands[seat] if round.specials else ()


def _run(state: GameState, res: Resolution, dealer: Dealer) -> tuple[GameState, Events]:
    """Place what is revealed until a decision is needed, then go on to the next turn or round."""
    if res.specials is not None:
        finished = _place_with_specials(res)
    elif res.ox is not None:
        finished = place_with_ox(res)
    elif state.options.fan is not None:
        finished = place_with_fan_card(res)
    else:
        finished = place_queue(res)
    if not finished:
        return _wait(state, res)
    if not any(res.hands):
        return _next_round(state, res, dealer)
    res.turn += 1
    return _wait(state, res)


def _place_with_specials(res: Resolution) -> bool:
    """Place what is revealed; False if a player must first answer, for a number or after one."""
    while res.queue:
        seat, card = res.queue[0]
        if asks_for_special(res) or not place(res, seat, card) or _is_followed_by_exchange(res):
            return False
    return True


def _run_on(state: GameState, res: Resolution, dealer: Dealer) -> tuple[GameState, Events]:
    """Go on after the number at the head of the queue was placed."""
    if _is_followed_by_exchange(res):
        return _wait(state, res)
    return _run(state, res, dealer)


def _is_followed_by_exchange(res: Resolution) -> bool:
    """The number at the head of the queue lies; whether its player may exchange specials now."""
    seat, _ = res.queue.pop(0)
    return res.specials is not None and offer_exchange(res, seat)


def _wait(state: GameState, res: Resolution) -> tuple[GameState, Events]:
    """The state at rest, and what happened."""
    return state.with_round(res.freeze()), tuple(res.events)


def _next_round(state: GameState, res: Resolution, dealer: Dealer) -> tuple[GameState, Events]:
    """Score the round; deal the next one, unless the game is over or the dealer deals no other."""
    finished = res.freeze()
    scored, events = score_round(state, finished)
    events = (*res.events, *events)
    if scored.is_over or isinstance(dealer, RoundDealer):
        return scored, events
    seats = tuple(seat for seat, out in enumerate(scored.eliminated_in) if out is None)
    kept = finished.specials.hands if finished.specials else ((),) * state.player_count
    round, dealt = deal_round(state.options, finished.number + 1, seats, kept, dealer)
    return scored.with_round(round), events + dealt
