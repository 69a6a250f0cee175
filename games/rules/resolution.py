"""A round while one action is applied to it."""

from typing import cast

from games.rules.events import Event
from games.rules.state import RoundState, Row, SpecialCards


class Resolution:
    """The changing fields of a RoundState, open to change, and the events so far.

    It lives inside one call of the engine, made from a state that stays as it is; after a refusal
    it is dropped, and nothing has happened.
    """

    __slots__ = (
        "_before",
        "boxed",
        "events",
        "hands",
        "pile_heads",
        "piles",
        "queue",
        "rows",
        "shown",
        "specials",
        "turn",
    )

    def __init__(self, before: RoundState) -> None:
        self._before = before
        self.turn = before.turn
        self.rows: list[Row] = list(before.rows)
        self.hands = list(before.hands)
        self.queue = list(before.queue)
        self.piles = list(before.piles)
        self.pile_heads = list(before.pile_heads)
        self.boxed = before.boxed
        self.shown = before.shown
        self.specials = before.specials
        self.events: list[Event] = []

    @property
    def round_number(self) -> int:
        return self._before.number

    @property
    def special_cards(self) -> SpecialCards:
        """`specials`, where it is known that the game has them."""
        return cast("SpecialCards", self.specials)

    def remove_from_hand(self, seat: int, card: int) -> None:
        hand = list(self.hands[seat])
        hand.remove(card)
        self.hands[seat] = tuple(hand)

    def freeze(self) -> RoundState:
        """The round as it stands now; a turn being resolved has no choices."""
        before = self._before
        return RoundState(
            before.number,
            before.seats,
            self.turn,
            tuple(self.rows),
            tuple(self.hands),
            (None,) * len(self.hands),
            tuple(self.queue),
            tuple(self.piles),
            tuple(self.pile_heads),
            (),
            self.boxed,
            self.shown,
            self.specials,
        )
