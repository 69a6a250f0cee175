"""The club that bad inputs are sent to: people of every kind, leagues and tables in every state."""

import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest import mock

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.tokens import default_token_generator
from django.http import SimpleCookie
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, get_resolver, resolve, reverse
from django.utils.http import int_to_base36

from accounts.models import Player, User
from config.demo import ORGANIZER, make_demo_club
from games.help.chapters import CHAPTERS
from games.models import Table
from games.reminders.sending import TURN_OFF
from leagues.models import Game, League, Session
from leagues.urls import urlpatterns as of_leagues
from tests.factories import InvitationFactory, PlayerFactory, UserFactory
from tests.games.test_permissions import OPEN, Tables
from tests.guests.guests import seat_guest
from tests.leagues.test_permissions import Club
from tests.support.clients import signed_in
from tests.test_every_address import named

Values = Mapping[str, Any]
INVITATION = "an-invitation-that-can-be-used"
# Of games of the demo club, so many of each season stand for all.
GAMES_OF_A_SEASON = 3


@contextmanager
def the_same_secrets(seed: int) -> Iterator[None]:
    """Inside the block codes and cards follow from the seed, so that a request can be repeated."""
    chance = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"

    def text(length: int | None = None) -> str:
        return "".join(chance.choice(letters) for _ in range(length or 32))

    with mock.patch.multiple(
        secrets,
        choice=chance.choice,
        token_bytes=lambda length=32: chance.randbytes(length),
        token_hex=lambda length=32: chance.randbytes(length).hex(),
        token_urlsafe=text,
        randbelow=chance.randrange,
    ):
        yield


