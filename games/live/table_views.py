"""What a table shows to each kind of viewer, kept from one version to the next."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from games import store
from games.access import Viewer, as_spectator, viewer_at
from games.live import executor
from games.live.rooms import Gone, Views
from games.models import Table
from games.page.describe import describe_choices, describe_private, describe_public, view_of
from games.page.regions import Look, View, look_of
from games.refusals import notice_html
from games.rules.state import RoundState
from games.snapshot import Snapshot


class TableViews:
    """The views of one table (a `Subject` of games/live/rooms.py).

    A choice changes the status, the players and what the chooser sees; all other regions are those
    of the version before.
    """

    def __init__(self, table_id: int, snapshot: Snapshot | None = None) -> None:
        self.version = -1
        self._table_id = table_id
        self._snapshot: Snapshot
        self._public: tuple[Snapshot, View] | None = None
        self._private: dict[Viewer, tuple[Hashable, View]] = {}
        if snapshot is not None:
            self._change_to(snapshot)

    def reach_at_once(self, version: int) -> bool:
        """Show that version or a later one if this process has it; else False."""
        kept = store.kept(self._table_id)
        if kept is not None and kept.version > self.version:
            self._change_to(kept)
        return self.version >= version

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one. Raises Gone."""
        if self.reach_at_once(version):
            return
        try:
            found = await executor.read(store.at_least, self._table_id, version)
        except Table.DoesNotExist:
            raise Gone from None
        if found.version > self.version:
            self._change_to(found)

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

    def look(self, viewer: Viewer) -> Look:
        """How this viewer wants to see the table."""
        return look_of(viewer.language, viewer.deck)

    def views(self, viewer: Viewer) -> Views:
        """What such a viewer sees; the same objects until one of the regions changes."""
        return self._public_view(), self._private_view(viewer)

    def whole(self, viewer: Viewer) -> View:
        """All regions of the page for such a viewer."""
        return {**self._public_view(), **self._private_view(viewer)}

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

    def _public_view(self) -> View:
        snapshot, known = self._snapshot, self._public
        if known is not None and known[0] is snapshot:
            return known[1]
        if known is not None and _is_same_question(known[0], snapshot):
            view = {**known[1], **describe_choices(snapshot, view_of(snapshot, None))}
        else:
            view = {**describe_public(snapshot)}
        self._public = (snapshot, view)
        return view

    def _private_view(self, viewer: Viewer) -> View:
        key = _private_key(self._snapshot, viewer.seat)
        known = self._private.get(viewer)
        if known is not None and known[0] == key:
            return known[1]
        view = describe_private(self._snapshot, viewer)
        self._private[viewer] = (key, view)
        return view


# All of a snapshot but its version and its play.
_settled = attrgetter(*({field.name for field in fields(Snapshot)} - {"version", "play"}))


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
    return _settled(before) == _settled(after)


def _said_by(round: RoundState, seat: int) -> Hashable:
    """What a player has said to the present question."""
    choice, ox = round.choices[seat], round.ox
    if round.flips is not None:
        return choice, round.is_flipped(seat)
    return choice if ox is None else (choice, seat in ox.ready, seat in ox.agreed)


def _private_key(snapshot: Snapshot, seat: int | None) -> Hashable:
    """All that the private layer of a seat depends on: while it is equal, the layer is too."""
    play = snapshot.play
    if play is None or snapshot.has_ended:
        return snapshot.version
    mine = None if seat is None else (_said_by(play.game.round, seat), play.away[seat])
    agreement = (play.pause, play.away) if play.pause else None
    return play.since, snapshot.seats, mine, agreement, play.pause_refused
