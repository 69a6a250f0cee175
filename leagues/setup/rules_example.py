"""What the rules of a season do to three players, by the same computation as its standings."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.names import MISSING
from leagues.season_rules import SeasonRules
from leagues.standings.board import missing_games, missing_sessions
from leagues.standings.figures import figure_text
from leagues.standings.rule_names import FIGURE_NAMES
from leagues.standings.scoring.game_result import Entry, GameResult
from leagues.standings.scoring.table import ComputedStanding, standings

SESSIONS = 6
# Heads of the first and of the last at a table; those between lie in equal steps between.
FEWEST_HEADS, MOST_HEADS = 8, 38


@dataclass(frozen=True, slots=True)
class Story:
    """Somebody's season. places: session by session, at tables of so many players."""

    name: str
    words: Promise
    places: Callable[[int], list[int]]


STORIES = (
    Story("Anna", _("always there, mostly second"), lambda size: [2, 2, 1, 2, 2, min(3, size)]),
    Story("Bruno", _("always there, first or last"), lambda size: [1, size] * 3),
    Story("Chloé", _("came twice and won twice"), lambda _size: [1, 1]),
)


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """A line of the example. place: "–" for who has none; missing: why. games: those that count."""

    place: str
    name: str
    words: Promise
    missing: str
    games: str
    figure: str


@dataclass(frozen=True, slots=True)
class RulesExample:
    """The standings of three players after `sessions` sessions with a game each.

    size: of every table. final: how many then play for the first places, semi_final: how many
    before that for a seat in it; 0 for none.
    """

    sessions: int
    size: int
    figure_name: Promise
    rows: tuple[ExampleRow, ...]
    final: int
    semi_final: int


def rules_example(rules: SeasonRules) -> RulesExample:
    """The three players, best first; only they count, whoever else sits at their tables."""
    numbers = count(1)
    results = [
        _game(next(numbers), session, rules.preferred, player, place)
        for player, story in enumerate(STORIES)
        for session, place in enumerate(story.places(rules.preferred), start=1)
    ]
    rows = [_row(row, rules) for row in standings(results, rules)]
    return RulesExample(
        SESSIONS,
        rules.preferred,
        FIGURE_NAMES[rules.preset],
        tuple(rows),
        rules.final,
        rules.semi_final,
    )


def _game(number: int, session: int, size: int, player: int, place: int) -> GameResult:
    heads = [
        FEWEST_HEADS + (MOST_HEADS - FEWEST_HEADS) * step // (size - 1) for step in range(size)
    ]
    entry = Entry(player, heads[place - 1], place, 2 * place)
    return GameResult(number, session, size, sum(heads), rounds=1, entries=(entry,))


def _row(row: ComputedStanding, rules: SeasonRules) -> ExampleRow:
    story = STORIES[row.player]
    missing = ""
    if row.place is None and rules.min_sessions:
        missing = missing_sessions(rules.min_sessions - row.sessions)
    elif row.place is None:
        missing = missing_games(rules.games_needed(SESSIONS) - row.games)
    games = f"{row.counted}/{row.games}" if row.dropped else str(row.games)
    return ExampleRow(
        place=str(row.place or MISSING),
        name=story.name,
        words=story.words,
        missing=missing,
        games=games,
        figure=figure_text(row.figure, rules.preset),
    )
