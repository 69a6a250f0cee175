"""Keep a past season: its sessions, games and sheets, in one transaction of few statements."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery

from accounts.locks import locked
from accounts.models import Player
from leagues.models import (
    Entrant,
    Game,
    GameSeat,
    GameVersion,
    League,
    RevisionSeat,
    Season,
    Session,
    SheetRevision,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.find import people_of_league
from leagues.people.guests import make_guests
from leagues.season_rules import SeasonRules
from leagues.setup.imports.kept import begin_of, games_there, ranks_of
from leagues.setup.imports.past import PastGame, PastSeason, PastSeat
from leagues.standings.rating_store import outdate_ratings, unrated
from leagues.standings.season_lock import hold_players, locked_season
from leagues.standings.store import update_all_standings

_LINES = (GameVersion.Did.SUBMITTED, GameVersion.Did.CONFIRMED)
_ROWS_AT_ONCE = 500


class PastPlan(NamedTuple):
    """A past season that can be kept.

    people: ids by name in the text. guests: the names of new players, by name in the text.
    """

    name: str
    rules: SeasonRules
    past: PastSeason
    people: Mapping[str, int]
    guests: Mapping[str, str]


def import_season(league: League, plan: PastPlan, by: Player, now: datetime, again: int) -> Season:
    """Keep a past season as the newest of a league, closed; its games are confirmed sheets.

    again: how many of its games the league was said to have already. Raises
    LeagueError(IMPORTED_ALREADY) where it has another number of them, PLAYER_GONE.
    """
    with transaction.atomic():
        hold_players({*plan.people.values()})
        locked(League.objects.all()).get(pk=league.pk)
        # The same text, sent twice, has made these guests before.
        known = {name.casefold(): pk for pk, name in people_of_league(league).items()}
        people = {**plan.people}
        for text, guest in plan.guests.items():
            if guest.casefold() in known:
                people[text] = known[guest.casefold()]
        if sum(count for _name, count in games_there(league, plan.past, people)) != again:
            raise LeagueError(LeagueErrorCode.IMPORTED_ALREADY)
        season = _season(league, plan, now)
        with locked_season(season.pk) as held:
            new = {text: name for text, name in plan.guests.items() if text not in people}
            people |= make_guests(held, new)
            _keep(held, plan.past, people, by, now)
            update_all_standings(held)
            outdate_ratings(league, begin_of(plan.past.sessions[0]))
    return season


def _season(league: League, plan: PastPlan, now: datetime) -> Season:
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    season = Season(
        league=league,
        number=last + 1,
        name=plan.name,
        status=Season.Status.CLOSED,
        opened_at=begin_of(plan.past.sessions[0]),
        closed_at=now,
    )
    season.season_rules = plan.rules
    season.save()
    return season


def _keep(
    season: Season, past: PastSeason, people: Mapping[str, int], by: Player, now: datetime
) -> None:
    sessions = Session.objects.bulk_create(
        Session(
            season=season,
            number=each.number,
            name=each.name,
            starts_at=begin_of(each),
            status=Session.Status.CLOSED,
        )
        for each in past.sessions
    )
    told = [
        (session, game)
        for session, each in zip(sessions, past.sessions, strict=True)
        for game in each.games
    ]
    options = season.season_rules.options.to_json()
    games = [_game(session, game, options, by, now) for session, game in told]
    Game.objects.bulk_create(games, batch_size=_ROWS_AT_ONCE)
    _keep_sheets(season, games, [game for _session, game in told], people, by, now)
    seats = [
        _seat(game, index, people, seat, rank)
        for game, (_session, played) in zip(games, told, strict=True)
        for index, (seat, rank) in enumerate(zip(played.seats, ranks_of(played), strict=True))
    ]
    GameSeat.objects.bulk_create(seats, batch_size=_ROWS_AT_ONCE)
    _enter(season, past, people)


def _game(
    session: Session, game: PastGame, options: Mapping[str, object], by: Player, now: datetime
) -> Game:
    ranked = [seat for seat in game.seats if seat.place is not None]
    return Game(
        session=session,
        number=game.number,
        table_number=game.number,
        status=Game.Status.CONFIRMED,
        options=options,
        size=len(ranked),
        heads=sum(seat.heads for seat in ranked),
        rounds=game.rounds,
        entered_by=by,
        entered_at=now,
        confirmed_by=by,
        confirmed_at=now,
    )


def _seat(
    game: Game, index: int, people: Mapping[str, int], seat: PastSeat, rank: int | None
) -> GameSeat:
    return GameSeat(
        game=game,
        index=index,
        player_id=people[seat.player] if seat.player else None,
        bot="" if seat.player else seat.bot,
        substitute_for_id=people[seat.absent] if seat.player and seat.absent else None,
        counts_for_id=people[seat.counts_for] if seat.counts_for and rank is not None else None,
        heads=seat.heads,
        place=seat.place,
        twice_rank=rank,
    )


def _keep_sheets(
    season: Season,
    games: list[Game],
    told: list[PastGame],
    people: Mapping[str, int],
    by: Player,
    now: datetime,
) -> None:
    """A sheet of totals for each game, and the lines of its history."""
    sheets = SheetRevision.objects.bulk_create(
        [
            SheetRevision(game=game, round_count=played.rounds or None)
            for game, played in zip(games, told, strict=True)
        ],
        batch_size=_ROWS_AT_ONCE,
    )
    columns = [
        RevisionSeat(
            revision=sheet,
            index=index,
            player_id=people[seat.player],
            substitute_for_id=people[seat.absent] if seat.absent else None,
            total=seat.heads,
        )
        for sheet, played in zip(sheets, told, strict=True)
        for index, seat in enumerate(seat for seat in played.seats if seat.player)
    ]
    RevisionSeat.objects.bulk_create(columns, batch_size=_ROWS_AT_ONCE)
    lines = [
        GameVersion(game=game, number=number, did=did, sheet=sheet, by=by, at=now)
        for game, sheet in zip(games, sheets, strict=True)
        for number, did in enumerate(_LINES, 1)
    ]
    GameVersion.objects.bulk_create(lines, batch_size=_ROWS_AT_ONCE)
    own = SheetRevision.objects.filter(game=OuterRef("pk")).values("pk")
    Game.objects.filter(session__season=season).update(sheet=Subquery(own[:1]))


def _enter(season: Season, past: PastSeason, people: Mapping[str, int]) -> None:
    """Make everybody for whom a result counts a player of the season, from their first session."""
    since: dict[int, int] = {}
    for session in past.sessions:
        for game in session.games:
            for seat in game.seats:
                if seat.counts_for and seat.place is not None:
                    since.setdefault(people[seat.counts_for], session.number)
    refusing = unrated(season.league)
    Entrant.objects.bulk_create(
        [
            Entrant(
                season=season,
                player_id=player,
                joined_from=number,
                is_rated=player not in refusing,
                joined_by_game=True,
            )
            for player, number in since.items()
        ],
        batch_size=_ROWS_AT_ONCE,
    )
