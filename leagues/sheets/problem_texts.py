"""What is wrong with a sheet, in the reader's language."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.rules.options import Ending, Options
from leagues.sheets.check import Code, Problem

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Sentence


def error_of(problem: Problem, names: Sequence[str], options: Options) -> ValidationError:
    """A problem in words, with its code; params: its facts, `name`, and `round` from 1.

    names: of the players by column.
    """
    # Whoever ended the game is named where it should not have gone on.
    column = problem.facts.get("who", problem.column)
    words: dict[str, object] = {**problem.facts, "name": "" if column is None else names[column]}
    if problem.round is not None:
        words["round"] = problem.round + 1
    return ValidationError(_sentence(problem, options), code=problem.code, params=words)


def _sentence(problem: Problem, options: Options) -> "Sentence":
    sentences = dict(_SENTENCES)
    if problem.round is None:
        sentences |= _OF_TOTALS
    if "rounds" in problem.facts:
        sentences |= _OF_SOME_ROUNDS
    if options.ending is Ending.ELIMINATION:
        sentences |= _OF_ELIMINATION
    if problem.facts.get("least") == problem.facts.get("most"):
        sentences |= _OF_ONE_COUNT
    return sentences[problem.code]


_SENTENCES: dict[Code, "Sentence"] = {
    Code.NOBODY: _("There are heads in a column without a player."),
    Code.GUEST_UNNAMED: _("Please give the guest’s name."),
    Code.NAME_TAKEN: _(
        "Somebody in this season is already called %(name)s: choose them in the list, or add an "
        "initial."
    ),
    Code.ABSENT_UNKNOWN: _("Please choose again whom %(name)s stood in for."),
    Code.TOO_FEW_PLAYERS: _("At least %(least)d players are needed."),
    Code.TOO_MANY_PLAYERS: _("At most %(most)d players can play."),
    Code.PLAYER_TWICE: _("%(name)s, or the person they stand in for, is on this sheet twice."),
    Code.MISSING: _("%(name)s’s heads in round %(round)d are missing; enter 0 for none."),
    Code.NOT_WHOLE: _("%(name)s’s heads must be a whole number."),
    Code.NEGATIVE: _("%(name)s cannot have fewer than 0 heads."),
    Code.TOO_HIGH: _("Nobody can take more than %(most)d heads in a round."),
    Code.PLAYER_OUT: _("%(name)s has been out since round %(out_in)d."),
    Code.TOTAL_DIFFERS: _("%(name)s’s rounds add up to %(sum)d."),
    Code.ROUND_TOO_HIGH: _(
        "Round %(round)d has %(sum)d heads: more than %(most)d cannot be taken."
    ),
    Code.ROUND_TOO_LOW: _(
        "Round %(round)d has %(sum)d heads: fewer than %(least)d cannot be taken."
    ),
    Code.NOT_ENDED: _("The game is not over: nobody is past %(limit)d."),
    Code.GONE_ON: _(
        "The game was over after round %(ended_in)d: %(name)s had %(heads)d heads, past %(limit)d."
    ),
    Code.ROUND_COUNT: _("A game like this has %(least)d to %(most)d rounds."),
    Code.TOO_MANY_ROUNDS: _("A game has %(most)d rounds at most."),
    Code.ROUNDS_MISSING: _("A game with special cards has two rounds."),
    Code.NO_FULL_ROUND: _("Not one full round was played: there is nothing to enter."),
    Code.NOT_CUT_SHORT: _("This game was played to its end: it was not cut short."),
    Code.ROUNDS_NEEDED: _(
        "Please enter the rounds: the places depend on when each player went out."
    ),
    Code.TOTALS_TOO_HIGH: _(
        "Together these are %(sum)d heads: a game cannot have more than %(most)d."
    ),
    Code.TOTALS_TOO_LOW: _(
        "Together these are %(sum)d heads: a game cannot have fewer than %(least)d."
    ),
    Code.TOO_FAR_PAST: _(
        "The totals go %(excess)d past the limit: the last round has %(most)d heads at most."
    ),
}

_OF_ELIMINATION: dict[Code, "Sentence"] = {
    Code.NOT_ENDED: _("The game is not over: more than one player is left."),
    Code.GONE_ON: _("The game was over after round %(ended_in)d: at most one player was left."),
}

_OF_SOME_ROUNDS: dict[Code, "Sentence"] = {
    Code.NOT_ENDED: _(
        "The game is not over: nobody is past %(limit)d, and %(rounds)d rounds were agreed."
    ),
}

_OF_ONE_COUNT: dict[Code, "Sentence"] = {
    Code.ROUND_COUNT: ngettext_lazy(
        "These are the totals of %(least)d round.",
        "These are the totals of %(least)d rounds.",
        "least",
    ),
}

_OF_TOTALS: dict[Code, "Sentence"] = {
    Code.MISSING: _("%(name)s’s total is missing; enter 0 for none."),
    Code.NOT_WHOLE: _("%(name)s’s total must be a whole number."),
    Code.TOO_HIGH: _("%(name)s cannot have more than %(most)d heads in a game."),
}
