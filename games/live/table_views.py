"""What a table shows to each kind of viewer, kept from one version to the next."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from games import store
from games.live import executor
from games.live.regions import View
from games.live.rooms import Gone, Layer
from games.models import Table
from games.presenters import Viewer, present_private, present_public
from games.presenters.viewer import viewer_at
from games.refusals import notice_html
from games.snapshot import Snapshot


class TableViews:
    """The views of one table (a `Subject` of games/live/rooms.py).

    A choice changes the status, the players and what the chooser sees; everything else is taken
    over from the version before.
    """

    def __init__(self, table_id: int, snapshot: Snapshot | None = None) -> None:
        self.version = -1
        self._table_id = table_id
        self._snapshot: Snapshot
        self._public: dict[tuple[str, str], tuple[Snapshot, View]] = {}
        self._private: dict[Viewer, tuple[Hashable, View]] = {}
        if snapshot is not None:
            self._turn_to(snapshot)

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one. Raises Gone."""
        kept = store.kept(self._table_id)
        if kept is None or kept.version < version:
            try:
                kept = await executor.read(store.at_least, self._table_id, version)
            except Table.DoesNotExist:
                raise Gone from None
        if kept.version > self.version:
            self._turn_to(kept)
        people = _people(self._snapshot)
        for socket in sockets:
            if socket.people != people:
                socket.people = people
                socket.viewer = viewer_at(
                    self._snapshot,
                    socket.player_id,
                    is_organizer=socket.is_organizer,
                    language=socket.language,
                    deck=socket.deck,
                )
                socket.is_spectator = socket.viewer is None or socket.viewer.seat is None

    def view(self, viewer: Viewer, layer: Layer) -> View:
        """The regions of a layer for such a viewer; the same object until one of them changes."""
        return self._public_view(viewer) if layer is Layer.PUBLIC else self._private_view(viewer)

    def whole(self, viewer: Viewer) -> View:
        """All regions of the page for such a viewer."""
        return {**self._public_view(viewer), **self._private_view(viewer)}

    def seconds_left(self) -> float | None:
        """The time left for a choice; None where there is no limit."""
        deadline = self._snapshot.deadline
        if deadline is None or self._snapshot.has_ended:
            return None
        return (deadline - timezone.now()).total_seconds()

    def apology(self, viewer: Viewer) -> str:
        """What to send to whom the view could not be shown."""
        with translation.override(viewer.language):
            return notice_html(gettext("The table could not be shown. Trying again…"))

    def _turn_to(self, snapshot: Snapshot) -> None:
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
    """What decides who is what at a table."""
    return snapshot.seats, snapshot.host_id, snapshot.visibility, snapshot.deck


def _is_same_question(before: Snapshot, after: Snapshot) -> bool:
    """Whether nothing but the choices, and who is away, can differ between two versions."""
    if before.play is None or after.play is None or before.play.since != after.play.since:
        return False
    return replace(before, version=after.version, play=after.play) == after


def _private_key(snapshot: Snapshot, seat: int | None) -> Hashable:
    """What a private part follows from: while it is equal, the part is too."""
    play = snapshot.play
    if play is None or snapshot.has_ended:
        return snapshot.version
    mine = None if seat is None else (play.game.round.choices[seat], play.away[seat])
    return play.since, snapshot.seats, snapshot.host_id, mine
