"""What is wrong with a sheet, in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.rules.options import Ending, Options
from leagues.sheets.pad.problems import Code
from leagues.sheets.typed_sheet import Fault, NameCode


def fault_text(fault: Fault, names: Sequence[str], options: Options) -> str:
    """One sentence about a fault; names: of the players by column."""
    facts = dict(fault.facts)
    name = names[fault.column] if fault.column is not None else ""
    round_number = 0 if fault.round is None else fault.round + 1
    words: Mapping[str, object] = {**facts, "name": name, "round": round_number}
    if fault.round is None and fault.code in _OF_TOTALS:
        return str(_OF_TOTALS[fault.code] % words)
    if fault.code is Code.NOT_ENDED:
        return not_ended(facts, options)
    if fault.code is Code.ROUND_COUNT:
        return round_count(facts)
    if fault.code is Code.GONE_ON:
        return gone_on({**facts, "name": names[facts["who"]]}, options)
    return str(_SENTENCES[fault.code] % words)


_SENTENCES: dict[Code | NameCode, Promise] = {
    NameCode.NOBODY: _("There are heads in a column without a player."),
    NameCode.GUEST_UNNAMED: _("Please give the guest’s name."),
    NameCode.NAME_TAKEN: _(
        "Somebody in this season is already called %(name)s: choose them in the list, or add an "
        "initial."
    ),
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

_OF_TOTALS: dict[Code | NameCode, Promise] = {
    Code.MISSING: _("%(name)s’s total is missing; enter 0 for none."),
    Code.NOT_WHOLE: _("%(name)s’s total must be a whole number."),
    Code.TOO_HIGH: _("%(name)s cannot have more than %(most)d heads in a game."),
}


def not_ended(facts: Mapping[str, int], options: Options) -> str:
    """Why a game is not over yet."""
    if options.ending is Ending.ELIMINATION:
        return gettext("The game is not over: more than one player is left.")
    if "rounds" in facts:
        text = gettext(
            "The game is not over: nobody is past %(limit)d, and %(rounds)d rounds were agreed."
        )
        return text % facts
    return gettext("The game is not over: nobody is past %(limit)d.") % facts


def gone_on(facts: Mapping[str, object], options: Options) -> str:
    """Why nothing can be written below the last round of a game; name: who had most heads."""
    if options.ending is Ending.ELIMINATION:
        text = gettext("The game was over after round %(ended_in)d: at most one player was left.")
        return text % facts
    text = gettext(
        "The game was over after round %(ended_in)d: %(name)s had %(heads)d heads, past %(limit)d."
    )
    return text % facts


def round_count(facts: Mapping[str, int]) -> str:
    """How many rounds a game can have had."""
    if facts["least"] == facts["most"]:
        return ngettext(
            "These are the totals of %(least)d round.",
            "These are the totals of %(least)d rounds.",
            facts["least"],
        ) % {"least": facts["least"]}
    return gettext("A game like this has %(least)d to %(most)d rounds.") % facts
