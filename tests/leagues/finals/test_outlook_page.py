"""The page that says what it takes."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.models import Season
from leagues.people import players
from leagues.season_rules import Preset
from leagues.setup import season_life
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


def season_of_three(**rules: Any) -> Season:
    """Ana has won twice, Bob was second, Cléo last: 100, 50 and 0 after two games."""
    season = make_season(min_games=1, **rules)
    people = [PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo")]
    for _session in range(2):
        play(make_session(season), *people)
    return season


def page(season: Season, **asked: Any) -> str:
    html = Client().get(url("what_it_takes", season), asked).content.decode()
    return " ".join(html.replace("\u2068", "").replace("\u2069", "").split())


def test_it_says_what_each_player_needs() -> None:
    """Last, Ana has 200 / 3, and Bob as first as much: the tie-break would decide.

    Bob as first has 200 / 3 and Ana at least as much; Cléo cannot have more than 100 / 3.
    """
    html = page(season_of_three())
    assert (
        "Ana reaches first place with place 2 or better at the table, whatever happens "
        "elsewhere. With any place at the table it is still possible, but depends on the others."
    ) in html
    assert "Bob can reach first place with first place at the table, depending" in html
    assert "Out of reach for Cléo with the next game." in html
    assert "at tables of 3," in html


def test_another_place_and_other_players_can_be_asked_for() -> None:
    season = season_of_three()
    html = page(season, place=2)
    assert "Ana is sure of place 2 or better, whatever happens." in html
    ana, bob, _cleo = [entrant.player for entrant in season.entrants.order_by("player__name")]
    html = page(season, place=1, player=[ana.pk, bob.pk])
    assert "That many players cannot be split into tables." in html


def test_what_is_asked_without_a_choice_is_worked_out_once_for_each_result() -> None:
    season = season_of_three()
    assert "Out of reach for Cléo" in page(season)
    with CaptureQueriesContext(connection) as statements:
        page(season)
    assert not [each for each in statements.captured_queries if '"leagues_standing"' in each["sql"]]
    # Now she, too, has been first twice and last twice: whoever is first next has 300 / 5.
    cleo, bob, ana = [entry.player for entry in season.entrants.order_by("-player__name")]
    for _session in range(2):
        play(make_session(season), cleo, bob, ana)
    assert "Cléo reaches first place with first place at the table, whatever" in page(season)


def test_who_has_withdrawn_is_left_out() -> None:
    season = season_of_three(fewest=2)
    players.withdraw(season.pk, season.entrants.get(player__name="Ana").player, timezone.now())
    html = page(season)
    assert "Ana" not in html.partition("What it takes")[2]
    assert "Bob reaches first place with" in html or "Bob is sure of first place" in html


def test_where_a_place_takes_sessions_an_evening_counts_once() -> None:
    """Dan has won twice in one session that is over, Eve lost there; a place takes two sessions.

    In another session both would have enough, if they come. While the next session runs in which
    Dan has played and Eve has not, Eve alone gains one: with two she has enough, Fay has one.
    """
    season = make_season(fewest=2, preferred=3, most=3, min_sessions=2)
    dan, eve, fay = (PlayerFactory.create(name=name) for name in ("Dan", "Eve", "Fay"))
    first = make_session(season)
    play(first, dan, eve)
    play(first, dan, eve)
    season.sessions.update(status="closed")
    everybody = {"player": [dan.pk, eve.pk]}
    too_few = "will not have played enough for a place"
    html = page(season, **everybody)
    assert too_few not in html
    second = make_session(season)
    play(second, dan, fay)
    html = page(season, player=[dan.pk, eve.pk, fay.pk])
    assert f"Dan {too_few}" not in html
    assert f"Eve {too_few}" not in html
    assert f"Fay {too_few}" in html


@pytest.mark.parametrize("rules", [{"preset": Preset.BEST}, {"drop_percent": 20}])
def test_other_rules_say_that_they_cannot_tell(rules: dict[str, Any]) -> None:
    assert "This can be calculated only where every game counts" in page(season_of_three(**rules))


def test_before_the_first_game_there_is_nothing_to_tell() -> None:
    assert "Nobody has a place yet." in page(make_season())


def test_once_the_season_is_over_it_leads_to_the_standings() -> None:
    season = season_of_three()
    season.sessions.update(status="closed")
    season_life.close_season(season.pk, timezone.now())
    answer = Client().get(url("what_it_takes", season))
    assert answer.status_code == 302
    assert answer["Location"] == season.get_absolute_url()


def test_before_the_final_only_that_can_still_change_the_first_places() -> None:
    season = season_of_three(final=3)
    season.sessions.update(status="closed")
    make_session(season, is_final=True)
    assert "Only the final decides" in page(season)


def test_with_a_final_one_page_says_who_qualifies_and_what_it_takes() -> None:
    season = season_of_three(final=2)
    html = page(season)
    assert "qualified</b>" in html
    assert "Ana reaches first place" in html
    answer = Client().get(url("final", season))
    assert answer["Location"] == url("what_it_takes", season)


def test_a_closed_season_says_who_qualified_alone() -> None:
    season = season_of_three(final=2)
    season.sessions.update(status="closed")
    season_life.close_season(season.pk, timezone.now())
    html = page(season)
    assert "qualified</b>" in html
    assert "What would it take?" not in html


def test_with_a_final_nothing_is_said_of_what_cannot_be_calculated() -> None:
    html = page(season_of_three(final=2, preset=Preset.BEST, best_of=2))
    assert "qualified</b>" in html
    assert "This can be calculated only" not in html


def test_a_session_that_nobody_began_is_not_waited_for() -> None:
    season = season_of_three(final=3)
    season.sessions.update(status="closed")
    now = timezone.now()
    ago = now - timedelta(days=3)
    missed = make_session(season, status="planned", starts_at=ago, active_at=ago)
    make_session(season, status="planned", starts_at=now + timedelta(days=3), is_final=True)
    assert "Only the final decides" in page(season)
    missed.starts_at = now + timedelta(days=1)
    missed.save()
    assert "Only the final decides" not in page(season)


def test_once_the_final_counts_an_earlier_session_that_nobody_closed_is_not_waited_for() -> None:
    season = season_of_three(final=3)
    final = make_session(season, is_final=True)
    people = [entrant.player for entrant in season.entrants.order_by("player__name")]
    assert "Ana reaches first place" in page(season)
    play(final, *people)
    assert "Only the final decides" in page(season)


def test_a_stranger_cannot_make_the_site_compute_without_end() -> None:
    season = season_of_three()
    address, ana = url("what_it_takes", season), season.entrants.order_by("pk")[0].player_id
    asked = [Client().get(address, {"player": ana}).status_code for _request in range(11)]
    assert asked == [200] * 10 + [429]
    # What everybody is shown is computed once.
    assert Client().get(address).status_code == 200
    member = signed_in(PlayerFactory.create())
    assert member.get(address, {"player": ana}).status_code == 200
