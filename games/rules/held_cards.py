"""Special cards (S4) and Flip cards (S2) that players hold, and their JSON."""

from typing import Any, NamedTuple

from games.rules.cards import OxKind, SpecialKind

Specials = tuple[SpecialKind, ...]
OxCards = tuple[OxKind, ...]


class SpecialCards(NamedTuple):
    """The special cards that are not on the table (S4), and where their questions stand.

    hands: by seat. pile: face down, top first. discard: face up, in the order discarded.
    reshuffles: how often the discard became the pile in this round.
    answered: for the number being placed, a special was played, passed over, or none could be.
    takes: rows taken by that placement and not yet answered by an exchange.
    exchanger: the seat whose placement is resolved and who may exchange now.
    """

    hands: tuple[Specials, ...]
    pile: Specials
    discard: Specials = ()
    reshuffles: int = 0
    answered: bool = False
    takes: int = 0
    exchanger: int | None = None

    def with_hand(self, seat: int, hand: list[SpecialKind]) -> "SpecialCards":
        hands = list(self.hands)
        hands[seat] = tuple(hand)
        return self._replace(hands=tuple(hands))


class FlipCards(NamedTuple):
    """The Flip cards of a round (S2), one for each player.

    used: by seat the number that was flipped, None while the card is unused. wanted: by seat
    whether the present choice is to be flipped; as secret as the choice.
    """

    used: tuple[int | None, ...]
    wanted: tuple[bool, ...]

    def with_wish(self, seat: int, is_wanted: bool) -> "FlipCards":
        wanted = list(self.wanted)
        wanted[seat] = is_wanted
        return self._replace(wanted=tuple(wanted))


def specials_from_json(data: dict[str, Any]) -> SpecialCards:
    """The special cards of their JSON, which names all fields."""
    return SpecialCards(
        tuple(map(_kinds_from_json, data["hands"])),
        _kinds_from_json(data["pile"]),
        _kinds_from_json(data["discard"]),
        data["reshuffles"],
        data["answered"],
        data["takes"],
        data["exchanger"],
    )


def _kinds_from_json(kinds: list[str]) -> Specials:
    return tuple(map(SpecialKind, kinds))
