"""The base game in memory, and the JSON messages of the plain servers: rounds dealt for ever."""

import json
import random
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

CARDS = range(1, 105)
HAND = 10
ROWS = 4
FULL_ROW = 5


def heads_of(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


@dataclass
class Game:
    """One table. A move returns the message for all, or None where it changes nothing.

    `dealt` is True after a move with which a new round began: each player gets their hand.
    """

    players: int
    seed: int | None = None
    hands: list[set[int]] = field(default_factory=list)
    choices: dict[int, int] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    heads: list[int] = field(default_factory=list)
    revealed: list[tuple[int, int]] = field(default_factory=list)
    version: int = 0
    round: int = 0
    turn: int = 0
    told: str = ""
    taker: int | None = None
    dealt: bool = False

    def __post_init__(self) -> None:
        self.heads = [0] * self.players
        self._open: list[tuple[int, int]] = []
        self._random = random.Random(self.seed)
        self._deal()

    def move(self, seat: int, text: str) -> str | None:
        """Apply a player's frame: {"kind": "choose", "card": 55} or {"kind": "take", "row": 0}."""
        self.dealt = False
        fields = json.loads(text)
        if fields["kind"] == "take":
            return self._take(seat, fields["row"])
        return self._choose(seat, fields["card"])

    def _choose(self, seat: int, card: int) -> str | None:
        if self.taker is not None or card not in self.hands[seat]:
            return None
        self.version += 1
        self.choices[seat] = card
        if len(self.choices) < self.players:
            return json.dumps({"version": self.version, "chosen": sorted(self.choices)})
        self._reveal()
        return self.state()

    def _take(self, seat: int, row: int) -> str | None:
        if self.taker != seat or not 0 <= row < ROWS:
            return None
        self.version += 1
        self.taker = None
        card, _seat = self._open.pop(0)
        self._take_row(seat, row, card)
        self._place()
        return self.state()

    def state(self) -> str:
        """All that everybody may see."""
        return json.dumps(
            {
                "version": self.version,
                "turn": self.told,
                "rows": self.rows,
                "heads": self.heads,
                "revealed": self.revealed,
                "taker": self.taker,
                "chosen": sorted(self.choices),
            }
        )

    def hand(self, seat: int) -> str:
        """What this player alone may see."""
        return json.dumps({"hand": sorted(self.hands[seat])})

    def _reveal(self) -> None:
        self.turn += 1
        self.told = f"{self.round}.{self.turn}"
        self.revealed = sorted((card, seat) for seat, card in self.choices.items())
        for card, seat in self.revealed:
            self.hands[seat].discard(card)
        self.choices.clear()
        self._open = list(self.revealed)
        self._place()

    def _place(self) -> None:
        while self._open:
            card, seat = self._open[0]
            lower = [index for index, row in enumerate(self.rows) if row[-1] < card]
            if not lower:
                self.taker = seat
                return
            best = max(lower, key=lambda index: self.rows[index][-1])
            if len(self.rows[best]) == FULL_ROW:
                self._take_row(seat, best, card)
            else:
                self.rows[best].append(card)
            self._open.pop(0)
        if not self.hands[0]:
            self._deal()

    def _take_row(self, seat: int, index: int, card: int) -> None:
        self.heads[seat] += sum(map(heads_of, self.rows[index]))
        self.rows[index] = [card]

    def _deal(self) -> None:
        cards = self._random.sample(CARDS, self.players * HAND + ROWS)
        self.hands = [set(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.players)]
        self.rows = [[card] for card in cards[-ROWS:]]
        self.round += 1
        self.turn = 0
        self.dealt = True


def read_path(path: str) -> tuple[str, int, int | None]:
    """The table, its number of players and the seat in "/tables/CODE/?players=4&seat=0"."""
    parts = urlsplit(path)
    wishes = parse_qs(parts.query)
    seat = wishes.get("seat")
    return parts.path, int(wishes["players"][0]), int(seat[0]) if seat else None
