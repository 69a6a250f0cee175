"""The council of the team against the ox (S2): special cards are played before any placing."""

from collections.abc import Callable, Iterator, Sequence

from games.rules.actions import Action, Agree, CouncilAction, Decline, Propose, Ready
from games.rules.cards import OxKind
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Declined, Proposed, TakeReason, TeamPlayed, placed
from games.rules.ox import ox_of
from games.rules.placement import Resolution, lift_stops, refuse_row, take_all_but_highest
from games.rules.special_effects import (
    is_overfull,
    move_number,
    named,
    put_in_order,
    swap_with_hand,
)
from games.rules.specials import refuse_shift, refuse_stop
from games.rules.state import RoundState

State = RoundState | Resolution
PLAYED_WITH: dict[OxKind, set[str]] = {
    OxKind.SEVEN_TAKES: {"row"},
    OxKind.STOP: {"row"},
    OxKind.REPLACE: {"card"},
    OxKind.INSERT: {"card", "row"},
    OxKind.SHIFT: {"card", "row"},
    OxKind.FIRST: {"card"},
    OxKind.LAST: {"card"},
    OxKind.SORT: {"order"},
}
"""What each kind names."""


def council_actions(round: RoundState, seat: int) -> tuple[Action, ...]:
    """What a seat may do in the council.

    Of the orders that `sort` can make, those are listed that move one number to another place.
    """
    ox = round.ox
    if ox is None or ox.is_placing:
        return ()
    if ox.proposal is not None:
        agree = () if seat in ox.agreed else (Agree(seat),)
        return (*agree, Decline(seat))
    ready = () if seat in ox.ready else (Ready(seat),)
    return (*ready, *proposals(round, seat))


def proposals(round: RoundState, seat: int) -> Iterator[Propose]:
    """Every proposal that a seat may make now."""
    kinds = round.ox.open if round.ox is not None else ()
    for kind in dict.fromkeys(kinds):
        for proposal in _targets(round, seat, kind):
            if refuse_proposal(round, proposal) is None:
                yield proposal


def _targets(round: RoundState, seat: int, kind: OxKind) -> Iterator[Propose]:
    rows = range(len(round.rows))
    revealed = [card for _seat, card in round.queue]
    match kind:
        case OxKind.SEVEN_TAKES | OxKind.STOP:
            yield from (Propose(seat, kind, row=row) for row in rows)
        case OxKind.REPLACE:
            yield from (Propose(seat, kind, card) for card in round.hands[seat])
        case OxKind.INSERT:
            yield from (Propose(seat, kind, card, row) for card in revealed for row in rows)
        case OxKind.SHIFT:
            for lane in round.rows:
                yield from (Propose(seat, kind, card, row) for card in lane.cards for row in rows)
        case OxKind.FIRST | OxKind.LAST:
            yield from (Propose(seat, kind, card) for card in revealed)
        case _:
            for order in sorted(_orders(revealed)):
                yield Propose(seat, kind, order=order)


def _orders(cards: Sequence[int]) -> set[tuple[int, ...]]:
    """The orders in which one card has changed its place."""
    found = set()
    for card in cards:
        others = [other for other in cards if other != card]
        for at in range(len(cards)):
            found.add((*others[:at], card, *others[at:]))
    return found - {tuple(cards)}


def refuse_proposal(round: State, proposal: Propose) -> ErrorCode | None:
    """Why this cannot be proposed now; None when it can."""
    ox = round.ox
    if ox is None or proposal.kind not in ox.open:
        return ErrorCode.SPECIAL_NOT_HELD
    if any(_fields(proposal)[1:] == _fields(other)[1:] for other in ox.declined):
        return ErrorCode.PROPOSAL_DECLINED
    named_fields = {name for name in ("card", "row") if getattr(proposal, name) is not None} | (
        {"order"} if proposal.order else set()
    )
    if named_fields != PLAYED_WITH[proposal.kind]:
        return ErrorCode.SPECIAL_TARGET
    return _REFUSALS[proposal.kind](round, proposal)


