"""Byes and no-shows in the standings of a season whose rules count them."""

from http import HTTPStatus
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import AuditLine, Bye, Game, Round, Season, Standing
from leagues.people import merging
from leagues.season_rules import ByeWorth, Preset
from leagues.sessions import round_edits, seats, session_life
from leagues.sessions.finals.outlook import next_game_of, outlook
from leagues.sessions.round_edits import Edit
from leagues.sheets import results
from leagues.standings.store import ensure_up_to_date
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.leagues.sessions.rooms import check_in
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_guest, make_season, make_session, sheet_of

pytestmark = pytest.mark.django_db

POINTS: dict[str, Any] = {
    "preset": Preset.PLACEMENT, "bye": ByeWorth.POINTS, "bye_points": 4, "no_show": 3,
}  # fmt: skip


class Evening:
    """A session; Ana wins against Bob at the first table of each round, for 10 and 6 points."""

    def __init__(self, **rules: Any) -> None:
        self.season = make_season(**{"fewest": 2, "preferred": 2, **POINTS, **rules})
        self.session = make_session(self.season)
        names = ("Ana", "Bob", "Cem", "Dan", "Eve")
        self.ana, self.bob, self.cem, self.dan, self.eve = (
            PlayerFactory.create(name=name) for name in names
        )
        self.here = [self.ana, self.bob, self.cem, self.dan, self.eve]
        check_in(self.session, *self.here)

    def lay(self, *tables: list[Player]) -> Round:
        """The next round; everybody else has a bye."""
        ids = [[player.pk for player in table] for table in tables]
        return seats.lay_tables(self.session, ids, 7, self.ana)

    def play(self, row: Round, table: int = 1) -> Game:
        game = row.games.get(table_number=table)
        return enter(
            game, [10, 70], players=[seat.player for seat in game.seats.all() if seat.player]
        )

    def edit(self, row: Round, edit: Edit) -> None:
        games = row.games.prefetch_related("seats")
        seen = round_edits.plan_of(games)
        round_edits.rearrange(self.session, row.number, seen, edit, self.ana)

    def adjustment(self, player: Player) -> float:
        return self.row(player).adjustment

    def row(self, player: Player) -> Standing:
        self.season.refresh_from_db()
        ensure_up_to_date(self.season)
        return Standing.objects.get(session=self.session, player=player)


@pytest.fixture
def evening() -> Evening:
    """Anew for each test."""
    return Evening()


def test_a_bye_counts_once_its_round_has_a_result_and_as_long_as_it_has_one(
    evening: Evening,
) -> None:
    first = evening.lay([evening.ana, evening.bob])
    evening.play(first)
    assert evening.adjustment(evening.cem) == 4
    second = evening.lay([evening.ana, evening.bob])
    assert evening.adjustment(evening.cem) == 4
    game = evening.play(second)
    assert (evening.adjustment(evening.cem), evening.row(evening.cem).byes) == (8, 2)
    results.void(game, evening.ana, "played another day", timezone.now())
    assert evening.adjustment(evening.cem) == 4
    game.refresh_from_db()
    results.restore(game, evening.ana, "no, today", timezone.now())
    assert evening.adjustment(evening.cem) == 8


def test_a_no_show_who_turns_up_after_all_loses_nothing(evening: Evening) -> None:
    row = evening.lay([evening.ana, evening.bob], [evening.cem, evening.dan, evening.eve])
    evening.edit(row, Edit(evening.cem.pk, kind=Bye.Kind.NO_SHOW))
    evening.play(row)
    assert (evening.adjustment(evening.cem), evening.row(evening.cem).no_shows) == (-3, 1)
    evening.edit(row, Edit(evening.cem.pk, table=2))
    assert (evening.adjustment(evening.cem), evening.row(evening.cem).no_shows) == (0, 0)


def test_why_somebody_has_no_seat_is_changed_once_all_tables_have_results(evening: Evening) -> None:
    row = evening.lay([evening.ana, evening.bob])
    evening.play(row)
    for kind, points in ((Bye.Kind.NO_SHOW, -3), (None, 0), (Bye.Kind.BYE, 4), (Bye.Kind.BYE, 4)):
        evening.edit(row, Edit(evening.cem.pk, kind=kind))
        assert evening.adjustment(evening.cem) == points
    told = AuditLine.objects.filter(about=evening.cem).order_by("pk").values_list("did", flat=True)
    assert [*told] == ["noted_no_show", "forgot_absence", "gave_bye"]
    stranger = PlayerFactory.create()
    evening.edit(row, Edit(stranger.pk, kind=Bye.Kind.BYE))
    assert not Bye.objects.filter(player=stranger).exists()


