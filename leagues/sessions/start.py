"""Tables that wait to begin: who could play online, and what stands against it."""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import Player
from leagues.models import Game, Session


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was ticked: numbers of tables, to how many seats bots fill them up, and the rest."""

    tables: Collection[int]
    seats: int
    bot_for_absent: bool


@dataclass(frozen=True, slots=True)
class Waiting:
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

    tables: tuple[Waiting, ...]
    sizes: range
    seats: int
    bot_for_absent: bool

    @property
    def needs_bot(self) -> bool:
        return any(table.needs_bot for table in self.tables)


def present_start(session: Session, chosen: Chosen | None = None) -> Start:
    """The tables of a session that have not begun, as they were ticked.

    Before that those are ticked at which everybody can play.
    """
    here = set(session.attendances.filter(left_at=None).values_list("player_id", flat=True))
    games = (
        session.games.untouched()
        .select_related("round")
        .prefetch_related("seats__player")
        .order_by("number")
    )
    tables = tuple(_waiting(game, here, chosen) for game in games)
    fewest = min((len(table.names) for table in tables), default=0)
    rules = session.season.season_rules
    most = min(rules.options.max_players, rules.most)
    return Start(
        tables=tables,
        sizes=range(max(fewest, 1) + 1, most + 1),
        seats=chosen.seats if chosen else 0,
        bot_for_absent=chosen.bot_for_absent if chosen else False,
    )


def _waiting(game: Game, here: set[int], chosen: Chosen | None) -> Waiting:
    players = [seat.player for seat in game.seats.all() if seat.player]
    missing = [player for player in players if player.pk not in here]
    guests = [player for player in players if player.user_id is None and player.pk in here]
    return Waiting(
        number=game.number,
        name=game.table_name,
        names=_names(players),
        missing=_names(missing),
        without_login=_names(guests),
        is_ticked=game.number in chosen.tables if chosen else not (missing or guests),
    )


def _names(players: Collection[Player]) -> tuple[str, ...]:
    return tuple(player.name for player in players)
