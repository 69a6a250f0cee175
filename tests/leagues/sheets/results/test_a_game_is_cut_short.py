"""A paper game is stopped at closing time: the season's rule for abandoned games holds for it."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Entrant, Game, GameVersion, Role
from leagues.season_rules import Abandoned
from leagues.sheets import results
from leagues.sheets.check import Code
from leagues.standings.store import rebuild
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    games_counted,
    make_game,
    make_member_with,
    make_season,
    make_session,
    play,
    sheet_of,
)
from tests.support.tables import people

pytestmark = pytest.mark.django_db

TWO_ROUNDS = [[5, 10, 20], [6, 10, 15]]
Did = GameVersion.Did


def a_game(abandoned: Abandoned, **rules: Any) -> Game:
    return make_game(make_session(make_season(abandoned=abandoned, **rules)), people(3))


def cut_short(game: Game, by: Player | None = None, **sheet: Any) -> Game:
    return enter(game, by=by, **(sheet or {"rounds": TWO_ROUNDS}), is_cut_short=True)


def history(game: Game) -> list[str]:
    return list(game.versions.values_list("did", flat=True))


def test_it_counts_as_it_stood_where_the_season_says_so() -> None:
    game = cut_short(a_game(Abandoned.AS_IT_STOOD))
    assert (game.status, game.rounds) == (Game.Status.CONFIRMED, 2)
    assert [(seat.heads, seat.place) for seat in game.seats.all()] == [(11, 1), (20, 2), (35, 3)]
    assert games_counted() == 3


def test_totals_alone_can_be_those_of_a_game_cut_short() -> None:
    game = cut_short(a_game(Abandoned.AS_IT_STOOD), totals=[11, 20, 35])
    assert game.status == Game.Status.CONFIRMED


def test_it_does_not_count_where_the_season_says_so() -> None:
    game = cut_short(a_game(Abandoned.VOID))
    assert game.status == Game.Status.VOIDED
    assert history(game) == [Did.SUBMITTED, Did.CONFIRMED, Did.BROKEN_OFF]
    assert games_counted() == 0
    assert [seat.place for seat in game.seats.all()] == [1, 2, 3]


def test_nothing_is_left_to_compute_after_it() -> None:
    game = cut_short(a_game(Abandoned.VOID))
    assert rebuild(game.session.season.pk) == 0
    assert Entrant.objects.filter(season=game.session.season).count() == 3


def test_somebody_counts_it_all_the_same_and_a_correction_leaves_it_so() -> None:
    game = cut_short(a_game(Abandoned.VOID))
    by = PlayerFactory.create()
    results.restore(game, by, "we agreed", timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert games_counted() == 3
    seated = [seat.player for seat in game.seats.select_related("player") if seat.player]
    sheet = sheet_of(seated, rounds=TWO_ROUNDS[:1], is_cut_short=True)
    results.correct(game, sheet, by, "one round too many", timezone.now())
    game.refresh_from_db()
    assert (game.status, game.rounds) == (Game.Status.CONFIRMED, 1)


def test_a_game_that_counts_is_corrected_to_one_that_was_cut_short() -> None:
    session = make_session(make_season(abandoned=Abandoned.VOID))
    seated = people(3)
    game = play(session, *seated)
    sheet = sheet_of(seated, rounds=TWO_ROUNDS, is_cut_short=True)
    results.correct(game, sheet, PlayerFactory.create(), "they stopped", timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED
    assert games_counted() == 0


def test_where_a_second_person_confirms_nothing_is_settled_before() -> None:
    game = cut_short(a_game(Abandoned.VOID, second_person=True))
    assert game.status == Game.Status.SUBMITTED
    results.confirm(game, PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"rounds": [[5, 10, 20], [6, 10, 65]]}, Code.NOT_CUT_SHORT),
        ({"totals": [10, 20, 70]}, Code.NOT_CUT_SHORT),
        ({"rounds": []}, Code.NO_FULL_ROUND),
        ({"rounds": [[5, 10, 20], [6, None, 15]]}, Code.MISSING),
    ],
)
def test_what_was_not_cut_short_after_a_full_round_is_refused(
    sheet: dict[str, Any], code: Code
) -> None:
    game = a_game(Abandoned.AS_IT_STOOD)
    with pytest.raises(results.SheetRefused) as refused:
        cut_short(game, **sheet)
    assert code in [problem.code for problem in refused.value.problems]
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED


@pytest.mark.parametrize(
    ("rule", "status", "said"),
    [
        (Abandoned.AS_IT_STOOD, Game.Status.CONFIRMED, "Table 1 counts."),
        (Abandoned.VOID, Game.Status.VOIDED, "Table 1 was cut short: by the rules of this season"),
    ],
)
def test_a_scorer_enters_it_in_the_form(rule: Abandoned, status: str, said: str) -> None:
    game = a_game(rule)
    seated = [seat.player for seat in game.seats.select_related("player")]
    browser = signed_in(make_member_with(Role.Kind.SCORER, game.session.season.league))
    assert "The game was cut short" in text(browser.get(address(game, "game_submit"), follow=True))

    sent = fields(seated, TWO_ROUNDS, cut_short="1")
    answer = browser.post(address(game, "game_submit"), sent, follow=True)

    assert said in text(answer)
    page = browser.get(address(game))
    assert "Cut short after its last full round." in text(page)
    game.refresh_from_db()
    assert game.status == status
    assert game.sheet.is_cut_short


def test_the_tick_is_kept_with_the_draft() -> None:
    game = a_game(Abandoned.VOID)
    seated = [seat.player for seat in game.seats.select_related("player")]
    browser = signed_in(make_member_with(Role.Kind.SCORER, game.session.season.league))
    browser.post(address(game, "game_draft"), fields(seated, TWO_ROUNDS, cut_short="1"))
    page = "".join(browser.get(address(game, "game_submit"), follow=True).content.decode().split())
    assert 'name="cut_short"value="1"checked' in page
