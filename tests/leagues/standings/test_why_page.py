"""Why is this my place: the games, the arithmetic, the neighbours."""

from decimal import Decimal
from http import HTTPStatus

import pytest

from accounts.models import Player
from leagues.models import Season, Session, Standing
from leagues.people.adjustments import adjust
from leagues.season_rules import Preset, Substitutes
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.tables import named

pytestmark = pytest.mark.django_db


def why(season: Season, player: Player, **asked: int) -> str:
    """What the page says."""
    return words_of(page(season, "story", player.pk, **asked))


def test_the_mean_is_worked_out(
    season: Season, session: Session, ada: Player, ben: Player, cem: Player
) -> None:
    play(session, ada, ben, cem)
    play(session, ben, ada, cem)
    said = why(season, ada)
    assert "150 ÷ 2 = 75.00" in said
    # 25 of the 63.33 heads that two average players of these tables took; one win in two games.
    assert "25 ÷ 63.33 = 39.5%" in said
    assert "1 ÷ 2 = 50.0%" in said
    assert "2 games count 150 25 63.33 1" in said


def test_a_sum_is_named_where_the_sum_counts(ada: Player, ben: Player) -> None:
    season = make_season(preset=Preset.PLACEMENT)
    session = make_session(season)
    for _game in range(3):
        play(session, ada, ben)
    assert "the sum of 3 games" in why(season, ada)


def test_every_game_is_opened_by_its_line(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    game = play(make_session(season), ben, ada, cem)
    html = page(season, "story", ada.pk)
    assert f'href="{game.get_absolute_url()}"' in html
    said = words_of(html)
    assert "Session 1 · Table 1 with Ben, Cem 2 of 3 50 15 31.67" in said


def test_a_dropped_game_is_struck_through_and_not_in_the_sum(
    ada: Player, ben: Player, cem: Player
) -> None:
    season = make_season(drop_percent=50)
    session = make_session(season)
    play(session, ada, ben, cem)
    play(session, ben, cem, ada)
    html = page(season, "story", ada.pk)
    assert html.count('class="is-dropped"') == 1
    said = words_of(html)
    assert "does not count 3 of 3 0" in said
    assert "100 ÷ 1 = 100.00" in said


def test_points_given_come_with_their_reason_and_their_sum(
    season: Season, session: Session, ada: Player, ben: Player
) -> None:
    play(session, ada, ben)
    adjust(session, ada, Decimal("-2.5"), "Late again", ben)
    said = why(season, ada)
    assert "100.00 − 2.5 = 97.50" in said
    assert "−2.5 · Late again from session 1 on, Ben" in said


def test_neighbours_are_compared_by_what_decided(season: Season, session: Session) -> None:
    ada, ben, cem, dan = named("Ada", "Ben", "Cem", "Dan")
    enter(make_game(session, [ada, cem, dan]), [10, 20, 70])
    enter(make_game(session, [ben, cem, dan]), [12, 20, 70])
    said = why(season, ben)
    assert ("Level with Ada, but behind on share of heads: 35.3% against 30.0%.") in said
    assert "Ahead of Cem: 100.00 against 50.00." in said


def test_level_neighbours_share_the_place(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    enter(make_game(make_session(season), [ada, ben, cem]), [10, 10, 70])
    assert "Level with Ada in everything: the place is shared." in why(season, ben)


def a_tie(season: Season) -> tuple[Player, Player, Player, Player]:
    """Ada and Ben are level but for the one table they shared, in session 1."""
    ada, ben, cem, dan = named("Ada", "Ben", "Cem", "Dan")
    first, second = make_session(season), make_session(season)
    enter(make_game(first, [ada, ben, cem]), [10, 20, 70])
    enter(make_game(first, [ben, cem, dan]), [10, 20, 70])
    enter(make_game(second, [cem, ada, dan]), [10, 20, 70])
    return ada, ben, cem, dan


def test_what_head_to_head_decided_is_shown_game_by_game(season: Season) -> None:
    ada, ben, cem, _dan = a_tie(season)
    assert Standing.objects.get(player=ben, session__number=2).decided_by == "head_to_head"
    said = why(season, ben)
    assert ("Level with Ada, but behind at the tables they shared: 0.0% against 100.0%.") in said
    assert "Ada and Ben have the same figure" in said
    assert "Places Mark Session 1 · Table 1 Ada 1, Ben 2 0 Ben 0 ÷ 1 = 0.0% Ada 100.0%" in said
    said = why(season, ada)
    assert "but ahead at the tables they shared: 100.0% against 0.0%." in said
    assert "Ada 1 ÷ 1 = 100.0% Ben 0.0%" in said
    assert "Level so far" not in why(season, cem)


def test_what_head_to_head_decided_then_is_shown_as_of_then(season: Season) -> None:
    ada, ben, _cem, dan = a_tie(season)
    enter(make_game(make_session(season), [ben, ada, dan]), [10, 20, 70])
    assert "Level so far" not in why(season, ada)
    assert "Ada 1 ÷ 1 = 100.0% Ben 0.0%" in why(season, ada, session=2)


def test_who_met_nobody_of_those_level_reads_so(season: Season, session: Session) -> None:
    ada, ben, cem, dan = named("Ada", "Ben", "Cem", "Dan")
    enter(make_game(session, [ada, cem]), [10, 70])
    enter(make_game(session, [ben, dan]), [10, 70])
    said = why(season, ada)
    assert "Level with Ben in everything: the place is shared." in said
    assert "whoever met none of them has 50%. Ada 50.0% Ben 50.0%" in said


def test_three_who_are_level_are_measured_against_each_other(
    season: Season, session: Session, ada: Player, ben: Player, cem: Player
) -> None:
    for order in ((ada, ben, cem), (ben, cem, ada), (cem, ada, ben)):
        enter(make_game(session, order), [10, 20, 70])
    said = why(season, cem)
    assert "Session 1 · Table 1 Ada 1, Ben 2, Cem 3 0" in said
    assert "Session 1 · Table 2 Ben 1, Cem 2, Ada 3 0.5" in said
    assert "Cem 1.5 ÷ 3 = 50.0% Ada 50.0% Ben 50.0%" in said


def test_the_unclassed_are_not_compared_with_the_classed(
    ada: Player, ben: Player, cem: Player
) -> None:
    season = make_season(min_games=2)
    session = make_session(season)
    play(session, ada, ben)
    play(session, cem, ada, ben)
    said = words_of(page(season, "story", cem.pk).partition('id="met"')[0])
    assert "Too few games" in said
    assert "Ahead of" not in said
    assert "Behind" not in said


def test_who_stood_in_is_named(ada: Player, ben: Player, cem: Player) -> None:
    season = make_season(substitutes=Substitutes.ABSENT)
    game = make_game(make_session(season), [ben, cem])
    enter(game, [10, 70], replaced=[ada, None])
    assert "Ben stood in." in why(season, ada)


def test_it_is_shown_as_of_any_session(season: Season, ada: Player, ben: Player) -> None:
    play(make_session(season), ada, ben)
    play(make_session(season), ben, ada)
    assert "100 ÷ 1 = 100.00" in why(season, ada, session=1)
    assert "100 ÷ 2 = 50.00" in why(season, ada)


def test_who_is_not_in_the_standings_has_no_page(season: Season) -> None:
    play(make_session(season), *named("Ada", "Ben"))
    for player_id in (PlayerFactory.create().pk, 99999):
        response = signed_in().get(url("story", season, player_id))
        assert response.status_code == HTTPStatus.NOT_FOUND
