"""Games of a league at live tables: opened with everybody seated, recorded once they have ended."""

import logging
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from accounts.locks import locked
from accounts.models import Player
from games.models import Table
from games.play.stand_ins import stand_ins
from games.rules.endings import rank
from games.rules.errors import InvalidOptions
from games.rules.state import GameState
from games.seats.seating import TablePlan, open_dealt_table
from games.table.errors import TableError
from games.table.snapshot import Play
from leagues.models import (
    Attendance,
    Game,
    GameSeat,
    GameVersion,
    League,
    Season,
    Session,
    WebhookDelivery,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.game import GameQuerySet
from leagues.notices import service as notices
from leagues.notices.webhooks import service as webhooks
from leagues.season_rules import Abandoned
from leagues.sessions.deals import next_secret
from leagues.sessions.seats import release_round
from leagues.sessions.session_life import running
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.scoring.tally import SeatResult, rank_seats
from leagues.standings.season_lock import locked_season
from leagues.standings.store import RESULT, record, update_standings, write_lines

Did = GameVersion.Did

logger = logging.getLogger(__name__)

BOT_LEVEL = "gap"
TABLE_NAME_LENGTH = 60
_ENDED = (Table.Status.FINISHED, Table.Status.ABANDONED)


# --- Opening ---------------------------------------------------------------------------


def start_online(
    session: Session,
    numbers: Collection[int],
    by: Player,
    now: datetime,
    *,
    seats: int = 0,
    bot_for_absent: bool = False,
) -> None:
    """Play these tables of a session online: everybody is seated and has cards in hand.

    seats: tables with fewer people are filled up to so many with bots; no table has more seats than
    the season's rules allow. bot_for_absent: the bot plays for those who have no login or are not
    here. All tables or none: raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE, SOMEBODY_ABSENT, TABLE_SIZE).
    """
    with running(session) as found:
        # Anew: the one that came with the season was read before the season was locked.
        found.season.league = League.objects.get(pk=found.season.league_id)
        games = locked(found.games.untouched()).filter(number__in=numbers)
        games = games.select_related("round").prefetch_related("seats__player")
        if len(games) != len(set(numbers)):
            raise LeagueError(LeagueErrorCode.LATE)
        here = set(_here(found))
        for game in games:
            absent = {seat.player_id for seat in game.seats.all()} - here
            if absent and not bot_for_absent:
                raise LeagueError(LeagueErrorCode.SOMEBODY_ABSENT)
            _open(found, game, by, now, seats, {player for player in absent if player})
        # Whoever sits at a live table sees with whom.
        begun = {game.round_id for game in games if game.round_id}
        for row in found.rounds.filter(pk__in=begun, released_at=None):
            release_round(row, now, by)


def _here(session: Session) -> Sequence[int]:
    """Ids of the people who are here and can sit down at a live table."""
    here = Attendance.objects.filter(session=session, left_at=None, player__user__isnull=False)
    return list(here.values_list("player_id", flat=True))


def _open(
    session: Session, game: Game, by: Player, now: datetime, seats: int, absent: Collection[int]
) -> None:
    people = [seat.player for seat in game.seats.all() if seat.player]
    season = session.season
    if max(seats, len(people)) > season.season_rules.most:
        raise LeagueError(LeagueErrorCode.TABLE_SIZE)
    bots = max(0, seats - len(people))
    options = game.rules
    plan = TablePlan(
        name=_table_name(game, season.league),
        options=options,
        seat_count=len(people) + bots,
        bot_levels=(BOT_LEVEL,) * bots,
        visibility=season.league.visibility_of_tables,
        time_per_choice=session.time_per_choice,
        # Everybody reads it, so it has no words of a language.
        origin=f"{season.league} · {season} · {session}",
        origin_url=session.get_absolute_url(),
    )
    try:
        secret = next_secret(session)
        table = open_dealt_table(by, people, plan, now, absent, server_seed=secret)
    except (TableError, InvalidOptions):
        raise LeagueError(LeagueErrorCode.TABLE_SIZE) from None
    game.kind = Game.Kind.LIVE
    game.table = table
    game.version += 1
    game.save(update_fields=["kind", "table", "version"])
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=seat.index, bot=seat.name) for seat in table.seats.exclude(bot="")
    )


def _table_name(game: Game, league: League) -> str:
    # Everybody reads it: "R" and "table" are the same in French and in English.
    place = f"R{game.round.number}, table {game.table_number}" if game.round else game.table_name
    return f"{place} · {league}"[:TABLE_NAME_LENGTH]


# --- Recording -------------------------------------------------------------------------


