"""Write the result of a game to its seats, its players to the season, and lines of its history."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from leagues.models import Entrant, Game, GameSeat, GameVersion, Season
from leagues.standings.scoring.game_result import SeatResult, rank_seats

# The columns of a seat that `record` sets.
RESULT = ("heads", "place", "twice_rank", "counts_for", "bot_turns")


def record(
    season: Season,
    game: Game,
    seats: Sequence[GameSeat],
    results: Sequence[SeatResult],
    rounds: int,
) -> list[int]:
    """Set the result of a game and of its seats, and make it count.

    results: one for each seat, in the order of the seats. rounds: 0 where the sheet does not tell.
    Returns the ids of the players for whom it counts, who are entered in the season. Under the
    season's lock only. The caller saves the seats and the game and updates the standings.
    """
    ranked = rank_seats(results, season.season_rules)
    for seat, result, rank in zip(seats, results, ranked, strict=True):
        seat.heads = result.heads
        seat.place = rank.place
        seat.twice_rank = rank.twice_rank
        seat.counts_for_id = rank.counts_for
        seat.bot_turns = result.bot_turns
    counted = [
        result for result, rank in zip(results, ranked, strict=True) if rank.place is not None
    ]
    game.size = len(counted)
    game.heads = sum(result.heads for result in counted)
    game.rounds = rounds
    game.status = Game.Status.CONFIRMED
    counted_for = [rank.counts_for for rank in ranked if rank.counts_for is not None]
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


def write_line(
    game: Game,
    did: GameVersion.Did,
    by: Player | None,
    now: datetime,
    *,
    reason: str = "",
    pending: bool = False,
    by_link: bool = False,
) -> None:
    """Who did what, when and why, with the sheet that counts, or the correction that waits.

    by: None where nobody did it but the site itself, or (by_link) somebody
    with the link of the table. Under the season's lock only: it numbers.
    """
    last = GameVersion.objects.filter(game=game).order_by("-number").values("number")[:1]
    GameVersion.objects.create(
        game=game,
        number=Coalesce(Subquery(last), 0) + 1,
        did=did,
        sheet_id=(game.pending_id if pending else None) or game.sheet_id,
        by=by,
        by_link=by_link,
        at=now,
        reason=reason.strip(),
    )
