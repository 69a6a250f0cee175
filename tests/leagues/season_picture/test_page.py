"""The season picture as a page and to share."""

import io
import re
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from accounts import privacy
from accounts.models import Player
from leagues.models import League, Season
from leagues.people import players as services
from leagues.setup.season_life import change_plan
from leagues.standings.board import sessions_with_standings
from leagues.standings.season_picture.page import picture_of, threads_of
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_game, make_season, make_session, play
from tests.support.tables import named

pytestmark = pytest.mark.django_db


def table(html: str) -> dict[str, list[str]]:
    """The places in the table beside the picture, by name."""
    body = html.partition("weave-places")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("</tr>")]
    return {words_of(row[0]): [words_of(cell) for cell in row[1:]] for row in rows if row}


def test_before_the_first_game_there_is_nothing_to_draw() -> None:
    assert 'class="empty"' in page(make_season(), "charts")


def test_the_table_beside_it_has_every_place(ana: Player, bob: Player, cem: Player) -> None:
    """After session 1: Ana 100, Bob 50, Cem 0. After 2: Bob 75, Ana 100 (one game), Cem 0."""
    season = make_season(min_games=1)
    play(make_session(season), ana, bob, cem)
    play(make_session(season), bob, cem)
    html = page(season, "charts")
    assert table(html) == {
        "Ana": ["1*", "(1)"],
        "Bob": ["2", "2*"],
        "Cem": ["3", "3"],
    }
    assert html.count('class="weave__name"') == 3


def test_thickness_is_heads_beside_an_average_player_of_the_same_tables(
    ana: Player, bob: Player, cem: Player
) -> None:
    """Table one: 10 + 20 + 70, on average 100/3; table two: 30 + 70, on average 50."""
    season = make_season(min_games=1)
    session = make_session(season)
    enter(make_game(session, [ana, bob, cem]), [10, 20, 70])
    enter(make_game(session, [ana, cem]), [30, 70])
    found = {thread.name: thread for thread in threads_of(season, sessions_with_standings(season))}
    loads = {name: thread.steps[0].load for name, thread in found.items() if thread.steps[0]}
    assert loads["Ana"] == pytest.approx(40 / (100 / 3 + 50))
    assert loads["Bob"] == pytest.approx(20 / (100 / 3))
    assert loads["Cem"] == pytest.approx(140 / (100 / 3 + 50))
    assert found["Ana"].steps[0].wins == 2


def test_whoever_withdraws_ends_at_the_session_before(ana: Player, bob: Player) -> None:
    season = make_season(min_games=1)
    play(make_session(season), ana, bob)
    play(make_session(season), ana, bob)
    services.withdraw(season.pk, bob, timezone.now())
    html = page(season, "charts")
    assert table(html)["Bob"] == ["2", ""]
    assert "weave__knot" in html


def test_where_all_have_withdrawn_at_once_nothing_is_drawn(ana: Player, bob: Player) -> None:
    season = make_season(min_games=1)
    play(make_session(season), ana, bob)
    for player in (ana, bob):
        services.withdraw(season.pk, player, timezone.now())
    assert 'class="empty"' in page(season, "charts")
    answer = Client().get(url("season_picture_png", season))
    assert answer.status_code == HTTPStatus.OK


def test_one_thread_is_followed_without_javascript(
    season: Season, ana: Player, bob: Player
) -> None:
    play(make_session(season), ana, bob)
    plain = page(season, "charts")
    assert "has-chosen" not in plain
    # Straight to the charts: the address of its own leads there.
    assert f'href="{season.url_of("charts")}?player={ana.pk}#weave"' in plain
    assert "has-chosen" in page(season, "charts", player=ana.pk)
    assert "has-chosen" not in page(season, "charts", player=99999)


def standings_of(season: Season) -> None:
    """Let the standings be up to date."""
    assert "Ana" in page(season)
    season.refresh_from_db()


def test_it_is_drawn_once_for_each_version_of_the_standings(
    season: Season, ana: Player, bob: Player
) -> None:
    play(make_session(season), ana, bob)
    standings_of(season)
    with CaptureQueriesContext(connection) as first:
        picture_of(season)
    assert len(first) <= 5
    with CaptureQueriesContext(connection) as again:
        picture_of(season)
        for player in (ana, bob):
            followed = picture_of(season, chosen=player.pk)
            assert followed.chosen == player.pk
    assert not again
    play(make_session(season), bob, ana)
    standings_of(season)
    picture = picture_of(season)
    assert len(picture.sessions) == 2


