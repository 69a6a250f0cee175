"""Who of a table is ranked, and for whom a result counts, by the rules of the season."""

from collections.abc import Sequence
from typing import NamedTuple

from leagues.season_rules import Away, Bots, SeasonRules, Substitutes
from leagues.standings.scoring.game_result import twice_ranks

FEWEST_RANKED = 2


class Part(NamedTuple):
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


class Ranked(NamedTuple):
    """What a part is to the season: None for a rank it has not, or for nobody it counts for."""

    place: int | None
    twice_rank: int | None
    counts_for: int | None


def rank_parts(parts: Sequence[Part], rules: SeasonRules) -> tuple[Ranked, ...]:
    """Rank the parts of one game; of fewer than two who would be ranked nobody is."""
    counts_for = [_counts_for(part, rules) for part in parts]
    is_person = [part.player is not None and not _is_bots(part, rules) for part in parts]
    ranked = [
        index for index, person in enumerate(is_person) if person or rules.bots is Bots.OPPONENTS
    ]
    if len(ranked) < FEWEST_RANKED:
        return tuple(Ranked(None, None, None) for _part in parts)
    own = [parts[index].place for index in ranked]
    places = [1 + sum(other < place for other in own) for place in own]
    found = {
        index: Ranked(place, twice, counts_for[index])
        for index, place, twice in zip(ranked, places, twice_ranks(places), strict=True)
    }
    return tuple(found.get(index, Ranked(None, None, None)) for index in range(len(parts)))


def _is_bots(part: Part, rules: SeasonRules) -> bool:
    match rules.away:
        case Away.IF_PLAYED:
            return part.is_untouched
        case Away.LEFT_OUT:
            return part.was_away
    return False


def _counts_for(part: Part, rules: SeasonRules) -> int | None:
    if _is_bots(part, rules):
        return None
    if part.substitute_for is None or rules.substitutes is Substitutes.SUBSTITUTE:
        return part.player
    return part.substitute_for if rules.substitutes is Substitutes.ABSENT else None
