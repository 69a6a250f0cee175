"""Rules amended while a season runs: what changes is shown first, dated, and told to everybody."""

import re
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Season
from leagues.models.errors import LeagueErrorCode
from leagues.season_rules import Bots, Preset, SeasonRules
from leagues.setup import season_life
from leagues.setup.amending import amend, preview_amendment
from tests.factories import PlayerFactory
from tests.leagues.browsing import lines, page, url, words_of
from tests.leagues.setup.forms import sent
from tests.support.leagues import enter, make_game, make_season, make_session, play, refused

pytestmark = pytest.mark.django_db

PLACEMENT = SeasonRules(preset=Preset.PLACEMENT)


@pytest.fixture
def season(owner: Player) -> Season:
    """Ana has won once, Bob was second and first, Cem last and second, Dan last."""
    season = make_season(owner)
    ana, bob, cem, dan = (PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cem", "Dan"))
    play(make_session(season), ana, bob, cem)
    play(make_session(season), bob, cem, dan)
    return season


def send(browser: Client, season: Season, **fields: Any) -> Any:
    """The form of the amendment; reason and what is not named are as usual."""
    form = sent(**{"reason": "A vote", "preset": "placement"} | fields)
    return browser.post(url("rules_amend", season), form, follow=True)


def seen_in(answer: Any) -> str:
    found = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert found, "nothing would change"
    return found[1]


def in_order(season: Season) -> list[str]:
    """Places and names as the page of the standings has them."""
    return [re.sub(r"^(\d) .*?(Ana|Bob|Cem|Dan).*", r"\1 \2", row) for row in lines(page(season))]


def test_what_other_rules_would_change_is_shown_and_nothing_is_done(
    browser: Client, season: Season
) -> None:
    answer = send(browser, season)
    said = words_of(answer.content.decode())
    # By the index 100, 75, 25 and 0; by points for places 10, 6 + 10, 4 + 6 and 4.
    assert "2 players would have another place" in said
    assert "How the season is won: Place index → Points for places" in said
    for line in ("Ana 1 2 100.00 10", "Bob 2 1 75.00 16", "Cem 3 3 25.00 10", "Dan 4 4 0.00 4"):
        assert line in said
    season.refresh_from_db()
    assert season.season_rules == SeasonRules()
    assert in_order(season) == ["1 Ana", "2 Bob", "3 Cem", "4 Dan"]


def test_amended_rules_count_all_games_anew_and_everybody_can_read_them(
    browser: Client, season: Season
) -> None:
    seen = seen_in(send(browser, season))
    send(browser, season, amend="1", seen=seen)
    assert in_order(season) == ["1 Bob", "2 Ana", "3 Cem", "4 Dan"]
    told = words_of(page(season, "rules"))
    assert "Amended on" in told
    assert "“A vote” Odile" in told
    assert "How the season is won: Place index → Points for places" in told
    assert "Unchanged since" not in told
    assert (
        "amended the rules of the running season"
        in browser.get(f"/leagues/{season.league.slug}/log/").content.decode()
    )


def test_a_result_that_comes_between_is_shown_before_anything_is_amended(
    browser: Client, season: Season
) -> None:
    seen = seen_in(send(browser, season))
    play(season.sessions.all()[0], *Player.objects.filter(name__in=["Cem", "Dan", "Bob"]))
    answer = send(browser, season, amend="1", seen=seen)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert seen_in(answer) != seen
    season.refresh_from_db()
    assert season.season_rules == SeasonRules()
    assert not season.amendments.exists()


def test_a_second_tap_changes_nothing_more_and_is_no_error(browser: Client, season: Season) -> None:
    seen = seen_in(send(browser, season))
    for _tap in range(2):
        answer = send(browser, season, amend="1", seen=seen)
        assert answer.redirect_chain == [(url("rules", season), HTTPStatus.FOUND)]
    assert season.amendments.count() == 1


def test_what_results_hold_already_cannot_be_amended(browser: Client, season: Season) -> None:
    fields = {"bots": Bots.LEFT_OUT, "final": 4, "limit": 99, "season_name": "Other"}
    seen = seen_in(send(browser, season, **fields))
    send(browser, season, **fields, amend="1", seen=seen)
    season.refresh_from_db()
    assert season.season_rules == PLACEMENT
    assert season.name == "Spring"


@pytest.mark.parametrize(
    "fields",
    [
        {"reason": " "},
        {"reason": "x" * 201},
        {"min_games": -1},
        {"fewest": 5, "preferred": 4},
        {"preset": "total", "fewest": 4, "most": 4},
    ],
)
def test_what_cannot_be_is_refused(browser: Client, season: Season, fields: Any) -> None:
    answer = send(browser, season, **fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "another place" not in answer.content.decode()


def test_only_a_season_that_runs_is_amended(browser: Client, season: Season) -> None:
    seen = preview_amendment(season, PLACEMENT).seen
    season_life.close_season(season.pk, timezone.now())
    with refused(LeagueErrorCode.SEASON_NOT_OPEN):
        amend(season.pk, PLACEMENT, "A vote", seen, PlayerFactory.create(), timezone.now())
    answer = browser.get(url("rules_amend", season), follow=True)
    assert answer.redirect_chain == [(url("rules", season), HTTPStatus.FOUND)]
    assert "Amend the rules" not in answer.content.decode()


def test_amendments_are_told_from_the_newest_on(
    season: Season, owner: Player, now: datetime
) -> None:
    for day, rules in enumerate((PLACEMENT, SeasonRules(min_games=0))):
        season.refresh_from_db()
        seen = preview_amendment(season, rules).seen
        amend(season.pk, rules, f"Vote {day}", seen, owner, now + timedelta(days=day))
    told = words_of(page(season, "rules"))
    assert told.index("Vote 1") < told.index("Vote 0")
    assert "Games needed for a place: – → 0" in told


def test_the_order_of_the_tie_breaks_can_be_amended(browser: Client, owner: Player) -> None:
    """Ana and Bob have 50, Bob with the smaller share, Ana before him at their table."""
    season = make_season(owner)
    ana, bob, cem, dan = (PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cem", "Dan"))
    session = make_session(season)
    # As in test_the_meetings_may_decide_before_the_share; a sheet ends beyond 66 heads.
    for pair, totals in (((ana, bob), [60, 70]), ((ana, cem), [70, 6]), ((bob, dan), [8, 70])):
        enter(make_game(session, pair), totals)
    assert in_order(season) == ["1 Cem", "2 Bob", "3 Ana", "4 Dan"]
    wanted = {"preset": "index", "tie_breaks": "head_to_head share"}
    answer = send(browser, season, **wanted)
    assert "2 players would have another place" in words_of(answer.content.decode())
    send(browser, season, **wanted, amend="1", seen=seen_in(answer))
    assert in_order(season) == ["1 Cem", "2 Ana", "3 Bob", "4 Dan"]
    told = words_of(page(season, "rules"))
    assert told.index("the better results at shared tables") < told.index(
        "the smaller share of the table’s heads"
    )
    assert "more wins per game" not in told
    assert "share of heads, then wins per game, then head to head → head to head, then" in told
    send(browser, season, preset="index", limit=99)  # a page from before: it names no order
    season.refresh_from_db()
    assert season.tie_breaks == "head_to_head share"
