"""The league of the demo club: two seasons that bots have played, so that every page has a story.

All of it goes through the services, so that its history is a real one. The games are the same every
time; only the dates follow the calendar.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from django.utils import timezone

from accounts.models import Player
from games.bots.levels import choose
from games.rules.deal import SeededDealer, default_client_seed
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from leagues.models import Game, League, Role, Season, Session, Wish
from leagues.people import adjustments, players
from leagues.people.teams import service as teams
from leagues.season_rules import SeasonRules
from leagues.sessions import online, replying, seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import league_life, season_life
from leagues.sheets import new_games, results
from leagues.sheets.score_sheet import Pad, ScoreSheet
from leagues.sheets.stored import read_revision
from leagues.standings.season_lock import locked_open_season

SEED = 66
WEEK = timedelta(weeks=1)
PLACE = "Café de la Gare"
GUESTS = ("Basile", "Aunt Odile", "Marek")
TEAMS = ("The Herd", "Sixth Row", "Low Cards")
DESCRIPTION = "Every Friday from eight o’clock. Guests are welcome: their results count as well."
PILOT = SeasonRules(min_games=2)
CHAMPIONSHIP = SeasonRules(min_games=2, drop_percent=25, preferred=5, final=6)
PILOT_TABLES = ((4, 3), (3, 3, 4), (5, 4))
EVENINGS = 3
PLACES = 8
# How many come to an evening of the championship, the last one being tonight's.
CROWDS = (11, 9, 12, 14)


@dataclass(slots=True)
class Stage:
    """Who takes part, how well they play, and chance that is the same every time."""

    owner: Player
    people: list[Player]
    guests: list[Player] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(SEED))  # noqa: S311

    def skill(self, player_id: int) -> float:
        """The part of their choices that somebody thinks about."""
        order = [player.pk for player in (*self.people, *self.guests)]
        return 1 - 0.025 * (order.index(player_id) * 5 % len(order))


def make_demo_league(owner: Player, members: Sequence[Player], now: datetime) -> None:
    """A public league with a season that is over, one that runs, and an evening going on."""
    stage = Stage(owner, [owner, *members])
    opening = now - (EVENINGS + 1) * WEEK
    league = League(name="Friday League", description=DESCRIPTION, may_be_embedded=True)
    first = league_life.create_league(owner, league, "Pilot season", PILOT)
    league_life.set_role(league, members[2], Role.Kind.SCORER)
    _type_in_pilot(stage, first, opening - (len(PILOT_TABLES) + 1) * WEEK)
    season_life.close_season(first.pk, opening - WEEK)
    second = season_life.copy_season(first, "Championship", players=True, wishes=True)
    season_life.change_plan(second.pk, second.name, CHAMPIONSHIP, second.plan_version)
    season_life.open_season(second.pk, opening)
    _make_teams(stage, second)
    seats.set_wish(second.pk, members[0], members[1], Wish.Kind.APART)
    for number in range(EVENINGS):
        _play_evening(stage, second, _at_eight(opening + number * WEEK))
    _tell_a_story(stage, second, now)
    _begin_tonight(stage, second, now)
    _plan_ahead(stage, second, now)


def _make_teams(stage: Stage, season: Season) -> None:
    listed = list(Player.objects.filter(entries__season=season).order_by("pk"))
    for index, name in enumerate(TEAMS):
        teams.make_team(season.pk, name, listed[index :: len(TEAMS)], stage.owner)


# --- Evenings --------------------------------------------------------------------------


def _type_in_pilot(stage: Stage, season: Season, start: datetime) -> None:
    """Old sheets of paper: nobody was checked in, nobody drew the tables."""
    season_life.open_season(season.pk, start)
    stage.guests = [players.add_guest(season.pk, name) for name in GUESTS]
    for number, sizes in enumerate(PILOT_TABLES):
        begins = _at_eight(start + number * WEEK)
        session = session_life.plan_session(season.pk, SessionPlan(starts_at=begins, place=PLACE))
        coming = stage.rng.sample([*stage.people, *stage.guests], sum(sizes))
        for size in sizes:
            with locked_open_season(season.pk):
                game = new_games.seat(session, [coming.pop().pk for _seat in range(size)])
            _enter(stage, game, begins + timedelta(days=1, minutes=game.number))
        session_life.close_session(session)


def _play_evening(stage: Stage, season: Season, begins: datetime) -> None:
    session = _begin(stage, season, begins)
    for game in session.games.order_by("number"):
        _enter(stage, game, begins + timedelta(hours=2, minutes=game.number))
    session_life.close_session(session)


def _begin(stage: Stage, season: Season, begins: datetime) -> Session:
    """An evening with its people checked in and its tables drawn."""
    session = session_life.plan_session(season.pk, SessionPlan(starts_at=begins, place=PLACE))
    crowd = CROWDS[session.number - 1]
    for player in stage.rng.sample([*stage.people, *stage.guests], crowd):
        session_life.arrive(session, player, begins)
    _draw(stage, session)
    return session


def _draw(stage: Stage, session: Session) -> None:
    free = seats.free_players(session)
    found = seats.propose(session, free, SEED + session.number, seats.meetings(session.season))
    seats.lay_tables(session, found.tables, found.seed, stage.owner)


def _at_eight(day: datetime) -> datetime:
    return timezone.localtime(day).replace(hour=20, minute=0, second=0, microsecond=0)


# --- Sheets ----------------------------------------------------------------------------


def _enter(stage: Stage, game: Game, at: datetime, *, may_confirm: bool = True) -> None:
    sheet = _sheet(stage, _players(game), with_rounds=game.number % 2 == 1)
    results.submit(game, sheet, stage.owner, at, may_confirm=may_confirm)


def _players(game: Game) -> list[int]:
    people = game.seats.filter(player__isnull=False).order_by("index")
    return [seat.player_id for seat in people if seat.player_id]


def _sheet(stage: Stage, seated: Sequence[int], *, with_rounds: bool) -> ScoreSheet:
    """The sheet of a game between bots that are as good as these people."""
    rounds = play_game([stage.skill(player) for player in seated], stage.rng)
    totals = tuple(map(sum, zip(*rounds, strict=True)))
    pad = (
        Pad(columns=tuple(seated), rounds=rounds)
        if with_rounds
        else Pad(columns=tuple(seated), totals=totals)
    )
    return ScoreSheet(pad, (None,) * len(seated))


def play_game(skills: Sequence[float], rng: random.Random) -> tuple[tuple[int, ...], ...]:
    """Heads by round and player of a whole game; a skill is the part of choices thought about."""
    names = [default_client_seed(f"Player {index}") for index in range(len(skills))]
    dealer = SeededDealer(rng.randbytes(32), tuple(names))
    state, _events = new_game(Options(), len(skills), dealer)
    while (decision := state.decision) is not None:
        seat = decision.seats[0]
        level = "gap" if rng.random() < skills[seat] else "random"
        state, _events = apply(state, choose(view_for(state, seat), level, rng), dealer)
    return state.round_scores


# --- What happens in a league ----------------------------------------------------------


def _tell_a_story(stage: Stage, season: Season, now: datetime) -> None:
    """A correction, a game taken out, points taken, somebody who changes their team."""
    games = Game.objects.filter(session__season=season, session__number__lt=4)
    exchanged, spoilt = games.filter(number=1).order_by("session__number")[:2]
    results.correct(
        exchanged,
        _exchange_columns(exchanged),
        stage.people[3],
        "The first two columns were exchanged.",
        now - 3 * WEEK,
    )
    results.void(spoilt, stage.owner, "A card was missing from the deck.", now - 2 * WEEK)
    session = season.sessions.get(number=2)
    late = _players(exchanged)[0]
    adjustments.adjust(
        session,
        Player.objects.get(pk=late),
        Decimal("-1.5"),
        "Came after the first deal, once again.",
        stage.owner,
    )
    left, joined = season.teams.order_by("pk")[:2]
    member = left.members.order_by("pk")[0].player
    teams.leave(left, member, stage.owner)
    teams.join(joined, member, stage.owner)


def _exchange_columns(game: Game) -> ScoreSheet:
    """The sheet with its first two players in each other's column."""
    assert game.sheet is not None  # noqa: S101 - it was entered
    sheet = read_revision(game.sheet)
    first, second, *others = sheet.pad.columns
    pad = Pad(columns=(second, first, *others), rounds=sheet.pad.rounds, totals=sheet.pad.totals)
    return ScoreSheet(pad, sheet.replaced)


