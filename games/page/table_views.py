"""What a table shows to each kind of viewer, kept from one version to the next."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext

from games.live import executor
from games.live.regions import Look, Region, Shown, View, look_of
from games.live.subjects import Gone, Views
from games.models import Table
from games.page import draw, words
from games.page.describe import (
    describe_choices,
    describe_private,
    describe_public,
    describe_turn,
    view_of,
)
from games.rules.state import CARD, RoundState
from games.table import store
from games.table.access import Viewer, viewer_at
from games.table.errors import notice_html
from games.table.snapshot import Snapshot


class TableViews:
    """The views of one table (a `Subject` of games/live/subjects.py).

    Most versions differ in a choice only. It changes little of what the version before shows; this
    is put in by `_with_choices` and `_with_own_choice`, and nothing is described anew.
    """

    def __init__(self, table_id: int, snapshot: Snapshot | None = None) -> None:
        self.version = -1
        self._table_id = table_id
        self._snapshot: Snapshot
        self._public: tuple[Snapshot, View] | None = None
        self._private: dict[Viewer, tuple[Hashable, Snapshot, View]] = {}
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
                socket.viewer = Viewer(language=socket.viewer.language, deck=socket.viewer.deck)
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
        if known is None or not _is_same_game(known[0], snapshot):
            view = describe_public(snapshot)
        elif not _is_same_question(known[0], snapshot):
            view = {**known[1], **describe_turn(snapshot, view_of(snapshot, None))}
        elif not _is_about_cards(known[0], snapshot):
            view = {**known[1], **describe_choices(snapshot, view_of(snapshot, None))}
        else:
            view = _with_choices(known[1], known[0], snapshot)
        self._public = (snapshot, view)
        return view

    def _private_view(self, viewer: Viewer) -> View:
        snapshot, seat = self._snapshot, viewer.seat
        key = _private_key(snapshot, seat)
        known = self._private.get(viewer)
        if known is not None and known[0] == key:
            return known[2]
        if known is not None and seat is not None and _is_own_choice(known[1], snapshot, seat):
            view = _with_own_choice(known[2], known[1], snapshot, seat)
        else:
            view = describe_private(snapshot, viewer)
        self._private[viewer] = (key, snapshot, view)
        return view


# All of a snapshot but its version and its play.
_settled = attrgetter(*({field.name for field in fields(Snapshot)} - {"version", "play"}))
# All of a play beside its game that a question may be shown with.
_beside_game = attrgetter("pause", "away", "deadline", "bots_at", "pause_refused")


async def versions(table_ids: Iterable[int]) -> Mapping[int, int]:
    """The stored versions of tables, in one statement."""
    wanted = list(table_ids)
    return await executor.read(
        lambda: dict(Table.objects.filter(pk__in=wanted).values_list("pk", "version"))
    )


def _people(snapshot: Snapshot) -> Hashable:
    """All of a table that `viewer_at` depends on."""
    return snapshot.seats, snapshot.host_id, snapshot.visibility, snapshot.deck


def _is_same_game(before: Snapshot, after: Snapshot) -> bool:
    """Whether two versions can differ in the game only, which has begun and is not over."""
    if before.play is None or after.play is None or after.has_ended:
        return False
    return _settled(before) == _settled(after)


def _is_same_question(before: Snapshot, after: Snapshot) -> bool:
    """Whether such versions can differ in the choices and in who is away only."""
    was, now = before.play, after.play
    return was is not None and now is not None and was.since == now.since


def _is_about_cards(before: Snapshot, after: Snapshot) -> bool:
    """Whether two versions with one question differ in which cards are chosen, and no more."""
    was, now = before.play, after.play
    if was is None or now is None or was.pause or _beside_game(was) != _beside_game(now):
        return False
    round = now.game.round
    same = was.game.with_round(was.game.round.with_choices(round.choices))
    return round.awaited is CARD and same == now.game


def _is_own_choice(before: Snapshot, after: Snapshot, seat: int) -> bool:
    """The same, where all that a player of these seats sees differently is what they have chosen.

    By correspondence they are led to another table then. A card may be flipped beside a fan card.
    """
    return (
        not after.is_by_correspondence
        and not after.away[seat]
        and after.game is not None
        and after.game.round.flips is None
        and _is_same_game(before, after)
        and _is_same_question(before, after)
        and _is_about_cards(before, after)
    )


def _with_choices(view: View, before: Snapshot, after: Snapshot) -> View:
    """What everybody sees, once others have chosen as well."""
    assert before.game is not None  # noqa: S101 - cards are chosen
    assert after.game is not None  # noqa: S101 - cards are chosen
    was, round, seats = before.game.round, after.game.round, after.seats
    awaited = [seats[seat].written for seat in round.decision.seats]
    sentence = words.awaited_cards(awaited, len(round.seats))
    status, players = view["status"], view["players"]
    chips = dict(players.parts)
    for seat in round.seats:
        if was.choices[seat] is None and round.choices[seat] is not None:
            drawing, facts = _values(chips[f"player-{seat}"])
            chips[f"player-{seat}"] = (drawing, facts.with_choice)
    said = {**status.parts, "status-sentence": (draw.draw_status_sentence, sentence)}
    return {
        **view,
        "status": status._replace(parts=said),
        "players": players._replace(parts=chips),
    }


def _values(shown: Shown) -> tuple[Any, ...]:
    """The drawing and the values of what is no HTML yet."""
    assert isinstance(shown, tuple)  # noqa: S101 - so `describe` makes them
    return shown


def _with_own_choice(view: View, before: Snapshot, after: Snapshot, seat: int) -> View:
    """What a player sees who has chosen a card, or another one."""
    assert before.game is not None  # noqa: S101 - cards are chosen
    assert after.game is not None  # noqa: S101 - cards are chosen
    hand, cards = view["hand"], dict(view["hand"].parts)
    was, now = before.game.round.choices[seat], after.game.round.choices[seat]
    for card in (was, now):
        if card is not None:
            drawing, lies, _is_chosen, *others = _values(cards[f"card-{card}"])
            cards[f"card-{card}"] = (drawing, lies, card == now, *others)
    drawing, _seat, _is_urgent, _sentence, buttons = _values(view["prompt"].shown)
    prompt = (drawing, seat, False, (words.say_chosen, now), buttons)
    return {
        **view,
        "own_status": Region((draw.draw_own_status, words.NOTHING)),
        "prompt": Region(prompt),
        "hand": hand._replace(parts=cards),
    }


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
