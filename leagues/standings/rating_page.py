"""The strength of players, and how it came to be believed."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Player
from games.live.regions import render_rows
from games.strength import Strength
from leagues.models import League, Rating, RatingPoint
from leagues.standings.charts import drawing
from leagues.standings.charts.paper import ChartWords
from leagues.standings.figures import strength_text, strength_writer
from leagues.standings.rating_store import SHOWN_AFTER

# Two deviations to either side hold the truth nineteen times of twenty.
DEVIATIONS = 2


class RatedRow(NamedTuple):
    """A player's strength; give: how far it may be off."""

    player: int
    name: str
    strength: Strength
    rating: str
    middle: str
    give: str
    games: int


def rated(league: League) -> list[RatedRow]:
    """The ratings that enough games stand behind, the strongest first; one statement."""
    rows = Rating.objects.filter(league=league, games__gte=SHOWN_AFTER)
    found = [
        (player, name, Strength(mu, sigma, games))
        for player, name, mu, sigma, games in rows.values_list(
            "player", "player__name", "mu", "sigma", "games"
        )
    ]
    found.sort(key=lambda one: (-one[2].safe, one[1]))
    text = strength_writer()
    return [
        RatedRow(
            player,
            name,
            rating,
            text(rating.safe),
            text(rating.mu),
            text(DEVIATIONS * rating.sigma),
            rating.games,
        )
        for player, name, rating in found
    ]


def rows_of(rows: Sequence[RatedRow], chosen: Player | None) -> SafeString:
    """The rows of the table as HTML."""
    return render_rows("leagues/ratings", chosen.pk if chosen else 0, rows)


def chosen(rows: Sequence[RatedRow], asked: int, viewer: Player | None) -> Player | None:
    """Whose history is drawn: who was asked for, else the reader, else the strongest."""
    ids = {row.player for row in rows}
    if viewer and viewer.pk in ids and asked not in ids:
        return viewer
    first = rows[0].player if rows else 0
    return Player.every.filter(pk=asked if asked in ids else first).first()


def history(league: League, player: Player) -> SafeString:
    """A drawing of a player's rating after each game; one statement."""
    return drawing_of(player, RatingPoint.objects.filter(league=league, player=player))


def drawing_of(player: Player, points: QuerySet[RatingPoint]) -> SafeString:
    """A drawing of a player's rating after these games; empty where there are none."""
    found = points.order_by("number").values_list("number", "mu", "sigma")
    beliefs = [
        drawing.Belief(number, mu - DEVIATIONS * sigma, mu, mu + DEVIATIONS * sigma)
        for number, mu, sigma in found
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
