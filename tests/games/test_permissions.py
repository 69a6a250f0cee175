"""Who may do what at a table of the club: every address of games, every kind of person."""

from enum import Enum
from http import HTTPStatus
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from accounts.models import Player, User
from games.club_day import day_of
from games.help.chapters import CHAPTERS
from games.models import Message, ReportCase, Table
from games.play.commands import LIMIT
from games.replay import replays as replay
from games.rules.options import Options
from games.seats import seating
from games.table import store
from games.talk import reports
from games.talk import service as talk
from games.urls import urlpatterns
from tests.support.clients import signed_in
from tests.support.puzzles import make_puzzle
from tests.support.records import sample
from tests.support.tables import open_table, people, play_to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_worlds")]

PEOPLE = ("stranger", "member", "player", "host", "organizer", "staff")


class Who(Enum):
    """Of PEOPLE, those with a right. A stranger comes without a link or a guest's cookie."""

    EVERYBODY = frozenset(PEOPLE)
    MEMBERS = frozenset(PEOPLE[1:])
    SEATED = frozenset({"player", "host"})
    HOST = frozenset({"host"})
    # The club's organizers keep order at every table.
    KEEPERS = frozenset({"host", "organizer", "staff"})
    # Those who run the club.
    RUNNERS = frozenset({"organizer", "staff"})
    PLAYERS = frozenset({"player", "host", "organizer", "staff"})
    # It depends on a secret in the address, of which none is right here.
    NOBODY = frozenset[str]()


ALL, MEMBERS, SEATED, HOST, KEEPERS, RUNNERS, PLAYERS, NOBODY = Who
OPEN, PLAYING, FINISHED = "open", "playing", "finished"

# By name of the address: the state of the table, who may look, who may send; None: not done.
RIGHTS: dict[str, tuple[str, Who | None, Who | None]] = {
    "home": (OPEN, ALL, None),
    "rules": (OPEN, ALL, None),
    "tutorial": (OPEN, ALL, None),
    "practice": (OPEN, ALL, None),
    "past_puzzle": (OPEN, MEMBERS, None),
    "answer_puzzle": (OPEN, None, MEMBERS),
    "list_answers": (OPEN, None, MEMBERS),
    "lobby": (OPEN, MEMBERS, None),
    "tv": (OPEN, ALL, None),
    "tv_boards": (OPEN, ALL, None),
    "lists": (OPEN, MEMBERS, None),
    "play": (OPEN, None, MEMBERS),
    "play_alone": (OPEN, None, MEMBERS),
    "ox_results": (OPEN, MEMBERS, None),
    "statistics": (OPEN, MEMBERS, None),
    "statistics_csv": (OPEN, MEMBERS, None),
    "statistics_json": (OPEN, MEMBERS, None),
    "list_alone": (OPEN, None, MEMBERS),
    "play_daily": (OPEN, None, MEMBERS),
    "open": (OPEN, MEMBERS, MEMBERS),
    "next_turn": (PLAYING, MEMBERS, None),
    "reminders_off": (OPEN, NOBODY, NOBODY),
    "replay": (FINISHED, MEMBERS, None),
    "replay_frame": (FINISHED, MEMBERS, None),
    # Of a table that is not public, those who sat there; sent, an analysis begins.
    "coach": (FINISHED, SEATED, SEATED),
    "uploads": (OPEN, MEMBERS, MEMBERS),
    "upload": (OPEN, MEMBERS, None),
    "upload_frame": (OPEN, MEMBERS, None),
    "upload_record": (OPEN, MEMBERS, None),
    # Of others' records nothing happens: see tests/replay.
    "delete_upload": (OPEN, None, MEMBERS),
    "past": (OPEN, MEMBERS, None),
    # Of somebody who chose nothing: see test_profile.py.
    "profile": (FINISHED, MEMBERS, None),
    "table": (PLAYING, MEMBERS, None),
    "record": (PLAYING, MEMBERS, None),
    "table_tv": (PLAYING, MEMBERS, None),
    "next_on_tv": (PLAYING, MEMBERS, None),
    "qr": (OPEN, MEMBERS, None),
    "picture": (FINISHED, MEMBERS, None),
    "notes": (FINISHED, MEMBERS, None),
    "act": (PLAYING, None, SEATED),
    "sit": (OPEN, None, MEMBERS),
    "leave": (OPEN, None, SEATED),
    "seed": (OPEN, None, SEATED),
    "add_bot": (OPEN, None, HOST),
    "remove_seat": (OPEN, None, HOST),
    "unrated": (OPEN, None, SEATED),
    "start": (OPEN, None, HOST),
    "away": (PLAYING, None, SEATED),
    "back": (PLAYING, None, SEATED),
    "pause": (PLAYING, None, SEATED),
    "pause_agree": (PLAYING, None, SEATED),
    "pause_refuse": (PLAYING, None, SEATED),
    "pause_end": (PLAYING, None, PLAYERS),
    "abandon": (PLAYING, None, KEEPERS),
    "rematch": (FINISHED, None, SEATED),
    "talk": (PLAYING, MEMBERS, None),
    "say": (PLAYING, None, MEMBERS),
    "switch_talk": (PLAYING, None, KEEPERS),
    "unmute": (PLAYING, None, MEMBERS),
    "message": (PLAYING, MEMBERS, None),
    # Nobody reports themselves: the author, and the host their own name, are told so.
    "report_message": (PLAYING, None, MEMBERS),
    "report_name": (OPEN, None, MEMBERS),
    "reports": (OPEN, MEMBERS, None),
    "decide_report": (OPEN, None, RUNNERS),
    "moderate": (PLAYING, None, MEMBERS),
    # Without a held seat nothing happens.
    "decline": (FINISHED, None, MEMBERS),
    "release": (FINISHED, None, MEMBERS),
    "friend": (OPEN, None, MEMBERS),
    "invite": (OPEN, None, HOST),
    # Without an invitation nothing happens.
    "decline_invite": (OPEN, None, MEMBERS),
    "invites_off": (OPEN, NOBODY, NOBODY),
    "guest_links": (OPEN, HOST, HOST),
    "revoke_guest_link": (OPEN, None, HOST),
    "guest_games": (OPEN, ALL, None),
    "claim_guest_games": (OPEN, None, MEMBERS),
    "forget_guest": (OPEN, None, ALL),
    "guest_seat": (OPEN, NOBODY, NOBODY),
    "guest_link": (OPEN, NOBODY, NOBODY),
    "previous_turn": (FINISHED, MEMBERS, None),
    "fast_forward": (PLAYING, None, SEATED),
}

