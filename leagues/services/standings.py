"""Standings, kept as rows: computed from confirmed results and frozen rules, differences written.

From nothing (`manage.py rebuild_league`) the same rows come out.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

from leagues.models import Game, Season, Session, Standing
from leagues.scoring import standings as pure
from leagues.scoring.results import GameResult
from leagues.services import counting
from leagues.services.roster import roster_of

GAMES_OF_FORM = 5
_WRITTEN = (
    "order",
    "kind",
    "place",
    "change",
    "figure",
    "adjustment",
    "games",
    "counted",
    "share",
    "wins",
    "heads",
    "rounds",
    "decided_by",
    "form",
)


def restand(season: Season, since: int = 1) -> int:
    """Write the standings as of session number `since` and of every later one.

    How many rows were not so before. Under the season's lock only.
    """
    order = counting.order_of(season)
    sessions = _sessions_with_standings(season, order)
    roster = roster_of(season, order)
    first = order.since(since)
    if any(member.withdrawn is not None for member in roster):
        # What was or becomes the newest session shows who has withdrawn since, an older one not.
        first = max((place for place in sessions if place < first), default=first)
    wanted = _compute(season, order, first, sessions, roster)
    return _write_differences(season, order, first, wanted)


def preview_withdrawal(season: Season, player_id: int) -> Sequence[pure.Standing]:
    """The present standings as they would be without this player; empty before anything counts."""
    order = counting.order_of(season)
    sessions = _sessions_with_standings(season, order)
    if not sessions:
        return ()
    newest = max(sessions)
    roster = [
        member._replace(withdrawn=newest, returned=None) if member.player == player_id else member
        for member in roster_of(season, order)
    ]
    return pure.standings_by_session(
        counting.results_of_season(season, order),
        season.season_rules,
        [newest],
        counting.adjustments_of(season, order),
        roster,
    )[newest]


def _compute(
    season: Season,
    order: counting.Order,
    first: int,
    sessions: Mapping[int, int],
    roster: Iterable[pure.Member],
) -> list[Standing]:
    results = counting.results_of_season(season, order)
    # One before: what changed is told by comparison.
    earlier = [place for place in sessions if place < first][-1:]
    places = [*earlier, *(place for place in sessions if place >= first)]
    found = pure.standings_by_session(
        results,
        season.season_rules,
        places,
        counting.adjustments_of(season, order),
        roster,
    )
    form = _form_by_session(results, places)
    rows: list[Standing] = []
    before: Mapping[int, int] = {}
    for place in places:
        if place >= first:
            rows += _rows(season, sessions[place], found[place], before, form[place])
        before = {row.player: row.place for row in found[place] if row.place is not None}
    return rows


def _sessions_with_standings(season: Season, order: counting.Order) -> dict[int, int]:
    """Ids of the sessions after which something can have changed, by place in the order of play."""
    sessions = Session.objects.filter(season=season)
    played = sessions.filter(games__status=Game.Status.CONFIRMED)
    adjusted = sessions.filter(pk__in=counting.adjustments_that_count(season).values("session"))
    found = {*played.values_list("pk", flat=True), *adjusted.values_list("pk", flat=True)}
    return {place: pk for pk, place in order.by_id.items() if pk in found}


def _rows(
    season: Season,
    session_id: int,
    found: Sequence[pure.Standing],
    before: Mapping[int, int],
    form: Mapping[int, list[list[int]]],
) -> list[Standing]:
    return [
        Standing(
            season_id=season.pk,
            session_id=session_id,
            player_id=row.player,
            order=order,
            kind=row.kind.value,
            place=row.place,
            change=_change(before.get(row.player), row.place),
            figure=float(row.figure),
            adjustment=float(row.adjustment),
            games=row.games,
            counted=row.counted,
            share=float(row.share),
            wins=float(row.wins),
            heads=row.heads,
            rounds=row.rounds,
            decided_by=row.decided_by.value if row.decided_by else "",
            form=form.get(row.player, []),
        )
        for order, row in enumerate(found)
    ]


def _change(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _form_by_session(
    results: Iterable[GameResult], sessions: Iterable[int]
) -> dict[int, dict[int, list[list[int]]]]:
    """The last games of each player as of each session, as [game id, place, size]."""
    games: defaultdict[int, deque[list[int]]] = defaultdict(lambda: deque(maxlen=GAMES_OF_FORM))
    coming = deque(results)
    form = {}
    for session in sessions:
        while coming and coming[0].session <= session:
            result = coming.popleft()
            for entry in result.entries:
                games[entry.player].append([result.game, entry.place, result.size])
        form[session] = {player: list(last) for player, last in games.items()}
    return form


def _write_differences(
    season: Season, order: counting.Order, first: int, wanted: Sequence[Standing]
) -> int:
    later = [pk for pk, place in order.by_id.items() if place >= first]
    kept = {
        (row.session_id, row.player_id): row
        for row in Standing.objects.filter(season=season, session__in=later)
    }
    differing = []
    for row in wanted:
        old = kept.pop((row.session_id, row.player_id), None)
        if old is None or any(getattr(old, name) != getattr(row, name) for name in _WRITTEN):
            differing.append(row)
    Standing.objects.filter(pk__in=[row.pk for row in kept.values()]).delete()
    # An upsert: a bulk_update of so many fields takes thirty times as long.
    Standing.objects.bulk_create(
        differing,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["session", "player"],
        update_fields=_WRITTEN,
    )
    return len(differing) + len(kept)
