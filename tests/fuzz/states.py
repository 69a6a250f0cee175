"""Tables in states that play leads to: people of every kind ask all their pages in each of them."""

import random
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from django.conf import settings
from django.http import SimpleCookie
from django.urls import reverse
from django.utils import timezone
from hypothesis import strategies as st

from accounts import privacy
from accounts.models import Player
from games import models
from games.models import Table
from games.play import pausing, playing
from games.rules.actions import Action, KeepSpecials, PassSpecial
from games.rules.engine import legal_actions
from games.rules.errors import IllegalAction
from games.rules.options import MOST_PLAYERS, Ending, Options, Variant
from games.seats import guests, rematch, seating
from games.seats.seating import TablePlan
from games.table import store
from games.table.access import COOKIE
from games.table.errors import TableError
from games.table.snapshot import CommandId, Snapshot
from games.table.time_limits import DAY
from games.table.transition import awaited, is_automatic
from tests.factories import PlayerFactory
from tests.fuzz.bad_requests import URLENCODED, Request
from tests.fuzz.stage import every_address
from tests.fuzz.verdict import Collector, Fault, Judge
from tests.support.clients import signed_in
from tests.support.tables import act

BASE = st.builds(
    Options,
    known_cards=st.booleans(),
    draft=st.booleans(),
    cabriole=st.booleans(),
    ending=st.sampled_from(Ending),
    limit=st.sampled_from([10, 66]),
    max_rounds=st.sampled_from([1, 2, 4]),
)
SPECIAL = st.builds(Options, variant=st.just(Variant.SPECIAL))
# Of what happens, so much is neither a choice nor a bot's move.
ODD_DEEDS = 0.12
DEEDS = ("away", "back", "propose", "agree", "refuse", "go_on", "withdraw", "time_is_up", "restart")
MOST_AT_ONCE = 8
MOST_STEPS = 2000


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its deal to its end; cards and all that happens follow from the seed."""

    options: Options
    people: int
    bots: int
    seed: int


@st.composite
def courses(draw: st.DrawFn, options: st.SearchStrategy[Options]) -> Course:
    """A game of people, of whom one may be a guest, and bots."""
    found = draw(options)
    people = draw(st.integers(1, min(found.max_players, 5)))
    bots = draw(st.integers(0 if people > 1 else 1, min(found.max_players - people, 4)))
    return Course(found, people, bots, draw(st.integers(0, 10**9)))


class StateJudge:
    """Plays courses, and looks at the tables on the way.

    share: of the states in which a choice is awaited those that are looked at; of all others, in
    which a single player decides, several times as many.
    """

    def __init__(self, log: Collector, share: float) -> None:
        self.share, self._log = share, log
        # Cards follow from names too.
        self.members = [PlayerFactory.create(name=f"Player {seat}") for seat in range(MOST_PLAYERS)]
        self.spectator: Player = PlayerFactory.create()
        organizer = PlayerFactory.create(is_organizer=True)
        self._cookies = {"anonymous": SimpleCookie()} | {
            name: signed_in(player).cookies
            for name, player in [
                ("spectator", self.spectator),
                ("organizer", organizer),
                *((f"player {seat}", player) for seat, player in enumerate(self.members)),
            ]
        }
        self.statuses: dict[int, int] = {}
        self._pages: list[str] = []

    def judge(self, course: Course) -> None:
        """Raises Fault if a page did not answer as it should."""
        chance = random.Random(course.seed)
        # But for codes: what is kept of a table is known by its code.
        dealt = SimpleNamespace(choice=secrets.choice, token_bytes=chance.randbytes)
        with mock.patch.object(models, "secrets", dealt):
            evening = Evening(course, self, chance)
            try:
                for snapshot in evening.states():
                    self._look(snapshot, evening)
            finally:
                evening.end()

    def _look(self, snapshot: Snapshot, evening: "Evening") -> None:
        stage: Any = SimpleNamespace(
            cookies=self._cookies | {"guest": evening.guest_cookies}, secrets=secrets_of(snapshot)
        )
        # One for this state alone: it notes what the rows were before.
        judge = Judge(stage, self._log)
        judge.statuses = self.statuses
        self._pages = self._pages or pages(snapshot.code, judge)
        for request in self._requests(snapshot, evening.chance, judge):
            try:
                judge.judge(request)
            except Fault as fault:
                raise Fault(f"{fault}\n{request}\n{told(snapshot)}") from None

    def _requests(
        self, snapshot: Snapshot, chance: random.Random, judge: Judge
    ) -> Iterator[Request]:
        """Some of all that can be asked about a table, and its record to be uploaded."""
        people = ["guest", *self._cookies]
        count = MOST_AT_ONCE * (1 + snapshot.has_ended)
        for name in chance.sample(self._pages, min(len(self._pages), count)):
            path = reverse(name, args=[snapshot.code])
            headers = {"Accept-Language": chance.choice(["en", "fr"])}
            yield Request(
                chance.choice(people), "GET", path, query_of(name, chance), headers=headers
            )
        if snapshot.game is not None:
            record = Request(
                chance.choice(people), "GET", reverse("games:record", args=[snapshot.code])
            )
            yield record
            body = urlencode({"text": judge.look(record)[1].decode()}).encode()
            yield Request("spectator", "POST", reverse("games:uploads"), "", URLENCODED, body)


class Evening:
    """One table, to which things happen; all follows from `chance`."""

    def __init__(self, course: Course, judge: StateJudge, chance: random.Random) -> None:
        self.chance, self._judge = chance, judge
        self._now = timezone.now()
        self._people = judge.members[: course.people]
        self._host, *others = self._people
        # Who is erased does not come back, and nobody else is to be missing in the next game.
        self._leaver: Player | None = None
        if others and chance.random() < 0.3:
            self._leaver = others[-1] = PlayerFactory.create(name="Leaver")
        self._is_broken_off = chance.random() < 0.3
        self.guest_cookies = SimpleCookie()
        plan = TablePlan(
            name=chance.choice(["", "Friday"]),
            options=course.options,
            seat_count=course.people + course.bots,
            bot_levels=("gap",) * course.bots,
            visibility=Table.Visibility.PUBLIC,
            time_per_choice=chance.choice([None, 30, DAY]),
        )
        self.table_id = seating.open_table(self._host, plan, self._now).pk
        has_guest = len(others) > 1 and chance.random() < 0.5
        for player in others[has_guest:]:
            seating.sit(self.table_id, player)
        if has_guest:
            token = guests.invite(self.table_id, self._host, self._now)
            self.guest_cookies[COOKIE] = guests.seat_guest(token, "Zoé", "", self._now)

    def states(self) -> Iterator[Snapshot]:
        """Some states of the table and, once it has ended, of the one after it."""
        if store.fresh(self.table_id).status == Table.Status.OPEN:
            yield store.fresh(self.table_id)
            seating.start(self.table_id, self._host, self._now)
        for _step in range(MOST_STEPS):
            snapshot = store.fresh(self.table_id)
            if snapshot.has_ended:
                break
            if self.chance.random() < self._judge.share * _weight(snapshot):
                yield snapshot
            with suppress(TableError, IllegalAction):
                self._happens(snapshot)
        yield store.fresh(self.table_id)
        if self._leaver:
            # The cards no longer follow from the texts of the players.
            privacy.erase(self._leaver)
            yield store.fresh(self.table_id)
        following = rematch.open_rematch(self.table_id, self._host, self._now)
        yield store.fresh(self.table_id)
        yield store.fresh(following.pk)

    def end(self) -> None:
        """Leave nothing behind."""
        Table.objects.filter(rematch_of=self.table_id).delete()
        Table.objects.filter(pk=self.table_id).delete()
        guests.forget_browser(self._guest_key(), self._now)
        store.forget()

    def _guest_key(self) -> str:
        return self.guest_cookies[COOKIE].value if COOKIE in self.guest_cookies else ""

    def _happens(self, snapshot: Snapshot) -> None:
        """One thing happens, a moment after the last one."""
        chance, play = self.chance, snapshot.play
        assert play is not None
        self._now += timedelta(milliseconds=chance.randint(1, 2000))
        if self._is_broken_off and chance.random() < 0.02:
            playing.abandon(self.table_id, self._host, self._now)
        elif self._leaver and chance.random() < 0.01:
            privacy.erase(self._leaver)
        elif self._guest_key() and chance.random() < 0.01:
            guests.claim(self._guest_key(), self._judge.spectator)
        elif play.is_paused and chance.random() < 0.5:
            pausing.go_on(self.table_id, self._now)
            self._tend(play.due_at)
        elif chance.random() < ODD_DEEDS:
            self._odd_deed(chance.choice(DEEDS), chance.randrange(len(snapshot.seats)), snapshot)
        elif play.bots_at and all(is_automatic(snapshot, play, seat) for seat in awaited(play)):
            self._tend(play.bots_at)
        else:
            seat = chance.choice(awaited(play))
            action = self._choice(legal_actions(play.game, seat))
            act(self.table_id, action, snapshot.version, self._now)

    def _choice(self, actions: tuple[Action, ...]) -> Action:
        """Any of them, but more often a special card than none."""
        chosen = self.chance.choice(actions)
        if isinstance(chosen, PassSpecial | KeepSpecials):
            chosen = self.chance.choice(actions)
        return chosen

    def _tend(self, due_at: Any) -> None:
        self._now = max(self._now, due_at or self._now)
        playing.tend(self.table_id, self._now)

    def _odd_deed(self, deed: str, seat: int, snapshot: Snapshot) -> None:
        command = CommandId("tab", self.chance.randint(1, 99))
        if snapshot.seats[seat].bot:
            return
        match deed:
            case "away":
                playing.step_away(self.table_id, seat, self._now)
            case "back":
                playing.come_back(self.table_id, seat, self._now)
            case "withdraw":
                playing.withdraw(self.table_id, seat, command)
            case "go_on":
                pausing.go_on(self.table_id, self._now, seat)
            case "time_is_up":
                self._tend(snapshot.deadline)
            case "restart":
                store.forget()
            case _:
                getattr(pausing, deed)(self.table_id, seat, self._now)


def _weight(snapshot: Snapshot) -> int:
    """How much sooner a state is looked at than one in which all choose."""
    decision = snapshot.game.decision if snapshot.game else None
    return 1 if decision is None or decision.kind.value == "card" else 8


def secrets_of(snapshot: Snapshot) -> list[str]:
    """What no answer may hold now."""
    found = ["Traceback (most", settings.SECRET_KEY]
    if not snapshot.has_ended:
        found.append(bytes(Table.objects.get(pk=snapshot.table_id).server_seed).hex())
    return found


def told(snapshot: Snapshot) -> str:
    """A state in a line."""
    game, play = snapshot.game, snapshot.play
    decision = game.decision if game else None
    place = f"round {game.round.number}, turn {game.round.turn}" if game else "not dealt"
    asked = f"{decision.kind} of {decision.seats}" if decision else "nothing"
    return f"{snapshot.status}, version {snapshot.version}, {place}, {asked} asked, {play}"


def pages(code: str, judge: Judge) -> list[str]:
    """The names of all addresses of a table that can be looked at."""
    return [
        name
        for name, pattern in every_address()
        if name.startswith("games:")
        and set(pattern.pattern.converters) == {"code"}
        and str(pattern.pattern).startswith("tables/")
        and judge.look(Request("organizer", "GET", reverse(name, args=[code])))[0]
        != HTTPStatus.METHOD_NOT_ALLOWED
    ]


def query_of(name: str, chance: random.Random) -> str:
    """A position of a replay, which may not exist; for other pages nothing."""
    if "replay" not in name:
        return ""
    turns = [
        f"{chance.randint(1, 2)}.{chance.randint(0, 12)}{chance.choice(['', '.1', '.2'])}"
        for _turn in range(2)
    ]
    return urlencode(dict(zip(("turn", "from"), turns, strict=True)))