class Stage:
    """People with their cookies, and values for the parts of addresses.

    has_demo_club: beside a small league and three tables, the demo club with its two seasons.
    """

    def __init__(self, *, has_demo_club: bool = True) -> None:
        if has_demo_club:
            make_demo_club()
        self.club = Club(League.Visibility.PUBLIC)
        self.tables = Tables()
        InvitationFactory.create(token=INVITATION)
        self.administrator = UserFactory.create(is_staff=True, is_superuser=True)
        PlayerFactory.create(user=self.administrator, name="administrator")
        self.cookies = self._cookies()
        self._demo = self._demo_values()
        self.secrets = self._secrets()

    def _cookies(self) -> dict[str, SimpleCookie]:
        """What the browser of each person sends; a stranger first, whom failures are shrunk to."""
        clients = {"anonymous": Client()}
        clients |= {name: self.club.clients[name] for name in self.club.people}
        tables = self.tables
        clients |= {name: tables.browsers[name] for name in ("player", "host")}
        clients["seated in a league"] = self.club.clients["player"]
        clients["administrator"] = signed_in(Player.objects.get(user=self.administrator))
        if organizer := Player.objects.filter(name=ORGANIZER).first():
            clients["demo organizer"] = signed_in(organizer)
        guest, _player = seat_guest(tables.tables[OPEN], tables.people[0])
        clients["guest"] = guest
        return {name: client.cookies for name, client in clients.items()}

    def _demo_values(self) -> list[Values]:
        """The parts of addresses in the demo league: some games of each season."""
        found: list[Values] = []
        games = Game.objects.filter(session__season__league__name="Friday League")
        by_season: dict[int, list[Game]] = {}
        for game in games.select_related("session__season__league").order_by("-session", "pk"):
            by_season.setdefault(game.session.season_id, []).append(game)
        for listed in by_season.values():
            found += [
                self._values_of(game.session, game.number) for game in listed[:GAMES_OF_A_SEASON]
            ]
        planned = Session.objects.filter(
            season__league__name="Friday League", status=Session.Status.PLANNED
        )
        return found + [self._values_of(session, 1) for session in planned[:1]]

    def _values_of(self, session: Session, game: int) -> Values:
        season = session.season
        entrants = season.entrants.order_by("pk")
        team = season.teams.order_by("pk").first()
        return {
            "slug": season.league.slug,
            "number": season.number,
            "session": session.number,
            "game": game,
            "round": 1,
            "player_id": entrants[0].player_id,
            "team_id": team.pk if team else 0,
        }

    def _secrets(self) -> list[str]:
        """What no answer may hold, whoever asks."""
        running = Table.objects.exclude(status=Table.Status.FINISHED)
        seeds = [bytes(table.server_seed).hex() for table in running if table.server_seed]
        passwords = [user.password.rpartition("$")[2] for user in User.objects.all()]
        return [
            *seeds,
            *(text for text in passwords if text),
            settings.SECRET_KEY,
            "Traceback (most",
        ]

    def paths(self, name: str, pattern: URLPattern) -> list[tuple[str, Values]]:
        """Addresses of a pattern that exist, with the values in them; never empty."""
        return [
            (path, values)
            for values in self._values(name, pattern)
            if (path := _reverse(name, pattern, values)) is not None
        ] or [("/no-such-address/", {})]

    def _values(self, name: str, pattern: URLPattern) -> list[Values]:
        space, _point, own = name.rpartition(":")
        if space == "leagues":
            club = resolve(self.club.address(pattern)).kwargs
            wanted = set(pattern.pattern.converters)
            return [club, *(each for each in self._demo if wanted and wanted <= set(each))]
        if space == "games":
            return self._values_of_games(name, pattern)
        if space == "admin":
            return self._values_of_admin(own)
        if space == "api":
            season, code = self.club.season, next(iter(self.tables.tables.values())).code
            found = {"league": season.league.slug, "season": season.number, "rest": "x"}
            found |= {"game": self.club.game.number, "code": code}
            found |= {"person": self.club.people["member"].player.pk}
            return [found | {"session": self.club.session.number}]
        user = self.club.people["member"]
        return [
            {
                "player_id": self.club.people["member"].player.pk,
                "invitation_id": 1,
                "token": INVITATION,
                "uidb36": int_to_base36(user.pk),
                "key": default_token_generator.make_token(user),
            }
        ]

    def _values_of_games(self, name: str, pattern: URLPattern) -> list[Values]:
        """Of each table, one of the demo club's too; the chapters of the rules; links."""
        codes = [table.code for table in self.tables.tables.values()]
        codes += Table.objects.filter(name="La pâture").values_list("code", flat=True)
        if "upload" in name:
            codes = [self.tables.upload.code]
        rest = {
            "number": self.tables.message,
            "slug": CHAPTERS[0].slug,
            "day": self.tables.puzzle.day.isoformat(),
            "link_id": 1,
            "token": TURN_OFF.token_of(self.club.people["member"].pk),
        }
        found: list[Values] = [rest | {"code": code} for code in codes]
        return found if "code" in pattern.pattern.converters else found[:1]

    def _values_of_admin(self, own: str) -> list[Values]:
        ids = {
            f"{model._meta.app_label}_{model._meta.model_name}": model._base_manager.values_list(
                "pk", flat=True
            ).first()
            for model in admin.site._registry
        }
        row = next((ids[key] for key in ids if own.startswith(f"{key}_")), None)
        row = 1 if row is None else row
        return [
            {"object_id": row, "id": row, "app_label": "accounts", "content_type_id": 1, "url": "x"}
        ]


def _reverse(name: str, pattern: URLPattern, values: Values) -> str | None:
    wanted = set(pattern.pattern.converters) | set(pattern.pattern.regex.groupindex)
    if not pattern.name:
        return "/admin/no-such-page/"
    try:
        return reverse(name, kwargs={key: values[key] for key in wanted if key in values})
    except NoReverseMatch:
        return None


def every_address() -> list[tuple[str, URLPattern]]:
    """(name, pattern) of every address of the URL configuration, each name once."""
    found = dict(named(get_resolver()))
    assert len(found) > 2 * len(of_leagues)
    return sorted(found.items())
