"""Another organizer is faster: what a request has found is deleted before it is locked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.urls import URLPattern, reverse
from django.utils import timezone
from PIL import Image

from leagues.exports import tokens
from leagues.models import Entrant, Role, Season, Team, Wish
from leagues.people.players import add_player
from leagues.sessions import seats, session_life
from leagues.sheets.score_links import service as score_links
from leagues.urls import urlpatterns
from tests.factories import PlayerFactory
from tests.fuzz.forms import forms_of
from tests.leagues.setup.forms import sent as rules_sent
from tests.leagues.sheets.pages.pages import fields
from tests.leagues.test_permissions import RIGHTS
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_guest,
    make_member_with,
    make_season,
    make_session,
    make_webhook,
)

pytestmark = pytest.mark.django_db

# Their rows are never deleted, or are one person's alone; an import is first shown, and an example
# is kept nowhere. Links for many are of the club.
LEFT_OUT = {
    "address_revoke", "adjustment_cancel", "game_correct", "invite_new", "invite_revoke", "join",
    "merge_undo", "new", "notices_choose", "notices_off", "notices_read", "rules_amend",
    "rules_example", "season_import", "sheet_photo_delete", "token_revoke", "tokens",
}  # fmt: skip
COMMANDS = [
    pattern
    for pattern in urlpatterns
    if RIGHTS[str(pattern.name)][1] is not None and pattern.name not in LEFT_OUT
]


@pytest.fixture(autouse=True)
def locks_in_order() -> None:
    """Both requests are one transaction here, which locks in no order."""


@contextmanager
def before_the_first_lock(work: Callable[[], object]) -> Iterator[list[str]]:
    """Do some work when a statement is about to lock a row of the leagues, or to change one."""
    done: list[str] = []

    def wrapper(execute: Any, sql: str, *args: Any) -> Any:
        is_first = not done and ("KEY UPDATE" in sql or sql.startswith('UPDATE "leagues_'))
        if is_first:
            done.append(sql)
            work()
        return execute(sql, *args)

    with connection.execute_wrapper(wrapper):
        yield done


class Club:
    """A season with a session at which nobody sits yet, and one with a round of one table."""

    def __init__(self) -> None:
        self.owner = PlayerFactory.create()
        self.season = make_season(self.owner)
        self.prepared = Season.objects.create(league=self.season.league, number=2, name="Next")
        scorer = make_member_with(Role.Kind.SCORER, self.season.league)
        self.role = Role.objects.get(player=scorer)
        self.guest = make_guest("Basile")
        add_player(self.season.pk, self.guest)
        self.people = PlayerFactory.create_batch(3)
        self.empty, self.session = make_session(self.season), make_session(self.season)
        for player in self.people:
            for session in (self.empty, self.session):
                session_life.arrive(session, player, timezone.now())
        seats.lay_tables(self.session, [[each.pk for each in self.people]], 1, self.owner)
        self.game = self.session.games.get()
        self.webhook = make_webhook(self.season.league)
        self.team = Team.objects.create(season=self.season, name="Reds")
        tokens.renew_address(self.owner, self.season.league, timezone.now())
        self.token = score_links.token_of(self.game, score_links.link_of(self.game))
        self.browser = signed_in(self.owner)
        self.browser.raise_request_exception = False

    def answer(self, pattern: URLPattern) -> tuple[HTTPStatus, bool]:
        """The status where the row that the address ends with is deleted under the request.

        And whether the request was so far as to lock or change anything.
        """
        address, sent = self.address(pattern), self.form(pattern)
        with transaction.atomic():
            with before_the_first_lock(lambda: self.delete(pattern)) as done:
                status = HTTPStatus(self.browser.post(address, sent).status_code)
            try:
                connection.check_constraints()
            except IntegrityError:
                status = HTTPStatus.INTERNAL_SERVER_ERROR
            transaction.set_rollback(True)
        return status, bool(done)

    def address(self, pattern: URLPattern) -> str:
        """The address with ids of this club."""
        keys = pattern.pattern.converters
        is_of_draft = str(pattern.name) in {"season_open", "season_delete"}
        known = {
            "slug": self.season.league.slug,
            "number": (self.prepared if is_of_draft else self.season).number,
            "session": (self.session if {"round", "game"} & {*keys} else self.empty).number,
            "round": 1,
            "game": self.game.number,
            "player_id": self.guest.pk,
            "team_id": self.team.pk,
            "role_id": self.role.pk,
            "webhook_id": self.webhook.pk,
            "token": self.token,
        }
        return reverse(f"leagues:{pattern.name}", kwargs={key: known[key] for key in keys})

    def delete(self, pattern: URLPattern) -> None:
        """Delete what an address is about."""
        name, keys = str(pattern.name), set(pattern.pattern.converters)
        row: Model = self.season.league
        if keys & {"game", "round", "token"} or name == "confirm_ticked":
            row = self.game
            self.session.rounds.all().delete()
        elif "session" in keys or name == "player_points":
            row = self.empty
        elif "team_id" in keys:
            row = self.team
        elif "role_id" in keys:
            row = self.role
        elif "webhook_id" in keys:
            row = self.webhook
        elif "player_id" in keys:
            row = self.guest
            Entrant.objects.filter(player=self.guest).delete()
        copy(row).delete()

    def form(self, pattern: URLPattern) -> dict[str, Any]:
        """What every form of the leagues asks for, what its page fills in, and what is its own."""
        address, name = self.address(pattern), str(pattern.name)
        sent = fields(self.people, totals=(3, 30, 70), version=self.game.version) | {
            "reason": "A mistake",
            "name": "Noor",
            "names": "Noor",
            "starts_at": "2026-01-05T20:00",
            "player": self.guest.pk,
            "comes": "yes",
            "table": 1,
            "player-1": self.guest.pk,
            "to-1": "out:bye",
            "seen-1": "1:1",
            "step": "start",
            "generation": 1,
            "sheet": f"{self.game.pk}:{self.game.version}",
            "session": self.empty.pk,
            "points": 2,
            "guest": self.guest.pk,
            "member": self.owner.pk,
            "first": self.people[0].pk,
            "second": self.people[1].pk,
            "address": "https://example.org/hook",
            "tells_results": "on",
        }
        if RIGHTS[name][0] is not None:
            for form in forms_of(self.browser.get(address).content.decode(), address):
                if form.path == address:
                    filled = {key: value for key, value in form.fields if value not in {"", "on"}}
                    sent |= {key: filled[key] for key in filled.keys() - {"cut_short", "do"}}
        return sent | self.own_fields(name)

    def own_fields(self, name: str) -> dict[str, Any]:
        """What means something else in this form than in others."""
        here = self.people
        match name:
            case "league_delete":
                return {"name": self.season.league.name}
            case "season_new":
                return rules_sent(season_name="Autumn")
            case "season_delete":
                return {"name": self.prepared.name, "season": self.prepared.pk}
            case "role_set":
                return {"player": here[0].pk, "kind": Role.Kind.SCORER}
            case "player_add":
                return {"player": PlayerFactory.create().pk}
            case "wish_add":
                return {"kind": Wish.Kind.TOGETHER}
            case "draw":
                ids = [player.pk for player in here]
                drawn = seats.propose(self.empty, ids, 7, seats.meetings(self.season))
                return {"player": ids, "seed": 7, "tables": drawn.text, "kind": "everybody"}
            case "import":
                rows = [
                    f"1,{one.name},{heads}" for one, heads in zip(here, (3, 30, 70), strict=True)
                ]
                return {"text": "\n".join(["table,player,total", *rows]), "import": "1"}
            case "sheet_photo_add" | "score_link_photo":
                file = BytesIO()
                Image.new("RGB", (40, 30)).save(file, "JPEG")
                return {"photo": SimpleUploadedFile("sheet.jpg", file.getvalue())}
        return {}


def test_no_command_breaks_over_what_was_deleted_a_moment_before(
    settings: LazySettings, tmp_path: Path
) -> None:
    settings.PHOTOS = tmp_path
    club = Club()
    answers = {str(pattern.name): club.answer(pattern) for pattern in COMMANDS}
    assert {name for name, (status, _done) in answers.items() if status >= 500} == set()
    assert [(name, status) for name, (status, done) in answers.items() if not done] == []
