"""Teams over a season: made, changed, played in, merged, deleted."""

import json
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import AuditLine, Season, Session, Team, TeamMember
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import merging, players
from leagues.people.teams import computing, service
from leagues.people.teams import page as team_page
from leagues.sessions import session_life
from leagues.setup import league_life, season_life
from leagues.standings.board import sessions_with_standings
from leagues.standings.store import enter_players
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.leagues.exports.files import get, rows
from tests.leagues.exports.test_the_documents import DOCUMENT, season_of_the_example, tables
from tests.support.clients import signed_in
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


class Club:
    """A season of five players; Ana and Bob are the Reds."""

    def __init__(self) -> None:
        self.owner = PlayerFactory.create(name="Olga")
        self.season: Season = make_season(self.owner)
        self.ana, self.bob, self.cleo, self.dan = self.people = [
            PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo", "Dan")
        ]
        enter_players(self.season, [player.pk for player in self.people], 1)
        self.reds = self.make("Reds", self.ana, self.bob)

    def make(self, name: str, *members: Player) -> Team:
        return service.make_team(self.season.pk, name, members, self.owner)

    def post(self, address: str, /, *arguments: object, **sent: object) -> int:
        client = signed_in(self.owner)
        return client.post(url(address, self.season, *arguments), sent).status_code

    def in_team(self, team: Team) -> list[tuple[str, int, int | None]]:
        found = TeamMember.objects.filter(team=team).order_by("pk")
        return list(found.values_list("player__name", "since", "until"))


def refused(code: LeagueErrorCode, *arguments: object) -> None:
    does, *others = arguments
    with pytest.raises(LeagueError) as caught:
        does(*others)  # type: ignore[operator]
    assert caught.value.code is code


@pytest.fixture
def club() -> Club:
    """Anew for each test."""
    return Club()


def test_the_example_of_the_document_is_what_the_export_says() -> None:
    season = season_of_the_example()
    for name, people in (("Reds", ("Ana", "Bob")), ("Blues", ("Cléo", "Dan"))):
        team = Team.objects.create(season=season, name=name)
        for player in Player.objects.filter(name__in=people):
            TeamMember.objects.create(season=season, team=team, player=player)
    written = tables(DOCUMENT.partition("## Teams\n")[2].partition("\n## ")[0])
    for session, table in enumerate(written, 1):
        found = rows(get("teams_csv", season, f"?session={session}"))
        assert [{key: row[key] for key in row if key != "team_id"} for row in found] == table


def test_a_player_is_in_one_team_at_a_time_and_a_second_tap_does_nothing(club: Club) -> None:
    blues = club.make("Blues", club.cleo)
    for _tap in range(2):
        service.join(blues, club.dan, club.owner)
    refused(LeagueErrorCode.IN_A_TEAM, service.join, blues, club.ana, club.owner)
    refused(LeagueErrorCode.NOT_PRESENT, service.join, blues, PlayerFactory.create(), club.owner)
    refused(LeagueErrorCode.TEAM_NAME_TAKEN, club.make, "réds")
    assert club.in_team(blues) == [("Cléo", 0, None), ("Dan", 0, None)]
    # Whatever the service believes, the database refuses a second team.
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamMember.objects.create(season=club.season, team=blues, player=club.ana)


def test_who_leaves_after_a_session_stays_in_what_was_before(club: Club) -> None:
    session = make_session(club.season, status=Session.Status.CLOSED)
    play(session, club.ana, club.bob, club.cleo)
    before = words_of(page(club.season, "teams", session=1))
    blues = club.make("Blues", club.cleo)
    for _tap in range(2):
        service.leave(club.reds, club.bob, club.owner)
    service.join(blues, club.bob, club.owner)
    assert club.in_team(club.reds) == [("Ana", 0, None), ("Bob", 0, 2)]
    assert club.in_team(blues) == [("Cléo", 2, None), ("Bob", 2, None)]
    assert "Reds" in before
    assert "1 Reds 2 members 75.00" in words_of(page(club.season, "teams", session=1))
    # By mistake: out of the new team, and back as if nothing had been.
    service.leave(blues, club.bob, club.owner)
    service.join(club.reds, club.bob, club.owner)
    assert club.in_team(club.reds) == [("Ana", 0, None), ("Bob", 0, None)]
    assert club.in_team(blues) == [("Cléo", 2, None)]


