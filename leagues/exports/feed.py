"""The newest results of a league as an Atom feed."""

from collections.abc import Iterable

from django.db.models import Prefetch
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.translation import get_language, gettext

from accounts.names import MISSING, isolated, join_names
from leagues.exports.readable import readable
from leagues.models import Game, GameSeat, League, Season

LONGEST = 50


def feed_of(request: HttpRequest, league: League, games: Iterable[Game]) -> str:
    """The feed: an entry for each game, newest first."""
    feed = Atom1Feed(
        title=readable(league.name),
        link=request.build_absolute_uri(league.get_absolute_url()),
        description="",
        author_name=readable(league.name),
        subtitle=readable(league.description) or None,
        language=get_language(),
        feed_url=request.build_absolute_uri(reverse("leagues:feed", args=[league.slug])),
    )
    for game in games:
        address = request.build_absolute_uri(game.get_absolute_url())
        feed.add_item(
            title=readable(_title(game)),
            link=address,
            description=readable(_summary(game)),
            unique_id=address,
            pubdate=game.confirmed_at,
            updateddate=game.confirmed_at,
            categories=[readable(game.session.season.name)],
        )
    return feed.writeString("utf-8")


def newest_games(league: League) -> list[Game]:
    """The games confirmed last, in seasons that are not being prepared any more."""
    seats = GameSeat.objects.select_related("player").order_by("place", "heads", "index")
    games = (
        Game.objects.counting()
        .filter(session__season__league=league, confirmed_at__isnull=False)
        .exclude(session__season__status=Season.Status.DRAFT)
        .select_related("session__season__league", "round")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("-confirmed_at", "-pk")
    )
    return list(games[:LONGEST])


def _title(game: Game) -> str:
    """Who won which game: plain text, as Atom has it of a title without a type."""
    winners = [_name(seat) for seat in game.seats.all() if seat.place == 1]
    return gettext("%(session)s · %(table)s: %(winners)s first") % {
        "session": game.session.title,
        "table": game.table_name,
        "winners": join_names(winners),
    }


def _summary(game: Game) -> str:
    """Who took how many heads, best first: HTML, as Django's feed says of every summary."""
    return format_html_join(
        "\n",
        "<p>{}. {}</p>",
        (
            (MISSING if seat.place is None else seat.place, _name_and_heads(seat))
            for seat in sorted(game.seats.all(), key=lambda seat: seat.place or game.size + 1)
        ),
    )


def _name_and_heads(seat: GameSeat) -> str:
    words = {"name": isolated(_name(seat)), "value": seat.heads}
    return gettext("%(name)s: %(value)s") % words


def _name(seat: GameSeat) -> str:
    return seat.player.name if seat.player else seat.bot
