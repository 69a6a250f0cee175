"""What each seat did in a finished game that its profile tells; noted when the keeper tidies."""

import logging
from collections.abc import Iterable
from typing import NamedTuple

from django.db import DatabaseError, transaction

from games.models import Seat, Table
from games.rules.actions import Action
from games.rules.dealer import Dealer
from games.rules.engine import apply, new_game
from games.rules.errors import RulesError
from games.rules.events import Revealed, RoundStarted, TakeReason, Took
from games.rules.options import Options, Variant
from games.table.stored_deal import dealer_of, logged_actions

logger = logging.getLogger(__name__)

# Games at each call; one takes some 3 ms, a very long one 30.
PORTION = 100
# The card with the most heads.
HEAVIEST = 55
# With two, who does not lead is last.
FEWEST_PLAYERS_TO_COME_BACK = 3


class Highlights(NamedTuple):
    """Of one seat.

    best, worst: the heads and the number of its first round with the fewest, and the most. sixths:
    how often its card was the sixth of a row. given_55: round and turn in which somebody else first
    took the 55 that it had laid in that round, or None. came_back: whether it won, though nobody
    had more heads after half of the rounds.
    """

    best: tuple[int, int]
    worst: tuple[int, int]
    sixths: int
    given_55: tuple[int, int] | None
    came_back: bool


def highlights_of(
    options: Options, players: int, dealer: Dealer, actions: Iterable[Action]
) -> list[Highlights]:
    """By seat, of a game without the ox; none of one that was not played to the end. Pure.

    Raises RulesError for actions that are not of such a game.
    """
    state, _ = new_game(options, players, dealer)
    sixths = [0] * players
    given: dict[int, tuple[int, int]] = {}
    who_laid_55 = None
    for action in actions:
        at = state.round.number, state.round.turn
        state, events = apply(state, action, dealer)
        for event in events:
            match event:
                case RoundStarted():
                    who_laid_55 = None
                case Revealed(cards):
                    who_laid_55 = {card: seat for seat, card in cards}.get(HEAVIEST, who_laid_55)
                case Took(seat, _, cards, _, why):
                    sixths[seat] += why is TakeReason.SIXTH
                    if HEAVIEST in cards and who_laid_55 not in {None, seat}:
                        given.setdefault(who_laid_55, at)
    if state.ranks is None:
        return []
    scores, half = state.round_scores, len(state.round_scores) // 2
    at_half = [sum(each[seat] for each in scores[:half]) for seat in range(players)]
    found = []
    for seat, rounds in enumerate(state.rounds_played):
        heads = [(each[seat], number) for number, each in enumerate(scores[:rounds], start=1)]
        was_last = max(at_half) == at_half[seat] > min(at_half)
        found.append(
            Highlights(
                best=min(heads),
                worst=max(heads, key=lambda each: each[0]),
                sixths=sixths[seat],
                given_55=given.get(seat),
                came_back=(
                    players >= FEWEST_PLAYERS_TO_COME_BACK and was_last and state.ranks[seat] == 1
                ),
            )
        )
    return found


def note_missing() -> None:
    """Note those of the newest games of people that have none, some at each call."""
    missing = Seat.objects.filter(highlights__isnull=True, rank__isnull=False, player__isnull=False)
    tables = missing.order_by("-table_id").values_list("table", flat=True).distinct()
    for table_id in tables[:PORTION]:
        note(table_id)


def note(table_id: int) -> None:
    """Note the highlights of a finished game; empty ones for a log that cannot be read any more."""
    # Before the table, which has a record once the text of somebody who left is gone.
    texts = tuple(
        Seat.objects.filter(table=table_id).order_by("index").values_list("client_seed", flat=True)
    )
    table = Table.objects.only("options", "server_seed", "record").filter(pk=table_id).first()
    if table is None:
        return
    told: list[Highlights] = []
    try:
        options = Options.from_json(table.options)
        if options.variant is not Variant.OX:
            dealer = dealer_of(table, texts)
            told = highlights_of(options, len(texts), dealer, logged_actions(table_id))
    except DatabaseError:
        raise
    except RulesError as error:
        logger.warning("table %s tells no highlights: %s", table_id, type(error).__name__)
    except Exception:
        # The same game would fail again each minute, and keep the older ones waiting.
        logger.exception("the highlights of table %s are not known", table_id)
    with transaction.atomic():
        for index in range(len(texts)):
            seat = Seat.objects.filter(table=table_id, index=index, player__isnull=False)
            seat.update(highlights=told[index]._asdict() if told else {})
