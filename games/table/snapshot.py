"""Snapshot: a table at one version, immutable. Play: its game in play, with its JSON."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from accounts import names
from games.models import Table, title_of
from games.rules.cards import FanFace, OxKind, SpecialKind
from games.rules.events import Event, Events, TakeReason
from games.rules.options import Options
from games.rules.state import GameState, state_from_json, state_to_json
from games.table.errors import TableError, TableErrorCode
from games.table.pause import Pause, PauseState, pause_from_json, pause_to_json
from games.table.time_limits import SHORTEST_CORRESPONDENCE
from games.table.trophies import Trophies

# How many pages of a seat have their newest command stored: a person has few open at once.
REMEMBERED_PAGES = 8
_ENDED = (Table.Status.FINISHED, Table.Status.ABANDONED)
COMMAND_ID = re.compile(r"([A-Za-z0-9]{1,12})\.([1-9][0-9]{0,8})")


class CommandId(NamedTuple):
    """What names a command: the page that sent it, and its number there, counted from 1."""

    page: str
    number: int

    def __str__(self) -> str:
        return f"{self.page}.{self.number}"

    @classmethod
    def parse(cls, text: str) -> "CommandId | None":
        """The id written as "page.number"; None if the text is no such id."""
        found = COMMAND_ID.fullmatch(text)
        return cls(found[1], int(found[2])) if found else None


class LastCommand(NamedTuple):
    """The newest command of a page that was applied, or withdrawn before it could be."""

    id: CommandId
    is_done: bool


# By seat, the newest command of each of its pages.
Commands = tuple[tuple[LastCommand, ...], ...]


class Play(NamedTuple):
    """A game in play, and what the table must remember beside it.

    story: public events since the last reveal. turn_key: the "round.turn" the story tells.
    missed: by seat, deadlines passed in a row. away: by seat, whether the bot plays for its absent
    player. since: the version at which the present decision began; an older command is late.
    forced: seats whose choice in the told turn was made for them; forcing: the same, of the turn
    now being chosen. logged: length of the action log. bots_at: when automatic seats move.
    deadline: when the choices that are still awaited are made by themselves.
    commands: by seat, the newest command of each of its pages, the last page first; empty before
    the first one.
    pause: one that is proposed, or in which the game stands still. pause_refused: the `since` of
    the decision in which a proposal was last refused. pauses_barred: seats whose proposal was
    refused, each with the moment from which it may make another.
    """

    game: GameState
    story: Events
    turn_key: str
    missed: tuple[int, ...]
    away: tuple[bool, ...]
    since: int
    forced: frozenset[int] = frozenset()
    forcing: frozenset[int] = frozenset()
    logged: int = 0
    bots_at: datetime | None = None
    deadline: datetime | None = None
    commands: Commands = ()
    pause: Pause | None = None
    pause_refused: int = 0
    pauses_barred: tuple[tuple[int, datetime], ...] = ()

    def last_command(self, seat: int, page: str) -> LastCommand | None:
        """The newest command of one page of a seat; None if that page sent none."""
        known = self.commands[seat] if self.commands else ()
        return next((command for command in known if command.id.page == page), None)

    def with_away(self, seat: int, *, is_away: bool) -> "Play":
        """The same play with a player who leaves their seat to the bot, or who is back."""
        away, missed = list(self.away), list(self.missed)
        away[seat], missed[seat] = is_away, 0
        return self._replace(away=tuple(away), missed=tuple(missed))

    @property
    def due_at(self) -> datetime | None:
        """When somebody must look at the table; None while people are awaited without limit."""
        pause_ends = self.pause.ends_at if self.pause else None
        return min(filter(None, (self.bots_at, self.deadline, pause_ends)), default=None)

    @property
    def is_paused(self) -> bool:
        """Whether nobody can play until the game goes on."""
        return self.pause is not None and self.pause.stops_game

    def to_json(self) -> str:
        return stored_json(
            {
                "game": state_to_json(self.game),
                "story": self.story,
                "turn_key": self.turn_key,
                "missed": self.missed,
                "away": self.away,
                "since": self.since,
                "forced": sorted(self.forced),
                "forcing": sorted(self.forcing),
                "logged": self.logged,
                "bots_at": _seconds(self.bots_at),
                "deadline": _seconds(self.deadline),
                "commands": self.commands,
                "pause": pause_to_json(self.pause) if self.pause else None,
                "pause_refused": self.pause_refused,
                "pauses_barred": [(seat, end.timestamp()) for seat, end in self.pauses_barred],
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Play":
        data: dict[str, Any] = json.loads(text)
        return cls(
            game=state_from_json(data["game"]),
            story=tuple(map(event_from_json, data["story"])),
            turn_key=data["turn_key"],
            missed=tuple(data["missed"]),
            away=tuple(data["away"]),
            since=data["since"],
            forced=frozenset(data["forced"]),
            forcing=frozenset(data["forcing"]),
            logged=data["logged"],
            bots_at=_moment(data["bots_at"]),
            deadline=_moment(data["deadline"]),
            # Tables that were in play before commands had ids have none.
            commands=tuple(map(_last_commands, data.get("commands", ()))),
            # Those that were in play before there were pauses have none either.
            pause=pause_from_json(data["pause"]) if data.get("pause") else None,
            pause_refused=data.get("pause_refused", 0),
            pauses_barred=tuple(
                (seat, datetime.fromtimestamp(end, UTC))
                for seat, end in data.get("pauses_barred", ())
            ),
        )


# --- Events ------------------------------------------------------------------------------

_EVENT_TYPES: dict[str, type[Any]] = {cls.__name__: cls for cls in Event.__args__}
_FIELDS = {cls: [one.name for one in fields(cls)] for cls in Event.__args__}
_READERS: dict[str, Callable[[Any], Any]] = {
    "kind": SpecialKind,
    "why": TakeReason,
    "shows": FanFace,
    "special": OxKind,
}


def _event_to_json(event: Event) -> dict[str, Any]:
    """The event as a JSON object: its class name in `event`, then its fields."""
    data: dict[str, Any] = {"event": type(event).__name__}
    for name in _FIELDS[type(event)]:
        data[name] = getattr(event, name)
    return data


# What `json.dumps` does, without making the encoder anew.
stored_json = json.JSONEncoder(
    check_circular=False, separators=(",", ":"), default=_event_to_json
).encode


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event of what `stored_json` wrote."""
    values = {
        name: _READERS.get(name, _from_json)(value)
        for name, value in data.items()
        if name != "event"
    }
    event: Event = _EVENT_TYPES[data["event"]](**values)
    return event


