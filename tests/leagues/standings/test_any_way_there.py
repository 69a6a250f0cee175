"""Kept standings are a function of what counts: whatever the way to it, the rows are the same."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Rating, RatingPoint, Season, Session, Standing
from leagues.models.errors import LeagueError
from leagues.season_rules import Preset
from leagues.sheets import results
from leagues.standings import counted_games, store
from leagues.standings import rating_store as ratings_of_league
from leagues.standings.store import enter_players
from tests.factories import PlayerFactory
from tests.support.leagues import enter, make_game, make_season, make_session, sheet_of

pytestmark = pytest.mark.django_db

SESSIONS = 3
GAMES = 4
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"drop_percent": 34, "min_games": 3},
    {"preset": Preset.BEST, "best_of": 2},
    {"preset": Preset.PLACEMENT},
)


def rows(season: Season) -> list[tuple[Any, ...]]:
    """All that is kept of a season's standings, games named by session and number."""
    names = {
        pk: (session, number)
        for pk, session, number in Game.objects.filter(session__season=season).values_list(
            "pk", "session__number", "number"
        )
    }
    return [
        (
            row.session.number, row.order, row.player_id, row.kind, row.place, row.change,
            row.figure, row.adjustment, row.games, row.counted, row.share, row.wins, row.heads,
            row.rounds, row.decided_by, [(names[game], *rest) for game, *rest in row.form],
        )
        for row in Standing.objects.filter(season=season).select_related("session")
    ]  # fmt: skip


def ratings(season: Season) -> list[tuple[Any, ...]]:
    kept = Rating.objects.filter(league=season.league).order_by("player_id")
    points = RatingPoint.objects.filter(league=season.league).order_by("player_id", "number")
    return [
        *kept.values_list("player_id", "mu", "sigma", "games"),
        *points.values_list("player_id", "number", "mu", "sigma"),
    ]


def some_totals(chance: random.Random, size: int) -> list[int]:
    """Totals of a game that is over, often with ties."""
    totals = [chance.choice((8, 20, 33, 50)) for _seat in range(size - 1)] + [70]
    chance.shuffle(totals)
    return totals


def plan(chance: random.Random, people: Sequence[Player]) -> list[tuple[int, int, list[Player]]]:
    """Session, number and players of every game of a season, tables of three to five."""
    return [
        (session, number, chance.sample(list(people), chance.choice((3, 4, 5))))
        for session in range(1, SESSIONS + 1)
        for number in range(1, GAMES + 1)
    ]


def set_out(season: Season, planned: Sequence[tuple[int, int, list[Player]]]) -> list[Game]:
    """The games, not played yet; everybody is a player of the season from its start."""
    enter_players(season, {one.pk for _session, _number, at in planned for one in at}, 1)
    sessions = [make_session(season) for _number in range(SESSIONS)]
    return [
        make_game(sessions[session - 1], players, number=number)
        for session, number, players in planned
    ]


def players_of(game: Game) -> list[Player]:
    return [seat.player for seat in game.seats.select_related("player") if seat.player]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.get("preset", rules)))
def test_the_order_in_which_results_come_in_does_not_matter(rules: dict[str, Any]) -> None:
    chance = random.Random(7)
    people = PlayerFactory.create_batch(7)
    planned = plan(chance, people)
    totals = [some_totals(chance, len(players)) for _session, _number, players in planned]
    found = []
    for seed in (1, 2):
        season = make_season(**rules)
        played = list(zip(set_out(season, planned), totals, strict=True))
        random.Random(seed).shuffle(played)
        for game, entered in played:
            enter(game, entered, by=people[0])
        found.append((rows(season), ratings(season)))
    assert found[0][0]
    assert found[1] == found[0]


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 8))]
)
def test_corrections_that_end_the_same_leave_the_same_standings(seed: int) -> None:
    chance = random.Random(seed)
    people = PlayerFactory.create_batch(6)
    scorer = PlayerFactory.create()
    planned = plan(chance, people)
    rules = chance.choice(RULES)
    season = make_season(**rules)
    games = set_out(season, planned)
    for _step in range(25):
        change_something(chance, chance.choice(games), scorer)
    straight = make_season(**rules)
    for game, copy in zip(games, set_out(straight, planned), strict=True):
        game.refresh_from_db()
        if game.status == Game.Status.CONFIRMED and game.sheet:
            enter(copy, [seat.total or 0 for seat in game.sheet.seats.all()], by=scorer)
    assert rows(straight) == rows(season)
    assert ratings(straight) == ratings(season)


