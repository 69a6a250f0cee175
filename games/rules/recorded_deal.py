"""The dealer of a game recorded without its seed: it deals what the record says was dealt."""

from collections import Counter

from games.rules.actions import ExchangeSpecial, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.deal import deal_numbers, deal_specials
from games.rules.errors import InvalidRecord
from games.rules.held_cards import OxCards, Specials
from games.rules.record import Record, RecordCode, RecordedRound
from games.rules.state import Cards


class RecordedDealer:
    """Deals the hands, rows, specials and draws of a record, and refuses what no deck can give.

    Hands that the record hides are filled up with cards nobody has seen: any such hand leads to the
    same table. A round past the end of the record is dealt in deck order; nobody looks at it.
    """

    def __init__(self, record: Record) -> None:
        self._rounds = record.rounds
        self._drawn_before: dict[tuple[int, int], int] = {}

    def numbers(
        self, round_number: int, deck: range, players: int, hand_size: int
    ) -> tuple[tuple[Cards, ...], Cards]:
        recorded = self._round(round_number, players)
        if recorded is None:
            return deal_numbers(tuple(deck), players, hand_size)
        known = [_known_cards(recorded, index) for index in range(len(recorded.seats))]
        if recorded.ox is not None:
            known.append(recorded.ox)
        shown = (*recorded.rows, *(card for hand in known for card in hand))
        _check_cards(round_number, shown, deck)
        unseen = [card for card in deck if card not in shown]
        hands = []
        for hand in known:
            missing = hand_size - len(hand)
            hands.append((*hand, *unseen[:missing]))
            del unseen[:missing]
        return tuple(hands), recorded.rows

    def draft_rows(self, round_number: int, deck: range, left: Cards) -> Cards:
        rows = self._rounds[round_number - 1].rows
        picked = [card for card in deck if card not in left]
        _check_cards(round_number, (*picked, *rows), deck)
        return rows

    def specials(
        self, round_number: int, supply: Specials, players: int, each: int
    ) -> tuple[tuple[Specials, ...], Specials]:
        recorded = self._round(round_number, players)
        if recorded is None:
            return deal_specials(supply, players, each)
        pile = recorded.special_pile or ()
        dealt = []
        for index, seat in enumerate(recorded.seats):
            held = Counter(recorded.specials[index] or ())
            new = held - self._kept_specials(round_number, seat)
            dealt.append(tuple(new.elements()))
        if any(len(new) != each for new in dealt):
            raise InvalidRecord(RecordCode.WRONG_SPECIALS, round=round_number - 1)
        if sorted(sum(dealt, pile)) != sorted(supply):
            raise InvalidRecord(RecordCode.WRONG_SPECIAL_PILE, round=round_number - 1)
        return tuple(dealt), pile

    def ox_cards(self, round_number: int, deck: OxCards, count: int) -> OxCards:
        """The team's special cards of the record, if a deck can give them."""
        if round_number > len(self._rounds):
            return deck[:count]
        cards = self._rounds[round_number - 1].ox_cards or ()
        if len(cards) != count or Counter(cards) - Counter(deck):
            raise InvalidRecord(RecordCode.WRONG_SPECIAL_PILE, round=round_number - 1)
        return cards

    def reshuffle(self, round_number: int, count: int, discard: Specials) -> Specials:
        """The discard in the order in which it was drawn; what nobody drew comes last."""
        recorded = self._rounds[round_number - 1]
        first = self._drawn_before.get((round_number, count), len(recorded.special_pile or ()))
        beyond = first + len(discard)
        self._drawn_before[round_number, count + 1] = beyond
        order = []
        left = list(discard)
        for turn, draw in _draws(recorded)[first:beyond]:
            if draw not in left:
                raise InvalidRecord(RecordCode.WRONG_DRAW, turn=turn)
            left.remove(draw)
            order.append(draw)
        return (*order, *left)

    def _round(self, round_number: int, players: int) -> RecordedRound | None:
        if round_number > len(self._rounds):
            return None
        recorded = self._rounds[round_number - 1]
        if len(recorded.seats) + (recorded.ox is not None) != players:
            raise InvalidRecord(RecordCode.WRONG_SEATS, round=round_number - 1)
        return recorded

    def _kept_specials(self, round_number: int, seat: int) -> Counter[SpecialKind]:
        """What is left of a seat's specials of the round before."""
        if round_number == 1:
            return Counter()
        before = self._rounds[round_number - 2]
        kept = Counter(before.specials[before.seats.index(seat)] or ())
        for turn in before.turns:
            for decision in turn.decisions:
                match decision.action:
                    case PlaySpecial(player, kind) | ExchangeSpecial(player, kind):
                        if player == seat:
                            kept[kind] -= 1
                            if decision.draw is not None:
                                kept[decision.draw] += 1
        return kept


def _known_cards(recorded: RecordedRound, index: int) -> Cards:
    """The hand at this place; where it is hidden, those of its cards that were revealed."""
    hand = recorded.hands[index]
    return tuple(turn.cards[index] for turn in recorded.turns) if hand is None else hand


def _check_cards(round_number: int, cards: Cards, deck: range) -> None:
    """Raise InvalidRecord unless each card is in the deck and lies in one place."""
    seen = set()
    for card in cards:
        if card not in deck:
            raise InvalidRecord(RecordCode.CARD_NOT_IN_DECK, round=round_number - 1, card=card)
        if card in seen:
            raise InvalidRecord(RecordCode.CARD_TWICE, round=round_number - 1, card=card)
        seen.add(card)


def _draws(recorded: RecordedRound) -> list[tuple[int, SpecialKind]]:
    """The specials drawn in a round, in order, each with the turn it was drawn in."""
    return [
        (index, decision.draw)
        for index, turn in enumerate(recorded.turns)
        for decision in turn.decisions
        if decision.draw is not None
    ]
