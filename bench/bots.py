"""How strong the bots are: `python -m bench.bots [--minutes 30] [--write-docs]`.

One of a level sits at a table with copies of another level, and whole games to 66 are played. What
has been played stays in var/bench/bots.json: the next run goes on there, unless it is to begin
`--anew`, as it should where a bot has changed. Each run takes the match that is farthest from its
wanted number of games, so that it can end at any time. `--write-docs` renews docs/bots.md.

The references are plain Monte Carlo players of our own: each card in so many worlds, in which
everybody plays at random, by the gap, or one or the other by a coin, to the end of the round.
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
from bench.live.plots import Bar, drawing
from bench.live.table import markdown
from bench.strength import Pairing, ratings
from games.bots import LEVELS, choose
from games.bots.arena import NORMAL_95, Arena, Lineup
from games.bots.belief import no_belief
from games.bots.evaluation import Weighing, policies_at
from games.rules.actions import Action, TakeRow
from games.rules.options import Options
from games.rules.state import View
from tests.support.project import ROOT

RESULTS = ROOT / "var/bench/bots.json"
DOCUMENT = ROOT / "docs/bots.md"
PLOT = ROOT / "docs/bots/strength.svg"
ANCHOR = "gap"
# Worlds, and how often a player of a world goes by the gap.
REFERENCES = {"mcrand": (100, 0.0), "mcgap": (100, 1.0), "mix": (200, 0.5)}
PLAYERS = (*LEVELS, *REFERENCES)
MIXED = ("mcrand", "mcgap", "mix")
SIZES = (2, 4, 6, 10)
# An interval of five hundredths or less.
OF_MASTER = 400
SEED = 1
MOST_TIMES = 4000
SECONDS_BETWEEN_SAVES = 10
# Of fewer games the interval says nothing: four of four won would be 1.000 ± 0.000.
FEWEST_GAMES = 30


@dataclass(frozen=True, slots=True)
class Match:
    """One of a level against others at a table; games: the wanted number."""

    level: str
    others: tuple[str, ...]
    games: int

    @classmethod
    def against(cls, level: str, opponent: str, players: int, games: int = 0) -> "Match":
        """One against copies of another, at a table of so many."""
        return cls(level, (opponent,) * (players - 1), games)

    @property
    def players(self) -> int:
        return 1 + len(self.others)

    @property
    def key(self) -> str:
        return f"{self.level} v {self.opponents} at {self.players}"

    @property
    def opponents(self) -> str:
        """The level that all opponents have, or those of each."""
        return " + ".join(dict.fromkeys(self.others))

    @property
    def title(self) -> str:
        same = len(set(self.others)) == 1
        return f"{self.level} v {len(self.others)} {self.opponents}" if same else self.key


def wanted_matches() -> list[Match]:
    """All pairs at four players; at other tables the ladder, and the best against all.

    Whoever thinks for long plays fewer games.
    """
    found = [
        Match.against(one, other, 4, _games(one, other))
        for one in LEVELS
        for other in PLAYERS
        if one != other
    ]
    found.append(Match("master", MIXED, OF_MASTER))
    for players in SIZES:
        if players != 4:
            others = [other for other in PLAYERS if other != "master"]
            found += [Match.against("master", other, players, OF_MASTER) for other in others]
            found.append(Match.against("gap", "random", players, 300))
            found.append(Match.against("careful", "gap", players, 300))
            found.append(Match.against("sampler", "careful", players, 60))
            found.append(Match.against("sampler", "mcrand", players, 60))
    return found


def _games(one: str, other: str) -> int:
    if one == "master":
        return OF_MASTER
    if other == "master":
        return 40
    return 200 if one == "sampler" else 60 if other not in ("random", "gap", "careful") else 600


def choose_for(view: View, level: str, rng: random.Random) -> Action:
    """The choice of a level of the site, or of a reference."""
    if level in REFERENCES:
        return choose_plainly(view, rng, *REFERENCES[level])
    return choose(view, level, rng)


def choose_plainly(view: View, rng: random.Random, worlds: int, by_gap: float) -> Action:
    """Plain Monte Carlo: the card with the fewest heads in the same worlds; the cheapest row."""
    takes = [action for action in view.actions if isinstance(action, TakeRow)]
    if takes:
        return min(takes, key=lambda take: view.rows[take.row].heads)
    belief = no_belief(view, (1 - by_gap, by_gap))
    source = np.random.PCG64(rng.getrandbits(64))
    weighing = Weighing(view, belief, policies_at(view), None, source)
    heads = weighing.heads(view.actions, worlds)[weighing.own].sum(axis=1)
    return view.actions[int(heads.argmin())]


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

        levels = (match.level, *match.others)
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
    names = PLAYERS
    lines = [["one of ... v three of ...", *names]]
    for one in names:
        matches = [Match.against(one, other, players) for other in names]
        cells = [
            f"{results.share(match)} ({results.played(match):,})" if results.played(match) else "-"
            for match in matches
        ]
        lines.append([one, *cells])
    return lines


def rated(results: Results) -> dict[str, float]:
    """Ratings at four players, the best first; of all who played enough games."""
    wins = {
        Pairing(match.level, match.others[0], match.players): (sum(won), len(won))
        for match in wanted_matches()
        if len(set(match.others)) == 1 and match.players == 4
        if len(won := results.wins.get(match.key, [])) >= FEWEST_GAMES
    }
    found = ratings(wins, ANCHOR) if any(ANCHOR in pairing[:2] for pairing in wins) else {}
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def plot_of(found: dict[str, float]) -> str:
    """The ratings as an SVG file, those of the site's levels in its colour."""
    bars = [Bar(name, points, None, name in LEVELS) for name, points in found.items()]
    return drawing("Ratings at four players", bars, 0)


def time_lines(results: Results) -> list[list[str]]:
    return [
        ["p50 / p99, ms", *[f"{players} players" for players in SIZES]],
        *[
            [level, *[results.milliseconds(level, players) for players in SIZES]]
            for level in PLAYERS
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
    found = rated(results)
    lines = [[name, f"{points:,.0f}"] for name, points in found.items()]
    others = [one for one in wanted_matches() if one.players != 4 or len(set(one.others)) > 1]
    blocks = {
        "ratings": markdown([["at four players", "rating"], *lines]),
        "four": markdown(cross_lines(results, 4)),
        "others": markdown(share_lines(results, others)),
        "times": markdown(time_lines(results)),
    }
    print("\n\n".join(blocks.values()))
    if wished.write_docs:
        DOCUMENT.write_text(renewed(DOCUMENT.read_text(), blocks))
        PLOT.parent.mkdir(exist_ok=True)
        PLOT.write_text(plot_of(found))


if __name__ == "__main__":
    main()