def _refuse_six(round: State, proposal: Propose) -> ErrorCode | None:
    row = named(proposal.row)
    in_the_way = refuse_row(round.rows, row)
    if in_the_way is None and round.rows[row].seven_takes:
        return ErrorCode.SEVEN_TAKES_ALREADY
    return in_the_way


def _refuse_stop(round: State, proposal: Propose) -> ErrorCode | None:
    return refuse_stop(round.rows, named(proposal.row))


def _refuse_replace(round: State, proposal: Propose) -> ErrorCode | None:
    """One's own revealed number, unless it was inserted, for another one of one's hand."""
    if all(owner != proposal.seat for owner, _number in round.queue):
        return ErrorCode.SPECIAL_TARGET
    is_held = proposal.card in round.hands[proposal.seat]
    return None if is_held else ErrorCode.CARD_NOT_HELD


def _refuse_number(round: State, proposal: Propose) -> ErrorCode | None:
    """Only revealed numbers of players, never the ox's."""
    seats = {number: seat for seat, number in round.queue}
    is_players = seats.get(named(proposal.card), len(round.hands)) < len(round.hands)
    return None if is_players else ErrorCode.SPECIAL_TARGET


def _refuse_insert(round: State, proposal: Propose) -> ErrorCode | None:
    card, row = named(proposal.card), named(proposal.row)
    in_the_way = _refuse_number(round, proposal) or refuse_row(round.rows, row)
    if in_the_way is not None:
        return in_the_way
    cards = round.rows[row].cards
    return ErrorCode.INSERT_AT_END if not cards or card > cards[-1] else None


def _refuse_shift(round: State, proposal: Propose) -> ErrorCode | None:
    return refuse_shift(round.rows, named(proposal.card), named(proposal.row))


def _refuse_sort(round: State, proposal: Propose) -> ErrorCode | None:
    is_all = sorted(proposal.order) == sorted(card for _seat, card in round.queue)
    return None if is_all else ErrorCode.SPECIAL_TARGET


_REFUSALS: dict[OxKind, Callable[[State, Propose], ErrorCode | None]] = {
    OxKind.SEVEN_TAKES: _refuse_six,
    OxKind.STOP: _refuse_stop,
    OxKind.REPLACE: _refuse_replace,
    OxKind.INSERT: _refuse_insert,
    OxKind.SHIFT: _refuse_shift,
    OxKind.FIRST: _refuse_number,
    OxKind.LAST: _refuse_number,
    OxKind.SORT: _refuse_sort,
}


# --- What is done -------------------------------------------------------------------------


def hold_council(res: Resolution, action: CouncilAction, seats: Sequence[int]) -> bool:
    """Do what a seat says in the council; whether the numbers are placed now.

    Raises IllegalAction. seats: all that take part.
    """
    if isinstance(action, Propose):
        _propose(res, action)
    elif isinstance(action, Agree):
        _agree(res, action.seat)
    elif isinstance(action, Decline):
        _decline(res, action.seat)
    else:
        _get_ready(res, action.seat)
    ox = ox_of(res)
    if ox.proposal is not None and set(ox.agreed) >= set(seats):
        _play(res, ox.proposal)
    ox = ox_of(res)
    if not ox.open or set(ox.ready) >= set(seats):
        res.ox = ox.after_play()._replace(is_placing=True)
        return True
    return False


def _propose(res: Resolution, proposal: Propose) -> None:
    ox = ox_of(res)
    if ox.proposal is not None:
        raise IllegalAction(ErrorCode.PROPOSAL_OPEN)
    in_the_way = refuse_proposal(res, proposal)
    if in_the_way is not None:
        raise IllegalAction(in_the_way, special=proposal.kind)
    res.ox = ox._replace(proposal=proposal, agreed=(proposal.seat,))
    res.events.append(Proposed(*_fields(proposal)))