def change_something(chance: random.Random, game: Game, by: Player) -> None:
    """Enter, correct, take out or count again, whatever the game allows."""
    now = timezone.now()
    game.refresh_from_db()
    players = players_of(game)
    sheet = sheet_of(players, totals=some_totals(chance, len(players)))
    ways: list[Callable[[], object]] = [
        lambda: results.submit(game, sheet, by, now),
        lambda: results.correct(game, sheet, by, "misread", now),
        lambda: results.void(game, by, "played twice", now),
        lambda: results.restore(game, by, "no, once", now),
    ]
    chance.shuffle(ways)
    for way in ways:
        try:
            way()
        except LeagueError:
            continue
        return


def test_rebuilt_from_nothing_the_standings_are_the_same() -> None:
    chance = random.Random(5)
    season = make_season(drop_percent=20)
    for game in set_out(season, plan(chance, PlayerFactory.create_batch(7))):
        enter(game, some_totals(chance, game.seats.count()))
    kept, rated = rows(season), ratings(season)
    Standing.objects.all().delete()
    Rating.objects.all().delete()
    RatingPoint.objects.all().delete()
    written = store.rebuild(season.pk) + ratings_of_league.rebuild(season.league_id)
    assert (rows(season), ratings(season)) == (kept, rated)
    assert written == len(kept) + len(rated)


def test_where_nothing_has_changed_nothing_is_written(season: Season) -> None:
    chance = random.Random(5)
    for game in set_out(season, plan(chance, PlayerFactory.create_batch(7))):
        enter(game, some_totals(chance, game.seats.count()))
    assert store.rebuild(season.pk) == 0
    assert ratings_of_league.rebuild(season.league_id) == 0


def test_a_change_leaves_the_standings_before_it_alone(season: Season) -> None:
    chance = random.Random(5)
    games = set_out(season, plan(chance, PlayerFactory.create_batch(7)))
    for game in games:
        enter(game, some_totals(chance, game.seats.count()))
    first = Session.objects.get(season=season, number=1)
    before = list(Standing.objects.filter(session=first).values())
    games[-1].refresh_from_db()
    results.void(games[-1], PlayerFactory.create(), "not finished", timezone.now())
    assert list(Standing.objects.filter(session=first).values()) == before


def test_a_session_that_loses_its_only_game_loses_its_standings(session: Session) -> None:
    game = enter(make_game(session, PlayerFactory.create_batch(3)), [5, 9, 70])
    assert Standing.objects.filter(session=session).exists()
    results.void(game, PlayerFactory.create(), "not finished", timezone.now())
    assert not Standing.objects.filter(session=session).exists()


def test_standings_from_before_sums_were_kept_go_on_all_the_same(season: Season) -> None:
    chance = random.Random(5)
    *games, last = set_out(season, plan(chance, PlayerFactory.create_batch(7)))
    for game in games:
        enter(game, some_totals(chance, game.seats.count()))
    kept = rows(season)
    Standing.objects.update(counted_heads=None, value=None, expected_heads=None, win=None)
    season.refresh_from_db()
    assert store.rebuild(season.pk) == 0
    assert rows(season) == kept
    Standing.objects.update(counted_heads=None, value=None, expected_heads=None, win=None)
    enter(last, some_totals(chance, last.seats.count()))
    assert rows(season) != kept
    assert store.rebuild(season.pk) == 0


def test_a_correction_of_an_old_session_is_never_shown_by_halves(
    monkeypatch: pytest.MonkeyPatch, season: Season
) -> None:
    chance = random.Random(5)
    games = set_out(season, plan(chance, PlayerFactory.create_batch(7)))
    for game in games:
        enter(game, some_totals(chance, game.seats.count()))
    monkeypatch.setattr("leagues.standings.season_lock.after_commit", lambda _work: None)
    results.void(games[0], PlayerFactory.create(), "not finished", timezone.now())
    results.void(games[-1], PlayerFactory.create(), "not finished", timezone.now())
    season.refresh_from_db()
    assert season.outdated_standings
    store.ensure_up_to_date(season)
    season.refresh_from_db()
    assert season.outdated_standings is None
    assert store.rebuild(season.pk) == 0


def test_a_change_of_the_newest_session_reads_its_players_games_of_that_session_only(
    monkeypatch: pytest.MonkeyPatch, season: Season
) -> None:
    chance = random.Random(5)
    games = set_out(season, plan(chance, PlayerFactory.create_batch(7)))
    for game in games:
        enter(game, some_totals(chance, game.seats.count()))
    assert rows(season)
    read: list[tuple[set[int], int]] = []
    among = counted_games.results_among

    def note(asked: Season, order: counted_games.Order, players: Any, since: int = 1) -> Any:
        # Of those who are level the meetings are read as well.
        if since > 1:
            read.append((set(players), order.ids[since - 1]))
        return among(asked, order, players, since)

    monkeypatch.setattr(counted_games, "results_among", note)
    game = games[-1]
    game.refresh_from_db()
    results.void(game, PlayerFactory.create(), "not finished", timezone.now())
    assert rows(season)
    assert read == [({player.pk for player in players_of(game)}, game.session_id)]
