"""The special cards beside a hand, and those nobody holds."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games import special_cards
from games.rules.actions import ExchangeSpecial, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.projection import View
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SpecialHeld:
    """A special card of the viewer. is_offered: it can be played or exchanged now."""

    number: int
    kind: SpecialKind
    name: str
    picture: SafeString
    is_offered: bool


@dataclass(frozen=True, slots=True)
class SpecialHand:
    """cards: in the order of the kinds. about: (kind, name, sentence, face) of those held."""

    cards: tuple[SpecialHeld, ...]
    about: tuple[tuple[SpecialKind, str, str, SafeString], ...]


NO_SPECIALS = SpecialHand((), ())


def present_special_hand(snapshot: Snapshot, view: View) -> SpecialHand:
    """The viewer's own special cards; none for a spectator."""
    if snapshot.has_ended or not view.specials:
        return NO_SPECIALS
    offered = {
        action.kind for action in view.actions if isinstance(action, PlaySpecial | ExchangeSpecial)
    }
    held = sorted(view.specials, key=list(SpecialKind).index)
    return SpecialHand(
        cards=tuple(
            SpecialHeld(
                number=number,
                kind=kind,
                name=special_cards.name(kind),
                picture=special_cards.picture(kind),
                is_offered=kind in offered,
            )
            for number, kind in enumerate(held, start=1)
        ),
        about=tuple(
            (
                kind,
                special_cards.name(kind),
                special_cards.sentence(kind),
                special_cards.picture(kind),
            )
            for kind in dict.fromkeys(held)
        ),
    )


@dataclass(frozen=True, slots=True)
class Supply:
    """The special cards nobody holds. discard: what was discarded last is first."""

    pile: str
    back: SafeString
    discard: tuple[SafeString, ...]


def present_supply(view: View) -> Supply:
    """The pile of special cards and the discard."""
    size = view.special_pile_size
    return Supply(
        pile=ngettext("%(count)d card in the pile", "%(count)d cards in the pile", size)
        % {"count": size}
        if size
        else gettext("The pile is empty: the discards become the new one."),
        back=special_cards.back(),
        discard=tuple(special_cards.face(kind) for kind in reversed(view.discard)),
    )
