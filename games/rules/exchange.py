"""The exchange of special cards after a take (S4)."""

from games.rules.cards import SpecialKind
from games.rules.dealer import Dealer
from games.rules.events import Exchanged, PileRebuilt
from games.rules.placement import Resolution


def offer_exchange(res: Resolution, seat: int) -> bool:
    """Ask the seat whose placement is resolved, if it took a row and has a special left."""
    specials = res.special_cards
    exchanger = seat if specials.takes else None
    res.specials = specials._replace(answered=False, exchanger=exchanger)
    return exchanger is not None


def exchange_special(res: Resolution, seat: int, kind: SpecialKind, dealer: Dealer) -> bool:
    """Discard a special and draw the top of the pile; whether there may be another exchange.

    An empty pile is first made of the discard.
    """
    specials = res.special_cards
    discard = (*specials.discard, kind)
    pile, reshuffles = specials.pile, specials.reshuffles
    res.events.append(Exchanged(seat, kind))
    if not pile:
        reshuffles += 1
        listed = tuple(each for each in SpecialKind for _ in range(discard.count(each)))
        pile, discard = dealer.reshuffle(res.round_number, reshuffles, listed), ()
        res.events.append(PileRebuilt(len(pile)))
    hand = list(specials.hands[seat])
    hand[hand.index(kind)] = pile[0]
    takes = specials.takes - 1
    res.specials = specials.with_hand(seat, hand)._replace(
        pile=pile[1:],
        discard=discard,
        reshuffles=reshuffles,
        takes=takes,
        exchanger=seat if takes else None,
    )
    return takes > 0


def keep_specials(res: Resolution) -> None:
    """Make no more exchanges for this placement."""
    res.specials = res.special_cards._replace(takes=0, exchanger=None)
