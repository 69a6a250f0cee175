"""What the standings know of a game, online or from paper: who is ranked in it, and for whom."""

from collections.abc import Sequence
from typing import NamedTuple

from leagues.season_rules import Away, Bots, SeasonRules, Substitutes

FEWEST_RANKED = 2


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
    is_bots = [_is_bots(result, rules) for result in results]
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


def _is_bots(result: SeatResult, rules: SeasonRules) -> bool:
    """Whether a seat is a bot's, or treated as one since the bot played for its player."""
    match rules.away:
        case Away.IF_PLAYED:
            is_away = result.is_untouched
        case Away.LEFT_OUT:
            is_away = result.was_away
        case Away.COUNTS:
            is_away = False
    return result.player is None or is_away
