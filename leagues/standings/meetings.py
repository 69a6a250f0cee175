"""Who met whom, and who came off better: one player's meetings, and the matrix of the first."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import Player
from leagues.models import Season, Session, Standing
from leagues.standings import counted_games
from leagues.standings.scoring.head_to_head import Meetings, head_to_head

# More columns than this are no picture any more.
MOST_IN_MATRIX = 24


@dataclass(frozen=True, slots=True)
class MetRow:
    """A player somebody met, and how often they were before, level, behind."""

    player: Player
    meetings: Meetings


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The meetings of two players as "3–1"; look: better, worse, level or empty."""

    text: str
    words: str
    look: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    player: Player
    cells: list[MatrixCell]


def listed_players(session: Session) -> list[Player]:
    """The players as they stand after a session."""
    rows = Standing.objects.filter(session=session, games__gt=0).select_related("player")
    return [row.player for row in rows.order_by("order")]


def met_by(season: Season, player: Player, players: Sequence[Player]) -> list[MetRow]:
    """Whom a player met, the most frequent first; one statement."""
    by_id = {each.pk: each for each in players}
    found = head_to_head(counted_games.results_with_player(season, player.pk)).get(player.pk, {})
    rows = [MetRow(by_id[other], meetings) for other, meetings in found.items() if other in by_id]
    return sorted(rows, key=lambda row: (-row.meetings.games, row.player.name))


def matrix(season: Season, players: Sequence[Player]) -> list[MatrixRow]:
    """The meetings of the first players with one another; two statements."""
    first = players[:MOST_IN_MATRIX]
    order = counted_games.order_of(season)
    results = counted_games.results_among(season, order, [player.pk for player in first])
    found = head_to_head(results)
    return [
        MatrixRow(
            player,
            [_cell(player, other, found.get(player.pk, {}).get(other.pk)) for other in first],
        )
        for player in first
    ]


def _cell(player: Player, other: Player, meetings: Meetings | None) -> MatrixCell:
    if player == other:
        return MatrixCell("", "", "self")
    if meetings is None:
        return MatrixCell("·", _("never met"), "")
    ahead = meetings.before - meetings.behind
    look = "better" if ahead > 0 else "worse" if ahead < 0 else "level"
    words = _("%(name)s ahead of %(other)s %(before)d times, behind %(behind)d, level %(level)d")
    return MatrixCell(
        f"{meetings.before}–{meetings.behind}",
        words
        % {
            "name": player.name,
            "other": other.name,
            "before": meetings.before,
            "behind": meetings.behind,
            "level": meetings.level,
        },
        look,
    )
