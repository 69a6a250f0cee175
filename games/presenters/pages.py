"""The two parts of a table's page, put together from its regions."""

from dataclasses import replace

from django.template.loader import render_to_string
from django.utils import translation

from games.presenters.board import present_board
from games.presenters.facts import present_facts
from games.presenters.pad import present_pad
from games.presenters.parts import render_part
from games.presenters.players import present_players
from games.presenters.pool import present_picks, present_pool
from games.presenters.prompt import present_hand, present_more, present_prompt
from games.presenters.result import present_result
from games.presenters.special_hand import present_special_hand, present_supply
from games.presenters.status import present_address, present_status
from games.presenters.story import present_story
from games.presenters.viewer import Viewer
from games.rules.projection import View, view_for
from games.snapshot import Snapshot


def public_html(snapshot: Snapshot, language: str, deck: str) -> str:
    """The regions everybody sees: status, players, board, picks, story, pad, facts."""
    with translation.override(language):
        view = _view(snapshot, None)
        result = present_result(snapshot, view, deck)
        regions = {
            "status": render_part("status", present_status(snapshot, view)),
            "players": render_part("players", present_players(snapshot, view, deck)),
            "board": render_part("result", result)
            if result
            else render_part("board", present_board(snapshot, view, deck)),
            "picks": render_part("picks", present_picks(snapshot, view)),
            "story": render_part("story", present_story(snapshot, view, deck)),
            "pad": render_part("pad", present_pad(snapshot, view)),
            "supply": render_part("supply", present_supply(view)),
            "facts": render_part("facts", present_facts(snapshot)),
        }
        return render_to_string("games/table/public.html", regions)


def private_html(snapshot: Snapshot, viewer: Viewer, language: str, deck: str) -> str:
    """The regions of one viewer: what is asked of them, and their hand.

    The buttons name forms of the page (games/table.html), which hold address, token and version: no
    push replaces a form somebody is using.
    """
    with translation.override(language):
        view = _view(snapshot, viewer.seat)
        regions = {
            # It changes with every choice of others: too often to be a part that is kept.
            "address": present_address(snapshot, view, viewer.seat),
            "prompt": render_part("prompt", present_prompt(snapshot, view, viewer, deck)),
            "pool": render_part("pool", present_pool(view, deck)),
            "hand": render_part("hand", present_hand(snapshot, view, deck)),
            "specials": render_part("specials", present_special_hand(snapshot, view)),
            "more": render_part("more", present_more(snapshot, viewer)),
        }
        return render_to_string("games/table/private.html", regions)


def _view(snapshot: Snapshot, seat: int | None) -> View | None:
    """The game as a seat may know it; in one that was broken off nothing is awaited any more."""
    if snapshot.game is None:
        return None
    view = view_for(snapshot.game, seat)
    return replace(view, decision=None, actions=()) if snapshot.has_ended else view
