"""Who may do what by the API, written as tables: every address, every kind of person."""

import json
from collections.abc import Sequence
from http import HTTPStatus

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from leagues.api.declared import Endpoint
from leagues.api.openapi import ENDPOINTS
from leagues.api.urls import urlpatterns
from leagues.exports import tokens
from leagues.models import ApiToken, League, Season
from leagues.pages.access import Level
from tests.conftest import Share
from tests.leagues.test_permissions import PEOPLE, Club, may

pytestmark = pytest.mark.django_db

ALL, OF_LEAGUE, OF_TABLE = "everybody", "who may see the league", "who may see the table"
OF_SCORERS, WRITING = "scorers and organizers", "written only: the table below"
# By the name of the address: who may read it. What a table lets whom see is in
# tests/leagues/api/test_records.py.
RIGHTS = {
    "page": ALL,
    "openapi": ALL,
    "nothing_here": ALL,
    "leagues": ALL,
    "league": OF_LEAGUE,
    "seasons": OF_LEAGUE,
    "season": OF_LEAGUE,
    "standings": OF_LEAGUE,
    "games": OF_LEAGUE,
    "sessions": OF_LEAGUE,
    "session": OF_LEAGUE,
    "people": OF_LEAGUE,
    "record": OF_TABLE,
    "league_people": OF_SCORERS,
    "session_games": OF_LEAGUE,
    "session_game": OF_LEAGUE,
    "session_people": OF_LEAGUE,
    "cancel_session": WRITING,
    "reinstate_session": WRITING,
    "close_session": WRITING,
    "reopen_session": WRITING,
    "check_in_several": WRITING,
    "check_in": WRITING,
    "send_sheet": WRITING,
    "confirm": WRITING,
}
# By the name of the endpoint: who may write it, as on the pages. HERE: scorers, and members of
# themselves.
SCORER, ORGANIZER, PLAYER, HERE = Level.SCORER, Level.ORGANIZER, "player", "of themselves"
PAIR = [{"guest": "Ada"}, {"guest": "Ben"}]
# With what is sent; nobody has entered what there is to confirm, and the session runs with a game.
WRITES: dict[str, tuple[Level | str, dict[str, object], int]] = {
    "add_person": (ORGANIZER, {"guest": "Zoé"}, 201),
    "plan_session": (ORGANIZER, {"starts_at": "2031-01-05T20:00:00+01:00"}, 201),
    "change_session": (ORGANIZER, {"place": "Elsewhere"}, 200),
    "cancel_session": (ORGANIZER, {"reason": "Snow"}, 409),
    "reinstate_session": (ORGANIZER, {}, 409),
    "close_session": (ORGANIZER, {}, 409),
    "reopen_session": (ORGANIZER, {}, 409),
    "check_in_several": (SCORER, {"people": [{"guest": "Zoé"}]}, 200),
    "check_in_guest": (SCORER, {"guest": "Zoé"}, 201),
    "check_in": (HERE, {}, 200),
    "check_out": (SCORER, {}, 200),
    "new_game": (SCORER, {"columns": PAIR}, 201),
    "send_sheet": (PLAYER, {"columns": PAIR, "totals": [12, 70]}, 200),
    "confirm": (SCORER, {}, 409),
}
READING = [each for each in ENDPOINTS if not each.scope]
OF_ONE_LEAGUE = [each for each in READING if RIGHTS[each.name] == OF_LEAGUE]
OF_A_SEASON = [each for each in OF_ONE_LEAGUE if "season" in each.parts]


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)
    assert {each.name for each in ENDPOINTS if each.scope} == set(WRITES)


class ClubWithPrograms(Club):
    """A club in which each person has a program that reads."""

    def __init__(self, visibility: League.Visibility) -> None:
        super().__init__(visibility)
        self.readers = programs(self)


def programs(club: Club, scopes: Sequence[str] = ()) -> dict[str, Client]:
    """What each person asks with: strangers without a token."""
    found = {"anonymous": Client()}
    for name in PEOPLE[1:]:
        token = tokens.make_token(club.people[name].player, name, timezone.now(), scopes)
        found[name] = Client(headers={"Authorization": f"Bearer {token}"})
    return found


@pytest.fixture(scope="module")
def club(share: Share) -> ClubWithPrograms:
    return share(lambda: ClubWithPrograms(League.Visibility.PUBLIC))


@pytest.fixture(scope="module")
def members_club(share: Share) -> ClubWithPrograms:
    return share(lambda: ClubWithPrograms(League.Visibility.MEMBERS))


@pytest.fixture(scope="module")
def unlisted_club(share: Share) -> ClubWithPrograms:
    return share(lambda: ClubWithPrograms(League.Visibility.UNLISTED))


def statuses(club: ClubWithPrograms, path: str) -> dict[str, int]:
    return {who: each.get(f"/api/v1/{path}").status_code for who, each in club.readers.items()}


def paths(club: Club, *, of: Sequence[Endpoint] = OF_ONE_LEAGUE) -> list[str]:
    values = {
        "league": club.league.slug,
        "season": club.season.number,
        "session": club.session.number,
        "game": club.game.number,
        "person": club.people["scorer"].player.pk,
    }
    return [each.path.format(**values) for each in of]