def _begin_tonight(stage: Stage, season: Season, now: datetime) -> None:
    """The evening that goes on: one sheet counts, one waits, one table plays online."""
    session = _begin(stage, season, now - timedelta(hours=1))
    games = list(session.games.order_by("number"))
    _enter(stage, games[0], now - timedelta(minutes=10))
    _enter(stage, games[1], now - timedelta(minutes=4), may_confirm=False)
    for player in _of(stage.people, _players(games[2])):
        session_life.leave(session, player, now)
    online.start_online(session, [games[2].number], stage.owner, now, bot_for_absent=True)


def _plan_ahead(stage: Stage, season: Season, now: datetime) -> None:
    """Next week’s session, with more replies than places; one that is cancelled; the final."""
    weeks = [_at_eight(now + number * WEEK) for number in (1, 2, 3)]
    plans = [
        SessionPlan(starts_at=weeks[0], place=PLACE, places=PLACES),
        SessionPlan(starts_at=weeks[1], place=PLACE),
        SessionPlan(starts_at=weeks[2], place=PLACE, name="Final evening", is_final=True),
    ]
    full, closed, _final = session_life.plan_sessions(season.pk, plans, stage.owner)
    for minutes, player in enumerate(stage.people):
        replying.reply(full, player, now - timedelta(minutes=60 - minutes), comes=True)
    session_life.cancel_session(closed, "The café is closed that evening.", stage.owner)


def _of(people: Iterable[Player], ids: Sequence[int]) -> list[Player]:
    return [player for player in people if player.pk in ids]
