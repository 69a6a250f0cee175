"""Programs write as their member does on the pages, and never over what they have not seen."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.rate_limit import RateLimit
from leagues.api import answers, bodies, session_writes
from leagues.exports import tokens
from leagues.models import ApiToken, Game, GameSeat, League, Role, Season, Session
from leagues.sessions import session_life
from leagues.setup import season_life
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.api.programs import API, Program, at
from tests.support.leagues import (
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    sheet_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(session: Session, pair: list[Player]) -> Game:
    return make_game(session, pair)


def columns(players: list[Player]) -> list[dict[str, int]]:
    return [{"player_id": each.pk} for each in players]


def pointers(told: Any) -> list[str]:
    return [each["pointer"] for each in told["errors"]]


# --- Score sheets --------------------------------------------------------------------------


def test_a_sheet_is_entered_and_counts(
    program: Program, game: Game, pair: list[Player], season: Season
) -> None:
    told = program.get(at(game))
    assert (told["status"], told["sheet"], told["version"]) == ("seated", None, 1)
    body = {"columns": columns(pair), "rounds": [[10, 30], [9, 41]]}
    status, done = program.send("PUT", at(game, "/sheet"), body, seen=program.etag)
    assert (status, done["status"], done["version"]) == (200, "confirmed", 2)
    told = program.get(program.last["Location"])
    assert [(each["heads"], each["place"]) for each in told["seats"]] == [(19, 1), (71, 2)]
    rows = program.get(at(season, "/standings"))["standings"]
    assert [(row["player"], row["heads"]) for row in rows] == [("Ana", 19), ("Bob", 71)]


def test_a_sheet_that_was_read_can_be_sent_back(
    program: Program, game: Game, pair: list[Player]
) -> None:
    sheet = {
        "columns": [{"player_id": each.pk, "substitute_for_id": None} for each in pair],
        "rounds": [[10, 30], [9, 41]],
        "totals": [19, 71],
        "round_count": 2,
        "is_cut_short": False,
    }
    program.get(at(game))
    program.send("PUT", at(game, "/sheet"), sheet, seen=program.etag)
    read = program.get(at(game))["sheet"]
    assert {**read, "totals": [19, 71], "round_count": 2} == sheet
    again = read | {"reason": "to see"}
    assert program.send("PUT", at(game, "/sheet"), again, seen=program.etag)[0] == 200


def test_a_sheet_that_was_sent_twice_is_refused_the_second_time(
    program: Program, game: Game, pair: list[Player]
) -> None:
    program.get(at(game))
    seen, body = program.etag, {"columns": columns(pair), "totals": [12, 70]}
    assert program.send("PUT", at(game, "/sheet"), body, seen=seen)[0] == 200
    again = body | {"totals": [70, 12], "reason": "mistaken"}
    status, told = program.send("PUT", at(game, "/sheet"), again, seen=seen)
    assert (status, told["code"]) == (412, "changed")
    assert GameSeat.objects.get(game=game, player=pair[0]).heads == 12


def test_nothing_is_written_over_what_was_not_read(
    program: Program, game: Game, pair: list[Player]
) -> None:
    body = {"columns": columns(pair), "totals": [12, 70]}
    status, told = program.send("PUT", at(game, "/sheet"), body)
    assert (status, told["code"]) == (428, "no_match_sent")
    for wrong in ('"0"', '"x-1"', 'W/"99-aa"'):
        assert program.send("PUT", at(game, "/sheet"), body, seen=wrong)[0] == 412
    program.get(at(game))
    # A proxy that compresses makes an ETag a weak one.
    assert program.send("PUT", at(game, "/sheet"), body, seen=f"W/{program.etag}")[0] == 200


def test_a_second_person_confirms(owner: Player, pair: list[Player]) -> None:
    season = make_season(owner, second_person=True)
    game = make_game(make_session(season), pair)
    scorer = Program(make_member_with(Role.Kind.SCORER, season.league))
    first = Program(owner)
    body = {"columns": columns(pair), "totals": [12, 70]}
    _status, done = first.send("PUT", at(game, "/sheet"), body, seen="*")
    assert (done["status"], done["waits"]) == ("submitted", True)
    status, told = first.send("POST", at(game, "/confirm"), seen=first.last["ETag"])
    assert (status, told["code"], told["reason"]) == (409, "conflict", "needs_second_person")
    read = scorer.get(at(game))
    assert read["sheet"]["totals"] == [12, 70]
    status, done = scorer.send("POST", at(game, "/confirm"), seen=scorer.etag)
    assert (status, done["status"], done["waits"]) == (200, "confirmed", False)


def test_who_sat_there_enters_what_a_scorer_confirms(
    program: Program, game: Game, pair: list[Player]
) -> None:
    body = {"columns": columns(pair), "totals": [12, 70]}
    player = Program(pair[0], ["sheets"])
    _status, done = player.send("PUT", at(game, "/sheet"), body, seen="*")
    assert done["status"] == "submitted"
    assert player.send("POST", at(game, "/confirm"), seen="*")[0] == 403
    # Others see no result that nobody has confirmed.
    assert Program(PlayerFactory.create(), []).get(at(game))["sheet"] is None
    assert program.send("POST", at(game, "/confirm"), seen="*")[1]["status"] == "confirmed"
    corrected = body | {"totals": [11, 70], "reason": "a slip"}
    assert player.send("PUT", at(game, "/sheet"), corrected, seen="*")[0] == 403


def test_a_correction_needs_a_reason(program: Program, game: Game, pair: list[Player]) -> None:
    results.submit(game, sheet_of(pair, totals=[12, 70]), pair[0], timezone.now())
    body = {"columns": columns(pair), "totals": [13, 70]}
    status, told = program.send("PUT", at(game, "/sheet"), body, seen="*")
    assert (status, told["reason"]) == (422, "needs_reason")
    body["reason"] = "  a\u200b slip "
    assert program.send("PUT", at(game, "/sheet"), body, seen="*")[0] == 200
    assert game.versions.get(did="corrected").reason == "a slip"
    assert GameSeat.objects.get(game=game, player=pair[0]).heads == 13


@pytest.mark.parametrize(
    ("part", "where"),
    [
        ({"rounds": [[10, 30], [9, None]]}, "#/rounds/1/1"),
        ({"rounds": [[10, 30], [9]]}, "#/rounds/1"),
        ({"rounds": [[10, 30, 5], [9, 41, 5]]}, "#/rounds/0"),
        ({"rounds": [[10, 200], [9, 41]]}, "#/rounds/0/1"),
        ({"rounds": [[10, 30], [9, 41]], "totals": [18, 71]}, "#/totals/0"),
        ({"rounds": [[10, 30], [9, 41]], "round_count": 3}, "#/round_count"),
        ({"rounds": [[1, 3]]}, "#"),
        ({"totals": [12, -1]}, "#/totals/1"),
        ({"totals": [12, True]}, "#/totals/1"),
        ({"totals": [12, 70.5]}, "#/totals/1"),
        ({"totals": [12, "70"]}, "#/totals/1"),
        ({"totals": [12, 10**400]}, "#/totals/1"),
        ({"totals": [12]}, "#/totals"),
        ({"rounds": [[1, 1]] * 201}, "#/rounds"),
        ({"columns": [{"player_id": 0}, {"guest": "Zoé"}]}, "#/columns/0"),
        ({"columns": [{"guest": "Zoé"}]}, "#/columns"),
        ({"columns": [{"guest": "Zoé", "player_id": 1}, {"guest": "Yan"}]}, "#/columns/0"),
        ({"columns": [{"guest": "Zoé"}, {"guest": "\u200b"}]}, "#/columns/1"),
        ({"columns": [{"guest": "Zoé"}, {"guest": "\ud800"}]}, "#/columns/1/guest"),
        ({"columns": [{"guest": "Zoé"}, {"guest": "a\0b"}]}, "#/columns/1/guest"),
        ({"columns": [{"guest": "Zoé"}, {"guest": "y" * 41}]}, "#/columns/1/guest"),
        ({"colums": []}, "#"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    program: Program, game: Game, pair: list[Player], part: dict[str, Any], where: str
) -> None:
    body = {"columns": columns(pair), **part}
    if "columns" in part:
        body["totals"] = [12, 70][: len(part["columns"])]
    status, told = program.send("PUT", at(game, "/sheet"), body, seen="*")
    assert (status, told["code"]) == (422, "invalid")
    assert where in pointers(told), told
    game.refresh_from_db()
    assert (game.status, game.version) == (Game.Status.SEATED, 1)
    assert not Player.objects.guests().exists()


def test_a_game_nobody_was_drawn_for_is_opened_with_a_guest(
    program: Program, session: Session, pair: list[Player]
) -> None:
    body = {"columns": [{"player_id": pair[0].pk}, {"guest": "Zoé"}]}
    status, done = program.send("POST", at(session, "/games"), body)
    assert (status, done["status"]) == (201, "seated")
    told = program.get(program.last["Location"])
    assert [each["player"] for each in told["seats"]] == ["Ana", "Zoé"]
    ids = [{"player_id": each["player_id"]} for each in told["seats"]]
    address = f"{at(session)}/games/{done['game']}/sheet"
    sheet = {"columns": ids, "totals": [70, 5], "round_count": 4}
    assert program.send("PUT", address, sheet, seen=program.etag)[1]["status"] == "confirmed"


def test_a_closed_season_takes_no_sheet(
    program: Program, season: Season, game: Game, pair: list[Player]
) -> None:
    results.not_played(game, pair[0], timezone.now())
    season_life.close_season(season.pk, timezone.now())
    body = {"columns": columns(pair), "totals": [12, 70]}
    status, told = program.send("PUT", at(game, "/sheet"), body, seen="*")
    assert (status, told["reason"]) == (409, "season_not_open")


# --- Sessions ------------------------------------------------------------------------------


def test_a_session_is_planned_and_changed_in_part(program: Program, season: Season) -> None:
    plan = {"starts_at": "2031-01-07T20:00:00+01:00", "place": "The back room", "places": 12}
    status, done = program.send("POST", at(season, "/sessions"), plan)
    assert status == 201
    told = program.get(program.last["Location"])
    assert (told["starts_at"], told["places"]) == ("2031-01-07T19:00:00+00:00", 12)
    change = {"starts_at": "2031-01-08T20:00:00+01:00", "places": None}
    address = f"{at(season)}/sessions/{done['number']}"
    assert program.send("PATCH", address, change, seen=program.etag)[0] == 200
    stored = Session.objects.get(season=season, number=done["number"])
    assert stored.starts_at == datetime(2031, 1, 8, 19, tzinfo=UTC)
    assert (stored.place, stored.places) == ("The back room", None)


def test_one_organizer_does_not_overwrite_another(
    program: Program, season: Season, session: Session
) -> None:
    program.get(at(session))
    seen = program.etag
    other = Program(make_member_with(Role.Kind.ORGANIZER, season.league))
    assert other.send("PATCH", at(session), {"place": "Elsewhere"}, seen=seen)[0] == 200
    status, told = program.send("PATCH", at(session), {"name": "Opening"}, seen=seen)
    assert (status, told["code"]) == (412, "changed")
    assert program.send("PATCH", at(session), {"name": "Opening"})[0] == 428
    program.get(at(session))
    assert program.send("PATCH", at(session), {"name": "Opening"}, seen=program.etag)[0] == 200
    session.refresh_from_db()
    assert (session.place, session.name) == ("Elsewhere", "Opening")


@pytest.mark.parametrize(
    ("plan", "where"),
    [
        ({}, "#/starts_at"),
        ({"starts_at": "2031-01-07T20:00:00"}, "#/starts_at"),
        ({"starts_at": "9999-12-31T23:59:59-23:00"}, "#/starts_at"),
        ({"starts_at": "0001-01-01T00:00:00+23:00"}, "#/starts_at"),
        ({"starts_at": "tomorrow"}, "#/starts_at"),
        ({"starts_at": "2031-01-07T20:00:00Z", "places": 0}, "#/places"),
        ({"starts_at": "2031-01-07T20:00:00Z", "time_per_choice": 7}, "#/time_per_choice"),
        ({"starts_at": "2031-01-07T20:00:00Z", "is_final": True}, "#/is_final"),
        ({"starts_at": "2031-01-07T20:00:00Z", "place": "a\u202eb"}, "#/place"),
        ({"starts_at": "2031-01-07T20:00:00Z", "name": None}, "#/name"),
    ],
)
def test_a_plan_that_cannot_be_is_told_where(
    program: Program, season: Season, plan: dict[str, Any], where: str
) -> None:
    status, told = program.send("POST", at(season, "/sessions"), plan)
    assert (status, pointers(told)) == (422, [where])
    assert not season.sessions.exists()


def test_people_are_checked_in_and_out_as_often_as_it_is_sent(
    program: Program, season: Season, session: Session, pair: list[Player]
) -> None:
    address = at(session, f"/people/{pair[0].pk}")
    for _time in range(2):
        status, told = program.send("PUT", address)
        assert (status, told["is_here"]) == (200, True)
    status, guest = program.send("POST", at(session, "/people"), {"guest": "Zoé"})
    assert status == 201
    here = program.get(at(session, "/people"))["items"]
    assert [(each["player"], each["is_here"]) for each in here] == [("Ana", True), ("Zoé", True)]
    for _time in range(2):
        status, told = program.send("DELETE", address)
        assert (status, told["is_here"]) == (200, False)
    listed = program.get(at(session, "/people"))["items"]
    assert [each["player_id"] for each in listed] == [guest["player_id"]]
    session_life.close_session(session)
    status, told = program.send("PUT", address)
    assert (status, told["reason"]) == (409, "session_not_open")


# --- People --------------------------------------------------------------------------------


def test_a_member_and_a_guest_are_added(
    program: Program, season: Season, pair: list[Player]
) -> None:
    offered = program.get(f"{API}leagues/{season.league.slug}/people")["items"]
    assert [(each["player"], each["is_guest"]) for each in offered] == [
        ("Ana", False), ("Bob", False), ("Olga", False)
    ]  # fmt: skip
    address = at(season, "/people")
    assert program.send("POST", address, {"player_id": pair[0].pk})[0] == 201
    assert program.send("POST", address, {"guest": "Zoé"})[0] == 201
    names = [each["player"] for each in program.get(address)["items"]]
    assert names == ["Ana", "Zoé"]
    status, told = program.send("POST", address, {"player_id": pair[0].pk})
    assert (status, told["reason"]) == (409, "already_there")


def test_a_name_that_is_taken_is_told_at_its_place_alone_or_in_a_list(
    program: Program, season: Season, session: Session
) -> None:
    assert program.send("POST", at(season, "/people"), {"guest": "Zoé"})[0] == 201
    for address, body, where in (
        (at(season, "/people"), {"guest": "zoe"}, "#/guest"),
        (at(session, "/people"), {"guest": "zoe"}, "#/guest"),
        (at(session, "/arrivals"), {"people": [{"guest": "zoe"}]}, "#/people/0/guest"),
    ):
        status, told = program.send("POST", address, body)
        assert (status, told["code"]) == (422, "invalid")
        (fault,) = told["errors"]
        assert fault == {
            "pointer": where,
            "detail": "Somebody in this season already has that name.",
        }


def test_who_names_a_guest_of_a_list_faster_is_told_so_too(
    program: Program, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.send("POST", at(session, "/people"), {"guest": "Zoé"})[0] == 201
    monkeypatch.setattr(session_writes, "names_taken_in", lambda _season: [])
    status, told = program.send("POST", at(session, "/arrivals"), {"people": [{"guest": "zoe"}]})
    assert (status, told["code"], pointers(told)) == (422, "invalid", ["#"])


def test_nobody_is_added_whom_the_page_does_not_offer(program: Program, season: Season) -> None:
    hidden = make_season(name="Hidden", visibility=League.Visibility.MEMBERS)
    elsewhere = make_guest("Of another league")
    hidden.entrants.create(player=elsewhere, joined_from=1)
    for number in (0, elsewhere.pk, 2**31 - 1):
        status, told = program.send("POST", at(season, "/people"), {"player_id": number})
        assert (status, pointers(told)) == (422, ["#/player_id"])
    assert not season.entrants.exists()


# --- Tokens, rights, and what an input can use up --------------------------------------------


def test_a_program_writes_no_longer_than_its_member_and_its_token(
    season: Season, session: Session
) -> None:
    organizer = make_member_with(Role.Kind.ORGANIZER, season.league)
    program = Program(organizer)

    def add(name: str) -> tuple[int, str]:
        status, told = program.send("POST", at(season, "/people"), {"guest": name})
        return status, told.get("code", "")

    assert add("Zoé")[0] == 201
    Role.objects.filter(player=organizer).delete()
    assert add("Yan") == (403, "forbidden")
    Role.objects.create(player=organizer, league=season.league, kind=Role.Kind.ORGANIZER)
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert add("Yan") == (401, "wrong_token")
    ApiToken.objects.update(expires_at=None)
    assert add("Yan")[0] == 201
    organizer.user.is_active = False
    organizer.user.save()
    assert add("Xavier") == (401, "wrong_token")
    organizer.user.is_active = True
    organizer.user.save()
    tokens.revoke_token(organizer, ApiToken.objects.get(player=organizer).pk)
    assert add("Xavier") == (401, "wrong_token")
    assert set(Player.objects.guests().values_list("name", flat=True)) == {"Zoé", "Yan"}


def test_an_organizer_who_lacks_a_second_factor_writes_nothing(
    program: Program, season: Season, settings: Any
) -> None:
    settings.REQUIRE_TWO_FACTOR_OF = "organizers"
    status, told = program.send("POST", at(season, "/people"), {"guest": "Zoé"})
    assert (status, told["code"]) == (403, "forbidden")


@pytest.mark.parametrize(
    ("raw", "content_type", "wanted"),
    [
        (b"", "application/json", (400, "not_json")),
        (b"{", "application/json", (400, "not_json")),
        (b"\xff\xfe", "application/json", (400, "not_json")),
        (b"[" * 30_000, "application/json", (400, "not_json")),
        (b'{"guest": ' + b"9" * 5000 + b"}", "application/json", (400, "not_json")),
        (b'{"guest": NaN}', "application/json", (422, "invalid")),
        (b"[]", "application/json", (422, "invalid")),
        (b" " * (bodies.MOST_BYTES + 1), "application/json", (413, "too_large")),
        (b"guest=Zoe", "application/x-www-form-urlencoded", (415, "not_called_json")),
        (b"{}", "text/plain", (415, "not_called_json")),
    ],
)
def test_what_is_no_json_or_too_long_is_refused(
    program: Program, season: Season, raw: bytes, content_type: str, wanted: tuple[int, str]
) -> None:
    address = at(season, "/people")
    status, told = program.send("POST", address, raw=raw, content_type=content_type)
    assert (status, told["code"]) == wanted
    assert program.last["Content-Type"] == "application/problem+json"


def test_who_writes_too_often_waits(
    program: Program, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "WRITES", RateLimit("api_write", 2, 60))
    found = [
        program.send("POST", at(season, "/people"), {"guest": name})[0]
        for name in ("Zoé", "Yan", "Xavier")
    ]
    assert found == [201, 201, 429]
    assert program.last["Retry-After"] == "60"
    assert len(program.get(at(season, "/people"))["items"]) == 2
