"""Statistics of the game, from the finished games of the club."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from math import ceil
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.lobby.profile import is_open_to
from games.models import GameExtremes, Seat, Table
from games.play.game_figures import Sums, not_counted, stored_sums

# Of fewer, chance says more than the cards.
ENOUGH_GAMES = 100
# Of a drawing, in its own units.
HEIGHT = 100
WIDTH = 330
CARD_STEP = 3
WIDEST_BAR = 55
ROOM_FOR_TEXT = 30
PLACES = (
    pgettext_lazy("place in a row", "2nd"),
    pgettext_lazy("place in a row", "3rd"),
    pgettext_lazy("place in a row", "4th"),
    pgettext_lazy("place in a row", "5th"),
    pgettext_lazy("place in a row", "6th"),
    pgettext_lazy("place in a row", "low"),
)
# The figure of GameExtremes, and how games are sorted.
EXTREMES = {
    "worst": ("worst", "-worst"),
    "best": ("best", "best", "-players"),
    "clean_rounds": ("clean_rounds", "-clean_rounds"),
    "total": ("total", "-total"),
    "shortest": ("rounds", "rounds"),
    "longest": ("rounds", "-rounds"),
}
TITLES = {
    "worst": _("Worst round"),
    "best": _("Best round"),
    "clean_rounds": _("Most rounds in a row without a head"),
    "total": _("Most heads at the end"),
    "shortest": _("Shortest game"),
    "longest": _("Longest game"),
}


class Bar(NamedTuple):
    """A bar of a drawing HEIGHT high. name: written below, value: above it, both may be empty."""

    x: int
    width: int
    height: int
    name: str
    value: str

    @property
    def middle(self) -> float:
        """Where its texts stand."""
        return self.x + self.width / 2


class Size(NamedTuple):
    """The games of one number of players."""

    players: int
    sums: Sums


class Extreme(NamedTuple):
    """A record of the club. player: None where its reader is not told who it was.

    name: a key of EXTREMES. url: of the round in the replay, or of the table.
    """

    name: str
    value: int
    players: int
    ended_at: datetime
    player: Player | None
    url: str

    @property
    def title(self) -> str:
        """What it is a record of."""
        return str(TITLES[self.name])


@dataclass(frozen=True, slots=True)
class Statistics:
    """All that the page shows.

    sizes: of all numbers of players, whichever was chosen. to_read: games that are in no sum yet.
    """

    sums: Sums
    sizes: list[Size]
    extremes: list[Extreme]
    to_read: int

    @property
    def says_little(self) -> bool:
        """Whether there are few games."""
        return self.sums.games < ENOUGH_GAMES

    @property
    def full_games(self) -> int:
        """Games whose length counts."""
        return self.sums.lengths.total()

    @property
    def places(self) -> list[tuple[str, int, float]]:
        """Each place of a row: how many cards came there, and the share of all cards."""
        cards = self.sums.cards
        taken = [sum(card.sixth for card in cards), sum(card.low for card in cards)]
        counts = [*self.sums.places, *taken]
        played = sum(counts) or 1
        return [
            (str(name), count, 100 * count / played)
            for name, count in zip(PLACES, counts, strict=True)
        ]

    @property
    def lengths(self) -> list[tuple[int, int]]:
        """From the shortest to the longest game: rounds, and how many games had as many."""
        told = self.sums.lengths
        return (
            [(rounds, told[rounds]) for rounds in range(min(told), max(told) + 1)] if told else []
        )

    @property
    def by_cost(self) -> list[tuple[int, float]]:
        """Cards that were played, (card, heads on average), the dearest first."""
        known = [
            (number, card.mean)
            for number, card in enumerate(self.sums.cards, start=1)
            if card.mean is not None
        ]
        return sorted(known, key=lambda each: (-each[1], each[0]))

    @property
    def size_bars(self) -> list[Bar]:
        """The heads of a player in a round, by number of players."""
        told = [(str(players), sums.heads_a_round or 0) for players, sums in self.sizes]
        return bars_of(told, lambda value: number_format(value, 1))

    @property
    def place_bars(self) -> list[Bar]:
        """The share of the cards that came to each place of a row."""
        told = [(name, share) for name, _count, share in self.places]
        return bars_of(told, lambda share: gettext("%(number)s%%") % {"number": round(share)})

    @property
    def length_bars(self) -> list[Bar]:
        """Games by their number of rounds."""
        return bars_of([(str(rounds), count) for rounds, count in self.lengths], str)

    @property
    def card_bars(self) -> list[Bar]:
        """What each card costs on average; every tenth has its number below."""
        costs = [card.mean or 0 for card in self.sums.cards]
        highest = max(costs) or 1
        return [
            Bar(
                CARD_STEP * number,
                CARD_STEP - 1,
                round(HEIGHT * cost / highest),
                "" if number % 10 else str(number),
                "",
            )
            for number, cost in enumerate(costs, start=1)
        ]


def bars_of(told: Sequence[tuple[str, float]], in_words: Callable[[Any], str]) -> list[Bar]:
    """(name, value) as bars side by side; of many, some have their texts only."""
    step = min(WIDEST_BAR, WIDTH // max(1, len(told)))
    every = ceil(ROOM_FOR_TEXT / max(1, step))
    highest = max((value for _name, value in told), default=0) or 1
    return [
        Bar(
            at * step,
            max(1, step - step // 4),
            round(HEIGHT * value / highest),
            "" if at % every else name,
            "" if at % every else in_words(value),
        )
        for at, (name, value) in enumerate(told)
    ]


def statistics_of(reader: Player, players: int | None, *, with_bots: bool) -> Statistics:
    """What a member is shown of the games of so many players (None: of any number).

    Nine statements.
    """
    sizes: dict[int, Sums] = {}
    for (size, has_bots), found in sorted(stored_sums().items()):
        if with_bots or not has_bots:
            sizes.setdefault(size, Sums()).add(found)
    sums = Sums()
    for size, found in sizes.items():
        if players in {None, size}:
            sums.add(found)
    return Statistics(
        sums=sums,
        sizes=list(starmap(Size, sizes.items())),
        extremes=_extremes(reader, players, with_bots=with_bots) if sums.games else [],
        to_read=not_counted().count(),
    )


def _extremes(reader: Player, players: int | None, *, with_bots: bool) -> list[Extreme]:
    """The records of the club, of equal ones the first game."""
    games = GameExtremes.objects.exclude(table__visibility=Table.Visibility.PRIVATE)
    if players is not None:
        games = games.filter(players=players)
    if not with_bots:
        games = games.filter(has_bots=False)
    found = []
    for name, (figure, *order) in EXTREMES.items():
        rows = games.exclude(**{figure: None}).order_by(*order, "table_id")
        game = rows.select_related("table").defer("table__state", "table__record").first()
        # A game of which nobody had a round without a head is no record.
        if game is not None and (name != "clean_rounds" or game.clean_rounds):
            found.append((name, figure, game))
    tables = {game.pk for _name, _figure, game in found}
    seats = Seat.objects.filter(table__in=tables).select_related("player__user")
    people = {(seat.table_id, seat.index): seat.player for seat in seats}
    return [_extreme(name, figure, game, people, reader) for name, figure, game in found]


def _extreme(
    name: str,
    figure: str,
    game: GameExtremes,
    people: Mapping[tuple[int, int], Player | None],
    reader: Player,
) -> Extreme:
    player, url = None, game.table.get_absolute_url()
    if figure in game.at:
        index, number = game.at[figure]
        player = people.get((game.pk, index))
        if figure != "total":
            url = f"{reverse('games:replay', args=[game.table.code])}?turn={number}.1"
    is_told = player is not None and (player == reader or _is_shown(player, reader))
    ended_at = game.table.ended_at or game.table.created_at
    value = getattr(game, figure)
    return Extreme(name, value, game.players, ended_at, player if is_told else None, url)


def _is_shown(player: Player, reader: Player) -> bool:
    """Whether somebody has an account, and lets others see their profile."""
    user = player.user
    return user is not None and user.is_active and is_open_to(user.profile_for, reader)
