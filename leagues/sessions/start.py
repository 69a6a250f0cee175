"""Tables that wait to begin: who could play online, and what stands against it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from leagues.season_rules import SeasonRules
from leagues.sessions.overview import Sitting, TableCard


@dataclass(frozen=True, slots=True)
class ChosenTables:
    """What was ticked: numbers of tables, to how many seats bots fill them up, and the rest."""

    tables: Collection[int]
    seats: int
    bot_for_absent: bool


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that has not begun.

    missing: names of those who are not here; without_login: of those who are, and cannot sign in.
    """

    number: int
    name: str
    names: tuple[str, ...]
    missing: tuple[str, ...]
    without_login: tuple[str, ...]
    is_ticked: bool

    @property
    def needs_bot(self) -> bool:
        return bool(self.missing or self.without_login)


@dataclass(frozen=True, slots=True)
class Start:
    """The tables that wait; sizes: to how many seats bots may fill them up, seats: the chosen."""

    tables: tuple[WaitingTable, ...]
    sizes: range
    seats: int
    bot_for_absent: bool

    @property
    def needs_bot(self) -> bool:
        return any(table.needs_bot for table in self.tables)


def present_start(
    untouched: Collection[TableCard], rules: SeasonRules, chosen: ChosenTables | None = None
) -> Start:
    """The tables of a session that have not begun, as they were ticked.

    Before that those are ticked at which everybody can play.
    """
    tables = tuple(_waiting(table, chosen) for table in untouched)
    fewest = min((len(table.names) for table in tables), default=0)
    most = min(rules.options.max_players, rules.most)
    return Start(
        tables=tables,
        sizes=range(max(fewest, 1) + 1, most + 1),
        seats=chosen.seats if chosen else 0,
        bot_for_absent=chosen.bot_for_absent if chosen else False,
    )


def _waiting(table: TableCard, chosen: ChosenTables | None) -> WaitingTable:
    missing = [sitting for sitting in table.sittings if sitting.is_gone]
    guests = [sitting for sitting in table.sittings if sitting.is_guest and not sitting.is_gone]
    return WaitingTable(
        number=table.number,
        name=table.name,
        names=_names(sitting for sitting in table.sittings if not sitting.is_bot),
        missing=_names(missing),
        without_login=_names(guests),
        is_ticked=table.number in chosen.tables if chosen else not (missing or guests),
    )


def _names(sittings: Iterable[Sitting]) -> tuple[str, ...]:
    return tuple(sitting.name for sitting in sittings)