def test_very_many_players_have_several_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two sessions, three players each; nobody's thread leaves room for who is elsewhere."""
    monkeypatch.setattr("leagues.standings.season_picture.page.MOST_STEPS", 6)
    season = make_season(most=10, min_games=1)
    players = named("Ana", "Bob", "Cem", "Dan", "Eve")
    for _session in range(2):
        play(make_session(season), *players)
    pages = [page(season, "charts", page=number) for number in (1, 2)]
    assert [sorted(table(html)) for html in pages] == [["Ana", "Bob", "Cem"], ["Dan", "Eve"]]
    assert table(pages[1]) == {"Dan": ["4", "4"], "Eve": ["5", "5"]}
    heights = [int(re.findall(r'viewBox="0 0 \d+ (\d+)"', html)[0]) for html in pages]
    assert heights[1] <= heights[0]
    for html, here, elsewhere in ((pages[0], "1–3", "4–5"), (pages[1], "4–5", "1–3")):
        assert f'<b aria-current="page">{here}</b>' in html
        assert re.search(f'href="\\?page=[12]#weave">{elsewhere}</a>', html)
        assert f"the players {here} of 5" in html
    assert Client().get(url("charts", season), {"page": 3}).status_code == 404
    # Where a thread is followed, its picture is shown.
    followed = page(season, "charts", player=players[4].pk)
    assert ("has-chosen" in followed, sorted(table(followed))) == (True, ["Dan", "Eve"])


def test_it_takes_no_more_statements_for_more_players() -> None:
    counts = []
    for count in (2, 8):
        season = make_season(name=f"League {count}", most=10)
        play(make_session(season), *PlayerFactory.create_batch(count))
        season.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            picture_of(season)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_an_erased_player_is_a_former_player(season: Season, ana: Player, bob: Player) -> None:
    play(make_session(season), ana, bob)
    assert "Ana" in page(season, "charts")
    privacy.erase(ana)
    html = page(season, "charts")
    assert "Ana" not in html
    assert "former player" in html


def test_the_shared_picture_has_the_size_that_other_sites_ask_for(season: Season) -> None:
    play(make_session(season), *PlayerFactory.create_batch(4))
    answer = Client().get(url("season_picture_png", season))
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
    etag = answer.headers["ETag"]
    again = Client().get(url("season_picture_png", season), headers={"If-None-Match": etag})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    play(make_session(season), *PlayerFactory.create_batch(2))
    assert Client().get(url("season_picture_png", season)).headers["ETag"] != etag


def test_a_link_to_its_page_shows_it(season: Season) -> None:
    html = " ".join(page(season, "charts").split())
    assert (
        f'property="og:image" content="http://testserver{url("season_picture_png", season)}"'
        in html
    )


def test_the_picture_of_an_unlisted_league_is_not_for_search_engines() -> None:
    season = make_season(visibility=League.Visibility.UNLISTED)
    play(make_session(season), *PlayerFactory.create_batch(2))
    answer = Client().get(url("season_picture_png", season))
    assert answer.headers["X-Robots-Tag"] == "noindex"


def test_its_old_address_and_the_files_to_share_lead_to_it(season: Season) -> None:
    players = PlayerFactory.create_batch(2)
    play(make_session(season), *players)
    of_page = url("charts", season)
    for asked, led in (({}, ""), ({"player": players[0].pk}, f"?player={players[0].pk}")):
        answer = Client().get(url("season_picture", season), asked)
        assert answer["Location"] == f"{of_page}{led}#weave"
    assert f'href="{of_page}#weave"' in signed_in().get(url("share", season)).content.decode()


def test_a_renamed_season_is_told_by_its_new_name(season: Season) -> None:
    play(make_session(season), *PlayerFactory.create_batch(2))
    assert "Spring as one picture" in page(season, "charts")
    change_plan(season.pk, "Autumn", season.season_rules, season.plan_version)
    assert "Autumn as one picture" in page(season, "charts")
