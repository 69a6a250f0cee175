"""The ox and the council of the team against it (S2), and their JSON."""

from typing import Any, NamedTuple

from games.rules.actions import Propose, play_to_json
from games.rules.cards import OxKind

OPEN_CARDS = 2
"""How many special cards lie face up."""
DOUBLED = 2
"""With so many players at most the team's heads count twice."""


class OxState(NamedTuple):
    """What the ox holds and has taken, and where the council stands.

    hand: face down, in the order in which it is turned over. pile: the numbers it took; heads: what
    they count. supply: the team's special cards that lie face down, top first. open: those face up.
    proposal: what is proposed; agreed: who agrees. declined: what was declined since the rows last
    changed. ready: who wants to place the numbers. is_placing: the council of this turn is over.
    """

    hand: tuple[int, ...]
    supply: tuple[OxKind, ...]
    open: tuple[OxKind, ...]
    pile: tuple[int, ...] = ()
    heads: int = 0
    proposal: Propose | None = None
    agreed: tuple[int, ...] = ()
    declined: tuple[Propose, ...] = ()
    ready: tuple[int, ...] = ()
    is_placing: bool = False

    def without_card(self, kind: OxKind) -> "OxState":
        """A special card that lies face up is used; the top of the pile takes its place."""
        opened = list(self.open)
        opened.remove(kind)
        return self._replace(open=(*opened, *self.supply[:1]), supply=self.supply[1:])

    def after_play(self) -> "OxState":
        """Nothing is proposed, and nobody is ready: the numbers lie otherwise now."""
        return self._replace(proposal=None, agreed=(), declined=(), ready=())


def ox_to_json(ox: OxState) -> dict[str, Any]:
    """The state as a JSON object."""
    return {
        **ox._asdict(),
        "proposal": None if ox.proposal is None else play_to_json(ox.proposal),
        "declined": [play_to_json(proposal) for proposal in ox.declined],
    }


def ox_from_json(data: dict[str, Any]) -> OxState:
    """The state of what ox_to_json made."""
    proposal = data["proposal"]
    return OxState(
        hand=tuple(data["hand"]),
        supply=tuple(map(OxKind, data["supply"])),
        open=tuple(map(OxKind, data["open"])),
        pile=tuple(data["pile"]),
        heads=data["heads"],
        proposal=None if proposal is None else _proposal_from_json(proposal),
        agreed=tuple(data["agreed"]),
        declined=tuple(map(_proposal_from_json, data["declined"])),
        ready=tuple(data["ready"]),
        is_placing=data["is_placing"],
    )


def _proposal_from_json(data: dict[str, Any]) -> Propose:
    order = tuple(data.get("order", ()))
    return Propose(data["seat"], OxKind(data["special"]), data.get("card"), data.get("row"), order)
