"""A game, online or from paper: who is ranked in it, what it is worth, whether it counts.

Worths are whole numbers of which UNIT make a point, so that sums are exact and need no fractions:
UNIT is divisible by every table size, by every size less one, and by twice those.

A bye and a no-show are no games: they change the figure alone. A bye belongs to its session and
counts as long as that does; so of several `best_sessions` only byes in these count.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from leagues.season_rules import (
    FEWEST_BEST,
    SUMMED,
    Away,
    Bots,
    ByeWorth,
    Preset,
    SeasonRules,
    Substitutes,
)

FEWEST_RANKED = 2
UNIT = 5040


class Entry(NamedTuple):
    """One player's part in a game.

    player: whose standing it counts for. heads: the total, 0 or more. place: among all who were
    ranked, from 1, the better one where shared. twice_rank: twice the average rank, so a whole
    number: a first place shared by two is 3. Those who do not count share places too.
    """

    player: int
    heads: int
    place: int
    twice_rank: int


class GameResult(NamedTuple):
    """A confirmed game.

    game: its id, ascending in the order of play. session: place of its session in the order of
    play. size: how many were ranked, 2..10. heads: the total of all of them. rounds: how many were
    played. entries: those that count in the standings; who is ranked but does not count (a bot,
    say) is left out.
    """

    game: int
    session: int
    size: int
    heads: int
    rounds: int
    entries: tuple[Entry, ...]


def twice_ranks(places: Sequence[int]) -> tuple[int, ...]:
    """Twice the average rank of each, from places that ties share: 1, 1, 3 gives 3, 3, 6."""
    return tuple(2 * place + places.count(place) - 1 for place in places)


class SeatResult(NamedTuple):
    """How a seat came out of a game.

    player: who sat there, None for a bot. place: the game's own rank, shared by ties. was_away:
    the bot played on to the end for its player. substitute_for: whose place the player took.
    is_untouched: its player did nothing in the whole game. bot_turns: in how many turns the bot
    chose for them.
    """

    player: int | None
    heads: int
    place: int
    was_away: bool = False
    substitute_for: int | None = None
    is_untouched: bool = False
    bot_turns: int = 0


class SeatRank(NamedTuple):
    """The rank of a seat in the season; place and twice_rank are None where it is not ranked.

    counts_for: the player for whom it counts, None for nobody.
    """

    place: int | None
    twice_rank: int | None
    counts_for: int | None


def rank_seats(results: Sequence[SeatResult], rules: SeasonRules) -> tuple[SeatRank, ...]:
    """Rank the seats of one game; nobody is ranked where fewer than two could be."""
    ranks = [SeatRank(None, None, None)] * len(results)
    # A bot's seat, or treated as one since the bot played for its player.
    is_bots = [
        result.player is None
        or (result.is_untouched and rules.away is Away.IF_PLAYED)
        or (result.was_away and rules.away is Away.LEFT_OUT)
        for result in results
    ]
    are_ranked = rules.bots is Bots.OPPONENTS
    ranked = [index for index, is_bot in enumerate(is_bots) if are_ranked or not is_bot]
    if len(ranked) < FEWEST_RANKED:
        return tuple(ranks)
    own = [results[index].place for index in ranked]
    places = [1 + sum(other < place for other in own) for place in own]
    for index, place, twice_rank in zip(ranked, places, twice_ranks(places), strict=True):
        counts_for, absent = results[index].player, results[index].substitute_for
        if is_bots[index]:
            counts_for = None
        elif absent is not None and rules.substitutes is not Substitutes.SUBSTITUTE:
            counts_for = absent if rules.substitutes is Substitutes.ABSENT else None
        ranks[index] = SeatRank(place, twice_rank, counts_for)
    return tuple(ranks)


Worth = Callable[[int, Entry], int]


def points_of(value: int | Fraction, preset: Preset) -> Fraction:
    """A value of a line, or a sum of values, in points, or in heads where fewest is best."""
    return Fraction(-value if preset is FEWEST_BEST else value) / UNIT


def worth_by(rules: SeasonRules) -> Worth:
    """The function from (size of the table, entry) to the worth of that game, in UNITs."""
    match rules.preset:
        case Preset.INDEX | Preset.BEST:
            return lambda size, entry: place_index(size, entry.twice_rank)
        case Preset.TOTAL:
            return lambda _size, entry: entry.heads * UNIT
        case Preset.PLACEMENT:
            return _points_for_places(rules.placement)
    return _mixture(rules)


def place_index(size: int, twice_rank: int) -> int:
    """100 for the first of a table, 0 for the last, in UNITs: 100 * (n - rank) / (n - 1)."""
    return 50 * (2 * size - twice_rank) * (UNIT // (size - 1))


def _points_for_places(points: Sequence[int]) -> Worth:
    """The mean of the points of the places shared; a place beyond the last has none."""

    def worth(_size: int, entry: Entry) -> int:
        first = entry.place - 1
        sharers = entry.twice_rank - 2 * entry.place + 1
        return sum(points[first : first + sharers]) * (UNIT // sharers)

    return worth


def _mixture(rules: SeasonRules) -> Worth:
    def worth(size: int, entry: Entry) -> int:
        index = rules.weight_index * place_index(size, entry.twice_rank) // 100
        win = rules.weight_win if entry.place == 1 else 0
        return index + (win + rules.weight_presence + rules.weight_heads * entry.heads) * UNIT

    return worth


class TallyLine(NamedTuple):
    """A player's part in a game; in ascending order the worst comes first, of equals the oldest.

    value: the worth in UNITs, negative where fewest is best. expected_heads: those of an average
    player of that table, in UNITs. win: a first place shared by m is one m-th, in UNITs.
    """

    value: int
    session: int
    game: int
    size: int
    place: int
    heads: int
    expected_heads: int
    win: int
    rounds: int


class Tally(NamedTuple):
    """What a player's games come to, exactly.

    games, heads, rounds, sessions: of all of them. counted: how many count; counted_heads, value,
    expected_heads, win: sums over those, each in the unit of the line. dropped: ids of the others,
    worst first; empty where a kept row does not tell. best: the sessions that count where byes
    depend on it, None where all do.
    """

    games: int = 0
    counted: int = 0
    heads: int = 0
    rounds: int = 0
    counted_heads: int = 0
    value: int = 0
    expected_heads: int = 0
    win: int = 0
    sessions: int = 0
    dropped: tuple[int, ...] = ()
    best: frozenset[int] | None = None

    def with_lines(self, lines: list[TallyLine]) -> "Tally":
        """With more games, all of which count, of sessions that it has none of yet."""
        heads = sum([line.heads for line in lines])
        return Tally(
            games=self.games + len(lines),
            counted=self.counted + len(lines),
            heads=self.heads + heads,
            rounds=self.rounds + sum([line.rounds for line in lines]),
            counted_heads=self.counted_heads + heads,
            value=self.value + sum([line.value for line in lines]),
            expected_heads=self.expected_heads + sum([line.expected_heads for line in lines]),
            win=self.win + sum([line.win for line in lines]),
            sessions=self.sessions + len({line.session for line in lines}),
        )


@dataclass(slots=True)
class Record:
    """The games of one player.

    sums: what they come to if all of them count. Where all do, they may be of more games than there
    are lines.
    """

    sums: Tally = field(default_factory=Tally)
    lines: list[TallyLine] = field(default_factory=list)

    def tally(self, rules: SeasonRules) -> Tally:
        """What counts of them by these rules, and what they all come to."""
        dropped = self.not_counting(rules)
        sums = self.sums
        if rules.best_sessions and rules.counts_byes:
            by_session = sessions_in_order(self.lines, rules.preset)[-rules.best_sessions :]
            sums = sums._replace(best=frozenset(played[0].session for played in by_session))
        if not dropped:
            return sums
        lost = Tally().with_lines(dropped)
        return sums._replace(
            counted=sums.counted - lost.counted,
            counted_heads=sums.counted_heads - lost.counted_heads,
            value=sums.value - lost.value,
            expected_heads=sums.expected_heads - lost.expected_heads,
            win=sums.win - lost.win,
            dropped=tuple(line.game for line in dropped),
        )

    def not_counting(self, rules: SeasonRules) -> list[TallyLine]:
        """The lines that do not count, worst first.

        First those of the sessions beyond the `best_sessions`. Of the games left, `drop_percent`,
        rounded down, and under Preset.BEST whatever is left beyond `best_of`: the worst ones by the
        preset's measure, of equally bad ones the oldest.
        """
        left_out: list[TallyLine] = []
        lines = self.lines
        if rules.best_sessions:
            by_session = sessions_in_order(lines, rules.preset)
            dropped = max(0, len(by_session) - rules.best_sessions)
            left_out = [line for each in by_session[:dropped] for line in sorted(each)]
            lines = [line for each in by_session[dropped:] for line in each]
        games = len(lines)
        dropped = games * rules.drop_percent // 100
        if rules.preset is Preset.BEST:
            dropped = max(dropped, games - rules.best_of)
        if dropped:
            lines.sort()
        return left_out + lines[:dropped]


def sessions_in_order(lines: Iterable[TallyLine], preset: Preset) -> list[list[TallyLine]]:
    """A player's games by session: the worst session first, of equally bad ones the oldest.

    A session is worth the mean of its games, or their sum where the figure is a sum.
    """
    found: dict[int, list[TallyLine]] = {}
    for line in lines:
        found.setdefault(line.session, []).append(line)
    return sorted(
        found.values(), key=lambda played: (session_value(played, preset), played[0].session)
    )


def session_value(lines: Sequence[TallyLine], preset: Preset) -> Fraction:
    """What a session is worth to a player, in UNITs; as the value of a line, greater is better."""
    return Fraction(sum(line.value for line in lines), 1 if preset is SUMMED else len(lines))


def lines_by_player(
    results: Iterable[GameResult], rules: SeasonRules
) -> dict[int, list[TallyLine]]:
    """A line for every entry, by player, in the order of the results."""
    worth = worth_by(rules)
    sign = -1 if rules.preset is FEWEST_BEST else 1
    lines: dict[int, list[TallyLine]] = {}
    for game, session, size, heads, rounds, entries in results:
        for entry in entries:
            line = TallyLine(
                sign * worth(size, entry),
                session,
                game,
                size,
                entry.place,
                entry.heads,
                heads * (UNIT // size),
                # Twice the rank of a first place that m share is m + 1.
                UNIT // (entry.twice_rank - 1) if entry.place == 1 else 0,
                rounds,
            )
            lines.setdefault(entry.player, []).append(line)
    return lines


class Absence(NamedTuple):
    """A round in which a player had no seat; session: its place in the order of play."""

    player: int
    session: int
    is_no_show: bool


class AbsencePoints(NamedTuple):
    """What the absences of a player come to.

    byes, no_shows: how many count. bye, no_show: the points for each, as they are added to the
    figure.
    """

    byes: int = 0
    no_shows: int = 0
    bye: Fraction = Fraction(0)
    no_show: Fraction = Fraction(0)

    @property
    def total(self) -> Fraction:
        return self.byes * self.bye + self.no_shows * self.no_show


NO_ABSENCES = AbsencePoints()


def absence_points(own: Iterable[Absence], tally: Tally, rules: SeasonRules) -> AbsencePoints:
    """What the absences of one player, whose games come to `tally`, are worth."""
    counting = [absence for absence in own if does_count(absence, tally, rules)]
    no_shows = sum(absence.is_no_show for absence in counting)
    sign = 1 if rules.preset is FEWEST_BEST else -1
    return AbsencePoints(
        byes=len(counting) - no_shows,
        no_shows=no_shows,
        bye=_worth_of_bye(tally, rules),
        no_show=Fraction(sign * rules.no_show),
    )


def does_count(absence: Absence, tally: Tally, rules: SeasonRules) -> bool:
    """Whether an absence changes the figure of the player whose games come to `tally`."""
    if absence.is_no_show:
        return rules.no_show > 0
    return rules.counts_byes and (tally.best is None or absence.session in tally.best)


def _worth_of_bye(tally: Tally, rules: SeasonRules) -> Fraction:
    if not rules.counts_byes:
        return Fraction(0)
    if rules.bye is ByeWorth.POINTS:
        return Fraction(rules.bye_points)
    return Fraction(tally.value, UNIT * tally.counted) if tally.counted else Fraction(0)
