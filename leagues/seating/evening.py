"""What a draw starts from, and what it comes to."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from leagues.seating.meetings import Pair
from leagues.seating.sizes import DEFAULT_SIZES, TableSizes


@dataclass(frozen=True, slots=True)
class Evening:
    """Who is to be seated, and what is known of them; players by id.

    players: everybody who waits for a seat. sizes: of the tables to be drawn. met: how often each
    pair sat at one table before. together, apart: pairs that wish to sit at one table, or must not;
    in either order.
    """

    players: Collection[int]
    sizes: TableSizes = DEFAULT_SIZES
    met: Mapping[Pair, int] = field(default_factory=dict)
    together: Collection[Pair] = ()
    apart: Collection[Pair] = ()


class Seating(NamedTuple):
    """Who sits where. tables: by size.

    unmet: wishes of people who are drawn and sit apart. broken: vetoes that no seating was found to
    respect.
    """

    tables: tuple[tuple[int, ...], ...]
    unmet: tuple[Pair, ...]
    broken: tuple[Pair, ...]
