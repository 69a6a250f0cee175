"""Who plays in a season: from which session on, since when no longer, and whether again."""

from bisect import bisect_left
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import F

from leagues.models import Attendance, Entrant, Game, GameSeat, Season, Session
from leagues.standings.counted_games import Order, order_of
from leagues.standings.scoring.table import Member

# Who comes to a session that began before they withdrew has come back all the same.
LONGEST_SESSION = timedelta(days=1)


def roster_of(season: Season, order: Order) -> list[Member]:
    """Who is listed even without a game; two statements more where somebody has withdrawn.

    A withdrawal counts from the session after the last one that began before it, so that no past
    session is touched.
    """
    rows = list(
        Entrant.objects.filter(season=season).values_list(
            "player_id", "joined_from", "withdrawn_at"
        )
    )
    withdrawn = {player: at for player, _joined, at in rows if at is not None}
    if not withdrawn:
        return [Member(player, order.since(joined)) for player, joined, _at in rows]
    begin = sorted(season.sessions.values_list("starts_at", flat=True))
    returned = _returned(season, order, withdrawn)
    return [
        Member(
            player,
            order.since(joined),
            bisect_left(begin, at) + 1 if at else None,
            returned.get(player),
        )
        for player, joined, at in rows
    ]


def withdrawn_players(season: Season) -> set[int]:
    """Ids of the players who have withdrawn and have neither come nor played since."""
    roster = roster_of(season, order_of(season))
    return {member.player for member in roster if member.has_withdrawn(0, is_newest=True)}


def _returned(season: Season, order: Order, withdrawn: Mapping[int, datetime]) -> dict[int, int]:
    """The place of the session from which on each of them is back, since they came or played there.

    Both are read anew each time, so that a mistaken check-in or sheet leaves nothing behind.
    """
    came = (
        Attendance.objects.filter(session__season=season, player__in=withdrawn)
        .exclude(session__status=Session.Status.CANCELLED)
        .values_list("player_id", "session_id", "session__starts_at", "arrived_at")
    )
    played = (
        GameSeat.objects.filter(
            game__session__season=season,
            game__status=Game.Status.CONFIRMED,
            player__in=withdrawn,
            counts_for=F("player"),
        )
        .values_list("player_id", "game__session_id", "game__session__starts_at")
        .distinct()
    )
    found = [
        (order.by_id[session], player)
        for player, session, starts_at, arrived_at in came
        if arrived_at >= withdrawn[player] <= starts_at + LONGEST_SESSION
    ]
    found += [
        (order.by_id[session], player)
        for player, session, starts_at in played
        if starts_at >= withdrawn[player]
    ]
    return {player: place for place, player in sorted(found, reverse=True)}
