"""What a table shows to each kind of viewer, kept from one version to the next."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from games import store
from games.access import Viewer, as_spectator, viewer_at
from games.live import executor
from games.live.regions import Region, View, fresh_region, region
from games.live.rooms import Gone, Layer
from games.models import Table
from games.presenters.board import present_board, present_seen
from games.presenters.facts import present_facts
from games.presenters.players import present_pad, present_players
from games.presenters.pool import present_picks, present_pool
from games.presenters.prompt import present_hand, present_more, present_prompt
from games.presenters.special_hand import (
    SpecialHand,
    Supply,
    present_special_hand,
    present_supply,
)
from games.presenters.status import present_own_status, present_status, status_region
from games.presenters.story import present_story
from games.refusals import notice_html
from games.result.presenter import present_result
from games.rules.projection import View as GameView
from games.rules.projection import view_for
from games.snapshot import Snapshot

KEPT_FACTS = 500


class TableViews:
    """The views of one table (a `Subject` of games/live/rooms.py).

    A choice changes the status, the players and what the chooser sees; all other regions are those
    of the version before.
    """

    def __init__(self, table_id: int, snapshot: Snapshot | None = None) -> None:
        self.version = -1
        self._table_id = table_id
        self._snapshot: Snapshot
        self._public: dict[tuple[str, str], tuple[Snapshot, View]] = {}
        self._private: dict[Viewer, tuple[Hashable, View]] = {}
        if snapshot is not None:
            self._change_to(snapshot)

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one. Raises Gone."""
        kept = store.kept(self._table_id)
        if kept is None or kept.version < version:
            try:
                kept = await executor.read(store.at_least, self._table_id, version)
            except Table.DoesNotExist:
                raise Gone from None
        if kept.version > self.version:
            self._change_to(kept)

    def recognise(self, socket: Any) -> None:
        """Set `viewer` (None: may not look) and `is_spectator` of a socket, at this version."""
        people = _people(self._snapshot)
        if socket.people != people:
            socket.people = people
            socket.viewer = viewer_at(
                self._snapshot,
                socket.player_id,
                is_organizer=socket.is_organizer,
                language=socket.language,
                deck=socket.deck,
                is_guest=socket.is_guest,
            )
            if socket.only_watches and socket.viewer is not None:
                socket.viewer = as_spectator(socket.viewer)
            socket.is_spectator = socket.viewer is None or socket.viewer.seat is None

    def view(self, viewer: Viewer, layer: Layer) -> View:
        """A layer for such a viewer; the same object until one of its regions changes."""
        return self._public_view(viewer) if layer is Layer.PUBLIC else self._private_view(viewer)

    def is_private_current(self, viewer: Viewer, view: View | None) -> bool:
        """Whether this is still the private layer of such a viewer; answered without rendering."""
        return self._private.get(viewer) == (_private_key(self._snapshot, viewer.seat), view)

    def whole(self, viewer: Viewer) -> View:
        """All regions of the page for such a viewer."""
        return {**self._public_view(viewer), **self._private_view(viewer)}

    def clock(self) -> datetime | None:
        """The deadline of the present choices, or the end of a pause; None without one."""
        return None if self._snapshot.has_ended else self._snapshot.seconds_are_counted_to

    def seconds_left(self) -> float | None:
        """The time left for a choice; None where there is no limit."""
        deadline = self.clock()
        if deadline is None:
            return None
        return (deadline - timezone.now()).total_seconds()

    def apology(self, viewer: Viewer) -> str:
        """The message for a viewer whose view could not be rendered."""
        with translation.override(viewer.language):
            return notice_html(gettext("The table could not be shown. Trying again…"))

    def _change_to(self, snapshot: Snapshot) -> None:
        self.version, self._snapshot = snapshot.version, snapshot

    def _public_view(self, viewer: Viewer) -> View:
        key = (viewer.language, viewer.deck)
        snapshot = self._snapshot
        known = self._public.get(key)
        if known is None:
            view: View = present_public(snapshot, viewer)
        elif known[0] is snapshot:
            return known[1]
        elif _is_same_question(known[0], snapshot):
            view = {**known[1], **present_public(snapshot, viewer, only_choices=True)}
        else:
            view = present_public(snapshot, viewer)
        self._public[key] = (snapshot, view)
        return view

    def _private_view(self, viewer: Viewer) -> View:
        key = _private_key(self._snapshot, viewer.seat)
        known = self._private.get(viewer)
        if known is not None and known[0] == key:
            return known[1]
        view = present_private(self._snapshot, viewer)
        self._private[viewer] = (key, view)
        return view


