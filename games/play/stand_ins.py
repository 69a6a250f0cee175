"""For how many turns the bot or the clock has played in a player's place."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.models import ActionLog
from games.rules.state import GameState

By = ActionLog.By
_IN_THEIR_PLACE = frozenset({By.BOT, By.DEADLINE})


class StandIn(NamedTuple):
    """How much of a game was played in the place of a seat's player.

    turns: of the full rounds, those in which the bot or the clock chose the card. is_untouched: its
    player did nothing in the whole game.
    """

    turns: int
    is_untouched: bool


def stand_ins(table_id: int, game: GameState) -> tuple[StandIn, ...]:
    """By seat, as the log of a table tells; one statement."""
    log = ActionLog.objects.filter(table_id=table_id).order_by("number")
    return stand_ins_of(log.values_list("action", "by"), game)


def stand_ins_of(log: Iterable[tuple[dict[str, Any], str]], game: GameState) -> tuple[StandIn, ...]:
    """The same from the actions of a log and who made them, in their order."""
    touched = set()
    # By turn, who made the last choice of each seat.
    turns: list[dict[int, str]] = [{}]
    for action, by in log:
        seat = action["seat"]
        if by == By.PLAYER:
            touched.add(seat)
        if action["kind"] == "choose":
            if turns[-1].keys() >= _seats_in(len(turns), game):
                turns.append({})
            turns[-1][seat] = by
    full = turns[: len(game.round_scores) * game.options.hand_size]
    return tuple(
        StandIn(_count([turn[seat] for turn in full if seat in turn]), seat not in touched)
        for seat in range(game.player_count)
    )


def _seats_in(turn: int, game: GameState) -> set[int]:
    """The seats that choose a card in a turn, counted from 1 over all rounds."""
    number = (turn - 1) // game.options.hand_size + 1
    out = enumerate(game.eliminated_in)
    return {seat for seat, after in out if after is None or after >= number}


def _count(made: Iterable[str]) -> int:
    """How many choices of a seat were made in its player's place.

    The last card of a hand is nobody's choice: it goes with the one before.
    """
    count, was_theirs = 0, True
    for by in made:
        if by != By.RULES:
            was_theirs = by not in _IN_THEIR_PLACE
        count += not was_theirs
    return count