def test_everybody_reads_a_league_that_strangers_may_see(
    club: ClubWithPrograms, unlisted_club: ClubWithPrograms
) -> None:
    for each in (club, unlisted_club):
        for path in paths(each):
            assert statuses(each, path) == dict.fromkeys(PEOPLE, HTTPStatus.OK), path


def test_to_strangers_a_members_league_is_as_one_that_does_not_exist(
    members_club: ClubWithPrograms,
) -> None:
    club = members_club
    for path in paths(club):
        wanted = dict.fromkeys(PEOPLE, HTTPStatus.OK) | {"anonymous": HTTPStatus.NOT_FOUND}
        assert statuses(club, path) == wanted, path
        refused = Client().get(f"/api/v1/{path}").content
        nothing = Client().get(f"/api/v1/{path.replace(club.league.slug, 'no-such-league')}")
        assert (refused, nothing.status_code) == (nothing.content, HTTPStatus.NOT_FOUND)


def test_a_season_being_prepared_is_there_for_its_organizers_only(club: ClubWithPrograms) -> None:
    Season.objects.filter(pk=club.season.pk).update(status=Season.Status.DRAFT)
    allowed = {"organizer", "owner", "staff"}
    for path in paths(club, of=OF_A_SEASON):
        found = statuses(club, path)
        assert {who for who, status in found.items() if status == HTTPStatus.OK} == allowed, path
        assert set(found.values()) == {HTTPStatus.OK, HTTPStatus.NOT_FOUND}
    listed = f"/api/v1/leagues/{club.league.slug}/seasons"
    seen = {who for who, each in club.readers.items() if each.get(listed).json()["items"]}
    assert seen == allowed


def test_the_list_of_leagues_shows_each_what_the_page_shows(
    unlisted_club: ClubWithPrograms,
) -> None:
    club = unlisted_club
    seen = {
        who
        for who, each in club.readers.items()
        if club.league.slug in each.get("/api/v1/leagues").content.decode()
    }
    assert seen == {"scorer", "organizer", "owner"}


def test_no_program_keeps_the_rights_of_who_may_not_sign_in_any_more(
    members_club: ClubWithPrograms,
) -> None:
    club = members_club
    token = tokens.make_token(club.people["member"].player, "a program", timezone.now())
    club.people["member"].is_active = False
    club.people["member"].save()
    answer = Client(headers={"Authorization": f"Bearer {token}"}).get("/api/v1/leagues")
    assert answer.status_code == HTTPStatus.UNAUTHORIZED


def test_only_scorers_and_organizers_read_whom_they_may_add(club: ClubWithPrograms) -> None:
    found = statuses(club, f"leagues/{club.league.slug}/people")
    allowed = {who for who, status in found.items() if status == HTTPStatus.OK}
    assert allowed == {"scorer", "organizer", "owner", "staff"}
    assert found["anonymous"] == HTTPStatus.NOT_FOUND


# --- Writing -----------------------------------------------------------------------------


def is_allowed(who: str, right: Level | str) -> bool:
    # The one who is checked in below is the scorer.
    return may(who, SCORER if right == HERE else right)


@pytest.mark.parametrize("name", ["club", "members_club"])
def test_who_may_write_is_as_on_the_pages(name: str, request: pytest.FixtureRequest) -> None:
    club = request.getfixturevalue(name)
    people = programs(club, ApiToken.Scope.values)
    for endpoint in ENDPOINTS:
        if not endpoint.scope:
            continue
        right, body, done = WRITES[endpoint.name]
        (path,) = paths(club, of=[endpoint])
        for who, client in people.items():
            with transaction.atomic():
                answer = client.generic(
                    endpoint.method,
                    f"/api/v1/{path}",
                    json.dumps(body),
                    "application/json",
                    headers={"If-Match": "*"},
                )
                transaction.set_rollback(True)
            refused = HTTPStatus.UNAUTHORIZED if who == "anonymous" else HTTPStatus.FORBIDDEN
            wanted = done if is_allowed(who, right) and who != "anonymous" else refused
            assert answer.status_code == wanted, (endpoint.name, who, answer.content)


def test_a_token_writes_nothing_that_it_was_not_made_for(club: ClubWithPrograms) -> None:
    for scope in ("", *ApiToken.Scope.values):
        scopes = [each for each in ApiToken.Scope.values if each != scope] if scope else []
        client = programs(club, scopes)["staff"]
        for endpoint in ENDPOINTS:
            if not endpoint.scope or (scope and endpoint.scope != scope):
                continue
            (path,) = paths(club, of=[endpoint])
            answer = client.generic(endpoint.method, f"/api/v1/{path}")
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong_scope")
            assert f'scope="{endpoint.scope}"' in answer["WWW-Authenticate"]


def test_a_member_checks_in_nobody_but_themselves(club: ClubWithPrograms) -> None:
    member, other = club.people["member"].player, club.people["player"].player
    client = programs(club, ["sessions"])["member"]
    (below,) = paths(club, of=[each for each in ENDPOINTS if each.name == "session_people"])
    assert client.put(f"/api/v1/{below}/{other.pk}").status_code == HTTPStatus.FORBIDDEN
    assert client.put(f"/api/v1/{below}/{member.pk}").status_code == HTTPStatus.OK
    assert list(club.session.attendances.values_list("player", flat=True)) == [member.pk]
