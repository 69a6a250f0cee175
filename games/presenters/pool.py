"""The draft: the pool from which all pick, and what each has picked so far."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import decks
from games.presenters.players import state_of
from games.rules.actions import PickCard
from games.rules.projection import View
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A place in the pool; picture: "" when its card is gone."""

    number: int
    picture: SafeString


@dataclass(frozen=True, slots=True)
class Pool:
    """All cards of the deck at places that stay. is_offered: the viewer may pick now."""

    cards: tuple[PoolCard, ...]
    is_offered: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """A player of the draft; cards: what they picked, inside a sentence."""

    name: str
    cards: SafeString
    is_awaited: bool


def present_pool(view: View | None, deck: str) -> Pool | None:
    """The pool as one viewer may use it; None when nobody drafts."""
    if view is None or not view.pool:
        return None
    left = set(view.pool)
    return Pool(
        cards=tuple(
            PoolCard(number, decks.card(number, deck) if number in left else SafeString(""))
            for number in view.options.deck(len(view.seats))
        ),
        is_offered=any(isinstance(action, PickCard) for action in view.actions),
    )


def present_picks(snapshot: Snapshot, view: View | None) -> tuple[Picker, ...]:
    """Who has picked what, in seat order; empty when nobody drafts."""
    if view is None or not view.pool:
        return ()
    return tuple(
        Picker(
            name=snapshot.seats[seat].name,
            cards=decks.chips(view.picks[seat]),
            is_awaited=state_of(view, seat) == "awaited",
        )
        for seat in view.seats
    )
