"""How strong the bots are: `python -m bench.bots [--minutes 30] [--write-docs]`.

One of a level sits at a table with copies of another level, and whole games to 66 are played. What
has been played stays in var/bench/bots.json: the next run goes on there, unless it is to begin
`--anew`, as it should where a bot has changed. Each run takes the match that is farthest from its
wanted number of games, so that it can end at any time. `--write-docs` renews docs/bots.md.

The reference is a plain Monte Carlo player of our own: each card in 100 worlds, in all of which
everybody plays at random to the end of the round.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles, stdev
from typing import Any

import numpy as np
from tqdm import tqdm

from bench.live.document import renewed
from bench.live.table import markdown
from games.bots import LEVELS, careful, choose
from games.bots.arena import NORMAL_95, Arena, Lineup
from games.bots.playouts import Numbers, Worlds, play_out
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.options import Options
from games.rules.state import View
from tests.support.project import ROOT

RESULTS = ROOT / "var/bench/bots.json"
DOCUMENT = ROOT / "docs/bots.md"
REFERENCE = "monte carlo 100"
REFERENCE_WORLDS = 100
SIZES = (2, 4, 6, 10)
SEED = 1
MOST_TIMES = 4000
SECONDS_BETWEEN_SAVES = 10
# Of fewer games the interval says nothing: four of four won would be 1.000 ± 0.000.
FEWEST_GAMES = 30


@dataclass(frozen=True, slots=True)
class Match:
    """One of a level against copies of another, at a table of so many; games: the wanted number."""

    level: str
    opponent: str
    players: int
    games: int

    @property
    def key(self) -> str:
        return f"{self.level} v {self.opponent} at {self.players}"

    @property
    def title(self) -> str:
        return f"{self.level} v {self.players - 1} {self.opponent}"


def wanted_matches() -> list[Match]:
    """All pairs at four players; at other tables the ladder, and the sampler v the reference."""
    quick = [level for level in LEVELS if not LEVELS[level].is_slow]
    found = [Match(one, other, 4, 600) for one in quick for other in quick if one != other]
    found += [Match("sampler", "random", 4, 100), Match("sampler", "gap", 4, 700)]
    found += [Match("sampler", "careful", 4, 700), Match("sampler", REFERENCE, 4, 700)]
    found += [Match(REFERENCE, "gap", 4, 200)]
    found += [Match(level, "sampler", 4, 40) for level in quick]
    for players in SIZES:
        if players != 4:
            found += [Match("gap", "random", players, 300), Match("careful", "gap", players, 300)]
            found += [
                Match("sampler", "gap", players, 60),
                Match("sampler", "careful", players, 60),
            ]
            found += [Match("sampler", REFERENCE, players, 40)]
    return found


def choose_for(view: View, level: str, rng: random.Random) -> Action:
    """The choice of a level of the site, or of the reference."""
    return choose_plainly(view, rng) if level == REFERENCE else choose(view, level, rng)


def choose_plainly(view: View, rng: random.Random) -> Action:
    """Plain Monte Carlo of the base game: the card with the fewest heads; the cheapest row."""
    takes = [action for action in view.actions if isinstance(action, TakeRow)]
    if takes:
        return min(takes, key=lambda take: view.rows[take.row].heads)
    source = np.random.default_rng(rng.getrandbits(64))
    players, cards, own = len(view.seats), len(view.hand), view.seats.index(view.seat or 0)
    unseen = np.array(careful.unseen_numbers(view), np.int16)
    heads = {}
    for card in view.hand:
        hands = np.empty((players, cards, REFERENCE_WORLDS), np.int16)
        dealt = _shuffled(unseen, source)[: (players - 1) * cards]
        hands[np.arange(players) != own] = dealt.reshape(players - 1, cards, -1)
        # The last card of a hand is played first.
        hands[own, :-1] = _shuffled(
            np.array(view.hand, np.int16)[np.array(view.hand) != card], source
        )
        hands[own, -1] = card
        worlds = Worlds(view.options, view.rows, players, REFERENCE_WORLDS)
        play_out(worlds, hands, np.zeros((players, REFERENCE_WORLDS), np.bool_))
        heads[card] = int(worlds.taken[own].sum())
    return ChooseCard(view.seat or 0, min(heads, key=heads.__getitem__))


def _shuffled(cards: Numbers, source: np.random.Generator) -> Numbers:
    """The cards in a random order for each world, shape (cards, worlds)."""
    return source.permuted(np.repeat(cards[:, None], REFERENCE_WORLDS, axis=1), axis=0)


class Results:
    """What has been played so far, by match; the times of choices by level and table."""

    def __init__(self, *, anew: bool) -> None:
        self.wins: dict[str, list[float]] = {}
        self.times: dict[str, list[float]] = {}
        if RESULTS.exists() and not anew:
            stored: dict[str, Any] = json.loads(RESULTS.read_text())
            self.wins, self.times = stored["wins"], stored["times"]

    def save(self) -> None:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps({"wins": self.wins, "times": self.times}))

    def played(self, match: Match) -> int:
        return len(self.wins.get(match.key, []))

    def play(self, match: Match) -> None:
        """Play the next game of a match."""

        def timed(view: View, level: str, rng: random.Random) -> Action:
            began = time.thread_time()
            action = choose_for(view, level, rng)
            times = self.times.setdefault(f"{level} at {match.players}", [])
            if len(view.hand) > 1 and len(times) < MOST_TIMES:
                times.append(time.thread_time() - began)
            return action

        levels = (match.level, *[match.opponent] * (match.players - 1))
        arena = Arena(Lineup(Options(), levels, SEED), time.thread_time, timed)
        arena.play(self.played(match))
        self.wins.setdefault(match.key, []).append(arena.tallies[match.level].wins[0])

    def share(self, match: Match) -> str:
        """The part of the games won, with its 95 % interval; parity is one over the players."""
        wins = self.wins.get(match.key, [])
        if len(wins) < FEWEST_GAMES:
            return "too few"
        return f"{fmean(wins):.3f} ± {NORMAL_95 * stdev(wins) / len(wins) ** 0.5:.3f}"

    def milliseconds(self, level: str, players: int) -> str:
        """p50 and p99 of a choice."""
        times = self.times.get(f"{level} at {players}", [])
        if len(times) < 100:
            return "-"
        hundredths = quantiles(times, n=100)
        return f"{1000 * hundredths[49]:.2f} / {1000 * hundredths[98]:.2f}"


def share_lines(results: Results, matches: Sequence[Match]) -> list[list[str]]:
    head = ["one v the others", "wins", "parity", "games"]
    return [
        head,
        *[
            [match.title, results.share(match), f"{1 / match.players:.3f}", f"{played:,}"]
            for match in matches
            if (played := results.played(match))
        ],
    ]


def cross_lines(results: Results, players: int) -> list[list[str]]:
    """A line for each level, a column for each level that the others are of."""
    names = [*LEVELS, REFERENCE]
    lines = [["one of ... v three of ...", *names]]
    for one in names:
        matches = [Match(one, other, players, 0) for other in names]
        cells = [
            f"{results.share(match)} ({results.played(match):,})" if results.played(match) else "-"
            for match in matches
        ]
        lines.append([one, *cells])
    return lines


def time_lines(results: Results) -> list[list[str]]:
    return [
        ["p50 / p99, ms", *[f"{players} players" for players in SIZES]],
        *[
            [level, *[results.milliseconds(level, players) for players in SIZES]]
            for level in (*LEVELS, REFERENCE)
        ],
    ]


def main() -> None:
    """Play until all wanted games are played, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument(
        "--minutes", type=float, default=30.0, help="how long to play; 0: not at all"
    )
    parser.add_argument("--only", action="append", help="matches with these words: 'gap v random'")
    parser.add_argument("--anew", action="store_true", help="forget what has been played")
    parser.add_argument("--write-docs", action="store_true", help="renew docs/bots.md")
    wished = parser.parse_args()
    results, matches = Results(anew=wished.anew), wanted_matches()
    if wished.only:
        matches = [one for one in matches if any(words in one.key for words in wished.only)]
    ends = time.monotonic() + 60 * wished.minutes
    saved_at = time.monotonic()
    total = sum(match.games for match in matches)
    done = sum(min(results.played(match), match.games) for match in matches)
    with tqdm(total=total, initial=done, unit="game", disable=not sys.stderr.isatty()) as bar:
        while time.monotonic() < ends:
            match = min(matches, key=lambda match: results.played(match) / match.games)
            if results.played(match) >= match.games:
                break
            bar.set_description(match.title)
            results.play(match)
            bar.update()
            if time.monotonic() - saved_at > SECONDS_BETWEEN_SAVES:
                saved_at = time.monotonic()
                results.save()
    results.save()
    others = [match for match in wanted_matches() if match.players != 4]
    blocks = {
        "four": markdown(cross_lines(results, 4)),
        "others": markdown(share_lines(results, others)),
        "times": markdown(time_lines(results)),
    }
    print("\n\n".join(blocks.values()))
    if wished.write_docs:
        DOCUMENT.write_text(renewed(DOCUMENT.read_text(), blocks))


if __name__ == "__main__":
    main()
