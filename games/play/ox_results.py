"""Results against the ox: kept as games end, and the best of them by number of players."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Player
from games.models import OxResult, Seat, Table
from games.rules.options import MOST_PLAYERS_AGAINST_OX
from games.rules.ox import counted_heads
from games.table.snapshot import Snapshot

SIZES = range(1, MOST_PLAYERS_AGAINST_OX + 1)
SHOWN = 10
# Of these the best of each team are shown; one that plays every day takes many of them.
LOOKED_AT = 100


@dataclass(frozen=True, slots=True)
class Line:
    """A result in the table. rank: from 1, equal ones shared. is_own: of the reader's."""

    rank: int
    result: OxResult
    names: list[str]
    is_own: bool

    @property
    def lead(self) -> str:
        """With its sign."""
        lead = self.result.lead
        return f"+{lead}" if lead > 0 else str(lead).replace("-", "−")

    @property
    def url(self) -> str:
        """Of the table; "" for a private one."""
        table = self.result.table
        is_private = table.visibility == Table.Visibility.PRIVATE
        return "" if is_private else table.get_absolute_url()


@dataclass(frozen=True, slots=True)
class Best:
    """The best results of so many players."""

    players: int
    lines: list[Line]


def keep(ended: Snapshot) -> None:
    """Keep the result of a game that has just ended, if it was people against the ox."""
    game = ended.game
    if game is None or game.round.ox is None or any(seat.bot for seat in ended.seats):
        return
    team, ox, players = sum(game.round.pile_heads), game.round.ox.heads, game.player_count
    is_listed = ended.visibility != Table.Visibility.PRIVATE
    is_daily = Table.objects.filter(pk=ended.table_id, daily_game__isnull=False).exists()
    if players == 1 and not is_listed and not is_daily:
        is_listed = _alone(ended.seats[0].player_id).filter(is_listed=True).exists()
    OxResult.objects.create(
        table_id=ended.table_id,
        players=players,
        team=team,
        ox=ox,
        lead=ox - counted_heads(team, players),
        is_listed=is_listed,
    )


def best_results(reader: Player) -> list[Best]:
    """The best result of each team, by number of players; none for a number nobody has played."""
    found = (Best(players, _best_of(players, reader)) for players in SIZES)
    return [best for best in found if best.lines]


def _best_of(players: int, reader: Player) -> list[Line]:
    results = OxResult.objects.filter(players=players, is_listed=True)
    return lines_of(results.order_by("-lead", "id")[:LOOKED_AT], reader)[:SHOWN]


def lines_of(results: QuerySet[OxResult], reader: Player) -> list[Line]:
    """The best result of each team; results: the best first."""
    lines: list[Line] = []
    teams: set[frozenset[int | None]] = set()
    for result in results.select_related("table").prefetch_related("table__seats"):
        seats = list(result.table.seats.all())
        team = frozenset(seat.player_id for seat in seats)
        if team in teams:
            continue
        teams.add(team)
        is_shared = bool(lines) and lines[-1].result.lead == result.lead
        rank = lines[-1].rank if is_shared else len(lines) + 1
        lines.append(Line(rank, result, [seat.name for seat in seats], reader.pk in team))
    return lines


def _alone(player: Player | int | None) -> QuerySet[OxResult]:
    """What somebody has played alone at private tables, but for the deals of a day.

    Of these one may have been told by others.
    """
    own = Seat.objects.filter(player=player).values("table")
    alone = OxResult.objects.filter(players=1, table__in=own, table__daily_game=None)
    return alone.filter(table__visibility=Table.Visibility.PRIVATE)


def best_alone(player: Player) -> OxResult | None:
    """The best game that somebody has played alone, whether it is listed or not."""
    return _alone(player).order_by("-lead", "id").first()


def list_alone(player: Player, *, is_listed: bool) -> None:
    """Show what somebody plays alone in the table, later games too; or nothing of it any more."""
    _alone(player).update(is_listed=is_listed)
