"""Whatever happens in a season: its rows are those of a rebuild, and those worked out by hand."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from leagues.exports.standings import FIELDS, standings_rows
from leagues.models import Adjustment, Bye, Game, GameSeat, Round, Season, Session, Standing
from leagues.models.errors import LeagueError
from leagues.people import adjustments, merging, players
from leagues.season_rules import ByeWorth, Preset, SeasonRules
from leagues.sessions import round_edits, session_life
from leagues.setup.amending import amend, preview_amendment
from leagues.sheets import results
from leagues.standings import rating_store, store
from leagues.standings.board import sessions_with_standings
from leagues.standings.figures import figure_text
from tests.factories import PlayerFactory
from tests.leagues.exports.by_hand import Absent, Played, Wanted, finalists, semi_finalists
from tests.leagues.exports.by_hand import standings as by_hand
from tests.support.leagues import make_game, make_guest, make_season, make_session, sheet_of

pytestmark = pytest.mark.django_db

STEPS = 24
SESSIONS = 4
TOTALS = (8, 20, 33, 50)
WEIGHTS = {"index": 60, "win": 15, "presence": 5, "heads": -1}
RULES: dict[str, dict[str, Any]] = {
    "index": {},
    "every game": {"min_games": 0},
    "a third dropped": {"drop_percent": 34, "min_games": 3},
    "best": {"preset": Preset.BEST, "best_of": 2},
    "a final": {"final": 3},
    "a final, best games": {"final": 2, "preset": Preset.BEST, "best_of": 2, "min_games": 1},
    "a semi-final": {"final": 2, "semi_final": 5},
    "placement": {
        "preset": Preset.PLACEMENT,
        "drop_percent": 20,
        "bye": ByeWorth.POINTS,
        "bye_points": 3,
    },
    "total": {
        "preset": Preset.TOTAL,
        "fewest": 4,
        "preferred": 4,
        "most": 4,
        "min_games": 2,
        "no_show": 2,
    },
    "best session": {"best_sessions": 1, "min_sessions": 2},
    "best sessions summed": {
        "preset": Preset.PLACEMENT,
        "best_sessions": 2,
        "drop_percent": 34,
        "bye": ByeWorth.AVERAGE,
        "no_show": 5,
    },
    "fewest heads": {
        "preset": Preset.TOTAL,
        "fewest": 4,
        "preferred": 4,
        "most": 4,
        "best_sessions": 2,
        "min_sessions": 1,
    },
    "weights": {
        "preset": Preset.WEIGHTS,
        **{f"weight_{name}": points for name, points in WEIGHTS.items()},
        "min_games": 1,
    },
}


class Happenings:
    """A season in which anything may happen next."""

    def __init__(self, chance: random.Random, rules: dict[str, Any]) -> None:
        self.chance = chance
        self.scorer = PlayerFactory.create()
        self.season = make_season(self.scorer, **rules)
        self.people = [*PlayerFactory.create_batch(5), *map(make_guest, ("Dominique", "Eve"))]
        self.sizes = (4,) if rules.get("preset") is Preset.TOTAL else (3, 4, 5)
        for number in range(1, SESSIONS + 1):
            make_session(
                self.season,
                is_final=number == SESSIONS and "final" in rules,
                is_semi_final=number == SESSIONS - 1 and "semi_final" in rules,
            )

    def happen(self) -> None:
        """One thing that can happen now."""
        ways: list[Callable[[], object]] = [
            self.play, self.play, self.play_round, self.play_round, self.excuse, self.correct,
            self.correct, self.void, self.restore, self.adjust, self.cancel, self.withdraw,
            self.come_back, self.move, self.merge, self.part, self.add,
        ]  # fmt: skip
        self.chance.shuffle(ways)
        for way in ways:
            try:
                way()
            except (LeagueError, IndexError):
                # Not now: nobody to withdraw, say, or nothing to take back.
                continue
            return

    def session(self) -> Session:
        return self.chance.choice(list(self.season.sessions.order_by("pk")))

    def game(self, status: Game.Status) -> Game:
        games = Game.objects.filter(session__season=self.season, status=status)
        return self.chance.choice(list(games.select_related("session__season").order_by("pk")))

    def player(self) -> Player:
        return self.chance.choice(self.people)

    def sheet(self, at: Sequence[Player]) -> Any:
        totals = [self.chance.choice(TOTALS) for _seat in at[1:]] + [70]
        self.chance.shuffle(totals)
        return sheet_of(at, totals=totals)

    def table(self) -> list[Player]:
        return self.chance.sample(self.people, self.chance.choice(self.sizes))

    def play(self) -> None:
        at = self.table()
        game = make_game(self.session(), at)
        results.submit(game, self.sheet(at), self.scorer, timezone.now())

    def play_round(self) -> None:
        session, at = self.session(), self.table()
        laid = Round.objects.create(session=session, number=session.rounds.count() + 1, seed=1)
        for player in self.people:
            if player not in at and self.chance.random() < 0.7:
                kind = self.chance.choice(Bye.Kind.values)
                Bye.objects.create(round=laid, player=player, kind=kind)
        game = make_game(session, at, round=laid, table_number=1)
        results.submit(game, self.sheet(at), self.scorer, timezone.now())

    def excuse(self) -> None:
        byes = Bye.objects.filter(round__session__season=self.season).order_by("pk")
        bye = self.chance.choice(list(byes.select_related("round__session")))
        games = bye.round.games.prefetch_related("seats")
        kind = self.chance.choice((*Bye.Kind, None))
        edit = round_edits.Edit(bye.player_id, kind=kind)
        seen = round_edits.plan_of(games)
        round_edits.rearrange(bye.round.session, bye.round.number, seen, edit, self.scorer)

    def correct(self) -> None:
        game = self.game(Game.Status.CONFIRMED)
        at = [seat.player for seat in game.seats.select_related("player") if seat.player]
        at = self.chance.choice((at, self.table()))
        results.correct(game, self.sheet(at), self.scorer, "misread", timezone.now())

    def void(self) -> None:
        game = self.game(Game.Status.CONFIRMED)
        results.void(game, self.scorer, "played twice", timezone.now())

    def restore(self) -> None:
        game = self.game(Game.Status.VOIDED)
        results.restore(game, self.scorer, "no, once", timezone.now())

    def adjust(self) -> None:
        points = Decimal(self.chance.randrange(-40, 40)) / 4
        adjustments.adjust(self.session(), self.player(), points, "late", self.scorer)

    def cancel(self) -> None:
        given = self.chance.choice(list(Adjustment.objects.order_by("pk")))
        adjustments.cancel(given, self.scorer, timezone.now())

    def withdraw(self) -> None:
        at = self.session().starts_at + timedelta(days=2)
        players.withdraw(self.season.pk, self.player(), at)

    def come_back(self) -> None:
        players.come_back(self.season.pk, self.player())

    def add(self) -> None:
        players.add_player(self.season.pk, self.player())

    def move(self) -> None:
        session = self.session()
        begins = session.starts_at + timedelta(days=self.chance.randrange(-20, 20))
        plan = session_life.SessionPlan(
            begins, is_final=session.is_final, is_semi_final=session.is_semi_final
        )
        session_life.change_session(session, plan)

    def merge(self) -> None:
        guest = self.chance.choice([one for one in self.people if one.user_id is None])
        members = [one for one in self.people if one.user_id is not None]
        league, now = self.season.league, timezone.now()
        merging.merge(league, guest, self.chance.choice(members), self.scorer, now)

    def part(self) -> None:
        merged = self.chance.choice(list(self.season.league.merges.filter(undone_at=None)))
        merging.undo(merged, self.scorer, timezone.now())


def name(player_id: int) -> str:
    return f"{player_id:06}"


def played(session: Session, number: int) -> Iterator[Played]:
    """The games of a session that count, as their sheets have them."""
    seats = GameSeat.objects.filter(game__session=session, game__status=Game.Status.CONFIRMED)
    heads: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for seat in seats.select_related("game"):
        assert seat.player_id is not None
        assert seat.heads is not None
        heads[seat.game.number][name(seat.player_id)] = seat.heads
    for table, taken in sorted(heads.items()):
        yield Played(number, table, taken, 0)


def absent(session: Session, number: int) -> Iterator[Absent]:
    """The byes and no-shows of the rounds of a session that were played."""
    for bye in Bye.objects.filter(round__session=session):
        seats = GameSeat.objects.filter(game__round=bye.round, game__status=Game.Status.CONFIRMED)
        if seats.exists() and not seats.filter(player=bye.player).exists():
            yield Absent(number, name(bye.player_id), bye.kind == Bye.Kind.NO_SHOW)


def gone(season: Season, begun: Sequence[Session], *, is_newest: bool) -> set[str]:
    """Who has withdrawn by the last of these sessions, and has not played since."""
    found = set()
    for entrant in season.entrants.exclude(withdrawn_at=None):
        at = entrant.withdrawn_at
        since = [each for each in begun if at and each.starts_at >= at]
        seats = GameSeat.objects.filter(game__status=Game.Status.CONFIRMED, player=entrant.player)
        if (since or is_newest) and not seats.filter(game__session__in=since).exists():
            found.add(name(entrant.player_id))
    return found


def expected(season: Season, wanted: Wanted) -> dict[int, list[dict[str, Any]]]:
    """The rows after each session after which there are any, by its number, of who has played."""
    begun: list[Session] = []
    games: list[Played] = []
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    away: list[Absent] = []
    telling: list[tuple[list[Session], list[Played], dict[str, Fraction], list[Absent]]] = []
    decided: dict[str, int] = {}
    halved: dict[str, int] = {}
    after_final = {}
    for place, session in enumerate(season.sessions.order_by("starts_at", "number")):
        begun.append(session)
        own = list(played(session, place))
        games += own
        away += absent(session, place)
        given = Adjustment.objects.filter(session=session, cancelled_at=None)
        for adjustment in given:
            points[name(adjustment.player_id)] += Fraction(adjustment.points)
        if own or given:
            decides = (session.is_final and wanted.final) or (
                session.is_semi_final and wanted.semi_final
            )
            if decides and telling:
                after, counting, so_far, missing = telling[-1]
                left = gone(season, after, is_newest=False)
                before = by_hand(counting, wanted, so_far, left, None, missing, halved)
                if session.is_final:
                    decided = finalists(before, own, wanted)
                else:
                    halved = semi_finalists(before, own, wanted)
            after_final[session.number] = decided, halved
            telling.append((list(begun), list(games), dict(points), list(away)))
    return {
        after[-1].number: by_hand(
            counting,
            wanted,
            so_far,
            gone(season, after, is_newest=after == telling[-1][0]),
            after_final[after[-1].number][0],
            missing,
            after_final[after[-1].number][1],
        )
        for after, counting, so_far, missing in telling
        if counting
    }


def kept(season: Season) -> dict[int, list[dict[str, Any]]]:
    """The same rows as the exports have them."""
    season.refresh_from_db()
    rows = {
        session.number: [dict(zip(FIELDS, row, strict=True)) for row in standings_rows(session)]
        for session in sessions_with_standings(season)
    }
    return {
        number: [
            {key: value for key, value in row.items() if key not in {"player_id", "change"}}
            | {"player": name(row["player_id"])}
            for row in after
            if row["games"]
        ]
        for number, after in rows.items()
        if any(row["games"] for row in after)
    }


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("rules", RULES)
def test_kept_rows_are_those_of_a_rebuild_and_those_worked_out_by_hand(
    rules: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(f"{rules} {seed}")

    def sometimes(work: Callable[[], object]) -> None:
        # A process may die before it does what follows, and leave it to whoever reads.
        if chance.random() < 0.5:
            work()

    monkeypatch.setattr("leagues.standings.season_lock.after_commit", sometimes)
    agreed = RULES[rules]
    wanted = wanted_of(agreed)
    happenings = Happenings(chance, agreed)
    season = happenings.season
    for step in range(1, STEPS + 1):
        happenings.happen()
        if step % 3 == 0:
            assert kept(season) == expected(season, wanted)
    rating_store.RATINGS.bring_up_to_date(season.league_id)
    assert Standing.objects.filter(season=season).exists()
    assert store.rebuild(season.pk) == 0
    assert rating_store.rebuild(season.league_id) == 0


def wanted_of(agreed: dict[str, Any]) -> Wanted:
    """The same rules for who works them out by hand."""
    return Wanted(
        preset=str(agreed.get("preset", Preset.INDEX)),
        best_of=agreed.get("best_of", 10),
        weights=WEIGHTS,
        min_games=agreed.get("min_games"),
        drop_percent=agreed.get("drop_percent", 0),
        final=agreed.get("final", 0),
        semi_final=agreed.get("semi_final", 0),
        best_sessions=agreed.get("best_sessions", 0),
        min_sessions=agreed.get("min_sessions", 0),
        bye=agreed.get("bye", "nothing"),
        bye_points=agreed.get("bye_points", 0),
        no_show=agreed.get("no_show", 0),
    )


# The final is decided at the tables; heads per game needs tables of one size.
AMENDED = [name for name, rules in RULES.items() if not {"final", "most"} & rules.keys()]


@pytest.mark.parametrize("rules", AMENDED)
def test_amended_rules_count_all_games_anew_as_they_were_foretold(rules: str) -> None:
    chance = random.Random(f"amend {rules}")
    before = chance.choice([each for each in AMENDED if each != rules])
    happenings = Happenings(chance, RULES[before])
    season = happenings.season
    for _step in range(STEPS // 2):
        happenings.happen()
    season.refresh_from_db()
    agreed = SeasonRules(**RULES[rules])
    foretold = preview_amendment(season, agreed)
    amend(season.pk, agreed, "A vote", foretold.seen, happenings.scorer, timezone.now())
    assert kept(season) == expected(season, wanted_of(RULES[rules]))
    newest = Standing.objects.newest_of(season).filter(games__gt=0).select_related("player")
    now = {row.player.name: (row.place, figure_text(row.figure, agreed.preset)) for row in newest}
    assert now == {
        row.name: (None if row.place_then == "–" else int(row.place_then), row.figure_then)
        for row in foretold.rows
    }
    for _step in range(STEPS // 4):
        happenings.happen()
    assert kept(season) == expected(season, wanted_of(RULES[rules]))
    assert store.rebuild(season.pk) == 0


def places(season: Season) -> dict[str, int | None]:
    """The present places by name."""
    season.refresh_from_db()
    store.ensure_up_to_date(season)
    rows = Standing.objects.newest_of(season).values_list("player__name", "place")
    return dict(rows.order_by("order"))


# Each differs from one of these by a number or a word.
LIKE_OTHERS = {"every game", "best", "a final", "placement", "fewest heads", "best session"}


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in LIKE_OTHERS else ())
        for name in RULES
    ],
)
def test_a_withdrawal_changes_the_places_that_were_foretold(rules: str) -> None:
    happenings = Happenings(random.Random(f"withdraw {rules}"), RULES[rules])
    season = happenings.season
    for _step in range(STEPS // 2):
        happenings.happen()
    before = places(season)
    for player in Player.objects.filter(entries__season=season).order_by("pk"):
        foretold = store.preview_withdrawal(season, player.pk)
        with transaction.atomic():
            players.withdraw(season.pk, player, timezone.now() + timedelta(days=90))
            after = places(season)
            transaction.set_rollback(True)
        assert foretold == [
            (name, place, after.get(name))
            for name, place in before.items()
            if place is not None and place != after.get(name)
        ]
        season.refresh_from_db()


def test_a_semi_final_amended_before_its_tables_are_drawn_decides_as_if_it_had_been_a_rule() -> (
    None
):
    rules = RULES["a semi-final"]
    happenings = Happenings(random.Random("amend a semi-final"), rules)
    season, by = happenings.season, happenings.scorer
    with_it, without = SeasonRules(**rules), SeasonRules(final=rules["final"])
    for agreed in (without, with_it):
        seen = preview_amendment(season, agreed).seen
        amend(season.pk, agreed, "A vote", seen, by, timezone.now())
        for session in season.sessions.filter(is_final=False, is_semi_final=False):
            results.submit(
                make_game(session, happenings.people),
                happenings.sheet(happenings.people), by, timezone.now(),
            )  # fmt: skip
        season.refresh_from_db()
    for _step in range(STEPS):
        happenings.happen()
    assert kept(season) == expected(season, wanted_of(rules))
    assert store.rebuild(season.pk) == 0
