"""Tables to look at, made without a database: people, some bots, and a game at a chosen point."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from django.utils.html import strip_tags

from games.live.regions import look_of, whole
from games.models import Table
from games.page.describe import describe_private, describe_public
from games.rules.deal import SeededDealer
from games.rules.engine import apply, legal_actions, new_game
from games.rules.events import Events, Revealed, RoundStarted
from games.rules.options import Options
from games.rules.state import GameState, Row
from games.table.access import Viewer
from games.table.snapshot import Play, SeatInfo, Snapshot

NAMES = ("Ana", "Bob", "Chloé", "Dora", "Émile", "Fay", "Gus", "Hugo", "Inès", "Jo")
HOST = Viewer(seat=0, is_member=True, is_host=True)
MEMBER = Viewer(seat=None, is_member=True, is_host=False)
STRANGER = Viewer(seat=None, is_member=False, is_host=False)


def seat(index: int, name: str = "", bot: str = "") -> SeatInfo:
    """A seat; without a name it is free."""
    person = index + 1 if name and not bot else None
    return SeatInfo(index, name, person, person, bot, f"text of {name}")


def open_table(*seats: SeatInfo) -> Snapshot:
    """A table before the first deal, whose host is in seat 0."""
    return Snapshot(
        table_id=1,
        code="friday",
        name="Friday",
        status=Table.Status.OPEN,
        version=1,
        options=Options(),
        visibility=Table.Visibility.CLUB,
        host_id=1,
        time_per_choice=None,
        deck="bulls",
        commitment="c" * 64,
        server_seed=None,
        rematch_code=None,
        seats=seats,
    )


def table_in_play(
    game: GameState,
    story: Events = (),
    *,
    forced: frozenset[int] = frozenset(),
    away: frozenset[int] = frozenset(),
    deadline: datetime | None = None,
) -> Snapshot:
    """A table with this game; it has ended if the game is over."""
    count = game.player_count
    seats = tuple(seat(index, NAMES[index]) for index in range(count))
    play = Play(
        game=game,
        story=story,
        turn_key=f"{game.round.number}.{game.round.turn}",
        missed=(0,) * count,
        away=tuple(index in away for index in range(count)),
        since=1,
        forced=forced,
        deadline=deadline,
    )
    return replace(
        open_table(*seats),
        status=Table.Status.FINISHED if game.is_over else Table.Status.PLAYING,
        server_seed="5" * 64 if game.is_over else None,
        options=game.options,
        play=play,
    )


def deal(players: int = 3, options: Options | None = None) -> GameState:
    """The first round of a game, the same each time."""
    return new_game(options or Options(), players, dealer(players))[0]


def deal_with(rows: tuple[tuple[int, ...], ...], hands: tuple[tuple[int, ...], ...]) -> GameState:
    """A first turn with these rows and these hands."""
    game = deal(len(hands))
    laid = tuple(Row(cards) for cards in rows)
    return game._replace(round=game.round._replace(rows=laid, hands=hands))


def dealer(players: int) -> SeededDealer:
    return SeededDealer(b"s" * 32, tuple(NAMES[:players]))


def play_until(
    game: GameState, is_reached: Callable[[GameState], bool]
) -> tuple[GameState, Events]:
    """Random play to a point, and the story since the last reveal."""
    chance = random.Random(1)
    story: Events = ()
    while not is_reached(game):
        action = chance.choice(legal_actions(game, game.decision.seats[0]))
        game, events = apply(game, action, dealer(game.player_count))
        is_new = any(isinstance(event, Revealed | RoundStarted) for event in events[:1])
        story = events if is_new else story + events
    return game, story


def play_to_the_end(game: GameState) -> tuple[GameState, Events]:
    """Random play until the game is over, and the story of its last turn."""
    return play_until(game, lambda state: state.is_over)


def public_html(snapshot: Snapshot, language: str, deck: str) -> str:
    """The regions everybody sees, one after the other."""
    return whole(look_of(language, deck), describe_public(snapshot)).elements


def private_html(snapshot: Snapshot, viewer: Viewer, language: str, deck: str) -> str:
    """The regions of one viewer, one after the other."""
    viewer = replace(viewer, language=language, deck=deck)
    return whole(look_of(viewer.language, viewer.deck), describe_private(snapshot, viewer)).elements


def public_text(snapshot: Snapshot, language: str = "en") -> str:
    """The words everybody reads."""
    return words(public_html(snapshot, language, "bulls"))


def private_text(snapshot: Snapshot, viewer: Viewer, language: str = "en") -> str:
    """The words one viewer reads beside them."""
    return words(private_html(snapshot, viewer, language, "bulls"))


def words(html: str) -> str:
    """A page's text without its tags, in single spaces."""
    text = " ".join(strip_tags(html.replace("<", " <")).split())
    return re.sub(r"\s+([.,;:!?])", r"\1", text)