async def versions(table_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of tables, in one statement."""
    wanted = list(table_ids)
    return await executor.read(
        lambda: dict(Table.objects.filter(pk__in=wanted).values_list("pk", "version"))
    )


def _people(snapshot: Snapshot) -> Hashable:
    """All of a table that `viewer_at` depends on."""
    return snapshot.seats, snapshot.host_id, snapshot.visibility, snapshot.deck


def _is_same_question(before: Snapshot, after: Snapshot) -> bool:
    """Whether two versions can differ in the choices and in who is away only."""
    if before.play is None or after.play is None or before.play.since != after.play.since:
        return False
    return replace(before, version=after.version, play=after.play) == after


def _private_key(snapshot: Snapshot, seat: int | None) -> Hashable:
    """All that the private layer of a seat depends on: while it is equal, the layer is too."""
    play = snapshot.play
    if play is None or snapshot.has_ended:
        return snapshot.version
    mine = None if seat is None else (play.game.round.choices[seat], play.away[seat])
    agreement = (play.pause, play.away) if play.pause else None
    return play.since, snapshot.seats, mine, agreement, play.pause_refused


def present_public(snapshot: Snapshot, viewer: Viewer, *, only_choices: bool = False) -> View:
    """The regions everybody sees; with `only_choices` those that change as players choose."""
    deck, language = viewer.deck, viewer.language
    with translation.override(language):
        view = _view(snapshot, None)
        regions: View = {
            "status": status_region(present_status(snapshot, view), language),
            "players": present_players(snapshot, view, deck, language),
        }
        if only_choices:
            return regions
        is_drafting = view is not None and bool(view.pool)
        return {
            **regions,
            "board": region("result", present_result(snapshot, view, deck), language)
            if view is not None and view.ranks is not None
            else present_board(snapshot, view, deck, language),
            "seen": present_seen(snapshot, view, language),
            "story": fresh_region("story", present_story(snapshot, view, deck)),
            "picks": region(
                "picks", present_picks(snapshot, view) if is_drafting else (), language
            ),
            "supply": region("supply", _supply(snapshot, view), language),
            "pad": fresh_region("pad", present_pad(snapshot, view)),
            "facts": _facts(snapshot, language),
        }


def present_private(snapshot: Snapshot, viewer: Viewer) -> View:
    """The regions of one viewer: what is asked of them, and their hand.

    The buttons name forms of the page (games/table.html), which hold address, token and version: no
    push replaces a form somebody is using.
    """
    deck, language = viewer.deck, viewer.language
    with translation.override(language):
        view = _view(snapshot, viewer.seat)
        pool = present_pool(view, deck) if view is not None and view.pool else None
        return {
            "own_status": region(
                "own_status", present_own_status(snapshot, view, viewer.seat), language
            ),
            "prompt": region("prompt", present_prompt(snapshot, view, viewer), language),
            "pool": region("pool", pool, language),
            "hand": present_hand(snapshot, view, deck, language),
            "specials": region("specials", _special_hand(snapshot, view), language),
            "more": region("more", present_more(snapshot, viewer), language),
        }


def _supply(snapshot: Snapshot, view: GameView | None) -> Supply | None:
    return present_supply(view) if view and snapshot.has_specials else None


def _special_hand(snapshot: Snapshot, view: GameView | None) -> SpecialHand | None:
    return present_special_hand(snapshot, view) if view and snapshot.has_specials else None


def _facts(snapshot: Snapshot, language: str) -> Region:
    """The rules and settings of the table: the same until it ends or its visibility changes."""
    settled = replace(snapshot, version=0, play=None)
    return _facts_of(settled, language, has_record=snapshot.play is not None)


@lru_cache(maxsize=KEPT_FACTS)
def _facts_of(settled: Snapshot, language: str, *, has_record: bool) -> Region:
    return region("facts", present_facts(settled, has_record=has_record), language)


def _view(snapshot: Snapshot, seat: int | None) -> GameView | None:
    """The game as a seat may know it; one that was abandoned asks nothing of anybody."""
    if snapshot.game is None:
        return None
    view = view_for(snapshot.game, seat)
    if snapshot.has_ended:
        return replace(view, decision=None, actions=())
    # In a pause nobody can act; who is awaited is still shown.
    return replace(view, actions=()) if snapshot.is_paused else view
