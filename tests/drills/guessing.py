"""Strangers who guess at a password, and its owner, who signs in meanwhile in a known browser."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.drills.club import OWNER, PASSWORD, STRANGER
from tests.drills.forms import Answer, post
from tests.drills.stage import Site

SIGN_IN, NEW_PASSWORD = "/account/login/", "/account/password/reset/"
# A new address each time, as a phone on its way has it.
NETWORKS = ("198.51.100.{}", "203.0.113.{}", "2001:db8:{:x}::1")
# What the site lets strangers try of one login, in so many seconds.
MOST_TRIES, OF_SECONDS = 5, 300
TOO_MANY, TOO_BUSY = "Too many", "Too busy"
AWAY = 503


def address(chance: random.Random) -> str:
    """What a proxy says of a visitor, behind whatever the visitor wrote there before."""
    number = chance.randrange(1, 65_536)
    own = chance.choice(NETWORKS[:2]).format(number % 254 + 1)
    own = chance.choice((own, NETWORKS[2].format(number)))
    return chance.choice(
        (own, f"127.0.0.1, {own}", f"203.0.113.1, ::1, {own}", f"no address, {own}")
    )


def spelled(email: str, chance: random.Random) -> str:
    """An address as people type it: all are the same login."""
    return chance.choice((email, email.upper(), email.title(), f" {email}", f"{email} "))


def sign_in(port: int, email: str, password: str, browser: str, forwarded: str) -> Answer:
    """The form of the sign-in, in a browser with this cookie."""
    fields = {"login": email, "password": password}
    cookie = f"browser={browser}; language=en"
    return post(port, SIGN_IN, cookie, fields, htmx=False, forwarded=forwarded)


@dataclass
class Guessing:
    """sites: where all of them ask. tries: of the owner's password by strangers, not refused.

    heard: by port, how many passwords of strangers were looked at. turned_away: how many were not,
    as the line was full. overtaken: how many were looked at while the owner waited.
    """

    sites: Sequence[Site]
    chance: random.Random
    tries: int = 0
    refused: int = 0
    heard: Counter[int] = field(default_factory=Counter)
    turned_away: int = 0
    overtaken: int = 0
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._began = time.monotonic()
        self._owners = self._known(OWNER)
        self._strangers = self._known(STRANGER)

    @contextmanager
    def going_on(self, strangers: int) -> Iterator[None]:
        """So many strangers guess inside the block, each one thing after the other.

        At its end `wrong` tells what no stranger must reach.
        """
        over = threading.Event()
        chances = [random.Random(self.chance.random()) for _stranger in range(strangers)]
        threads = [threading.Thread(target=self._guess, args=(each, over)) for each in chances]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join()
        # While Redis is slow each process counts by itself.
        most = (
            MOST_TRIES * len(self.sites) * (1 + int((time.monotonic() - self._began) // OF_SECONDS))
        )
        if self.tries > most:
            self.wrong.append(f"strangers tried {self.tries} passwords of one login, not {most}")
        if not self.refused:
            self.wrong.append("no stranger was refused")

    def owner_signs_in(self) -> float:
        """Seconds until the owner is signed in, from an address that nobody has seen."""
        began = time.monotonic()
        port = self.chance.choice(self.sites).port
        heard = self.heard[port]
        try:
            answer = sign_in(port, OWNER, PASSWORD, self._owners, address(self.chance))
            if answer.status == AWAY:
                # So a process says of a database that a very busy machine keeps waiting.
                answer = sign_in(port, OWNER, PASSWORD, self._owners, address(self.chance))
            if "sessionid" not in answer.cookies:
                self.wrong.append(f"the owner is not let in: {answer.status}")
        except OSError as error:
            self.wrong.append(f"the owner gets no answer: {error!r}")
        self.overtaken = max(self.overtaken, self.heard[port] - heard)
        return time.monotonic() - began

    def _known(self, email: str) -> str:
        """The cookie of a browser in which this login was signed in."""
        answer = sign_in(self.sites[0].port, email, PASSWORD, "", address(self.chance))
        return answer.cookies["browser"]

    def _guess(self, chance: random.Random, over: threading.Event) -> None:
        while not over.is_set():
            # On a busy machine a stranger waits for longer than a browser does.
            with suppress(OSError):
                self._try_once(chance)

    def _try_once(self, chance: random.Random) -> None:
        port, forwarded = chance.choice(self.sites).port, address(chance)
        at = chance.randrange(1, len(self._owners))
        # Their own cookie is signed; of the owner's they know the form only.
        cookie = chance.choice(
            (
                "",
                self._strangers,
                self._owners[:at],
                self._owners[at:],
                "1.x.y",
                self._strangers + "x",
            )
        )
        password = f"wrong {chance.random()}"
        if chance.random() < 0.1:
            fields = {"email": spelled(OWNER, chance)}
            post(port, NEW_PASSWORD, f"browser={cookie}", fields, htmx=False, forwarded=forwarded)
            return
        is_owners = chance.random() < 0.5
        # Nobody's login takes as long, and is not counted with the owner's.
        email = spelled(OWNER, chance) if is_owners else f"nobody{chance.random()}@club.example"
        answer = sign_in(port, email, password, cookie, forwarded)
        is_heard = answer.status == 200 and TOO_MANY not in answer.text
        self.heard[port] += is_heard
        self.turned_away += TOO_BUSY in answer.text
        if is_owners:
            self.refused += not is_heard
            self.tries += is_heard
            if answer.status == 302:
                self.wrong.append("a stranger is let in")
