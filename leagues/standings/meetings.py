"""Who met whom at a table: what that decides among players who are level, and how often."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.names import isolated, join_names
from games.plain_text import plain
from leagues.models import Game, GameSeat, Season, Session, Standing
from leagues.standings import counted_games
from leagues.standings.counted_games import RANKED
from leagues.standings.figures import quotient_text, share_text, short_text
from leagues.standings.scoring.head_to_head import Meeting, Rival, marks, meetings
from leagues.standings.scoring.table import criteria_of_level
from leagues.standings.scoring.tally import UNIT, lines_by_player

# More columns than this are no picture any more.
MOST_IN_MATRIX = 24


class TiedGroup(NamedTuple):
    """Who is level with a player when the meetings are asked, themselves included.

    rows: in the order of the standings. meetings: those of the player, in the order of play. marks:
    the mean mark of each of the group.
    """

    rows: list[Standing]
    meetings: list[Meeting]
    marks: Mapping[int, Fraction]

    def mark_text(self, player: int) -> str:
        """The mean mark of one of them; "" for anybody else."""
        return share_text(self.marks[player]) if player in self.marks else ""


def tied_group(standing: Standing, season: Season, session: Session) -> TiedGroup | None:
    """The group of a player as of a session, None for who is alone: one statement, or four."""
    rules = season.season_rules
    level = criteria_of_level(rules)
    if not level or not standing.games:
        return None
    of_kind = Standing.objects.filter(session=session, kind=standing.kind, games__gt=0)
    ids = _level_with(standing, of_kind.order_by("order"), level)
    if len(ids) == 1:
        return None
    order = counted_games.order_of(season)
    results = counted_games.results_among(season, order, ids)
    place = order.by_id[session.pk]
    played = lines_by_player((result for result in results if result.session <= place), rules)
    lines_of = {player: played.get(player, []) for player in ids}
    met = [each for each in meetings(lines_of) if standing.player_id in each.places]
    met.sort(key=lambda each: (each.session, each.game))
    rows = of_kind.filter(player__in=ids).select_related("player").order_by("order")
    return TiedGroup(list(rows), met, marks(lines_of))


def present_meetings(
    group: TiedGroup, standing: Standing, games: Mapping[int, Game]
) -> dict[str, Any]:
    """The meetings of a player in words; games: all of theirs, by id.

    names: of the whole group, in the order of the standings. rows: (game, places as in "Ana 1, Bob
    3", mark). sum: how the player's mean mark comes about. others: name and mean mark of each.
    """
    own = standing.player_id
    names = {row.player_id: isolated(row.player.name) for row in group.rows}
    given = [Fraction(each.marks[own], UNIT) for each in group.meetings]
    mean = group.mark_text(own)
    return {
        "names": join_names(list(names.values())),
        "rows": [
            (games[each.game], _places(each, names), short_text(mark))
            for each, mark in zip(group.meetings, given, strict=True)
        ],
        "sum": quotient_text(sum(given), len(given), mean) if given else mean,
        "others": [
            (name, group.mark_text(player)) for player, name in names.items() if player != own
        ],
    }


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


def _places(meeting: Meeting, names: Mapping[int, str]) -> str:
    by_place = sorted(meeting.places.items(), key=lambda item: (item[1], plain(names[item[0]])))
    return ", ".join(f"{names[player]} {place}" for player, place in by_place)


# --- All meetings ----------------------------------------------------------------------


class MatrixCell(NamedTuple):
    """The meetings of two players as "3–1"; look: better, worse, level or empty."""

    text: str
    words: str
    look: str


def listed_players(session: Session) -> list[Player]:
    """The players as they stand after a session."""
    rows = Standing.objects.filter(session=session, games__gt=0).select_related("player")
    return [row.player for row in rows.order_by("order")]


def met_by(seats: QuerySet[GameSeat], player: Player) -> list[tuple[Player, Rival]]:
    """Whom a player met in the games of these seats, the most frequent first; two statements."""
    found = _rivals(seats.filter(counts_for=player)).get(player.pk, {})
    people = Player.objects.in_bulk(list(found))
    rows = [(people[other], rival) for other, rival in found.items()]
    return sorted(rows, key=lambda row: (-row[1].games, plain(row[0].name)))


def _rivals(seats: QuerySet[GameSeat]) -> dict[int, dict[int, Rival]]:
    """Whom the players of these seats met, by player and by whom they met."""
    other = "game__seats__"
    rows: Iterable[Any] = (
        seats.order_by()
        .values("counts_for", other=F(f"{other}counts_for"))
        .annotate(
            before=Count("pk", filter=Q(place__lt=F(f"{other}place"))),
            level=Count("pk", filter=Q(place=F(f"{other}place"))),
            behind=Count("pk", filter=Q(place__gt=F(f"{other}place"))),
        )
        .values_list("counts_for", "other", "before", "level", "behind")
    )
    found: dict[int, dict[int, Rival]] = {}
    for player, met, *games in rows:
        # The join also finds bots and the player's own seat.
        if met not in {None, player}:
            found.setdefault(player, {})[met] = Rival(met, *games)
    return found


def matrix(season: Season, players: Sequence[Player]) -> list[tuple[Player, list[MatrixCell]]]:
    """The meetings of the first players with one another, row by row; one statement."""
    first = players[:MOST_IN_MATRIX]
    found = _rivals(RANKED.filter(game__session__season=season, counts_for__in=first))
    return [
        (
            player,
            [_cell(player, other, found.get(player.pk, {}).get(other.pk)) for other in first],
        )
        for player in first
    ]


def _cell(player: Player, other: Player, rival: Rival | None) -> MatrixCell:
    if player == other:
        return MatrixCell("", "", "self")
    if rival is None:
        return MatrixCell("·", _("never met"), "")
    look = "better" if rival.ahead > 0 else "worse" if rival.ahead < 0 else "level"
    words = _("%(name)s ahead of %(other)s %(before)d times, behind %(behind)d, level %(level)d")
    return MatrixCell(
        f"{rival.before}–{rival.behind}",
        words
        % {
            "name": player.name,
            "other": other.name,
            "before": rival.before,
            "behind": rival.behind,
            "level": rival.level,
        },
        look,
    )
