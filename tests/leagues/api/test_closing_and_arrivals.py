"""Programs cancel and close sessions as organizers do, and check in a whole room at once."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import Attendance, Entrant, Game, Notice, Role, Season, Session
from leagues.people.pasted import MOST_NAMES
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.api.programs import Program, at
from tests.support.leagues import (
    make_game,
    make_member_with,
    sheet_of,
)

pytestmark = pytest.mark.django_db


# --- Sessions ------------------------------------------------------------------------------


def test_a_session_is_cancelled_and_takes_place_after_all(
    program: Program, season: Season, pair: list[Player]
) -> None:
    Entrant.objects.create(season=season, player=pair[0])
    plan = {"starts_at": "2031-01-07T20:00:00+01:00"}
    _status, planned = program.send("POST", at(season, "/sessions"), plan)
    address = f"{at(season)}/sessions/{planned['number']}"
    told = program.get(address)
    seen, why = program.etag, {"reason": "  Snow\u200b "}
    for _time in range(2):
        status, done = program.send("POST", f"{address}/cancel", why, seen=seen)
        assert (status, done) == (200, {"number": planned["number"], "status": "cancelled"})
    told = program.get(address)
    assert (told["status"], told["cancelled_because"]) == ("cancelled", "Snow")
    assert [each.kind for each in Notice.objects.filter(player=pair[0])] == ["cancelled"]
    assert program.send("POST", f"{address}/reinstate")[1]["status"] == "planned"
    assert program.get(address)["cancelled_because"] == ""
    status, told = program.send("POST", f"{address}/reinstate")
    assert (status, told["reason"]) == (409, "nothing_to_undo")


def test_a_session_that_was_moved_meanwhile_is_not_cancelled_unseen(
    program: Program, season: Season, session: Session
) -> None:
    address = at(session, "/cancel")
    program.get(at(session))
    other = Program(make_member_with(Role.Kind.ORGANIZER, season.league))
    assert other.send("PATCH", at(session), {"place": "Elsewhere"}, seen="*")[0] == 200
    status, told = program.send("POST", address, {"reason": "Snow"}, seen=program.etag)
    assert (status, told["code"]) == (412, "changed")
    assert program.send("POST", address, {"reason": "Snow"})[0] == 428
    session.refresh_from_db()
    assert session.status != Session.Status.CANCELLED
    program.get(at(session))
    assert program.send("POST", address, {"reason": "Snow"}, seen=program.etag)[0] == 200


@pytest.mark.parametrize(
    ("reason", "told"),
    [("", "invalid"), (" \u200b ", "needs_reason"), (None, "invalid"), ("y" * 201, "invalid")],
)
def test_nobody_is_left_without_a_reason(
    program: Program, session: Session, reason: str | None, told: str
) -> None:
    body = {} if reason is None else {"reason": reason}
    status, problem = program.send("POST", at(session, "/cancel"), body, seen="*")
    assert (status, problem.get("reason", problem["code"])) == (422, told)
    session.refresh_from_db()
    assert session.status != Session.Status.CANCELLED


def test_a_reason_that_is_longer_when_it_is_spelled_as_names_are_is_cut(
    program: Program, session: Session
) -> None:
    # One character that Unicode composes of two (NFC).
    body = {"reason": "\ufb1d" * Session.REASON_LENGTH}
    assert program.send("POST", at(session, "/cancel"), body, seen="*")[0] == 200
    session.refresh_from_db()
    assert len(session.cancelled_because) == Session.REASON_LENGTH


def test_a_session_with_a_game_is_closed_and_not_cancelled(
    program: Program, session: Session, pair: list[Player]
) -> None:
    game = make_game(session, pair)
    for below, body, reason in (
        ("/close", None, "games_in_play"),
        ("/cancel", {"reason": "Snow"}, "has_games"),
        ("/reopen", None, "nothing_to_undo"),
    ):
        status, told = program.send("POST", at(session, below), body, seen="*")
        assert (status, told["reason"]) == (409, reason)
    results.submit(game, sheet_of(pair, totals=[12, 70]), pair[0], timezone.now(), may_confirm=True)
    assert program.send("POST", at(session, "/close"), key="a")[1]["status"] == "closed"
    # The answer was lost: with the same key it is told again, with none it is refused.
    assert program.send("POST", at(session, "/close"), key="a")[1]["status"] == "closed"
    assert program.send("POST", at(session, "/close"))[1]["reason"] == "session_not_open"
    assert {each.kind for each in Notice.objects.filter(player__in=pair)} == {"results"}
    assert program.send("POST", at(session, "/reopen"))[1]["status"] == "running"


# --- Arrivals ------------------------------------------------------------------------------


def send_people(program: Program, session: Session, *people: object) -> tuple[int, Any]:
    return program.send("POST", at(session, "/arrivals"), {"people": people})


def here(session: Session) -> list[str]:
    rows = Attendance.objects.filter(session=session, left_at=None)
    return sorted(rows.values_list("player__name", flat=True))


def test_many_are_checked_in_at_once_and_each_is_told_in_the_order_sent(
    program: Program, session: Session, pair: list[Player]
) -> None:
    ana, bob = pair
    program.send("PUT", at(session, f"/people/{bob.pk}"))
    sent = ({"guest": "Zoé"}, {"player_id": bob.pk}, {"player_id": ana.pk}, {"guest": "Yan"})
    status, told = send_people(program, session, *sent)
    ids = {each.name: each.pk for each in Player.objects.all()}
    assert (status, told) == (
        200,
        {
            "session": session.number,
            "people": [
                {"player_id": ids["Zoé"], "was_here": False},
                {"player_id": bob.pk, "was_here": True},
                {"player_id": ana.pk, "was_here": False},
                {"player_id": ids["Yan"], "was_here": False},
            ],
        },
    )
    assert here(session) == ["Ana", "Bob", "Yan", "Zoé"]
    assert sorted(Entrant.objects.values_list("player__name", flat=True)) == here(session)


def test_all_who_cannot_be_checked_in_are_named_and_nobody_is(
    program: Program, session: Session, pair: list[Player]
) -> None:
    Entrant.objects.create(season=session.season, player=pair[0])
    erased = PlayerFactory.create(erased_at=timezone.now())
    status, told = send_people(
        program,
        session,
        {"player_id": pair[1].pk},
        {"player_id": 0},
        {"guest": "aná"},
        {"guest": "Zoé"},
        {"guest": "ZOE"},
        {"guest": "\u200b"},
        {"player_id": erased.pk},
    )
    assert (status, told["code"]) == (422, "invalid")
    assert [each["pointer"] for each in told["errors"]] == [
        "#/people/1/player_id",
        "#/people/2/guest",
        "#/people/4/guest",
        "#/people/5/guest",
        "#/people/6/player_id",
    ]
    assert (here(session), Player.objects.guests().count()) == ([], 0)


def test_a_list_that_is_sent_again_with_its_key_makes_no_second_guest(
    program: Program, session: Session
) -> None:
    body = {"people": [{"guest": "Zoé"}]}
    first = program.send("POST", at(session, "/arrivals"), body, key="a")
    assert program.send("POST", at(session, "/arrivals"), body, key="a") == first
    status, told = program.send("POST", at(session, "/arrivals"), body)
    assert (status, told["errors"][0]["pointer"]) == (422, "#/people/0/guest")
    assert Player.objects.guests().count() == 1


@pytest.mark.parametrize("count", [0, MOST_NAMES + 1])
def test_a_list_has_one_to_200_people(program: Program, session: Session, count: int) -> None:
    people = [{"guest": f"Guest {number}"} for number in range(count)]
    status, told = send_people(program, session, *people)
    assert (status, told["errors"][0]["pointer"]) == (422, "#/people")
    assert here(session) == []


def test_a_person_who_is_named_twice_comes_once(
    program: Program, session: Session, pair: list[Player]
) -> None:
    status, told = send_people(program, session, *[{"player_id": pair[0].pk}] * 2)
    assert (status, len(told["people"])) == (200, 2)
    assert here(session) == ["Ana"]


def test_nobody_comes_to_a_session_that_is_over(program: Program, session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(status=Session.Status.CLOSED)
    status, told = send_people(program, session, {"guest": "Zoé"})
    assert (status, told["reason"]) == (409, "session_not_open")
    assert not Player.objects.guests().exists()
    assert not Game.objects.exists()
