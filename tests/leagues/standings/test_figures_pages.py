"""Meetings, charts and ratings as pages."""

import random
from http import HTTPStatus
from itertools import permutations

import pytest
from django.urls import reverse

from accounts.models import Player
from leagues.models import League, Season, Session
from leagues.standings.meetings import matrix
from tests.leagues.browsing import page, url, words_of
from tests.support.clients import html_of, signed_in
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.tables import named

pytestmark = pytest.mark.django_db


def ratings_page(season: Season, **asked: int) -> str:
    return html_of(signed_in().get(reverse("leagues:ratings", args=[season.league.slug]), asked))


def test_before_the_first_game_there_is_nothing_to_show() -> None:
    assert 'class="empty"' in page(make_season(), "charts")


def test_meetings_count_who_was_before_whom(
    season: Season, session: Session, ada: Player, ben: Player, cem: Player
) -> None:
    play(session, ada, ben, cem)
    play(session, ben, ada)
    said = words_of(page(season, "story", ada.pk))
    assert "Ben 2 1 0 1" in said
    assert "Cem 1 1 0 0" in said


def test_the_matrix_has_everybody_against_everybody(
    season: Season, session: Session, ada: Player, ben: Player, cem: Player
) -> None:
    play(session, ada, ben)
    play(session, ada, ben)
    play(session, ben, cem)
    html = page(season, "charts")
    said = words_of(html[html.index('class="sheet-table matrix"') :])
    assert "Ada 2–0 ·" in said
    assert "Ben 0–2 1–0" in said


def test_the_matrix_agrees_with_a_count_by_hand(season: Season) -> None:
    """Each game counts from either side; of those who are level nobody is ahead."""
    chance = random.Random("matrix")
    players = named("Ada", "Ben", "Cem", "Dan", "Eve")
    counts: dict[tuple[str, str], list[int]] = {}
    for _session in range(2):
        session = make_session(season)
        for _game in range(4):
            seated = chance.sample(players[:4], chance.randint(2, 4))
            heads = [chance.randrange(2) for _seat in seated[1:]] + [70]
            enter(make_game(session, seated), heads)
            of_player = dict(zip((player.name for player in seated), heads, strict=True))
            for own, other in permutations(of_player, 2):
                count = counts.setdefault((own, other), [0, 0, 0])
                count[0] += of_player[own] < of_player[other]
                count[1] += of_player[own] > of_player[other]
                count[2] += of_player[own] == of_player[other]
    assert any(level for _ahead, _behind, level in counts.values())
    words = "%s ahead of %s %d times, behind %d, level %d"
    for player, cells in matrix(season, players):
        for met, cell in zip(players, cells, strict=True):
            pair = player.name, met.name
            if pair in counts:
                ahead, behind, level = counts[pair]
                assert cell.text == f"{ahead}–{behind}"
                assert cell.words == words % (*pair, ahead, behind, level)
            else:
                assert cell.text == ("" if player == met else "·")


def test_the_meetings_of_one_are_in_their_story(season: Season, ada: Player, ben: Player) -> None:
    play(make_session(season), ada, ben)
    story = f"{url('story', season, ada.pk)}#met"
    assert f'href="{story}"' in page(season, "charts")
    old = url("head_to_head", season)
    assert signed_in().get(old, {"player": ada.pk})["Location"] == story
    assert signed_in().get(old)["Location"] == f"{url('charts', season)}#met"


def test_meetings_of_who_does_not_play_are_not_found(season: Season) -> None:
    play(make_session(season), *named("Ada", "Ben"))
    response = signed_in().get(url("head_to_head", season), {"player": 99999}, follow=True)
    assert response.status_code == HTTPStatus.NOT_FOUND


def test_charts_draw_figures_places_and_heads_with_their_numbers(season: Season) -> None:
    ada, ben = named("Ada & Co", "Ben")
    enter(make_game(make_session(season), [ada, ben]), rounds=[(0, 40), (5, 30)])
    play(make_session(season), ben, ada)
    html = page(season, "charts")
    assert html.partition('id="weave"')[0].count('role="img"') == 3
    assert "Ada &amp; Co" in html
    said = words_of(html)
    assert "Ada & Co 100.00 50.00".replace("&", "&amp;") in said
    # 75 heads in two rounds of two players.
    assert "All players 18.75" in said
    assert "Sheets with totals only are left out" in said
    assert "Session 2 has no bar." in said


def test_where_every_sheet_tells_its_rounds_nothing_is_said_to_be_left_out(season: Season) -> None:
    enter(make_game(make_session(season), named("Ada", "Ben")), rounds=[(0, 40), (5, 30)])
    assert "left out" not in words_of(page(season, "charts"))


def test_whose_lines_are_drawn_is_chosen(season: Season) -> None:
    everybody = named("Ada", "Ben", "Cem")
    play(make_session(season), *everybody)
    html = page(season, "charts", player=[everybody[2].pk])
    numbers = words_of(html[html.index("The same in numbers") :].partition('id="weave"')[0])
    assert "Cem" in numbers
    assert "Ada" not in numbers


def test_a_rating_is_shown_after_five_games(
    season: Season, session: Session, ada: Player, ben: Player, cem: Player
) -> None:
    for _game in range(5):
        play(session, ada, ben)
    play(session, cem, ada)
    html = ratings_page(season)
    table = words_of(html[: html.index("</table>")])
    assert "Ada" in table
    assert "Ben" in table
    assert "Cem" not in table
    assert "<svg" in html


def test_whoever_wants_no_rating_has_none(season: Season, ada: Player, ben: Player) -> None:
    season.entrants.create(player=ben, is_rated=False)
    session = make_session(season)
    for _game in range(5):
        play(session, ada, ben)
    html = ratings_page(season)
    assert "Ada" in html
    assert "Ben" not in words_of(html)


def test_a_league_without_ratings_has_no_such_page(season: Season) -> None:
    League.objects.update(is_rated=False)
    response = signed_in().get(reverse("leagues:ratings", args=[season.league.slug]))
    assert response.status_code == HTTPStatus.NOT_FOUND


def test_a_session_without_results_leads_to_no_standings_after_it(
    season: Season, session: Session
) -> None:
    assert "Standings after this session" not in page(season, "session", session.number)
    play(session, *named("Ana", "Bob"))
    assert "Standings after this session" in page(season, "session", session.number)
