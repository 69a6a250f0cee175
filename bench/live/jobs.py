"""What the load client is asked to do, and what it answers, as JSON between two processes."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class TablePlaces:
    """How to reach one table: a path and a cookie for each seat, and for onlookers.

    match and credentials: what boardgame.io wants to know of each seat.
    """

    seat_paths: list[str]
    seat_cookies: list[str]
    onlooker_path: str
    onlooker_cookies: list[str] = field(default_factory=list)
    match: str = ""
    credentials: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Job:
    """One scenario against one server.

    protocol: "site", "boardgame" or "plain". pids: the server's processes; helper_pids: its
    database and its Redis, whose children are looked up. ports: of the processes, each of which has
    some of the tables; is_spread: the sockets of each table are spread over all of them.
    """

    protocol: str
    scenario: str
    ports: list[int]
    pids: list[int]
    helper_pids: list[int]
    tables: list[TablePlaces]
    onlookers: int
    turns: int
    seconds: float
    core: int
    bare_path: str = ""
    is_spread: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Job":
        tables = [TablePlaces(**table) for table in data.pop("tables")]
        return cls(tables=tables, **data)