# Pictures: a browser asks each time whether it may show them, or they hold an address alone.
KEPT = {"picture", "qr"}
# What a page of the site would send.
FIELDS = {
    "remove_seat": "seat=1",
    "unmute": "player=1",
    "moderate": "do=mute",
    "friend": "do=ask",
    "report_message": "reason=other",
    "report_name": "reason=other",
    "decide_report": "decision=dismissed",
}
WISHES = {"replay_frame": "?turn=1.1", "upload_frame": "?turn=1.1"}
FORM = "application/x-www-form-urlencoded"
HTMX = {"HX-Request": "true"}


class Tables:
    """A table of the club in each state, and a browser for each kind of person."""

    def __init__(self) -> None:
        host, player, member, organizer, staff = self.people = people(5)
        Player.objects.filter(pk=organizer.pk).update(is_organizer=True)
        User.objects.filter(player=staff).update(is_staff=True)
        seated = {"player": player, "host": host, "organizer": organizer, "staff": staff}
        self.browsers = {name: signed_in(each) for name, each in seated.items()}
        self.browsers |= {"stranger": Client(), "member": signed_in(member)}
        self.tables = {state: self._table(state) for state in (OPEN, PLAYING, FINISHED)}
        self.upload = replay.store(player, sample("leaflet-0"))
        self.puzzle = make_puzzle(day_of(timezone.now()))
        said = Message.objects.filter(table=self.tables[PLAYING])
        reports.report_name(member, player, "other", "", timezone.now())
        self.case = ReportCase.objects.get().pk
        self.message: int = said.values_list("number", flat=True)[0]

    def _table(self, state: str) -> Table:
        host, player, *_others = self.people
        table = open_table(host, player, seats=3, options=Options(max_rounds=1))
        if state != OPEN:
            seating.start(table.pk, host, timezone.now())
            talk.say(table.pk, player, "meuh", timezone.now())
        if state == FINISHED:
            play_to_the_end(table)
        return table

    def address(self, pattern: URLPattern) -> str:
        """The address about the table in the state that RIGHTS names."""
        name = str(pattern.name)
        code = self.tables[RIGHTS[name][0]].code
        if name.startswith(("upload", "delete_upload")):
            code = self.upload.code
        values = {
            "code": code,
            "slug": CHAPTERS[0].slug,
            "lesson": "council",
            "number": self.message,
            "link_id": 1,
            "case_id": self.case,
            "player_id": self.people[0].pk,
            "token": "no-such-token",
            "seat": 0,
            "day": self.puzzle.day.isoformat(),
        }
        wanted = {each: values[each] for each in pattern.pattern.converters}
        return reverse(f"games:{name}", kwargs=wanted) + WISHES.get(name, "")

    def ask(self, person: str, method: str, address: str, fields: str = "") -> Any:
        """The answer to somebody; whatever it changed is taken back."""
        LIMIT.reset()
        cache.clear()
        with transaction.atomic():
            headers = HTMX if method == "POST" else {}
            browser = self.browsers[person]
            answer = browser.generic(method, address, fields, content_type=FORM, headers=headers)
            transaction.set_rollback(True)
        store.forget()
        return answer


def is_refused(answer: Any) -> bool:
    """Whether the person has no right to it; the state of a game is refused with other statuses."""
    if answer.status_code == HTTPStatus.FOUND:
        return bool(answer["Location"].startswith(reverse("account_login")))
    return answer.status_code in {HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND}


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(RIGHTS)


def test_each_person_may_do_what_the_table_says(settings: LazySettings) -> None:
    settings.GUEST_SEATS = True
    tables, wrong = Tables(), []
    for pattern in urlpatterns:
        name = str(pattern.name)
        address = tables.address(pattern)
        for method, who in zip(("GET", "POST"), RIGHTS[name][1:], strict=True):
            for person in PEOPLE if who else ("staff",):
                answer = tables.ask(person, method, address, FIELDS.get(name, ""))
                status = answer.status_code
                if who is None:
                    is_right = status == HTTPStatus.METHOD_NOT_ALLOWED
                else:
                    is_right = status < HTTPStatus.INTERNAL_SERVER_ERROR and (
                        is_refused(answer) is (person not in who.value)
                    )
                # What a member may look at stays in no browser.
                is_kept = "no-store" not in answer.headers.get("Cache-Control", "")
                if not is_right or (
                    person == "member" and status == HTTPStatus.OK and name not in KEPT and is_kept
                ):
                    wrong.append((name, method, person, status))
        if tables.ask("staff", "DELETE", address).status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            wrong.append((name, "DELETE", "staff", 0))
    assert wrong == []
