"""Tables that wait to begin: who could play online, and what stands against it."""

from dataclasses import dataclass

from leagues.models import Game, Session


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that has not begun. absent: names of those who are not here or have no login."""

    number: int
    names: tuple[str, ...]
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The tables that wait; sizes: to how many seats bots may fill them up."""

    tables: tuple[Waiting, ...]
    sizes: range

    @property
    def somebody_absent(self) -> bool:
        return any(table.absent for table in self.tables)


def present_start(session: Session) -> Start:
    """The tables of a session that have not begun."""
    here = set(session.attendances.filter(left_at=None).values_list("player_id", flat=True))
    games = session.games.untouched().prefetch_related("seats__player").order_by("number")
    tables = tuple(_waiting(game, here) for game in games)
    fewest = min((len(table.names) for table in tables), default=0)
    most = session.season.season_rules.options.max_players
    return Start(tables, range(max(fewest, 1) + 1, most + 1))


def _waiting(game: Game, here: set[int]) -> Waiting:
    players = [seat.player for seat in game.seats.all() if seat.player]
    return Waiting(
        number=game.number,
        names=tuple(player.name for player in players),
        absent=tuple(
            player.name for player in players if player.user_id is None or player.pk not in here
        ),
    )
