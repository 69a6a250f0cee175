"""The strength of players, and how it came to be believed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Player
from leagues.models import League, Rating, RatingPoint
from leagues.standings.charts import rating_line as drawing
from leagues.standings.charts.paper import ChartWords
from leagues.standings.figures import strength_text
from leagues.standings.scoring.rating import SHOWN_AFTER, Strength

# Two deviations to either side hold the truth nineteen times of twenty.
DEVIATIONS = 2


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A player's strength; give: how far it may be off."""

    player: Player
    rating: str
    middle: str
    give: str
    games: int


def rated(league: League) -> list[RatedRow]:
    """The ratings that enough games stand behind, the strongest first; one statement."""
    rows = Rating.objects.filter(league=league, games__gte=SHOWN_AFTER)
    found = [
        (row.player, Strength(row.mu, row.sigma, row.games))
        for row in rows.select_related("player")
    ]
    found.sort(key=lambda one: (-one[1].safe, one[0].name))
    return [
        RatedRow(
            player=player,
            rating=strength_text(rating.safe),
            middle=strength_text(rating.mu),
            give=strength_text(DEVIATIONS * rating.sigma),
            games=rating.games,
        )
        for player, rating in found
    ]


def chosen(rows: Sequence[RatedRow], asked: int, viewer: Player | None) -> Player | None:
    """Whose history is drawn: who was asked for, else the reader, else the strongest."""
    by_id = {row.player.pk: row.player for row in rows}
    own = by_id.get(viewer.pk) if viewer else None
    return by_id.get(asked) or own or (rows[0].player if rows else None)


def history(league: League, player: Player) -> SafeString:
    """A drawing of a player's rating after each game; one statement."""
    points = RatingPoint.objects.filter(league=league, player=player).order_by("number")
    return drawing_of(player, list(points))


def drawing_of(player: Player, points: Sequence[RatingPoint]) -> SafeString:
    """A drawing of a player's rating after these games; empty where there are none."""
    beliefs = [
        drawing.Belief(
            point.number,
            point.mu - DEVIATIONS * point.sigma,
            point.mu,
            point.mu + DEVIATIONS * point.sigma,
        )
        for point in points
    ]
    if not beliefs:
        return SafeString("")
    title = _("The strength of %(name)s, game by game") % {"name": player.name}
    told = _("%(strength)s after %(games)d games.") % {
        "strength": strength_text(beliefs[-1].middle),
        "games": beliefs[-1].number,
    }
    words = ChartWords("rating", title, told, _("Games"), _("Strength"))
    return mark_safe(drawing.rating(words, beliefs, strength_text))  # noqa: S308 - it escapes
