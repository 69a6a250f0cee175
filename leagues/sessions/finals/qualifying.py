"""Who qualifies for the semi-final and the final, and how they went."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.functional import Promise

from accounts.models import Player
from leagues.models import Game, GameSeat, Round, Season, Session, Standing
from leagues.sessions.seats import can_still_decide
from leagues.standings import counted_games
from leagues.standings.board import before_session, sessions_with_standings
from leagues.standings.scoring.final import cut, final_places, finalists, semi_final_places


class Candidate(NamedTuple):
    """Somebody who has a place before a final.

    place: before it. qualifies: they are among the best who can come. is_level: they share the last
    place that qualifies with too many. cannot_come: they said so, and have not come. result: their
    place in the final, None before it and for who was not in it.
    """

    player: Player
    place: int
    qualifies: bool
    is_level: bool
    cannot_come: bool
    result: int | None


class Qualifying(NamedTuple):
    """The way to a final or semi-final.

    most: how many play it. session: None while none is planned. before: the session after
    which the places are those of the candidates, None without any. is_played: it has results.
    waits: the semi-final, which is still to be played, decides first. others_sit: who sits at its
    drawn tables is not who qualifies, as after a correction. seats: for how many of those who are
    level.
    """

    kind: Round.Kind
    most: int
    session: Session | None
    before: Session | None
    candidates: list[Candidate]
    is_played: bool
    waits: bool = False
    others_sit: bool = False
    seats: int = 0

    @property
    def name(self) -> Promise | str:
        return self.kind.label


def ways_to_the_final(season: Season, *, with_replies: bool) -> list[Qualifying]:
    """That to the semi-final, where the season has one, and that to the final."""
    ways = []
    if season.semi_final:
        kind = Round.Kind.SEMI_FINAL
        ways.append(qualifying(season, with_replies=with_replies, kind=kind))
    return [*ways, qualifying(season, with_replies=with_replies)]


def qualifying(
    season: Season, *, with_replies: bool, kind: Round.Kind = Round.Kind.FINAL
) -> Qualifying:
    """Who qualifies by the standings before the final; without a final by the newest ones.

    with_replies: whether the reader may know who says that they cannot come, and who sits where.
    kind: the final, or SEMI_FINAL.
    """
    rules = season.season_rules
    sessions = sessions_with_standings(season)
    semi_final, final = season.sessions.semi_finals().first(), season.sessions.finals().first()
    most, decide, waits = rules.final, final_places, False
    if kind == Round.Kind.SEMI_FINAL:
        final, most, decide = semi_final, rules.semi_final, semi_final_places
    elif rules.semi_final:
        waits = can_still_decide(semi_final) if semi_final else final is None
    if final is not None:
        final.season = season
        sessions = before_session(final, sessions)
    if not sessions:
        return Qualifying(kind, most, final, None, [], is_played=False, waits=waits)
    rows = list(
        Standing.objects.filter(session=sessions[-1], place__isnull=False)
        .select_related("player")
        .order_by("order")
    )
    places = {row.player_id: row.place or 0 for row in rows}
    results: dict[int, int] = {}
    absent: Collection[int] = ()
    others_sit = False
    if final is not None:
        results = decide(places, counted_games.results_of_session(final.pk), rules)
        if with_replies:
            here = {*final.attendances.values_list("player", flat=True)}
            away = final.replies.filter(comes=False).exclude(player__in=here)
            absent = {*away.values_list("player", flat=True)}
            placed = {player: place for player, place in places.items() if player in here}
            others_sit = _others_sit(final, kind, placed, most)
    best = cut(places, most, absent)
    return Qualifying(
        kind,
        most,
        final,
        sessions[-1],
        [
            Candidate(
                row.player,
                row.place or 0,
                row.player_id in (results or best.sure),
                not results and row.player_id in best.level,
                row.player_id in absent,
                results.get(row.player_id),
            )
            for row in rows
        ],
        is_played=bool(results),
        waits=waits and not results,
        others_sit=others_sit,
        seats=0 if results else best.seats,
    )


def _others_sit(final: Session, kind: Round.Kind, here: Mapping[int, int], most: int) -> bool:
    """Whether the tables of a drawn final at which its finalists sit seat not just all of them.

    here: the places of those who are there and had one before it.
    """
    drawn = final.games.filter(status=Game.Status.SEATED, round__kind=kind)
    seats = GameSeat.objects.filter(game__in=drawn, player__isnull=False)
    tables = defaultdict[int, set[int]](set)
    for game, player in seats.order_by("game__number").values_list("game", "player"):
        tables[game].add(player)
    if not tables:
        return False
    best = {*finalists(here, tables.values(), most)}
    return set().union(*(table for table in tables.values() if table & best)) != best