def test_a_session_that_nobody_began_takes_no_later_games_from_a_team(club: Club) -> None:
    ago = timezone.now() - timedelta(weeks=60)
    make_session(club.season, status=Session.Status.PLANNED, starts_at=ago, active_at=ago)
    played = make_session(club.season, status=Session.Status.CLOSED)
    play(played, club.ana, club.bob, club.cleo)
    blues = club.make("Blues", club.cleo)
    service.leave(club.reds, club.bob, club.owner)
    assert club.in_team(club.reds) == [("Ana", 0, None), ("Bob", 0, 3)]
    assert club.in_team(blues) == [("Cléo", 3, None)]


def test_a_team_is_deleted_until_somebody_has_played_for_it(club: Club) -> None:
    blues = club.make("Blues", club.cleo)
    session = make_session(club.season, status=Session.Status.CLOSED)
    play(session, club.ana, club.bob)
    refused(LeagueErrorCode.TEAM_HAS_GAMES, service.delete_team, club.reds, club.owner)
    assert "Delete the team" not in page(club.season, "teams", team=club.reds.pk, by=club.owner)
    assert "Delete the team" in page(club.season, "teams", team=blues.pk, by=club.owner)
    assert club.post("team_delete", blues.pk) == HTTPStatus.FOUND
    # A stale tab.
    refused(LeagueErrorCode.LATE, service.join, blues, club.dan, club.owner)
    assert club.post("team_join", blues.pk, player=club.dan.pk) == HTTPStatus.NOT_FOUND


def test_what_is_kept_of_the_standings_of_teams_follows_every_change(club: Club) -> None:
    session = make_session(club.season, status=Session.Status.CLOSED)
    play(session, club.ana, club.bob, club.cleo)

    def shown(**asked: Any) -> str:
        return words_of(page(club.season, "teams", **asked))

    assert "1 Reds 2 members 75.00" in shown()
    assert "New team" in shown(by=club.owner)
    assert "New team" not in shown()
    service.rename_team(club.reds, "Greens", club.owner)
    assert "1 Greens 2 members 75.00" in shown()
    service.join(club.reds, club.dan, club.owner)
    play(make_session(club.season), club.cleo, club.ana)
    assert "1 Greens 3 members 50.00" in shown()
    assert "1 Greens 2 members 75.00" in shown(session=1)
    assert "1 Greens 3 members 50.00" in shown(session="")
    unknown = Client().get(url("teams", club.season), {"session": "9"})
    assert unknown.status_code == HTTPStatus.NOT_FOUND
    french = Client(headers={"Accept-Language": "fr"}).get(url("teams", club.season))
    assert "1 Greens 3 membres 50,00" in words_of(french.content.decode())


def test_what_is_kept_of_one_team_follows_every_change_as_well(club: Club) -> None:
    session = make_session(club.season, status=Session.Status.CLOSED)
    play(session, club.ana, club.bob, club.cleo)

    def shown(**asked: Any) -> str:
        return words_of(page(club.season, "teams", team=club.reds.pk, **asked))

    assert "Place 1 Index 75.00 After session 1" in shown()
    play(make_session(club.season), club.cleo, club.ana)
    assert "Place 1 Index 50.00 After session 2" in shown()
    assert "150 ÷ 3 = 50.00" in shown()
    assert "Place 1 Index 75.00 After session 1" in shown(session=1)
    asked = {"team": str(club.reds.pk), "session": "9"}
    unknown = Client().get(url("teams", club.season), asked)
    assert unknown.status_code == HTTPStatus.NOT_FOUND


