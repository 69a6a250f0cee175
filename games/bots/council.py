"""What a bot does against the ox: its card by the gap, and its word in the council.

In the council all numbers of the turn are seen, so a bot plays the rest of the turn through: what
the team would take, less what the ox would.
"""

from functools import lru_cache
from typing import NamedTuple

from games.rules.actions import Action, Agree, ChooseCard, Decline, Propose, Ready, TakeRow
from games.rules.cards import total_heads
from games.rules.council import proposals as proposals_of
from games.rules.deal import SeededDealer
from games.rules.dealer import RoundDealer
from games.rules.engine import apply
from games.rules.ox import counted_heads, ox_row_for
from games.rules.ox_state import OxState
from games.rules.placement import is_full
from games.rules.state import Awaited, Cards, GameState, RoundState, View

# Nothing is dealt in what is left of a turn.
NO_DEALER = RoundDealer(SeededDealer(bytes(32), ("nobody",)))


KEPT_COUNCILS = 200


class Outcome(NamedTuple):
    """What a turn brings: heads of the team, not doubled, and of the ox."""

    team: int
    ox: int

    def cost(self, players: int) -> int:
        """The team's heads, as they count, less the ox's."""
        return counted_heads(self.team, players) - self.ox


@lru_cache(maxsize=KEPT_COUNCILS)
def foresee(view: View) -> tuple[Outcome, tuple[tuple[Propose, Outcome], ...]]:
    """What the turn brings as the numbers lie, and after each proposal of the viewer, best first.

    view: by `council_of`, so that what others say makes no new one.
    """
    game = _known_game(view)
    proposals = proposals_of(game.round, view.seat or 0)
    foreseen = [(proposal, _after(game, proposal)) for proposal in proposals]
    foreseen.sort(key=lambda one: one[1].cost(view.player_count))
    return outcome(game), tuple(foreseen)


def council_of(view: View) -> View:
    """The view without what was said in this council, but for what was declined."""
    ox = view.ox
    if ox is not None:
        ox = ox._replace(proposal=None, agreed=(), ready=())
    return view._replace(ox=ox, decision=None, actions=())


def foresee_proposal(view: View, proposal: Propose) -> Outcome:
    """What the turn brings if all agree to this."""
    return _after(_known_game(view), proposal)


def choose_card(view: View, seat: int) -> ChooseCard:
    """The card that costs the fewest heads; of those that cost none, the smallest gap."""

    def key(card: int) -> tuple[int, int]:
        index = ox_row_for(view.rows, card)
        if index is None:
            costs = [total_heads(row.cards) for row in view.rows if not row.stopped]
            return min(costs), 0
        row = view.rows[index]
        gap = card - row.last if row.cards else 0
        return total_heads(row.cards) if is_full(row) else 0, gap

    return ChooseCard(seat, min(view.hand, key=key))


def answer(view: View, seat: int) -> Action:
    """Agree or propose where it lowers the team's heads less the ox's, else decline or be ready."""
    ox, players = view.ox, view.player_count
    if ox is not None and ox.proposal is not None:
        game = _known_game(view)
        is_better = _after(game, ox.proposal).cost(players) < outcome(game).cost(players)
        return Agree(seat) if is_better else Decline(seat)
    now, foreseen = foresee(council_of(view))
    if foreseen and foreseen[0][1].cost(players) < now.cost(players):
        return foreseen[0][0]
    return Ready(seat)


def outcome(game: GameState) -> Outcome:
    """What both have taken in this round once all numbers of the turn lie.

    A player with a low card takes the cheapest row.
    """
    while not game.is_over and (decision := game.round.decision).kind is not Awaited.CARD:
        seat = decision.seats[0]
        action: Action = Ready(seat)
        if decision.kind is Awaited.ROW:
            costs = {
                index: total_heads(row.cards)
                for index, row in enumerate(game.round.rows)
                if not row.stopped
            }
            action = TakeRow(seat, min(costs, key=costs.__getitem__))
        game, _ = apply(game, action, NO_DEALER)
    heads = game.round.ox.heads if game.round.ox is not None else 0
    return Outcome(sum(game.round.pile_heads), heads)


def _after(game: GameState, proposal: Propose) -> Outcome:
    """The outcome if all agree to this."""
    hands = list(game.round.hands)
    if proposal.card is not None and proposal.kind == "replace":
        # What another player holds is seen once they propose it.
        hands[proposal.seat] = tuple(sorted({*hands[proposal.seat], proposal.card}))
    game = game.with_round(game.round._replace(hands=tuple(hands)))
    game, _ = apply(game, proposal, NO_DEALER)
    for seat in game.round.seats:
        if seat != proposal.seat:
            game, _ = apply(game, Agree(seat), NO_DEALER)
    return outcome(game)


def _known_game(view: View) -> GameState:
    """The game as this player knows it, before anybody has said anything in the council.

    Hidden hands hold a card that is none, so that the round goes on after this turn.
    """
    ox = view.ox
    if ox is None:
        raise ValueError("there is no ox in this game")
    nobody: Cards = (0,)
    hands = [nobody] * view.player_count
    if view.seat is not None:
        hands[view.seat] = view.hand
    return GameState(
        options=view.options,
        player_count=view.player_count,
        round=RoundState(
            number=view.round_number,
            seats=view.seats,
            turn=view.turn_number,
            rows=view.rows,
            hands=tuple(hands),
            choices=(None,) * view.player_count,
            queue=view.revealed,
            piles=view.piles,
            pile_heads=view.pile_heads,
            ox=OxState((0,) * ox.left, (), ox.open, ox.pile, ox.heads, declined=ox.declined),
        ),
        round_scores=view.round_scores,
        eliminated_in=view.eliminated_in,
    )
