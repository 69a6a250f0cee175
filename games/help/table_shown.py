"""The regions of a live table, for a learner at one of its seats."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.access import Viewer
from games.page.describe import (
    describe_board,
    describe_hand,
    describe_players,
    describe_supply,
    own_status,
    status_region,
    status_sentence,
    story_of,
)
from games.page.draw import NOTHING, Sentence
from games.page.ox import tally_of
from games.page.prompt import describe_prompt, nothing_asked
from games.page.regions import Look, Region, drawn
from games.page.story import draw_story
from games.rules.engine import view_for
from games.snapshot import Snapshot


def show_table(
    look: Look, table: Snapshot, seat: int, place: Sentence, *, is_over: bool
) -> dict[str, SafeString]:
    """The regions by their id. place: what is said of round and turn. is_over: nothing is asked."""
    game = table.game
    assert game is not None  # noqa: S101 - a lesson is in play
    public, private = view_for(game, None), view_for(game, seat)
    viewer = Viewer(seat=seat, is_member=False, is_host=False, deck=look.deck)
    sentence = own_status(table, private, seat)
    if sentence == NOTHING:
        sentence = status_sentence(table, public)
    prompt = describe_prompt(table, private, viewer)
    if is_over:
        sentence = (_say_over,)
        prompt = nothing_asked(seat)
        private = private._replace(actions=())
    return {
        "status": drawn(look, status_region(place, sentence, tally=tally_of(public))),
        "players": drawn(look, describe_players(table, public)),
        "board": drawn(look, describe_board(table, public)),
        "story": draw_story(look, story_of(table, public)),
        "supply": drawn(look, describe_supply(table, public)),
        "prompt": drawn(look, Region(prompt)),
        "hand": drawn(look, describe_hand(private)),
    }


def _say_over(_look: Look) -> str:
    return gettext("The turn is over.")
