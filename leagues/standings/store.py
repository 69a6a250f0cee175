"""Results and standings as they are stored, and how standings are computed again.

What is out of date says since which session, and whose results have changed. After the commit, or
when a page is about to show them, the games of these players are read and the rows of every session
since then are ranked again; rows that differ are written. The other players' sums are taken from
their stored rows. `rebuild` computes the same rows from the games alone.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.compiled_once import compiled_once
from accounts.models import Player
from leagues.models import Entrant, Game, GameSeat, GameVersion, Season, Standing
from leagues.season_rules import SeasonRules
from leagues.standings.computing import rows_by_session
from leagues.standings.counted_games import beside_games, calendar_of
from leagues.standings.scoring.table import criteria_of_level
from leagues.standings.scoring.tally import SeatRank, SeatResult
from leagues.standings.season_lock import OutOfDate, Watch, moment_text

Did = GameVersion.Did

# The columns of a seat that `record` sets.
RESULT = ("heads", "place", "twice_rank", "counts_for", "bot_turns")


# --- With a change ---------------------------------------------------------------------


def record(
    season: Season,
    game: Game,
    seats: Sequence[GameSeat],
    results: Sequence[SeatResult],
    ranks: Sequence[SeatRank],
    rounds: int,
) -> list[int]:
    """Set the result of a game and of its seats, and make it count.

    results, ranks: one for each seat, in their order. rounds: 0 where the sheet does not tell.
    Returns the ids of the players for whom it counts, who are entered in the season. Under the
    season's lock only. The caller saves the seats and the game and updates the standings.
    """
    for seat, result, rank in zip(seats, results, ranks, strict=True):
        seat.heads = result.heads
        seat.place = rank.place
        seat.twice_rank = rank.twice_rank
        seat.counts_for_id = rank.counts_for
        seat.bot_turns = result.bot_turns
    ranked = [seat.heads or 0 for seat in seats if seat.place is not None]
    game.size = len(ranked)
    game.heads = sum(ranked)
    game.rounds = rounds
    game.status = Game.Status.CONFIRMED
    counted_for = [rank.counts_for for rank in ranks if rank.counts_for is not None]
    enter_players(season, counted_for, game.session.number, by_game=True)
    return counted_for


def enter_players(
    season: Season, player_ids: Collection[int], session_number: int, *, by_game: bool = False
) -> None:
    """Make these people players of the season from a session on, if they are not yet.

    by_game: only a result has named them. Somebody who wanted no rating in an earlier season gets
    none here either. Under the season's lock only.
    """
    entered = Entrant.objects.filter(season__league=season.league_id, player__in=player_ids)
    listed = list(entered.values_list("player_id", "season_id", "is_rated"))
    new = set(player_ids) - {player for player, where, _rated in listed if where == season.pk}
    refusing = {player for player, _where, is_rated in listed if not is_rated}
    Entrant.objects.bulk_create(
        [
            Entrant(
                season=season,
                player_id=player_id,
                joined_from=session_number,
                is_rated=player_id not in refusing,
                joined_by_game=by_game,
            )
            for player_id in sorted(new)
        ]
    )


def write_lines(
    game: Game,
    done: Sequence[Did],
    by: Player | None,
    now: datetime,
    reason: str = "",
) -> None:
    """Lines of a game's history: who did what, when and why, and to which sheet that led.

    done: one thing, or several that were done at once. by: None where nobody did it but the site
    itself, or where somebody with the link of the table entered its sheet. Under the season's lock
    only: it numbers.
    """
    last = GameVersion.objects.filter(game=game).order_by("-number").values("number")[:1]
    GameVersion.objects.bulk_create(
        GameVersion(
            game=game,
            number=Coalesce(Subquery(last), 0) + place,
            did=did,
            sheet_id=(did == Did.CORRECTED and game.pending_id) or game.sheet_id,
            by=by,
            by_link=by is None and did == Did.SUBMITTED,
            at=now,
            reason=reason.strip(),
        )
        for place, did in enumerate(done, 1)
    )


def update_standings(season: Season, since: int = 1, players: Collection[int] = ()) -> None:
    """Note that the standings as of session number `since` and of all later ones are out of date.

    since: 1 stands for the beginning of the season; for a session that is not planned yet nothing
    is noted. players: those whose results in that session may have changed. season: as
    `locked_season` gives it.
    """
    season.standings_unchanged = False
    if since == 1:
        STANDINGS.note(season, _outdated(None, players))
    elif session := season.sessions.filter(number=since).first():
        STANDINGS.note(season, _outdated(session.starts_at, players))


def update_all_standings(season: Season, since: datetime | None = None) -> None:
    """The same where anybody's results may have changed since a time, or since the beginning."""
    season.standings_unchanged = False
    STANDINGS.note(season, _outdated(since, None))


def _outdated(since: datetime | None, players: Collection[int] | None) -> dict[str, Any]:
    """What is out of date: see Season.outdated_standings."""
    return {
        "since": moment_text(since) if since else "",
        "players": None if players is None else sorted(players),
    }


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    players = [each["players"] for each in (one, other)]
    return {
        "since": min(one["since"], other["since"]),
        "players": None if None in players else sorted({*players[0], *players[1]}),
    }