def collect(now: datetime, session: Session | None = None) -> int:
    """Record the tables, of all sessions or of one, that have ended and are not recorded yet.

    A crash between the last card and the signal leaves such tables. Returns how many there were.
    """
    ended = _ended()
    if session is not None:
        ended = ended.filter(session=session)
    recorded = 0
    for table_id in ended.values_list("table__pk", flat=True):
        try:
            recorded += record_table(table_id, now)
        except Exception:
            logger.exception("the game at table %s could not be recorded", table_id)
    return recorded


def record_table(table_id: int, now: datetime) -> bool:
    """Record the result of a table that has ended; False if there is none to record (any more).

    One that was broken off counts as it stood after its last full round, or not at all, as the
    season's rules say; a game that somebody counts again after that counts as it stood, or is
    played anew where no round was full. Of a season that was closed nothing changes until it is
    opened again.
    """
    ended = _ended().filter(table_id=table_id)
    season_id = ended.values_list("session__season", flat=True).first()
    if season_id is None:
        return False
    with locked_season(season_id) as season:
        game = locked(ended).select_related("session", "table").first()
        if game is None or game.table is None:
            return False
        _record(season, game, game.table, now)
    return True


def show_round(table_id: int) -> None:
    """Tell who looks at a session how a table of it stands; other tables are ignored."""
    season_id = (
        _waiting().filter(table_id=table_id).values_list("session__season", flat=True).first()
    )
    if season_id is not None:
        with locked_season(season_id) as season:
            season.standings_unchanged = True


def _waiting() -> GameQuerySet:
    """Games without a result, of seasons that run."""
    return Game.objects.filter(
        status=Game.Status.SEATED, session__season__status=Season.Status.OPEN
    )


def _ended() -> GameQuerySet:
    """Those of them whose tables have ended."""
    return _waiting().filter(table__status__in=_ENDED)


def _record(season: Season, game: Game, table: Table, now: datetime) -> None:
    play = Play.from_json(table.state)
    was_proposed = bool(game.proposed)
    game.version += 1
    counted: Collection[int] = ()
    if _counts(season, game, table, play.game):
        game.confirmed_at = now
        seats = list(game.seats.order_by("index"))
        parts = _parts(table, play, seats)
        ranks = rank_seats(parts, season.season_rules)
        counted = record(season, game, seats, parts, ranks, len(play.game.round_scores))
        GameSeat.objects.bulk_update(seats, RESULT)
        game.save()
        write_lines(game, [Did.CONFIRMED], None, now)
    elif _was_broken_off(game):
        _play_anew(game)
        return
    else:
        game.status = Game.Status.VOIDED
        # Whoever wanted it taken out has that by now.
        game.proposed, game.proposed_by = "", None
        game.save(update_fields=["status", "version", "proposed", "proposed_by"])
        write_lines(game, [Did.BROKEN_OFF], None, now)
    game.session.season = season
    if was_proposed:
        notices.tell_to_confirm(game)
    if game.confirmed_at and game.session.status == Session.Status.CLOSED:
        # Its players look there no more.
        notices.tell_late_result(game)
    if season.league.has_webhooks:
        webhooks.tell(season, WebhookDelivery.Event.RESULTS, [game.pk])
    update_standings(season, game.session.number, counted)
    outdate_ratings(season.league, game)


def _counts(season: Season, game: Game, table: Table, played: GameState) -> bool:
    """Whether there is a result: of a game broken off, where the season or somebody wants it."""
    if table.status == Table.Status.FINISHED:
        return True
    is_wanted = season.season_rules.abandoned is Abandoned.AS_IT_STOOD or _was_broken_off(game)
    return is_wanted and bool(played.round_scores)


def _was_broken_off(game: Game) -> bool:
    """Whether the season's rules have taken a game out before.

    If it is in play, somebody has counted it again since.
    """
    return game.versions.filter(did=Did.BROKEN_OFF).exists()


def _play_anew(game: Game) -> None:
    """Let the people of a game sit there as before it was dealt, to play on paper or online."""
    game.seats.filter(player=None).delete()
    game.kind = Game.Kind.SHEET
    game.table = None
    game.save(update_fields=["kind", "table", "version"])


def _parts(table: Table, play: Play, seats: Iterable[GameSeat]) -> list[SeatResult]:
    totals = play.game.totals
    places = play.game.ranks or rank(totals, play.game.eliminated_in)
    played = stand_ins(table.pk, play.game)
    return [
        SeatResult(
            player=seat.player_id,
            heads=totals[seat.index],
            place=places[seat.index],
            was_away=play.away[seat.index],
            substitute_for=seat.substitute_for_id,
            is_untouched=played[seat.index].is_untouched,
            bot_turns=played[seat.index].turns if seat.player_id else 0,
        )
        for seat in seats
    ]
