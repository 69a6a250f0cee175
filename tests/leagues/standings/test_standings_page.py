"""The standings of a season as a page: who is where, and in which words."""

from datetime import timedelta
from decimal import Decimal
from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Role, Season, Session
from leagues.people.adjustments import adjust
from leagues.setup.season_life import close_season
from leagues.sheets.results import void
from leagues.standings.store import rebuild
from tests.factories import PlayerFactory
from tests.leagues.browsing import line_of, lines, page, url, words_of
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
)
from tests.support.tables import named

pytestmark = pytest.mark.django_db


def test_a_season_without_results_says_so() -> None:
    assert "No game has counted yet" in page(make_season())


def test_the_best_stands_first_with_figure_share_wins_and_games(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    play(make_session(season), ada, ben, cem)
    first, second, third = lines(page(season))
    assert first.startswith("1 Ada 100.00")
    assert second.startswith("2 Ben 50.00")
    assert third.startswith("3 Cem 0.00")
    # 10, 15 and 70 heads: an average player of this table took 95 / 3.
    assert "31.6% 1 1 1 of 3;" in first


def test_a_season_that_is_over_names_who_won_and_an_earlier_session_does_not(
    ada: Player, ben: Player
) -> None:
    owner = PlayerFactory.create(is_organizer=True)
    season = make_season(owner)
    play(make_session(season), ben, ada)
    last = make_session(season)
    for _game in range(2):
        play(last, ada, ben)
    assert "Ada wins." not in page(season)
    close_season(season.pk, timezone.now())
    html = signed_in(owner).get(url("season", season)).content.decode()
    assert "Ada wins." in html
    assert "Final standings" in html
    assert f'href="{url("season_edit", season)}#copy"' in html
    in_french = signed_in().get(url("season", season), headers={"Accept-Language": "fr"})
    assert "Ada remporte la saison." in in_french.content.decode()
    earlier = signed_in().get(f"{url('season', season)}?session=1").content.decode()
    assert "wins." not in earlier
    assert "After session 1" in earlier


def test_a_change_is_said_with_an_arrow_and_in_words(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    play(make_session(season), ada, ben, cem)
    later = make_session(season)
    for _game in range(3):
        play(later, cem, ben, ada)
    html = page(season)
    assert "▲ up 2" in line_of(html, cem)
    assert "= same place" in line_of(html, ben)
    assert "▼ down 2" in line_of(html, ada)


def test_whoever_comes_later_is_new(season: Season, ada: Player, ben: Player, cem: Player) -> None:
    play(make_session(season), ada, ben)
    play(make_session(season), cem, ada, ben)
    html = page(season)
    assert "● new" in line_of(html, cem)
    assert "new" not in line_of(html, ada)


def test_the_standings_are_shown_as_of_any_session(
    season: Season, ada: Player, ben: Player
) -> None:
    play(make_session(season), ada, ben)
    later = make_session(season)
    for _game in range(3):
        play(later, ben, ada)
    assert lines(page(season))[0].startswith("1 ▲ up 1 Ben")
    then = page(season, session=1)
    assert lines(then)[0].startswith("1 Ada 100.00")
    assert f"{url('story', season, ada.pk)}?session=1" in then
    assert "ws-connect" not in then


@pytest.mark.parametrize("asked", ["7", "0", "two", " ", "1' or 1=1"])
def test_a_session_that_there_is_not_is_not_found(asked: str, season: Season) -> None:
    play(make_session(season), *named("Ada", "Ben"))
    response = signed_in().get(url("season", season), {"session": asked})
    assert response.status_code == HTTPStatus.NOT_FOUND


def test_guests_are_marked(season: Season, ada: Player) -> None:
    guest = make_guest("Dominique")
    play(make_session(season), ada, guest)
    html = page(season)
    assert "Dominique guest" in line_of(html, guest)
    assert "guest" not in line_of(html, ada)


def test_who_has_too_few_games_is_listed_below_without_a_place(
    ada: Player, ben: Player, cem: Player
) -> None:
    season = make_season(min_games=2)
    session = make_session(season)
    play(session, ada, ben)
    play(session, cem, ada, ben)
    html = page(season)
    assert [line[:3] for line in lines(html)] == ["1 A", "2 B", "– C"]
    assert html.index("Too few games for a place") < html.index(f"row-{cem.pk}")


def test_the_games_needed_grow_with_the_sessions_and_the_missing_ones_are_told(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    play(make_session(season), cem, ada, ben)
    html = page(season)
    assert lines(html)[0].startswith("1 Cem")
    assert "a place needs 1 game by now" in words_of(html)
    for _session in range(5):
        play(make_session(season), ada, ben)
    html = page(season)
    assert lines(html)[0].startswith("1 = same place Ada")
    assert lines(html)[-1].startswith("– Cem")
    assert "2 more" in line_of(html, cem)
    assert " more" not in line_of(html, ada)
    assert "Too few games for a place 3 games needed by now" in words_of(html)
    assert "a place needs 3 games by now" in words_of(html)
    assert "2 games missing" in words_of(page(season, "story", cem.pk))
    assert "Cem (2 games missing)" in words_of(page(season, "summary"))
    earlier = page(season, session=3)
    assert "1 more" in line_of(earlier, cem)
    assert lines(page(season, session=2))[0].startswith("1 = same place Cem")


def test_the_reader_s_own_line_says_what_is_missing(ada: Player, ben: Player) -> None:
    season = make_season(min_games=3)
    play(make_session(season), ada, ben)
    html = page(season, by=ada).partition('cluster own"')[2].partition("</p>")[0]
    assert "2 games missing" in words_of(html)


def test_a_taken_out_game_takes_its_session_from_those_held(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    play(make_session(season), cem, ada, ben)
    play(make_session(season), ada, ben)
    last = play(make_session(season), ada, ben)
    assert "1 more" in line_of(page(season), cem)
    void(last, ben, "not finished", timezone.now())
    assert " more" not in line_of(page(season), cem)
    season.refresh_from_db()
    assert rebuild(season.pk) == 0


def test_who_has_withdrawn_is_listed_below(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    play(make_session(season), ada, ben, cem)
    season.entrants.filter(player=ada).update(withdrawn_at=timezone.now())
    rebuild(season.pk)
    html = page(season)
    assert lines(html)[0].startswith("1 Ben")
    assert lines(html)[-1].startswith("– Ada")
    assert html.index("Withdrawn") < html.index(f"row-{ada.pk}")


def test_a_row_says_by_which_criterion_it_is_behind(season: Season, session: Session) -> None:
    ada, ben, cem, dan = named("Ada", "Ben", "Cem", "Dan")
    enter(make_game(session, [ada, cem, dan]), [10, 20, 70])
    enter(make_game(session, [ben, cem, dan]), [12, 20, 70])
    html = page(season)
    assert "behind" not in line_of(html, ada)
    assert "tie-break: share" in line_of(html, ben)


def test_who_has_no_place_is_behind_nobody_by_a_tie_break() -> None:
    season = make_season(min_games=2)
    session = make_session(season)
    ada, ben, cem, dan = named("Ada", "Ben", "Cem", "Dan")
    enter(make_game(session, [ada, cem, dan]), [10, 20, 70])
    enter(make_game(session, [ben, cem, dan]), [12, 20, 70])
    assert "1 more" in line_of(page(season), ben)
    assert "tie-break" not in line_of(page(season), ben)


def test_a_shared_place_is_said_to_be_shared(
    season: Season, ada: Player, ben: Player, cem: Player
) -> None:
    enter(make_game(make_session(season), [ada, ben, cem]), [10, 10, 70])
    html = page(season)
    assert line_of(html, ada).startswith("1 shared")
    assert line_of(html, ben).startswith("1 shared")
    assert line_of(html, cem).startswith("3 Cem")


def test_the_order_of_tie_breaks_is_printed() -> None:
    said = words_of(page(make_season()))
    order = [
        "the smaller share of the table’s heads",
        "more wins per game",
        "the better results at shared tables",
        "the place is shared: the alphabet never decides",
    ]
    places = [said.index(words) for words in order]
    assert places == sorted(places)


def test_dropped_games_show_as_a_fraction(ada: Player, ben: Player) -> None:
    season = make_season(drop_percent=50)
    session = make_session(season)
    for _game in range(4):
        play(session, ada, ben)
    assert "2/4" in line_of(page(season), ada)


def test_points_given_are_shown_beside_the_name(
    season: Season, session: Session, ada: Player, ben: Player
) -> None:
    play(session, ada, ben)
    adjust(session, ada, Decimal(-5), "Late", PlayerFactory.create())
    assert line_of(page(season), ada).startswith("1 Ada −5 95.00")


def test_a_reader_who_plays_finds_their_own_line_first(
    season: Season, ada: Player, ben: Player
) -> None:
    play(make_session(season), ada, ben)
    html = page(season, by=ben)
    assert html.index('cluster own"') < html.index("<table")
    assert url("story", season, ben.pk) in html[: html.index("<table")]
    assert 'cluster own"' not in page(season, by=PlayerFactory.create())


def test_organizers_open_a_season_from_its_page(owner: Player, spring: Season) -> None:
    assert "Open the season" in page(spring, by=owner)
    assert "Open the season" in page(
        spring, by=make_member_with(Role.Kind.ORGANIZER, spring.league)
    )


def test_names_are_text_whatever_they_hold(season: Season) -> None:
    play(make_session(season), *named("<b>Ada</b>", "Ben & Co"))
    html = page(season)
    assert "&lt;b&gt;Ada" in html
    assert "<b>Ada" not in html


def test_the_ranking_of_an_evening_has_its_games_alone(
    season: Season, ada: Player, ben: Player
) -> None:
    play(make_session(season), ada, ben)
    evening = make_session(season)
    play(evening, ben, ada)
    said = words_of(page(season, "session", evening.number))
    assert "1 Ben 100.00" in said
    assert "2 Ada 0.00" in said


def test_the_session_that_comes_next_is_one_tap_away(season: Season) -> None:
    session = make_session(season, starts_at=timezone.now() + timedelta(hours=2))
    html = page(season)
    assert f'href="{session.get_absolute_url()}"' in html[: html.index("standings-page")]