def test_the_page_of_a_round_that_is_over_offers_that(evening: Evening) -> None:
    row = evening.lay([evening.ana, evening.bob])
    evening.play(row)
    owner = evening.season.league.roles.get().player
    client = signed_in(owner)
    where = url("round", evening.season, evening.session.number, row.number)
    shown = client.get(where, follow=True).content.decode()
    assert "Without a seat in this round: Cem" in words_of(shown)
    assert 'value="table:1"' not in shown
    plan = round_edits.plan_text(round_edits.plan_of(row.games.prefetch_related("seats")))
    answer = client.post(where, {"seen-1": plan, "player-1": evening.cem.pk, "to-1": "out:none"})
    assert answer.status_code == HTTPStatus.FOUND
    assert not row.byes.filter(player=evening.cem).exists()
    bad = client.post(where, {"seen-1": plan, "player-1": evening.cem.pk, "to-1": "out:home"})
    assert bad.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Somebody has just changed this" in words_of(bad.content.decode())


def test_a_no_show_who_is_taken_off_the_check_in_stays_a_no_show(evening: Evening) -> None:
    row = evening.lay([evening.ana, evening.bob], [evening.cem, evening.dan, evening.eve])
    evening.edit(row, Edit(evening.cem.pk, kind=Bye.Kind.NO_SHOW))
    session_life.leave(evening.session, evening.cem, timezone.now())
    evening.play(row)
    assert evening.adjustment(evening.cem) == -3
    # Checked in by mistake: neither a bye nor a no-show, then they were never here.
    evening.edit(row, Edit(evening.cem.pk, kind=None))
    session_life.arrive(evening.session, evening.cem, timezone.now())
    session_life.leave(evening.session, evening.cem, timezone.now())
    assert not evening.session.attendances.filter(player=evening.cem).exists()


def test_whoever_has_a_result_in_the_round_has_no_bye(evening: Evening) -> None:
    row = evening.lay([evening.ana, evening.bob])
    game = evening.play(row)
    assert evening.adjustment(evening.cem) == 4
    sheet = sheet_of([evening.ana, evening.cem], totals=[10, 70])
    results.correct(game, sheet, evening.dan, "it was Cem", timezone.now())
    assert evening.adjustment(evening.cem) == 0


def test_the_byes_of_a_guest_count_for_the_member_and_back(evening: Evening) -> None:
    guest = make_guest()
    check_in(evening.session, guest)
    row = evening.lay([evening.ana, evening.bob])
    evening.play(row)
    evening.edit(row, Edit(evening.cem.pk, kind=None))
    now = timezone.now()
    merged = merging.merge(evening.season.league, guest, evening.cem, evening.ana, now)
    assert evening.adjustment(evening.cem) == 4
    merging.undo(merged, evening.ana, now)
    assert evening.adjustment(evening.cem) == 0
    assert evening.adjustment(guest) == 4


def test_why_tells_the_rounds_and_the_arithmetic() -> None:
    evening = Evening(bye=ByeWorth.AVERAGE)
    evening.play(evening.lay([evening.cem, evening.dan]))
    evening.play(evening.lay([evening.ana, evening.bob]))
    third = evening.lay([evening.ana, evening.bob], [evening.cem, evening.dan])
    evening.edit(third, Edit(evening.cem.pk, kind=Bye.Kind.NO_SHOW))
    evening.play(third)
    evening.row(evening.cem)
    said = words_of(page(evening.season, "story", evening.cem.pk))
    assert "Sat out 1 round, worth the mean of the games that count: 10 ÷ 1 = 10." in said
    assert "Session 1 · Round 2" in said
    assert "Did not show up for 1 round: −3." in said
    assert "10 + 7 = 17" in said


def test_what_it_takes_knows_the_byes() -> None:
    evening = Evening(bye=ByeWorth.AVERAGE, no_show=0)
    evening.play(evening.lay([evening.cem, evening.dan]))
    evening.play(evening.lay([evening.ana, evening.bob]))
    # Cem and Ana have 10 and a bye of 10: another win makes 20 and 10, a second place 16 and 8.
    found = outlook(
        evening.season, 1, [evening.ana.pk, evening.cem.pk], next_game_of(evening.season)
    )
    words = {words for _place, words in found.rows if "Ana" in words}
    assert len(words) == 1
    assert "with first place at the table" in words.pop()


def test_a_season_that_counts_neither_stays_as_it_was() -> None:
    evening = Evening(bye=ByeWorth.NOTHING, no_show=0)
    row = evening.lay([evening.ana, evening.bob])
    evening.play(row)
    version = Season.objects.values_list("standings_version").get(pk=evening.season.pk)
    evening.edit(row, Edit(evening.cem.pk, kind=Bye.Kind.NO_SHOW))
    assert Season.objects.values_list("standings_version").get(pk=evening.season.pk) == version
    assert (evening.adjustment(evening.cem), evening.row(evening.cem).no_shows) == (0, 0)
