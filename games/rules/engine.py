"""The game from outside: start it, ask what may be done, do it."""

from games.rules.actions import Action, ChooseCard, PickCard, TakeRow
from games.rules.cards import LAST_CARD
from games.rules.dealer import Dealer
from games.rules.draft import pick_card
from games.rules.endings import score_round
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Events
from games.rules.options import MOST_PLAYERS, Options
from games.rules.placement import place, reveal, rows_to_take, take_with_low_card
from games.rules.resolution import Resolution
from games.rules.rounds import deal_round
from games.rules.state import Awaited, GameState, RoundState, Specials

_CHOICES = [
    [ChooseCard(seat, card) for card in range(LAST_CARD + 1)] for seat in range(MOST_PLAYERS)
]
"""By seat and card, made once: every player is offered its whole hand at every turn."""


def new_game(options: Options, player_count: int, dealer: Dealer) -> tuple[GameState, Events]:
    """The first deal of a game. Raises InvalidOptions if that many cannot play it."""
    options.check_players(player_count)
    no_specials: tuple[Specials, ...] = ((),) * player_count
    round, events = deal_round(options, 1, tuple(range(player_count)), no_specials, dealer)
    return GameState(options, player_count, round, (), (None,) * player_count), events


def legal_actions(state: GameState, seat: int) -> tuple[Action, ...]:
    """Everything this seat may do now; empty when nothing is asked of it."""
    if state.is_over or not 0 <= seat < state.player_count:
        return ()
    round = state.round
    awaited = round.awaited
    if awaited is Awaited.CARD:
        choices = _CHOICES[seat]
        return tuple([choices[card] for card in round.hands[seat]])
    if seat not in round.decision.seats:
        return ()
    if awaited is Awaited.PICK:
        return tuple(PickCard(seat, card) for card in round.pool)
    return tuple(TakeRow(seat, row) for row in rows_to_take(round))


def apply(state: GameState, action: Action, dealer: Dealer) -> tuple[GameState, Events]:
    """The game after an action, run on until somebody's decision is needed, and what happened.

    Raises IllegalAction with a code; the state given is never changed.
    """
    _check_seat(state, action.seat)
    match action:
        case ChooseCard():
            return _choose(state, action, dealer)
        case TakeRow():
            return _take(state, action, dealer)
        case PickCard():
            return _pick(state, action, dealer)
    raise NotImplementedError


def _check_seat(state: GameState, seat: int) -> None:
    if state.ranks is not None:
        raise IllegalAction(ErrorCode.GAME_OVER)
    if not 0 <= seat < state.player_count:
        raise IllegalAction(ErrorCode.NO_SUCH_SEAT, seat=seat)
    if state.eliminated_in[seat] is not None:
        raise IllegalAction(ErrorCode.SEAT_ELIMINATED, seat=seat)


def _check_awaited(state: GameState, kind: Awaited, seat: int) -> None:
    decision = state.round.decision
    if decision.kind is not kind:
        raise IllegalAction(ErrorCode.OTHER_ACTION_AWAITED, awaited=decision.kind)
    if seat not in decision.seats:
        raise IllegalAction(ErrorCode.NOT_AWAITED, seat=seat)


def _pick(state: GameState, action: PickCard, dealer: Dealer) -> tuple[GameState, Events]:
    _check_awaited(state, Awaited.PICK, action.seat)
    if action.card not in state.round.pool:
        raise IllegalAction(ErrorCode.CARD_NOT_IN_POOL, card=action.card)
    round, events = pick_card(state.options, state.round, action.seat, action.card, dealer)
    return _with_round(state, round), events


def _choose(state: GameState, action: ChooseCard, dealer: Dealer) -> tuple[GameState, Events]:
    """Note a choice; the last one of the turn reveals them all."""
    round = state.round
    seat, card = action.seat, action.card
    if round.awaited is not Awaited.CARD:
        raise IllegalAction(ErrorCode.OTHER_ACTION_AWAITED, awaited=round.awaited)
    if card not in round.hands[seat]:
        raise IllegalAction(ErrorCode.CARD_NOT_HELD, card=card)
    choices = list(round.choices)
    choices[seat] = card
    if len(choices) - choices.count(None) < len(round.seats):
        return _with_round(state, _with_choices(round, tuple(choices))), ()
    res = Resolution(round)
    reveal(res, choices)
    return _run(state, res, dealer)


def _take(state: GameState, action: TakeRow, dealer: Dealer) -> tuple[GameState, Events]:
    """Answer a low card (Rule 4) and place the rest of the turn."""
    _check_awaited(state, Awaited.ROW, action.seat)
    round = state.round
    if not 0 <= action.row < len(round.rows):
        raise IllegalAction(ErrorCode.NO_SUCH_ROW, row=action.row)
    if round.rows[action.row].stopped:
        raise IllegalAction(ErrorCode.ROW_BLOCKED, row=action.row)
    res = Resolution(round)
    seat, card = res.queue[0]
    take_with_low_card(res, seat, action.row, card)
    _finish_placement(res)
    return _run(state, res, dealer)


def _run(state: GameState, res: Resolution, dealer: Dealer) -> tuple[GameState, Events]:
    """Place what is revealed until a decision is needed, then go on to the next turn or round."""
    while res.queue:
        seat, card = res.queue[0]
        if not place(res, seat, card):
            return _with_round(state, res.freeze()), tuple(res.events)
        _finish_placement(res)
    if res.round_is_over:
        return _next_round(state, res, dealer)
    res.turn += 1
    return _with_round(state, res.freeze()), tuple(res.events)


def _finish_placement(res: Resolution) -> None:
    del res.queue[0]


def _next_round(state: GameState, res: Resolution, dealer: Dealer) -> tuple[GameState, Events]:
    """Score the round; deal the next one, unless the game is over."""
    finished = res.freeze()
    scored, events = score_round(state, finished)
    events = (*res.events, *events)
    if scored.is_over:
        return scored, events
    seats = tuple(seat for seat, out in enumerate(scored.eliminated_in) if out is None)
    kept = finished.specials.hands if finished.specials else ((),) * state.player_count
    round, dealt = deal_round(state.options, finished.number + 1, seats, kept, dealer)
    return _with_round(scored, round), events + dealt


def _with_round(state: GameState, round: RoundState) -> GameState:
    return GameState(
        state.options, state.player_count, round, state.round_scores, state.eliminated_in
    )


def _with_choices(round: RoundState, choices: tuple[int | None, ...]) -> RoundState:
    return RoundState(
        round.number,
        round.seats,
        round.turn,
        round.rows,
        round.hands,
        choices,
        round.queue,
        round.piles,
        round.pile_heads,
        round.pool,
        round.boxed,
        round.shown,
        round.specials,
    )