def _from_json(value: Any) -> Any:
    return tuple(map(_from_json, value)) if isinstance(value, list) else value


# --- Commands ----------------------------------------------------------------------------


def _last_commands(data: Any) -> tuple[LastCommand, ...]:
    return tuple(LastCommand(CommandId(*known), is_done) for known, is_done in data or ())


def _seconds(moment: datetime | None) -> float | None:
    return moment.timestamp() if moment else None


def _moment(seconds: float | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None else None


def with_command(commands: Commands, seat: int, command: LastCommand, seats: int) -> Commands:
    """The newest commands with another newest one of a page of this seat."""
    by_seat = list(commands or ((),) * seats)
    others = (known for known in by_seat[seat] if known.id.page != command.id.page)
    by_seat[seat] = (command, *others)[:REMEMBERED_PAGES]
    return tuple(by_seat)


class HeldFor(NamedTuple):
    """Somebody for whom a seat is held, and until when.

    written: the name as it is kept (accounts.names). is_invited: they were not at the table before.
    """

    player_id: int
    written: str
    until: datetime
    is_invited: bool = False

    @property
    def name(self) -> str:
        return names.shown(self.written)


class NextTable(NamedTuple):
    """The table at which the same people may play again.

    host: the name, as it is kept, of who waits there; "" if nobody does. is_open: nothing is dealt.
    is_closed: everybody left before the deal. held: ids of those who have yet to answer.
    """

    host: str
    is_open: bool
    is_closed: bool
    held: frozenset[int]


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at a table; free while it has no name.

    written: the name as it is kept (accounts.names); `name` is in the present reader's language.
    """

    index: int
    written: str
    player_id: int | None
    user_id: int | None
    bot: str
    client_seed: str

    @property
    def name(self) -> str:
        return names.shown(self.written)

    @property
    def is_free(self) -> bool:
        return not self.written

    @property
    def is_former(self) -> bool:
        """Whether who sat here was erased since."""
        return self.written == names.ERASED


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it was at one version. It holds hands: pages are made from projections of it.

    server_seed is None until the end. trophies: of a finished game; None where it is not known.
    next_table: after the end. held: for whom seats are held while the table is open. sealed_until,
    is_rated: as of the table (games/models.py).
    """

    table_id: int
    code: str
    name: str
    status: Table.Status
    version: int
    options: Options
    visibility: Table.Visibility
    host_id: int | None
    time_per_choice: int | None
    deck: str
    commitment: str
    server_seed: str | None
    rematch_code: str | None
    seats: tuple[SeatInfo, ...]
    play: Play | None = field(default=None, repr=False)
    origin: str = ""
    origin_url: str = ""
    trophies: Trophies | None = None
    next_table: NextTable | None = None
    held: tuple[HeldFor, ...] = ()
    sealed_until: datetime | None = None
    is_rated: bool = False

    @property
    def title(self) -> str:
        """The name that was typed, else one made of the host's, in the reader's language."""
        host = self.seat_of(self.host_id)
        return title_of(self.name, "" if host is None else self.seats[host].written)

    @property
    def game(self) -> GameState | None:
        return self.play.game if self.play else None

    @property
    def story(self) -> Events:
        return self.play.story if self.play else ()

    @property
    def turn_key(self) -> str:
        return self.play.turn_key if self.play else ""

    @property
    def away(self) -> tuple[bool, ...]:
        """By seat: whether the bot plays for its absent player."""
        return self.play.away if self.play else (False,) * len(self.seats)

    @property
    def deadline(self) -> datetime | None:
        return self.play.deadline if self.play else None

    @property
    def seconds_are_counted_to(self) -> datetime | None:
        """The deadline, or in the last seconds of a pause its end; None without either."""
        if self.pause is not None and self.pause.state is PauseState.ENDING:
            return self.pause.ends_at
        return self.deadline

    @property
    def pause(self) -> Pause | None:
        """A pause that is proposed, or in which the game stands still."""
        pause = self.play.pause if self.play else None
        return None if pause is None or self.has_ended else pause

    @property
    def is_paused(self) -> bool:
        """Whether nobody can play until the game goes on."""
        return self.pause is not None and self.pause.stops_game

    @property
    def has_ended(self) -> bool:
        return self.status in _ENDED

    def is_sealed(self, now: datetime) -> bool:
        """Whether the game is over, but others may still play its deal."""
        return self.has_ended and self.sealed_until is not None and now < self.sealed_until

    @property
    def is_by_correspondence(self) -> bool:
        """Whether nobody is expected to sit there all the time."""
        return (self.time_per_choice or 0) >= SHORTEST_CORRESPONDENCE

    def people_in_game(self, play: Play) -> frozenset[int]:
        """The seats of people who are neither out nor erased; some of them may be away."""
        return frozenset(seat.index for seat in self.seats if self.is_in_game(seat.index, play))

    def is_in_game(self, index: int, play: Play) -> bool:
        """Whether a person who is neither out nor erased has this seat."""
        seat = self.seats[index]
        is_person = seat.player_id is not None and not seat.is_former
        return is_person and play.game.eliminated_in[index] is None

    def still_play(self, play: Play) -> frozenset[int]:
        """The seats of people who are in the game and present."""
        return frozenset(seat for seat in self.people_in_game(play) if not play.away[seat])

    def seat_of(self, player_id: int | None) -> int | None:
        """The index of this person's seat; None if they have none, or were erased since."""
        for seat in self.seats:
            if player_id and seat.player_id == player_id and not seat.is_former:
                return seat.index
        return None

    def own_seat(self, player_id: int | None) -> int:
        """The index of this person's seat in the game.

        Raises TableError (NOT_SEATED; NOT_PLAYING before the first deal, which may number the seats
        anew).
        """
        seat = self.seat_of(player_id)
        if seat is None:
            raise TableError(TableErrorCode.NOT_SEATED)
        if self.status == Table.Status.OPEN:
            raise TableError(TableErrorCode.NOT_PLAYING)
        return seat

    def with_play(self, play: Play, status: Table.Status | None = None) -> "Snapshot":
        """The next version of the table, with this play."""
        values = list(_fields_of(self))
        values[_VERSION], values[_PLAY] = self.version + 1, play
        if status is not None:
            values[_STATUS] = status
        return Snapshot(*values)


# `dataclasses.replace` takes twice as long, and every play makes a snapshot.
_NAMES = [one.name for one in fields(Snapshot)]
_fields_of = attrgetter(*_NAMES)
_VERSION, _PLAY, _STATUS = map(_NAMES.index, ("version", "play", "status"))