class PlaceAfter(NamedTuple):
    """Somebody whose place would be another one; then is None where there would be none."""

    name: str
    now: int
    then: int | None


def preview_withdrawal(season: Season, player_id: int) -> list[PlaceAfter]:
    """The present places that would be others without this player, the best first.

    The standings are up to date by then.
    """
    rows = _placed(season.pk)
    at = next((index for index, row in enumerate(rows) if row[0] == player_id), None)
    if at is None:
        return []
    # Those level with a player are ranked by their meetings with each other: without that player
    # perhaps in another order. Whoever else comes behind moves up by one.
    level = criteria_of_level(season.season_rules)
    then: dict[int, int | None]
    if any(decided_by in level for *_row, decided_by in rows[max(at, 1) : at + 2]):
        then = _ranked_without(season, player_id)
    else:
        own = rows[at][2]
        then = {player: place - (place > own) for player, _name, place, _decided in rows}
        then |= {player_id: None}
    moves = (PlaceAfter(name, now, then[player]) for player, name, now, _decided in rows)
    return [move for move in moves if move.now != move.then]


@compiled_once
def _placed(season_id: int) -> QuerySet[Standing, Any]:
    placed = Standing.objects.newest_in(season_id).exclude(place=None).order_by("order")
    return placed.values_list("player", "player__name", "place", "decided_by")


def _ranked_without(season: Season, player_id: int) -> dict[int, int | None]:
    """The present places without a player, ranked from the sums of everybody."""
    calendar = calendar_of(season)
    newest = max(calendar.held)
    roster = [
        member._replace(withdrawn=newest, returned=None) if member.player == player_id else member
        for member in calendar.roster
    ]
    calendar = calendar._replace(roster=roster)
    (after,) = rows_by_session(beside_games(calendar), [newest], ())
    return {player: row["place"] for player, row in after.wanted.items()}


def preview_rules(season: Season, rules: SeasonRules) -> Mapping[int, tuple[int | None, float]]:
    """The newest places and figures as they would be by other rules, computed from the games.

    Empty before anything counts. The standings are up to date by then.
    """
    other = copy(season)
    other.season_rules = rules
    calendar = calendar_of(other)
    newest: Mapping[int, Any] = {}
    for after in rows_by_session(beside_games(calendar), list(calendar.held), None):
        newest = after.wanted
    return {player: (row["place"], row["figure"]) for player, row in newest.items()}


# --- After the commit, or before they are read ----------------------------------------


def ensure_up_to_date(*seasons: Season) -> None:
    """Bring the standings of seasons that a page is about to show up to date."""
    for season in seasons:
        if season.outdated_standings is not None:
            STANDINGS.bring_up_to_date(season.pk)


def rebuild(season_id: int, watch: Watch | None = None) -> int:
    """Compute the standings of a season from its games alone; returns how many rows differed."""
    return STANDINGS.rebuild(season_id, _outdated(None, None), watch)


def compare(season: Season) -> Iterator[tuple[int, int]]:
    """For each session, how many rows are stored and how many differ from what the games give.

    Nothing is written. season: one whose standings are up to date.
    """
    calendar = calendar_of(season)
    emptied = [pk for place, pk in calendar.kept.items() if place not in calendar.held]
    if emptied:
        left = Standing.objects.filter(session__in=emptied).count()
        yield left, left
    computed = rows_by_session(beside_games(calendar), list(calendar.held), None)
    for rows in computed:
        _change, differing = rows.differences(season.pk)
        yield len(rows.kept), differing


def _compute(season: Season, watch: Watch | None) -> Iterator[int]:
    """Compute the standings that are out of date; yields how many rows each step changed."""
    calendar = calendar_of(season)
    order, held, kept = calendar.order, calendar.held, calendar.kept
    outdated = season.outdated_standings or {}
    begins = enumerate(map(moment_text, order.begins), 1)
    changed = [place for place, begin in begins if begin >= outdated["since"]]
    first = min(changed, default=len(order.ids) + 1)
    if any(member.withdrawn is not None for member in calendar.roster):
        # Only the newest session shows those who have withdrawn since, and the one before the first
        # change may have been the newest, or be it now.
        first = max((place for place in held if place < first), default=first)
    places = [place for place in held if place >= first]
    emptied = [kept[place] for place in kept if place >= first and place not in held]
    if emptied or not places:
        with STANDINGS.step(season, outdated if places else None):
            dropped, _by_model = Standing.objects.filter(session__in=emptied).delete()
        yield dropped
    if not places:
        return
    players = outdated["players"]
    computed = rows_by_session(beside_games(calendar), places, players)
    following = dict(pairwise(places))
    for place in watch(places, "Sessions") if watch else places:
        change, differing = next(computed).differences(season.pk)
        after = following.get(place)
        left = _outdated(order.begins[after - 1], players) if after else None
        STANDINGS.write(season, left, [change])
        yield differing


STANDINGS = OutOfDate(Season, "standings", _merged, _compute)
