"""The rating of a person on their profile, and what a rated game has changed, for one reader."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player, ProfileFor
from games.lobby.profile import is_open_to
from games.models import GameRating, Seat, Table
from games.play.ratings import POINTS_A_UNIT, PROVISIONAL_BEFORE, points_of
from games.signals import ResultNote

MOST_DRAWN = 60
WIDTH, HEIGHT = 260, 44
MINUS = "\N{MINUS SIGN}"


class RatingShown(NamedTuple):
    """A rating in points, after how many games, and its course over the newest MOST_DRAWN of them.

    line: points of an SVG line WIDTH wide and HEIGHT high. lowest, highest: in this course.
    """

    points: int
    games: int
    is_provisional: bool
    line: str
    lowest: int
    highest: int


def rating_of(player: Player) -> RatingShown | None:
    """The rating of somebody; None before their first rated game; one statement."""
    rows = GameRating.objects.filter(player=player).order_by("-number")
    newest = list(rows.values_list("number", "before", "mu")[:MOST_DRAWN])
    if not newest:
        return None
    number, _before, mu = newest[0]
    course = [points_of(newest[-1][1]), *(points_of(each[2]) for each in reversed(newest))]
    lowest, highest = min(course), max(course)
    across, up = WIDTH / (len(course) - 1), HEIGHT / max(1, highest - lowest)
    line = " ".join(
        f"{across * place:.1f},{HEIGHT - up * (points - lowest):.1f}"
        for place, points in enumerate(course)
    )
    is_provisional = number < PROVISIONAL_BEFORE
    return RatingShown(points_of(mu), number, is_provisional, line, lowest, highest)


def note_of(table_id: int, reader: Player | None) -> ResultNote | None:
    """What a rated game has changed, of those whose profile the reader sees; else None."""
    tables = Table.objects.filter(pk=table_id, is_rated=True, status=Table.Status.FINISHED)
    table = tables.values_list("rated_at").first()
    if table is None:
        return None
    title, url = gettext("Rated game"), reverse("games:rules", args=["rating"])
    if table[0] is None:
        return ResultNote(title, url, is_pending=True)
    ratings = {rating.player_id: rating for rating in GameRating.objects.filter(table=table_id)}
    seats = Seat.objects.filter(table=table_id, player__erased_at=None)
    lines = []
    for seat in seats.select_related("player__user").order_by("rank", "index"):
        player = seat.player
        if player is None or player.user is None:
            continue
        audience = ProfileFor(player.user.profile_for)
        if player == reader or is_open_to(audience, reader):
            address = reverse("games:profile", args=[player.pk])
            lines.append((player.name, address, _sentence(ratings.get(player.pk))))
    return ResultNote(title, url, tuple(lines))


def _sentence(rating: GameRating | None) -> str:
    if rating is None:
        return gettext("this game does not count for the rating")
    now = points_of(rating.mu)
    change = now - points_of(rating.before)
    words = {"rating": now, "change": f"{MINUS if change < 0 else '+'}{abs(change)}"}
    if rating.number < PROVISIONAL_BEFORE:
        return gettext("rating %(rating)d (%(change)s), provisional") % words
    return gettext("rating %(rating)d (%(change)s)") % words


def exported(player: Player) -> dict[int, dict[str, int]]:
    """The ratings in somebody's personal data, in points, by the id of the table."""
    return {
        rating.table_id: {
            "game": rating.number,
            "before": points_of(rating.before),
            "after": points_of(rating.mu),
            "deviation": round(POINTS_A_UNIT * rating.sigma),
        }
        for rating in GameRating.objects.filter(player=player)
    }
