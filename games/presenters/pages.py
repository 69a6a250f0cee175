"""The regions of a table's page, as data: what everybody sees, and what one viewer sees."""

from dataclasses import replace

from django.utils import translation

from games.live.regions import View
from games.presenters.board import present_board
from games.presenters.facts import present_facts
from games.presenters.pad import present_pad
from games.presenters.parts import region
from games.presenters.players import present_players
from games.presenters.pool import present_picks, present_pool
from games.presenters.prompt import present_hand, present_more, present_prompt
from games.presenters.result import present_result
from games.presenters.special_hand import present_special_hand, present_supply
from games.presenters.status import present_address, present_status
from games.presenters.story import present_story
from games.presenters.viewer import Viewer
from games.rules.projection import View as GameView
from games.rules.projection import view_for
from games.snapshot import Snapshot


def present_public(snapshot: Snapshot, viewer: Viewer, *, only_choices: bool = False) -> View:
    """The regions everybody sees; with `only_choices` those that change as players choose."""
    deck, language = viewer.deck, viewer.language
    with translation.override(language):
        view = _view(snapshot, None)
        regions: View = {
            "status": region("status", present_status(snapshot, view), language),
            "players": present_players(snapshot, view, deck, language),
        }
        if only_choices:
            return regions
        result = present_result(snapshot, view, deck)
        return {
            **regions,
            "board": region("result", result, language)
            if result
            else present_board(snapshot, view, deck, language),
            "story": region("story", present_story(snapshot, view, deck), language),
            "picks": region("picks", present_picks(snapshot, view), language),
            "supply": region("supply", present_supply(view), language),
            "pad": region("pad", present_pad(snapshot, view), language),
            "facts": region("facts", present_facts(snapshot), language),
        }


def present_private(snapshot: Snapshot, viewer: Viewer) -> View:
    """The regions of one viewer: what is asked of them, and their hand.

    The buttons name forms of the page (games/table.html), which hold address, token and version: no
    push replaces a form somebody is using.
    """
    language = viewer.language
    with translation.override(language):
        view = _view(snapshot, viewer.seat)
        return {
            "address": region("address", present_address(snapshot, view, viewer.seat), language),
            "prompt": region("prompt", present_prompt(snapshot, view, viewer), language),
            "pool": region("pool", present_pool(view, viewer.deck), language),
            "hand": present_hand(snapshot, view, viewer.deck, language),
            "specials": region("specials", present_special_hand(snapshot, view), language),
            "more": region("more", present_more(snapshot, viewer), language),
        }


def _view(snapshot: Snapshot, seat: int | None) -> GameView | None:
    """The game as a seat may know it; in one that was broken off nothing is awaited any more."""
    if snapshot.game is None:
        return None
    view = view_for(snapshot.game, seat)
    return replace(view, decision=None, actions=()) if snapshot.has_ended else view
