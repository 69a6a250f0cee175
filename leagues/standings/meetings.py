"""Who met whom at a table: what that decides among players who are level, and how often."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.names import isolated, join_names
from leagues.models import Game, Season, Session, Standing
from leagues.standings import counted_games
from leagues.standings.figures import share_text, short_text
from leagues.standings.scoring.head_to_head import Meetings, head_to_head
from leagues.standings.scoring.reasons import HeadToHead, MeetingLine, head_to_head_of
from leagues.standings.scoring.table import criteria_of_level

# More columns than this are no picture any more.
MOST_IN_MATRIX = 24


class MeetingRow(NamedTuple):
    """A game at which the player met somebody of the group; places: "Ana 1, Bob 3"."""

    game: Game
    places: str
    mark: str


class MeetingsView(NamedTuple):
    """names: of the whole group, in the order of the standings. sum: the mean of the rows' marks.

    others: name and mean mark of everybody else of the group.
    """

    names: str
    rows: list[MeetingRow]
    sum: str
    others: list[tuple[str, str]]


class TiedGroup(NamedTuple):
    """Who is level with a player when the meetings are asked, themselves included."""

    rows: list[Standing]
    decided: HeadToHead

    def mark_text(self, player: int) -> str:
        """The mean mark of one of them; "" for anybody else."""
        mark = self.decided.marks.get(player)
        return "" if mark is None else share_text(mark)


def tied_group(standing: Standing, season: Season, session: Session) -> TiedGroup | None:
    """The group of a player as of a session, None for who is alone: one statement, or four."""
    if not standing.games:
        return None
    of_kind = Standing.objects.filter(session=session, kind=standing.kind, games__gt=0)
    rules = season.season_rules
    level = criteria_of_level(rules)
    if not level:
        return None
    ids = _level_with(standing, of_kind.order_by("order"), level)
    if len(ids) == 1:
        return None
    order = counted_games.order_of(season)
    results = counted_games.results_among(season, order, ids)
    place = order.by_id[session.pk]
    played = [result for result in results if result.session <= place]
    decided = head_to_head_of(standing.player_id, ids, played, rules)
    rows = of_kind.filter(player__in=ids).select_related("player").order_by("order")
    return TiedGroup(list(rows), decided)


def present_meetings(
    group: TiedGroup, standing: Standing, games: Mapping[int, Game]
) -> MeetingsView:
    """The meetings of a player; games: all of theirs, by id."""
    names = {row.player_id: isolated(row.player.name) for row in group.rows}
    lines = group.decided.lines
    return MeetingsView(
        names=join_names(list(names.values())),
        rows=[_row(line, games[line.game], names) for line in lines],
        sum=_sum(group.decided, standing.player_id),
        others=[
            (name, group.mark_text(player))
            for player, name in names.items()
            if player != standing.player_id
        ],
    )


def _level_with(standing: Standing, rows: QuerySet[Standing], level: Collection[str]) -> list[int]:
    """Ids of those who are level with a player when the meetings are asked, themselves included."""
    group: list[int] = []
    for player, order, decided_by in rows.values_list("player_id", "order", "decided_by"):
        # Something before the meetings has set it apart from the row above.
        if decided_by not in level:
            if order > standing.order:
                break
            group = []
        group.append(player)
    return group


def _row(line: MeetingLine, game: Game, names: Mapping[int, str]) -> MeetingRow:
    by_place = sorted(line.places.items(), key=lambda item: (item[1], names[item[0]]))
    places = ", ".join(f"{names[player]} {place}" for player, place in by_place)
    return MeetingRow(game, places, short_text(line.mark))


def _sum(decided: HeadToHead, player: int) -> str:
    """The mean of the marks: "1.5 ÷ 2 = 75.0%"."""
    total = sum((line.mark for line in decided.lines), Fraction(0))
    mean = share_text(decided.marks[player])
    return f"{short_text(total)} ÷ {len(decided.lines)} = {mean}" if decided.lines else mean


# --- All meetings ----------------------------------------------------------------------


class MetRow(NamedTuple):
    """A player somebody met, and how often they were before, level, behind."""

    player: Player
    meetings: Meetings


class MatrixCell(NamedTuple):
    """The meetings of two players as "3–1"; look: better, worse, level or empty."""

    text: str
    words: str
    look: str


class MatrixRow(NamedTuple):
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
