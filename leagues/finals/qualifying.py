"""Who qualifies for the final, and how it went."""

from collections.abc import Collection
from dataclasses import dataclass

from accounts.models import Player
from leagues.models import Season, Session, Standing
from leagues.standings import counted_games
from leagues.standings.board import sessions_with_standings
from leagues.standings.scoring.final import final_places, qualified


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who has a place before the final.

    place: before it. qualifies: they are among the best who can come. cannot_come: they said so,
    and have not come. result: their place in the final, None before it and for who was not in it.
    """

    player: Player
    place: int
    qualifies: bool
    cannot_come: bool
    result: int | None


@dataclass(frozen=True, slots=True)
class Qualifying:
    """The way to the final. final: its session, None while none is planned. before: the session
    after which the places are those of the candidates, None without any. is_played: it has results.
    """

    final: Session | None
    before: Session | None
    candidates: list[Candidate]
    is_played: bool


def qualifying(season: Season, *, with_replies: bool) -> Qualifying:
    """Who qualifies by the standings before the final; without a final by the newest ones.

    with_replies: whether the reader may know who says that they cannot come.
    """
    rules = season.season_rules
    sessions = sessions_with_standings(season)
    final = season.sessions.finals().first()
    if final is not None:
        final.season = season
        sessions = [each for each in sessions if each.starts_at < final.starts_at]
    if not sessions:
        return Qualifying(final, None, [], is_played=False)
    rows = list(
        Standing.objects.filter(session=sessions[-1], place__isnull=False)
        .select_related("player")
        .order_by("order")
    )
    in_order = [row.player_id for row in rows]
    results: dict[int, int] = {}
    absent: Collection[int] = ()
    if final is not None:
        results = final_places(in_order, counted_games.results_of_session(final), rules)
        if with_replies:
            here = final.attendances.values("player")
            away = final.replies.filter(comes=False).exclude(player__in=here)
            absent = {*away.values_list("player", flat=True)}
    best = results or qualified(in_order, rules.final, absent)
    return Qualifying(
        final,
        sessions[-1],
        [
            Candidate(
                row.player,
                row.place or 0,
                row.player_id in best,
                row.player_id in absent,
                results.get(row.player_id),
            )
            for row in rows
        ],
        is_played=bool(results),
    )
