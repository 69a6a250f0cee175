"""The two parts of a table's page, put together."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import translation

from games import decks
from games.models import Table
from games.presenters.board import present_rows
from games.presenters.facts import present_facts
from games.presenters.pad import present_pad
from games.presenters.players import present_players
from games.presenters.result import present_result
from games.presenters.seat import present_hand, present_prompt
from games.presenters.status import present_status
from games.presenters.story import present_story
from games.rules.projection import view_for
from games.store import Snapshot


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table. seat: None for a spectator. is_member: signed in, may sit down."""

    seat: int | None
    is_member: bool
    is_host: bool


def public_html(snapshot: Snapshot, language: str, deck: str) -> str:
    """The regions everybody sees: status, players, board, story, score pad, facts."""
    with translation.override(language):
        view = view_for(snapshot.game, None) if snapshot.game else None
        return render_to_string(
            "games/table/public.html",
            {
                "snapshot": snapshot,
                "is_open": snapshot.status == Table.Status.OPEN,
                "status": present_status(snapshot, view),
                "players": present_players(snapshot, view, deck),
                "rows": present_rows(view, deck),
                "head": decks.head(deck),
                "result": present_result(snapshot, view),
                "story": present_story(snapshot, view),
                "pad": present_pad(snapshot, view),
                "facts": present_facts(snapshot),
            },
        )


def private_html(snapshot: Snapshot, viewer: Viewer, language: str, deck: str) -> str:
    """The regions of one viewer: what is asked of them, and their hand.

    The buttons name forms of the page (games/table.html), which hold address, token and version: no
    push replaces a form somebody is using.
    """
    with translation.override(language):
        view = view_for(snapshot.game, viewer.seat) if snapshot.game else None
        return render_to_string(
            "games/table/private.html",
            {
                "snapshot": snapshot,
                "viewer": viewer,
                "head": decks.head(deck),
                "prompt": present_prompt(snapshot, view, viewer.seat),
                "hand": present_hand(snapshot, view, deck),
            },
        )