def test_the_pages_lead_from_the_standings_to_every_game(club: Club) -> None:
    session = make_session(club.season, status=Session.Status.CLOSED)
    game = play(session, club.ana, club.bob, club.cleo)
    club.make("<i>Blues</i>", club.dan)
    assert url("teams", club.season) in page(club.season)
    board = page(club.season, "teams")
    assert "<i>Blues" not in board
    assert f'href="?team={club.reds.pk}#team"' in board
    assert f'href="?session=1&amp;team={club.reds.pk}#team"' in page(
        club.season, "teams", session=1
    )
    team = page(club.season, "teams", team=club.reds.pk)
    assert "150 ÷ 2 = 75.00" in words_of(team)
    assert game.get_absolute_url() in team
    assert url("story", club.season, club.ana.pk) in team
    assert "Take out" not in team
    assert "Take out" in page(club.season, "teams", team=club.reds.pk, by=club.owner)
    other = make_season(name="Other")
    for wrong in (
        Client().get(url("team", other, club.reds.pk)),
        Client().get(url("teams", other), {"team": club.reds.pk}),
        Client().get(url("teams", other), {"team": "no number"}),
    ):
        assert wrong.status_code == HTTPStatus.NOT_FOUND
    old = Client().get(url("team", club.season, club.reds.pk), {"session": "1"})
    assert old["Location"] == f"{url('teams', club.season)}?team={club.reds.pk}&session=1#team"
    data = json.loads(get("teams_json", club.season).content)
    assert [row["player"] for row in data["members"]] == ["Ana", "Bob", "Dan"]


def test_of_a_member_with_many_games_the_newest_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team_page, "LISTED", 2)
    club = Club()
    for _session in range(3):
        play(make_session(club.season), club.ana, club.cleo)
    html = page(club.season, "teams", team=club.reds.pk)
    assert "1 earlier game is not listed." in words_of(html)
    assert [number in html for number in ("/sessions/1/", "/sessions/2/", "/sessions/3/")] == [
        False,
        True,
        True,
    ]
    # The arithmetic is that of all three: each was won.
    assert "300 ÷ 3 = 100" in words_of(html)


def test_organizers_make_and_rename_teams_and_the_log_says_so(club: Club) -> None:
    sent = {"name": "Blues", "players": [club.cleo.pk, club.dan.pk]}
    assert club.post("team_new", **sent) == HTTPStatus.FOUND
    # Sent twice: Cléo and Dan are not offered any more, and the name is taken.
    club.post("team_new", **sent)
    assert Team.objects.count() == 2
    blues = Team.objects.get(name="Blues")
    assert club.post("team_new", name="") == HTTPStatus.UNPROCESSABLE_ENTITY
    assert club.post("team_rename", blues.pk, name="Greens") == HTTPStatus.FOUND
    assert club.post("team_leave", blues.pk, player=club.dan.pk) == HTTPStatus.FOUND
    done = AuditLine.objects.filter(kind="teams").order_by("pk").values_list("did", flat=True)
    assert [*done][-3:] == ["joined_team", "renamed_team", "left_team"]


@pytest.mark.parametrize("player", ["", "x", "0", "9" * 5000])
def test_nobody_leaves_a_team_where_no_player_is_named(player: str, club: Club) -> None:
    assert club.post("team_leave", club.reds.pk, player=player) == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("player", ["x", "-1", "9" * 30, "9" * 5000])
def test_a_team_is_refused_with_a_player_who_does_not_exist(player: str, club: Club) -> None:
    sent = {"name": "Blues", "players": [club.cleo.pk, player]}
    assert club.post("team_new", **sent) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Team.objects.filter(name="Blues").exists()


