"""Whole games between bots, and their results by level."""

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from games.bots.levels import choose, rng_of
from games.rules.actions import Action
from games.rules.deal import SeededDealer, default_client_seed
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.record import Record
from games.rules.record_export import record_game
from games.rules.state import GameState, View

Clock = Callable[[], float]
Choose = Callable[[View, str, random.Random], Action]

NORMAL_95 = 1.96
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays the games of a simulation: `levels`, one per player.

    In game i (from 0) player p sits on seat (p + i) mod n, so that no level profits from its place.
    """

    options: Options
    levels: tuple[str, ...]
    seed: int

    def seated(self, game: int) -> tuple[int, ...]:
        """The player on each seat."""
        count = len(self.levels)
        return tuple((seat - game) % count for seat in range(count))

    def dealer(self, game: int) -> SeededDealer:
        """The deal of a game; as at a table, the client seed of a bot is its name."""
        secret = hashlib.sha256(f"sixieme-simulation|{self.seed}|{game}".encode()).digest()
        return SeededDealer(secret, tuple(map(default_client_seed, self.names(game))))

    def names(self, game: int) -> tuple[str, ...]:
        """The name on each seat: the level and the player's number."""
        return tuple(f"{self.levels[player]} {player + 1}" for player in self.seated(game))

    def record(self, game: int, log: list[Action]) -> Record:
        """The record of a game that was played with these actions."""
        return record_game(self.options, self.names(game), self.dealer(game), log)


@dataclass(slots=True)
class Tally:
    """The results of one level.

    wins: per game the part of it that its players won; a shared win is split among the winners.
    heads: of all its players' rounds; rounds: how many those are.
    """

    players: int
    wins: list[float] = field(default_factory=list)
    heads: int = 0
    rounds: int = 0
    choices: int = 0
    seconds: float = 0.0

    @property
    def win_rate(self) -> float:
        """Part of its games that one player of this level wins; 1 / n among equals."""
        return fmean(self.wins) / self.players

    @property
    def win_margin(self) -> float | None:
        """Half of the 95 % confidence interval: 1.96 * stdev(wins) / (players * sqrt(games)).

        None for a single game.
        """
        if len(self.wins) < 2:
            return None
        return NORMAL_95 * stdev(self.wins) / (self.players * sqrt(len(self.wins)))

    @property
    def heads_per_round(self) -> float:
        return self.heads / self.rounds

    @property
    def ms_per_choice(self) -> float:
        return 1000 * self.seconds / self.choices


class Arena:
    """Plays the games of a lineup one by one and keeps the tallies by level."""

    def __init__(self, lineup: Lineup, clock: Clock, choose: Choose = choose) -> None:
        """choose: another one knows other levels than those of the site."""
        self.lineup = lineup
        self.tallies = {level: Tally(players=lineup.levels.count(level)) for level in lineup.levels}
        self._clock = clock
        self._choose_by_level = choose

    def play(self, game: int) -> list[Action]:
        """Play game `game` (from 0) to its end; the same lineup and number give the same log."""
        lineup = self.lineup
        levels = [lineup.levels[player] for player in lineup.seated(game)]
        dealer = lineup.dealer(game)
        state, _ = new_game(lineup.options, len(levels), dealer)
        log: list[Action] = []
        while (decision := state.decision) is not None:
            seat = decision.seats[0]
            log.append(self._choose(state, seat, levels[seat], dealer))
            state, _ = apply(state, log[-1], dealer)
        self._count(state, levels)
        return log

    def _choose(self, state: GameState, seat: int, level: str, dealer: SeededDealer) -> Action:
        view = view_for(state, seat)
        tally = self.tallies[level]
        rng = rng_of(dealer.server_seed, view)
        started = self._clock()
        action = self._choose_by_level(view, level, rng)
        tally.seconds += self._clock() - started
        tally.choices += 1
        return action

    def _count(self, state: GameState, levels: list[str]) -> None:
        for tally in self.tallies.values():
            tally.wins.append(0.0)
        for seat in state.winners:
            self.tallies[levels[seat]].wins[-1] += 1 / len(state.winners)
        for seat, level in enumerate(levels):
            tally = self.tallies[level]
            tally.heads += state.totals[seat]
            tally.rounds += state.eliminated_in[seat] or len(state.round_scores)
