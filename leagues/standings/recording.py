"""What a game came to, written to its seats; and the players a season has by it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts.models import Player
from leagues.models import Entrant, Game, GameSeat, GameVersion, Season
from leagues.standings.rating_store import unrated
from leagues.standings.scoring.ranking import Part, rank_parts


def record(season: Season, game: Game, parts: Sequence[Part], rounds: int) -> list[int]:
    """Write how the seats of a game came out and make it count; seats are in the order of parts.

    rounds: 0 where the sheet does not tell. Returns the ids of those for whom it counts. Under the
    season's lock only; who calls it computes the standings afterwards.
    """
    ranked = rank_parts(parts, season.season_rules)
    seats = list(game.seats.order_by("index"))
    for seat, part, rank in zip(seats, parts, ranked, strict=True):
        seat.heads = part.heads
        seat.place = rank.place
        seat.twice_rank = rank.twice_rank
        seat.counts_for_id = rank.counts_for
        seat.bot_turns = part.bot_turns
    written = ["heads", "place", "twice_rank", "counts_for", "bot_turns"]
    GameSeat.objects.bulk_update(seats, written)
    counted = [part for part, rank in zip(parts, ranked, strict=True) if rank.place is not None]
    game.size = len(counted)
    game.heads = sum(part.heads for part in counted)
    game.rounds = rounds
    game.status = Game.Status.CONFIRMED
    game.save()
    counted_for = [rank.counts_for for rank in ranked if rank.counts_for is not None]
    enter_players(season, counted_for, game.session.number, by_game=True)
    return counted_for


def enter_players(
    season: Season, player_ids: Iterable[int], session_number: int, *, by_game: bool = False
) -> None:
    """Make these people players of the season from a session on, if they are not yet.

    by_game: a result names them, nothing else. Who wanted no rating in an earlier season wants
    none.
    """
    refusing = unrated(season.league)
    Entrant.objects.bulk_create(
        [
            Entrant(
                season=season,
                player_id=player_id,
                joined_from=session_number,
                is_rated=player_id not in refusing,
                joined_by_game=by_game,
            )
            for player_id in player_ids
        ],
        ignore_conflicts=True,
    )


def write_line(
    game: Game,
    did: GameVersion.Did,
    by: Player | None,
    now: datetime,
    *,
    reason: str = "",
    pending: bool = False,
) -> None:
    """Who did what, when and why, with the sheet that counts, or the correction that waits.

    by: None where nobody did it but the site itself. Under the season's lock only: it numbers.
    """
    GameVersion.objects.create(
        game=game,
        number=game.versions.count() + 1,
        did=did,
        sheet_id=(game.pending_id if pending else None) or game.sheet_id,
        by=by,
        at=now,
        reason=reason.strip(),
    )