def test_a_guest_who_was_in_a_team_is_merged_and_parted(club: Club) -> None:
    guest, other = make_guest("Gus"), make_guest("Hal")
    enter_players(club.season, [guest.pk, other.pk], 1)
    blues = club.make("Blues", guest, other)
    now = timezone.now()
    merged = merging.merge(club.season.league, guest, club.cleo, club.owner, now)
    assert club.in_team(blues) == [("Cléo", 0, None), ("Hal", 0, None)]
    # Ana is in a team already: the guest's time is set aside.
    both = merging.merge(club.season.league, other, club.ana, club.owner, now)
    assert club.in_team(blues) == [("Cléo", 0, None)]
    merging.undo(both, club.owner, now)
    merging.undo(merged, club.owner, now)
    assert club.in_team(blues) == [("Gus", 0, None), ("Hal", 0, None)]


def test_who_never_came_leaves_the_team_with_the_list(club: Club) -> None:
    players.withdraw(club.season.pk, club.bob, timezone.now())
    assert club.in_team(club.reds) == [("Ana", 0, None)]


def test_erased_people_stay_without_a_name_and_everybody_may_read_their_own(club: Club) -> None:
    assert privacy.personal_data(club.ana)["teams"] == [
        {
            "league": "Tuesdays",
            "season": "Spring",
            "team": "Reds",
            "since_session": 0,
            "until_session": None,
        }
    ]
    privacy.erase(club.ana)
    assert "Ana" not in page(club.season, "teams", team=club.reds.pk)
    assert TeamMember.objects.filter(team=club.reds).count() == 2


def test_members_stand_by_name_whatever_their_accents_and_capitals(club: Club) -> None:
    names = ["abel", "Élodie", "Zoé"]
    people = [PlayerFactory.create(name=name) for name in reversed(names)]
    enter_players(club.season, [player.pk for player in people], 1)
    team = club.make("Blues", *people)
    assert [player.name for player in team_page.present_in(team.pk)] == names
    team.season = club.season
    assert [row.player.name for row in team_page.members_of(team, None)] == names


def test_a_copied_season_has_the_teams_and_a_league_goes_with_them(club: Club) -> None:
    players.withdraw(club.season.pk, club.bob, timezone.now())
    for _tap in range(2):
        copy = season_life.copy_season(
            club.season, "Autumn", players=True, wishes=False, teams=True
        )
    team = Team.objects.get(season=copy)
    service.rename_team(team, "REDS", club.owner)
    season_life.copy_season(club.season, "Autumn", players=True, wishes=False, teams=True)
    assert list(copy.teams.all()) == [team]
    assert club.in_team(team) == [("Ana", 0, None)]
    league_life.delete_league(club.season.league)
    assert not Team.objects.exists()


def test_a_check_in_computes_no_standings_of_teams_again(club: Club) -> None:
    play(make_session(club.season, status=Session.Status.CLOSED), club.ana, club.bob)
    season = Season.objects.get(pk=club.season.pk)
    (session,) = sessions_with_standings(season)
    before = computing.standings_of_teams(season, session)
    session_life.arrive(make_session(club.season), club.dan, timezone.now())
    season = Season.objects.get(pk=club.season.pk)
    with CaptureQueriesContext(connection) as queries:
        assert computing.standings_of_teams(season, session) == before
    assert not queries


def test_pages_of_teams_take_as_many_statements_for_many_as_for_few() -> None:
    taken = set()
    for teams, sessions in ((1, 1), (4, 3)):
        season = make_season()
        people = PlayerFactory.create_batch(2 * teams)
        enter_players(season, [player.pk for player in people], 1)
        for number in range(teams):
            pair = people[2 * number : 2 * number + 2]
            team = service.make_team(season.pk, f"Team {number}", pair, people[0])
        for _session in range(sessions):
            session = make_session(season, status=Session.Status.CLOSED)
            play(session, *people[:2])
            play(session, *people[-2:])
        counts = []
        for asked in ({}, {"team": team.pk}):
            client = Client()
            client.get(url("season", season))
            computing.kept.clear()
            with CaptureQueriesContext(connection) as queries:
                client.get(url("teams", season), asked)
            counts.append(len(queries))
        taken.add(tuple(counts))
    assert len(taken) == 1, taken
    assert max(max(taken)) <= 16