def _agree(res: Resolution, seat: int) -> None:
    ox = ox_of(res)
    if ox.proposal is None:
        raise IllegalAction(ErrorCode.NO_PROPOSAL)
    if seat in ox.agreed:
        raise IllegalAction(ErrorCode.NOT_AWAITED, seat=seat)
    res.ox = ox._replace(agreed=(*ox.agreed, seat))


def _decline(res: Resolution, seat: int) -> None:
    ox = ox_of(res)
    if ox.proposal is None:
        raise IllegalAction(ErrorCode.NO_PROPOSAL)
    res.ox = ox._replace(proposal=None, agreed=(), declined=(*ox.declined, ox.proposal))
    res.events.append(Declined(seat))


def _get_ready(res: Resolution, seat: int) -> None:
    ox = ox_of(res)
    if ox.proposal is not None:
        raise IllegalAction(ErrorCode.PROPOSAL_OPEN)
    if seat in ox.ready:
        raise IllegalAction(ErrorCode.NOT_AWAITED, seat=seat)
    res.ox = ox._replace(ready=(*ox.ready, seat))


def _fields(
    proposal: Propose,
) -> tuple[int, OxKind, int | None, int | None, tuple[int, ...]]:
    return proposal.seat, proposal.kind, proposal.card, proposal.row, proposal.order


def _play(res: Resolution, proposal: Propose) -> None:
    """All agree: the card is used and does what it does."""
    res.ox = ox_of(res).without_card(proposal.kind).after_play()
    res.events.append(TeamPlayed(*_fields(proposal)))
    _EFFECTS[proposal.kind](res, proposal)


def _hold_six(res: Resolution, proposal: Propose) -> None:
    row = named(proposal.row)
    res.rows[row] = res.rows[row]._replace(seven_takes=True)


def _stop(res: Resolution, proposal: Propose) -> None:
    row = named(proposal.row)
    res.rows[row] = res.rows[row]._replace(stopped=True)


def _replace(res: Resolution, proposal: Propose) -> None:
    """The number goes back to the hand; the other one is placed when it would have been."""
    at = next(at for at, (seat, _number) in enumerate(res.queue) if seat == proposal.seat)
    swap_with_hand(res, at, named(proposal.card))


def _insert(res: Resolution, proposal: Propose) -> None:
    card, row = named(proposal.card), named(proposal.row)
    at, seat = next((at, who) for at, (who, number) in enumerate(res.queue) if number == card)
    del res.queue[at]
    put_in_order(res, row, card)
    res.events.append(placed(seat, card, row))
    if is_overfull(res.rows[row]):
        take_all_but_highest(res, seat, row, TakeReason.INSERT)
        lift_stops(res)


def _shift(res: Resolution, proposal: Propose) -> None:
    to_row = named(proposal.row)
    move_number(res, proposal.seat, named(proposal.card), to_row)
    if is_overfull(res.rows[to_row]):
        take_all_but_highest(res, proposal.seat, to_row, TakeReason.SHIFT)
        lift_stops(res)


def _put_first(res: Resolution, proposal: Propose) -> None:
    res.queue.insert(0, _taken_out(res, proposal))


def _put_last(res: Resolution, proposal: Propose) -> None:
    res.queue.append(_taken_out(res, proposal))


def _taken_out(res: Resolution, proposal: Propose) -> tuple[int, int]:
    at = next(at for at, (_who, number) in enumerate(res.queue) if number == proposal.card)
    return res.queue.pop(at)


def _sort(res: Resolution, proposal: Propose) -> None:
    seats = {card: seat for seat, card in res.queue}
    res.queue = [(seats[card], card) for card in proposal.order]


_EFFECTS: dict[OxKind, Callable[[Resolution, Propose], None]] = {
    OxKind.SEVEN_TAKES: _hold_six,
    OxKind.STOP: _stop,
    OxKind.REPLACE: _replace,
    OxKind.INSERT: _insert,
    OxKind.SHIFT: _shift,
    OxKind.FIRST: _put_first,
    OxKind.LAST: _put_last,
    OxKind.SORT: _sort,
}
