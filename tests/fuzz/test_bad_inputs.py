"""Some of what `make fuzz` tries, the same inputs each time (docs/testing.md)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import SimpleCookie
from hypothesis import strategies as st

from accounts.models import Player
from games.page.consumer import HUBS
from games.rules.options import Ending, Options, Variant
from games.rules.state import Awaited
from games.table import archive
from games.table.snapshot import Snapshot
from leagues.sessions.consumers import HUBS as SEASON_HUBS
from leagues.sessions.consumers import SESSION_HUBS
from tests.factories import PlayerFactory
from tests.fuzz.backups import BackupJudge, tampered_backups
from tests.fuzz.bad_requests import Request, Target, bad_requests
from tests.fuzz.campaign import attack
from tests.fuzz.forms import Form, forms_of
from tests.fuzz.sockets import SocketJudge, conversations, socket_paths
from tests.fuzz.stage import Stage, every_address, the_same_secrets
from tests.fuzz.states import Course, StateJudge
from tests.fuzz.targets import targets
from tests.fuzz.verdict import Collector, Fault, Judge, collected_log
from tests.support.sockets import stop_listening

SEED = 1
REQUESTS = 300
OF_EACH_SOCKET = 25
OF_BACKUPS = 60
SHARE_OF_STATES = 0.02


@pytest.fixture
def log() -> Iterator[Collector]:
    with collected_log() as collector:
        yield collector


@pytest.fixture
def stage(settings: LazySettings, request: pytest.FixtureRequest) -> Stage:
    """The club, made after the database is there."""
    transaction = request.node.get_closest_marker("django_db").kwargs.get("transaction")
    request.getfixturevalue("transactional_db" if transaction else "db")
    settings.GUEST_SEATS = True
    with the_same_secrets(SEED):
        return Stage(has_demo_club=False)


@pytest.mark.django_db
def test_no_request_breaks_a_page_or_changes_what_it_may_not(stage: Stage, log: Collector) -> None:
    judge = Judge(stage, log)
    found = targets(stage, judge, is_short=True)
    assert {each.name for each in found} == {name for name, _pattern in every_address()}
    # One after the other, each would begin with its simplest request.
    inputs = st.sampled_from(found).flatmap(bad_requests)
    assert attack("all", inputs, judge.judge, count=REQUESTS, start=SEED) is None
    # Most are refused, and not because nobody may do anything.
    assert {200, 302, 403, 404, 405, 422} <= set(judge.statuses)


@pytest.mark.django_db(transaction=True)
def test_no_frame_breaks_a_socket(stage: Stage, log: Collector) -> None:
    with asyncio.Runner() as runner:
        judge = SocketJudge(stage, log, runner.get_loop())
        findings = []
        for name, paths in socket_paths(stage).items():
            inputs = conversations(paths, tuple(stage.cookies))
            findings.append(attack(name, inputs, judge.judge, count=OF_EACH_SOCKET, start=SEED))
        for hubs in (HUBS, SEASON_HUBS, SESSION_HUBS):
            runner.run(stop_listening(hubs))
    assert [finding for finding in findings if finding] == []


# In each all that the others lack, and ends of every kind.
GAMES = [
    Course(Options(variant=Variant.SPECIAL), people=3, bots=1, seed=1),
    Course(
        Options(draft=True, known_cards=True, cabriole=True, max_rounds=1), people=3, bots=0, seed=2
    ),
    Course(Options(ending=Ending.ELIMINATION, limit=10, max_rounds=3), people=4, bots=1, seed=3),
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("course", GAMES)
def test_no_state_of_a_table_breaks_a_page(
    course: Course, log: Collector, settings: LazySettings
) -> None:
    settings.GUEST_SEATS = True
    judge = StateJudge(log, SHARE_OF_STATES)
    judge.judge(course)
    assert {200, 302, 404} <= set(judge.statuses)


def test_no_backup_that_was_tampered_with_is_an_error_or_taken(
    tmp_path: Path, migrated: Path
) -> None:
    judge = BackupJudge(migrated, tmp_path / "backups").judge
    assert attack("backup:", tampered_backups(), judge, count=OF_BACKUPS, start=SEED) is None


# --- What would be found ----------------------------------------------------------------

HEALTH = Target("healthz", (("/healthz", ()),), (), ("anonymous",), ("a", "b"))


NOBODY: Any = SimpleNamespace(cookies={"anonymous": SimpleCookie()}, secrets=["the-secret"])


@pytest.mark.django_db
def test_an_error_is_found_and_made_small(log: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.health.HttpResponse", None)
    judge = Judge(NOBODY, log).judge
    finding = attack("healthz", bad_requests(HEALTH), judge, count=20, start=SEED)
    assert "TypeError: 'NoneType' object is not callable" in finding.fault
    assert finding.shown_by.startswith("GET /healthz")
    assert finding.shown_by.endswith(" as anonymous")


def test_a_backup_that_acts_by_itself_would_be_found(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.backup.sqlite.require_sound", lambda _file: None)
    judge = BackupJudge(migrated, tmp_path / "backups").judge
    with pytest.raises(Fault, match="accepted, with view v"):
        judge(([("run", "CREATE VIEW v AS SELECT 1")], True))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "status", "fault"),
    [
        ("POST", 422, "status 422, but accounts_player was changed"),
        ("GET", 200, "status 200, but accounts_player was changed"),
        ("POST", 302, None),
    ],
)
def test_rows_that_a_refused_request_changed_are_found(
    log: Collector,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    status: int,
    fault: str | None,
) -> None:
    def send(_request: Request) -> tuple[int, bytes]:
        Player.objects.update(name="Changed")
        return status, b""

    PlayerFactory.create()
    judge = Judge(NOBODY, log)
    monkeypatch.setattr(judge, "send", send)
    assert fault_of(judge, Request("anonymous", method, "/")) == fault
    assert not Player.objects.filter(name="Changed").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "fault"), [("/readyz", None), ("/", "status 503")])
def test_only_the_page_that_says_so_may_be_unavailable(
    log: Collector, monkeypatch: pytest.MonkeyPatch, path: str, fault: str | None
) -> None:
    judge = Judge(NOBODY, log)
    monkeypatch.setattr(judge, "send", lambda _request: (503, b""))
    assert fault_of(judge, Request("anonymous", "GET", path)) == fault


@pytest.mark.django_db
def test_a_secret_in_an_answer_is_found(log: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge(NOBODY, log)
    monkeypatch.setattr(judge, "send", lambda _request: (200, b"<p>the-secret</p>"))
    assert fault_of(judge, Request("anonymous", "GET", "/")) == "status 200 with a secret in it"


@pytest.mark.django_db(transaction=True)
def test_a_page_that_breaks_in_one_phase_of_a_game_is_found(
    log: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_of = archive.record_of

    def broken(snapshot: Snapshot, seat: int | None) -> Any:
        assert snapshot.game is None or snapshot.game.round.awaited is not Awaited.SPECIAL
        return record_of(snapshot, seat)

    monkeypatch.setattr(archive, "record_of", broken)
    course = Course(Options(variant=Variant.SPECIAL), people=2, bots=0, seed=1)
    with pytest.raises(Fault, match=r"special of .* asked"):
        StateJudge(log, share=1).judge(course)


def fault_of(judge: Judge, request: Request) -> str | None:
    try:
        judge.judge(request)
    except Fault as fault:
        return str(fault)
    return None


def test_forms_are_read_as_a_browser_fills_them() -> None:
    page = """<form action="save/" method="post"><input name="a" value="1"><select name="b">
      <option value="x"><option value="y" selected></select><input type="file" name="c"></form>
      <button form="no-such" name="d"><button hx-post="/do/">"""
    assert list(forms_of(page, "/page/")) == [
        Form("POST", "/page/save/", (("a", "1"), ("b", "y")), ("c",)),
        Form("POST", "/do/"),
    ]
