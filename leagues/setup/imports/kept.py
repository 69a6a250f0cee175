"""What a past season comes to once its people are known: results, and games that are there."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from leagues.models import Game, GameSeat, League
from leagues.season_rules import Preset, SeasonRules
from leagues.setup.imports.past import PastGame, PastSeason, PastSession
from leagues.sheets.csv.text import CsvCode, LineProblem
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks

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
            seen: dict[int, int] = {}
            for seat in game.seats:
                player = ids.get(seat.player)
                if player in seen:
                    facts = {"other": seen[player]}
                    yield LineProblem(seat.line, CsvCode.TWICE_AT_TABLE, facts=facts)
                if player is not None:
                    seen[player] = seat.line


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
