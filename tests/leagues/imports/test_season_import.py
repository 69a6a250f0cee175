"""Import of a past season: previewed, confirmed, kept as ordinary confirmed sheets."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.rate_limit import RateLimit
from leagues.exports.standings import FIELDS, standings_rows
from leagues.models import Entrant, Game, League, Role, Season, Session
from leagues.people import merging
from leagues.season_rules import Preset
from leagues.setup.imports import views
from leagues.setup.season_life import close_season, like_the_last
from leagues.standings import rating_store, store
from leagues.standings.board import sessions_with_standings
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.leagues.exports.files import body, get
from tests.leagues.setup.forms import sent
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    totals_of,
)

pytestmark = pytest.mark.django_db

TEXT = (
    "Date;Table;Joueur;Têtes\n"
    "09/01/2025;1;Ana;10\n;;Bob;20\n;;Cléo;70\n"
    "09/01/2025;2;Ana;30\n;;Bob;12\n;;Cléo;70\n;;Dan;12\n"
    "16/01/2025;1;Ana;25\n;;Cléo;5\n;;Dan;70\n"
)
NAME = {"season_name": "Winter 2025"}


@pytest.fixture
def league(owner: Player) -> League:
    return make_season(owner).league


def form_of(browser: Client, league: League) -> dict[str, Any]:
    """What the page of the rules sends as it is."""
    assert browser.get(f"/leagues/{league.slug}/seasons/import/").status_code == 200
    return sent(**NAME)


def send(browser: Client, league: League, text: str = TEXT, **more: Any) -> Any:
    data = form_of(browser, league) | {"text": text} | more
    return browser.post(f"/leagues/{league.slug}/seasons/import/", data)


def confirm(browser: Client, league: League, text: str = TEXT, **more: Any) -> Any:
    """Check a text, then import what was shown."""
    preview = send(browser, league, text, **more).context["preview"]
    return send(browser, league, text, **more, seen=preview.seen, **{"import": "1"})


def rows(season: Season) -> list[dict[str, Any]]:
    """The newest standings of those who have played, without ids."""
    last = sessions_with_standings(Season.objects.get(pk=season.pk))[-1]
    found = [dict(zip(FIELDS, row, strict=True)) for row in standings_rows(last)]
    return [{k: row[k] for k in row if k != "player_id"} for row in found if row["games"]]


def test_the_preview_shows_what_would_come_out_and_writes_nothing(
    browser: Client, league: League
) -> None:
    PlayerFactory.create(name="Ana")
    answer = send(browser, league)
    preview = answer.context["preview"]
    assert answer.status_code == 200
    assert (preview.known, preview.new) == (("Ana",), ("Bob", "Cléo", "Dan"))
    assert [
        (each.number, len(each.games), len(each.players)) for each in preview.past.sessions
    ] == [
        (1, 2, 4),
        (2, 1, 3),
    ]
    # Ana: 100, 33.33 and 50. Bob: 50 and 83.33. Cléo: 0, 0 and 100. Dan: 83.33 and 0.
    assert [(row.place, name, figure) for row, name, figure, _is_new in preview.rows] == [
        (1, "Bob", "66.67"),
        (2, "Ana", "61.11"),
        (3, "Dan", "41.67"),
        (4, "Cléo", "33.33"),
    ]
    assert league.seasons.count() == 1
    assert not Player.objects.filter(name="Bob").exists()


def test_who_sends_a_season_very_often_waits_and_keeps_the_text(
    browser: Client, league: League
) -> None:
    with mock.patch.object(views, "BY_MEMBER", RateLimit("season_import", 1, 60)):
        assert send(browser, league).status_code == 200
        answer = send(browser, league)
        assert send(signed_in(make_member_with(Role.Kind.OWNER, league)), league).status_code == 200
    assert answer.status_code == 429
    assert "Wait a minute, then send it again" in answer.text
    assert "09/01/2025;1;Ana;10" in answer.text
    assert "Winter 2025" in answer.text


def test_a_confirmed_preview_becomes_a_closed_season_of_confirmed_sheets(
    browser: Client, league: League, owner: Player, ana: Player
) -> None:
    preview = send(browser, league).context["preview"]
    answer = confirm(browser, league)
    season = league.seasons.get(name="Winter 2025")
    assert answer.status_code == 302
    assert answer["Location"] == season.get_absolute_url()
    assert season.status == Season.Status.CLOSED
    assert {session.status for session in season.sessions.all()} == {Session.Status.CLOSED}
    games = Game.objects.filter(session__season=season)
    assert {game.status for game in games} == {Game.Status.CONFIRMED}
    assert totals_of(games.earliest("pk").sheet) == [10, 20, 70]
    assert [line.did for line in games.earliest("pk").versions.all()] == ["submitted", "confirmed"]
    shown = [(row["place"], row["player"], round(row["figure"], 2)) for row in rows(season)]
    assert shown == [
        (row.place, name, float(figure)) for row, name, figure, _is_new in preview.rows if row.place
    ]
    assert Entrant.objects.filter(season=season, player=ana, joined_from=1).exists()
    assert store.rebuild(season.pk) == 0
    # Every page of a game and of the season can be read.
    assert browser.get(games.earliest("pk").get_absolute_url()).status_code == 200
    assert browser.get(url("story", season, ana.pk)).status_code == 200


def test_imported_tables_are_numbered_from_1_in_each_session(
    browser: Client, league: League
) -> None:
    confirm(browser, league)
    season = league.seasons.get(name="Winter 2025")
    games = Game.objects.filter(session__season=season)
    assert all(game.table_number == game.number for game in games)
    page = browser.get(f"/leagues/{league.slug}/{season.number}/sessions/1/").content.decode()
    assert "Table 1" in page
    assert "Table 0" not in page


def test_the_league_goes_on_from_its_latest_season(browser: Client, league: League) -> None:
    close_season(league.seasons.get().pk, timezone.now())
    assert confirm(browser, league, drop_percent=20).status_code == 302
    before = {"season_name": "Winter 2024", "drop_percent": 30}
    assert confirm(browser, league, TEXT.replace("2025", "2024"), **before).status_code == 302
    home = browser.get(league.get_absolute_url()).context["home"]
    assert (home["season"].name, [season.name for season in home["past"]]) == (
        "Spring",
        ["Winter 2025", "Winter 2024"],
    )
    assert like_the_last(league).drop_percent == 0


def test_nothing_is_kept_that_was_not_shown(browser: Client, league: League) -> None:
    answer = send(browser, league, seen="something else", **{"import": "1"})
    assert answer.status_code == 422
    seen = answer.context["preview"].seen
    changed = TEXT.replace("Ana;10", "Ana;11")
    again = send(browser, league, changed, seen=seen, **{"import": "1"})
    assert again.status_code == 422
    assert league.seasons.count() == 1


def test_the_same_file_is_recognized_and_imported_again_only_on_purpose(
    browser: Client, league: League
) -> None:
    assert confirm(browser, league).status_code == 302
    answer = confirm(browser, league)
    assert answer.status_code == 409
    assert answer.context["preview"].there == [("Winter 2025", 3)]
    assert "“Winter 2025”" in answer.content.decode()
    assert league.seasons.count() == 2
    assert confirm(browser, league, again="3").status_code == 302
    assert league.seasons.count() == 3
    assert Player.objects.filter(name="Bob").count() == 1


def test_names_are_found_suggested_and_asked(
    browser: Client, league: League, owner: Player
) -> None:
    PlayerFactory.create(name="Anna")
    guest, member = make_guest("Bob"), PlayerFactory.create(name="Robert Martin")
    season = league.seasons.get()
    play(make_session(season), guest, PlayerFactory.create(name="Zoé"))
    merging.merge(league, guest, member, owner, timezone.now())
    answer = send(browser, league)
    preview = answer.context["preview"]
    questions = {question.name: question for question in preview.questions}
    assert [name for _id, name in questions["Ana"].similar] == ["Anna"]
    assert (questions["Ana"].chosen, questions["Dan"].chosen) == ("", "guest")
    # A merged guest's name means the member.
    assert "Bob" not in questions
    assert preview.plan is None
    field = questions["Ana"].field
    known = confirm(browser, league, **{field: str(Player.objects.get(name="Anna").pk)})
    assert known.status_code == 302
    played = Player.objects.filter(entries__season__name="Winter 2025")
    assert {player.name for player in played} == {"Anna", "Robert Martin", "Cléo", "Dan"}


def test_who_is_known_has_the_note_that_tells_namesakes_apart(
    browser: Client, league: League
) -> None:
    elsewhere = make_season(name="Thursdays")
    bob = make_guest("Bob")
    play(make_session(elsewhere), bob, PlayerFactory.create(name="Bob Martin"))
    known = send(browser, league).context["preview"].known
    assert [name.split(",")[0] for name in known] == ["Bob (guest of Thursdays"]


def test_two_names_of_one_person_at_a_table_are_refused(browser: Client, league: League) -> None:
    PlayerFactory.create(name="Ana")
    text = "Date;Joueur;Têtes\n9/1/2025;Ana;10\n;Anna;70\n"
    question = send(browser, league, text).context["preview"].questions[0]
    answer = send(browser, league, text, **{question.field: question.similar[0][0]})
    assert answer.status_code == 422
    assert "Line 3" in answer.context["preview"].problems[0]


def test_problems_are_told_with_their_lines_and_nothing_is_imported(
    browser: Client, league: League
) -> None:
    answer = send(browser, league, TEXT.replace("Bob;20", "Bob;many"))
    assert answer.status_code == 422
    assert "Line 3, column D" in answer.content.decode()
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    answer = send(browser, league, f"Date;Joueur;Têtes\n{tomorrow};A;1\n;B;2\n")
    assert answer.status_code == 422
    assert league.seasons.count() == 1


def test_a_game_that_is_there_twice_is_pointed_out(browser: Client, league: League) -> None:
    text = TEXT + "16/01/2025;2;Ana;25\n;;Cléo;5\n;;Dan;70\n"
    notes = send(browser, league, text).context["preview"].notes
    assert len(notes) == 1
    assert "Line 12" in notes[0]


def test_ratings_follow_the_dates_of_the_imported_games(
    browser: Client, league: League, ana: Player, bob: Player
) -> None:
    season = league.seasons.get()
    play(make_session(season), ana, bob)
    confirm(browser, league)
    rating_store.RATINGS.bring_up_to_date(league.pk)
    points = league.rating_points.filter(player=ana).order_by("number")
    order = [point.game.session.season.name for point in points]
    assert order == ["Winter 2025", "Winter 2025", "Winter 2025", "Spring"]
    assert rating_store.rebuild(league.pk) == 0


def test_our_own_export_imports_again_to_equal_standings(browser: Client, league: League) -> None:
    season = make_season(name="Elsewhere", preset=Preset.BEST, best_of=2, drop_percent=20)
    people = PlayerFactory.create_batch(5)
    for number in range(3):
        session = make_session(season)
        for table in range(2):
            at = people[number : number + 3] if table else people[2 - number : 5]
            totals = [10 + 7 * ((number + table + place) % 3) for place in range(len(at) - 1)]
            enter(make_game(session, at), [*totals, 70])
    text = body(get("results_csv", season))
    answer = confirm(browser, league, text, preset="best", best_of=2, drop_percent=20)
    assert answer.status_code == 302
    assert rows(league.seasons.get(name="Winter 2025")) == rows(season)


def test_a_large_season_takes_few_statements(
    browser: Client,
    league: League,
    django_assert_max_num_queries: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Standings and ratings are computed later, on another thread.
    monkeypatch.setattr("leagues.standings.season_lock.after_commit", lambda _work: None)
    lines = ["Date;Table;Joueur;Têtes"]
    for week in range(20):
        day = f"2024-{1 + week // 4:02}-{1 + 7 * (week % 4):02}"
        for table in range(4):
            lines += [
                f"{day};{table + 1};P{(week + 4 * table + n) % 24};{10 * n + 9}" for n in range(5)
            ]
    text = "\n".join(lines)
    preview = send(browser, league, text).context["preview"]
    assert len(preview.past.games) == 80
    data = form_of(browser, league) | {"text": text, "seen": preview.seen, "import": "1"}
    with django_assert_max_num_queries(120):
        answer = browser.post(f"/leagues/{league.slug}/seasons/import/", data)
    assert answer.status_code == 302


def test_the_file_to_fill_in_can_be_imported(browser: Client, league: League) -> None:
    answer = browser.get(f"/leagues/{league.slug}/seasons/import/example.csv")
    assert confirm(browser, league, answer.content.decode()).status_code == 302


def test_two_spellings_of_a_new_guest_are_one_person(browser: Client, league: League) -> None:
    """Guests are told apart by neither case, accents nor spaces, so a table seats them once."""
    text = "Date;Joueur;Têtes\n9/1/2025;Cleo;10\n;Cléo;70\n"
    answer = send(browser, league, text)
    assert answer.status_code == 422
    assert "Line 3: the same person sits at this table already, in line 2." in answer.text
    apart = "Date;Joueur;Têtes\n9/1/2025;Cleo;10\n;Dan;70\n16/1/2025;Cléo;10\n;Dan;70\n"
    assert send(browser, league, apart).context["preview"].new == ("Cleo", "Dan")
    assert confirm(browser, league, text.replace("Cléo", "Dan")).status_code == 302
    again = text.replace("Cleo", "Dan").replace("2025", "2024")
    assert confirm(browser, league, again, season_name="Winter 2024").status_code == 302
    assert Player.objects.filter(name__in=["Cleo", "Cléo"]).count() == 1
