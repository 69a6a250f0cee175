"""Where the cards of a game come from: the one thing the rules ask of the world outside."""

from typing import Protocol

from games.rules.held_cards import OxCards, Specials
from games.rules.state import Cards


class Dealer(Protocol):
    """Deals by chance, by a seed or from a record.

    Rounds count from 1; players are those of the round, in seat order. The order in which the cards
    of a hand come does not matter, the order of rows and piles does.
    """

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        """The hands, one of `hand_size` cards per player, and the first cards of the four rows."""

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        """Draft: the first cards of the four rows, out of the cards nobody picked (ascending)."""

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        """What each player gets, `each` specials, and the pile of the rest, top first.

        supply: the specials that are in no hand, in the order of SpecialKind.
        """

    def ox_cards(self, round_number: int, deck: OxCards, count: int) -> OxCards:
        """Against the ox: so many special cards of the deck for the team, top first."""

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        """The new pile, top first: the `count`-th of the round (from 1) made of the discard.

        discard: in the order of SpecialKind.
        """


class RoundDealer:
    """A dealer for what is left of a round: it rebuilds the pile, and deals no other round.

    With it `engine.apply` leaves a round that ends as it lies on the table.
    """

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        raise NotImplementedError

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        raise NotImplementedError

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        raise NotImplementedError

    def ox_cards(self, round_number: int, deck: OxCards, count: int) -> OxCards:
        raise NotImplementedError

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        return self._dealer.reshuffle(round_number, count, discard)
