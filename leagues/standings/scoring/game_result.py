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
    counts_for = [_counts_for(result, rules) for result in results]
    is_person = [result.player is not None and not _is_bots(result, rules) for result in results]
    ranked = [
        index for index, person in enumerate(is_person) if person or rules.bots is Bots.OPPONENTS
    ]
    if len(ranked) < FEWEST_RANKED:
        return tuple(SeatRank(None, None, None) for _result in results)
    own = [results[index].place for index in ranked]
    places = [1 + sum(other < place for other in own) for place in own]
    found = {
        index: SeatRank(place, twice, counts_for[index])
        for index, place, twice in zip(ranked, places, twice_ranks(places), strict=True)
    }
    return tuple(found.get(index, SeatRank(None, None, None)) for index in range(len(results)))


def _is_bots(result: SeatResult, rules: SeasonRules) -> bool:
    match rules.away:
        case Away.IF_PLAYED:
            return result.is_untouched
        case Away.LEFT_OUT:
            return result.was_away
    return False


def _counts_for(result: SeatResult, rules: SeasonRules) -> int | None:
    if _is_bots(result, rules):
        return None
    if result.substitute_for is None or rules.substitutes is Substitutes.SUBSTITUTE:
        return result.player
    return result.substitute_for if rules.substitutes is Substitutes.ABSENT else None
