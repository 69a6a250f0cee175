"""Keep a past season: its sessions, games and sheets, in one transaction of few statements."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from accounts.locks import locked
from accounts.models import Player
from games.plain_text import plain
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
from leagues.season_rules import Preset, SeasonRules
from leagues.setup.imports.layout import PastGame, PastSeason, PastSeat, PastSession
from leagues.sheets.csv.text import CsvCode, LineProblem
from leagues.standings.rating_store import outdate_ratings, unrated
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks
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
        known = {plain(name): pk for pk, name in people_of_league(league).items()}
        made = {
            text: known[plain(guest)]
            for text, guest in plan.guests.items()
            if plain(guest) in known
        }
        people = {**plan.people, **made}
        if sum(count for _name, count in games_there(league, plan.past, people)) != again:
            raise LeagueError(LeagueErrorCode.IMPORTED_ALREADY)
        season = _season(league, plan, now)
        with locked_season(season.pk) as held:
            new = {text: name for text, name in plan.guests.items() if text not in made}
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


# --- What it comes to -----------------------------------------------------------------


# A game by its day and by who took how many heads.
_Played = tuple[str, frozenset[tuple[int | str, int]]]


def begin_of(session: PastSession) -> datetime:
    """When a session began, in the zone of the club where the text names none."""
    at = session.starts_at
    return at if timezone.is_aware(at) else timezone.make_aware(at)


def ranks_of(game: PastGame) -> tuple[int | None, ...]:
    """Twice the rank of each seat, None for who is not ranked."""
    places = [seat.place for seat in game.seats if seat.place is not None]
    ranks = iter(twice_ranks(places))
    return tuple(None if seat.place is None else next(ranks) for seat in game.seats)


def results_of(season: PastSeason, ids: Mapping[str, int]) -> list[GameResult]:
    """The results as the standings count them; ids: of the players by their names."""
    found: list[GameResult] = []
    for place, session in enumerate(season.sessions, 1):
        for game in session.games:
            ranked = [
                (seat, rank)
                for seat, rank in zip(game.seats, ranks_of(game), strict=True)
                if rank is not None and seat.place is not None
            ]
            entries = tuple(
                Entry(ids[seat.counts_for], seat.heads, seat.place or 0, rank)
                for seat, rank in ranked
                if seat.counts_for
            )
            if len(ranked) > 1:
                heads = sum(seat.heads for seat, _rank in ranked)
                number = len(found) + 1
                found.append(GameResult(number, place, len(ranked), heads, game.rounds, entries))
    return found


def check_past(
    season: PastSeason, ids: Mapping[str, int], rules: SeasonRules, now: datetime
) -> Iterator[LineProblem]:
    """What is wrong with a season that could be read, once its people are known."""
    for session in season.sessions:
        if begin_of(session) > now:
            yield LineProblem(session.games[0].line, CsvCode.DATE_TO_COME)
        for game in session.games:
            if rules.preset is Preset.TOTAL and len(game.seats) != rules.most:
                yield LineProblem(game.line, CsvCode.TABLE_SIZE, facts={"most": rules.most})
            seen: dict[int | str, int] = {}
            for seat in game.seats:
                # Of a name that nobody has settled, the letters say enough.
                player = ids.get(seat.player, plain(seat.player))
                if player and player in seen:
                    facts = {"other": seen[player]}
                    yield LineProblem(seat.line, CsvCode.TWICE_AT_TABLE, facts=facts)
                seen.setdefault(player, seat.line)


def same_games(season: PastSeason, ids: Mapping[str, int]) -> Iterator[LineProblem]:
    """Games that are in the text twice: perhaps one of them was pasted again."""
    for session in season.sessions:
        seen: dict[_Played, int] = {}
        for game in session.games:
            played = _played(session, game, ids)
            if played in seen:
                yield LineProblem(game.line, CsvCode.SAME_GAME, facts={"other": seen[played]})
            seen.setdefault(played, game.line)


def games_there(
    league: League, season: PastSeason, ids: Mapping[str, int]
) -> Sequence[tuple[str, int]]:
    """How many of the games each season of a league has already, by the name of the season."""
    if not season.sessions:
        return []
    begins = [begin_of(session) for session in season.sessions]
    a_day = timedelta(days=1)
    seats = GameSeat.objects.filter(
        game__status=Game.Status.CONFIRMED,
        game__session__season__league=league,
        game__session__starts_at__range=(min(begins) - a_day, max(begins) + a_day),
    ).values_list(
        "game__session__season__name", "game_id", "game__session__starts_at", "player_id",
        "bot", "heads",
    )  # fmt: skip
    games: defaultdict[tuple[str, int], list[tuple[int | str, int]]] = defaultdict(list)
    days: dict[int, str] = {}
    for name, game, starts_at, player, bot, heads in seats.order_by(
        "game__session__season__number"
    ):
        games[name, game].append((player or bot, heads or 0))
        days[game] = _day(starts_at)
    wanted = Counter(
        _played(session, game, ids) for session in season.sessions for game in session.games
    )
    found: Counter[str] = Counter()
    for (name, game), taken in games.items():
        if wanted[days[game], frozenset(taken)]:
            found[name] += 1
    return [*found.items()]


def _played(session: PastSession, game: PastGame, ids: Mapping[str, int]) -> _Played:
    taken = ((ids.get(seat.player, seat.player or seat.bot), seat.heads) for seat in game.seats)
    return _day(begin_of(session)), frozenset(taken)


def _day(at: datetime) -> str:
    return timezone.localtime(at).date().isoformat()
