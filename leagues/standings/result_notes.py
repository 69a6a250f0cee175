"""What the result of a live table changed in its league: places now, and ratings by this game."""

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from accounts.models import User
from games.signals import ResultNote
from games.strength import Strength
from leagues.models import Game, RatingPoint, Season, Standing
from leagues.pages.access import Level, level_in
from leagues.standings.figures import MINUS, strength_text
from leagues.standings.rating_store import SHOWN_AFTER


def note_of(table_id: int, user: User | AnonymousUser) -> ResultNote | None:
    """The note for who may see the league; None for others, and for tables of no league."""
    games = Game.objects.select_related("session__season__league")
    game = games.filter(table_id=table_id).first()
    if game is None or level_in(game.session.season.league, user) < Level.VIEWER:
        return None
    season = game.session.season
    title = f"{season.league} · {season}"
    if game.status == Game.Status.VOIDED:
        return ResultNote(title, game.get_absolute_url())
    is_pending = (
        game.status != Game.Status.CONFIRMED
        or season.outdated_standings is not None
        or season.league.outdated_ratings is not None
    )
    if is_pending:
        return ResultNote(title, season.get_absolute_url(), is_pending=True)
    return ResultNote(title, season.get_absolute_url(), _lines(season, game))


def _lines(season: Season, game: Game) -> tuple[tuple[str, str, str], ...]:
    """A sentence for each player for whom the game counts, in the order of the game."""
    seats = game.seats.exclude(counts_for=None).select_related("counts_for").order_by("place")
    people = {seat.counts_for.pk: seat.counts_for for seat in seats if seat.counts_for}
    rows = Standing.objects.newest_of(season).filter(player__in=people)
    standings = {row.player_id: row for row in rows}
    ratings = _ratings(season, game)
    lines = []
    for player_id, player in people.items():
        parts = [_place(standings.get(player_id)), ratings.get(player_id, "")]
        if any(parts):
            url = season.url_of("story", player_id)
            lines.append((player.name, url, gettext("; ").join(filter(None, parts))))
    return tuple(lines)


def _place(row: Standing | None) -> str:
    if row is None:
        return ""
    if row.place is None:
        return gettext("not ranked yet")
    if not row.change:
        return gettext("now in place %(place)d") % {"place": row.place}
    return gettext("now in place %(place)d, in place %(before)d before this session") % {
        "place": row.place,
        "before": row.place + row.change,
    }


def _ratings(season: Season, game: Game) -> dict[int, str]:
    """The strength of each rated player after this game, with the change by it."""
    points = list(RatingPoint.objects.filter(game=game, number__gte=SHOWN_AFTER))
    before = {
        (point.player_id, point.number): Strength(point.mu, point.sigma, point.number).safe
        for point in RatingPoint.objects.filter(
            league=season.league, player__in=[point.player_id for point in points]
        )
    }
    texts = {}
    for point in points:
        now = before[point.player_id, point.number]
        change = now - before.get((point.player_id, point.number - 1), now)
        texts[point.player_id] = gettext("strength %(now)s (%(change)s by this game)") % {
            "now": strength_text(now),
            "change": f"{MINUS if change < 0 else '+'}{strength_text(abs(change))}",
        }
    return texts
