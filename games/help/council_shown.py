"""A moment of the council to learn by, as the page shows it: a table, and a coach."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.help.council_lesson import BOT_NAME, NEWCOMER, CouncilMoment
from games.help.staging import snapshot_of
from games.help.table_shown import show_table
from games.page.council import bring
from games.page.regions import Look, active_language, look_of

PLAYERS = 2


@dataclass(frozen=True, slots=True)
class CouncilShown:
    """advice: what the coach says of what was tried, or "". regions: of the table, by id."""

    is_played: bool
    is_placed: bool
    advice: str
    regions: Mapping[str, SafeString]


def present_council(moment: CouncilMoment, name: str, deck: str) -> CouncilShown:
    """The page of a moment. name: the newcomer's, at the table."""
    look = look_of(active_language(), deck)
    names = (BOT_NAME, name)
    table = snapshot_of(moment.game, moment.story, names, deck=deck, turn_key="1.1")
    return CouncilShown(
        is_played=moment.is_played,
        is_placed=moment.is_placed,
        advice=_advice(look, moment),
        regions=show_table(look, table, NEWCOMER, (_say_council,), is_over=moment.is_placed),
    )


def _say_council(_look: Look) -> str:
    return gettext("Against the ox")


def _advice(look: Look, moment: CouncilMoment) -> str:
    """What would come of what was tried; nothing after what leads on."""
    if moment.tried is None:
        if not moment.is_too_early:
            return ""
        return gettext("As the numbers lie, the turn brings %(outcome)s: you can do better.") % {
            "outcome": bring(look, moment.brings, PLAYERS)
        }
    words = {
        "outcome": bring(look, moment.tried.brings, PLAYERS),
        "now": bring(look, moment.brings, PLAYERS),
        "name": BOT_NAME,
    }
    if moment.tried.bot_agrees:
        return gettext("%(outcome)s: %(name)s would agree, but you can do better.") % words
    return (
        gettext("%(outcome)s, instead of %(now)s: that is no help, and %(name)s says no.") % words
    )
