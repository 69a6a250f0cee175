"""The fan cards by the letter of RULES.md, apart from the engine, only for comparison."""

from collections.abc import Callable
from dataclasses import dataclass, field

Lying = tuple[int, int]
"""A number as it is printed, and what it counts."""


def turned(card: int) -> int:
    """Tens and ones change places."""
    tens, ones = divmod(card, 10)
    return ones * 10 + tens


def worth(card: int) -> int:
    if card == 55:
        return 7
    return next((heads for step, heads in ((11, 5), (10, 3), (5, 2)) if card % step == 0), 1)


@dataclass
class Oracle:
    """The rows and piles of a round. fan: the option's name. at: the row of the card, or None."""

    fan: str
    rows: list[list[Lying]]
    piles: list[list[int]]
    at: int | None = None
    shows: str = ""
    flipped: set[int] = field(default_factory=set)

    @classmethod
    def dealt(cls, fan: str, first: tuple[int, ...], players: int) -> "Oracle":
        oracle = cls(fan, [[(card, card)] for card in first], [[] for _ in range(players)])
        if fan == "even_odd":
            oracle.lay_even_odd()
        elif fan == "mountain":
            oracle.at, oracle.shows = 3, "up"
        return oracle

    def lay_even_odd(self) -> None:
        ends = [row[-1][1] for row in self.rows]
        self.at = ends.index(min(ends))
        self.shows = ("even", "odd")[min(ends) % 2]

    def fitting(self, number: int) -> list[int]:
        """The rows that a number fits, the nearest first."""
        found = []
        for index, row in enumerate(self.rows):
            end = row[-1][1]
            is_mountain = self.fan == "mountain" and index == self.at
            fits = number < end if is_mountain else number > end
            if self.fan == "even_odd" and index == self.at and number % 2 != end % 2:
                fits = False
            if fits:
                found.append((abs(number - end), not is_mountain, index))
        return [index for _difference, _is_other, index in sorted(found)]

    def turn(
        self, plays: list[tuple[int, int, bool]], choose: Callable[["Oracle", int, int], int]
    ) -> None:
        """Place (seat, card, whether flipped). choose: (oracle, seat, number) -> the row taken."""
        in_order = sorted(
            (turned(card) if is_flipped else card, not is_flipped, seat, card)
            for seat, card, is_flipped in plays
        )
        for number, is_plain, seat, card in in_order:
            if not is_plain:
                self.flipped.add(card)
            fitting = self.fitting(number)
            if fitting and len(self.rows[fitting[0]]) < 5:
                self.rows[fitting[0]].append((card, number))
                continue
            index = fitting[0] if fitting else choose(self, seat, number)
            self.piles[seat] += [printed for printed, _counted in self.rows[index]]
            self.rows[index] = [(card, number)]
            self.after_take()

    def after_take(self) -> None:
        if self.fan == "even_odd":
            self.lay_even_odd()
        elif self.fan == "mountain" and self.at is not None:
            self.at += -1 if self.shows == "up" else 1
            if self.at == 0:
                self.shows = "down"
            if self.at == 3:
                self.shows = "up"

    def heads(self) -> list[int]:
        return [sum(map(worth, pile)) for pile in self.piles]
