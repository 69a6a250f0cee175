"""Find people, leagues, sessions and tables among what a reader may find anyway.

Nothing is stored: names are compared as they are now, so a new name, an erasure and a merge need
no index to follow them. How many rows are compared is bounded.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts import names
from accounts.models import Player, ProfileFor
from games.models import Table
from games.plain_text import plain
from leagues.models import Entrant, League, Merge, Season, Session
from leagues.models.league import LeagueQuerySet
from leagues.people.find import is_like

SHOWN = 8
LONGEST = 60
MOST_WORDS = 5
# Words are matched inside others from so many letters on.
INSIDE = 3
MOST_SLIPS = 2
_WORD = re.compile(r"\w+")
# The newest of each are compared.
MOST_PEOPLE = 2000
MOST_LEAGUES = 200
MOST_SESSIONS = 500
MOST_TABLES = 100


def _best(wanted: Sequence[str], rows: Iterable[tuple[int, str]]) -> list[int]:
    """The ids of the rows (id, name) whose names have every word, the best first.

    wanted: plain words. A word that no name has as it was typed is taken for a slip.
    """
    if not wanted:
        return []
    words = {pk: _WORD.findall(plain(name)) for pk, name in rows}
    every = {word for each in words.values() for word in each}
    meant = [_meant(word, every) for word in wanted]
    found: list[tuple[int, int, int]] = []
    for place, (pk, each) in enumerate(words.items()):
        marks = [min((mark[word] for word in each if word in mark), default=-1) for mark in meant]
        if min(marks) >= 0:
            found.append((sum(marks), place, pk))
    return [pk for _mark, _place, pk in sorted(found)[:SHOWN]]


def _meant(wanted: str, words: Collection[str]) -> dict[str, int]:
    """Words that may be meant: 0 for the word itself, 1 its beginning, 2 a part, 3 a slip."""
    exact: dict[str, int] = {}
    for word in words:
        if word.startswith(wanted):
            exact[word] = int(word != wanted)
        elif len(wanted) >= INSIDE and wanted in word:
            exact[word] = 2
    if exact:
        return exact
    letters = set(wanted)
    # Comparing letter by letter is left to the few words that begin alike.
    near = (
        word
        for word in words
        if (word[0] in wanted[:2] or wanted[0] in word[:2])
        and len(letters.difference(word)) <= MOST_SLIPS
    )
    return {word: 3 for word in near if is_like(wanted, word)}


class Found(NamedTuple):
    """One result: its name, what tells it from others of that name, and where it leads."""

    name: str
    about: str
    url: str


def find(text: str, reader: Player | None) -> dict[str, list[Found]]:
    """What a member (None: a stranger) means by a text: the best of each kind, by its heading.

    At most ten statements.

    Leagues and tables are those that are listed for them, people those who are listed in a season
    of such a league, which leads to their story. Members also find those members who show them
    their profile.
    """
    wanted = _WORD.findall(plain(text[:LONGEST])[:LONGEST])[:MOST_WORDS]
    leagues = League.objects.listed_for(reader)
    found = {
        gettext("Players"): _people(wanted, leagues, reader),
        gettext("Leagues"): _leagues(wanted, leagues),
        gettext("Sessions"): _sessions(wanted, leagues),
        gettext("Tables"): _tables(wanted, reader),
    }
    return {heading: rows for heading, rows in found.items() if rows}


def _people(wanted: Sequence[str], leagues: LeagueQuerySet, reader: Player | None) -> list[Found]:
    merged = Merge.objects.filter(
        undone_at=None, guest=OuterRef("player"), league=OuterRef("season__league")
    )
    listed = (
        Entrant.objects.filter(season__league__in=leagues)
        .exclude(season__status=Season.Status.DRAFT)
        .exclude(Exists(merged))
    )
    may_be_found = Q(pk__in=listed.values("player"))
    if reader is not None:
        may_be_found |= Q(user__is_active=True) & ~Q(user__profile_for=ProfileFor.ME)
    people = Player.objects.filter(may_be_found, erased_at=None)
    best = _best(wanted, people.order_by("-pk").values_list("pk", "name")[:MOST_PEOPLE])
    entries = listed.filter(player__in=best).select_related("player", "season__league")
    # Where somebody plays in several leagues, the one of the newest season.
    newest = {entry.player_id: entry for entry in entries.order_by("season_id")}
    found = {
        pk: Found(
            entry.player.name,
            entry.season.league.name,
            reverse("leagues:career", args=[entry.season.league.slug, pk]),
        )
        for pk, entry in newest.items()
    }
    in_no_league = Player.objects.filter(pk__in=set(best) - set(found))
    found |= {
        player.pk: Found(player.name, "", reverse("games:profile", args=[player.pk]))
        for player in in_no_league
    }
    return [found[pk] for pk in best if pk in found]


def _leagues(wanted: Sequence[str], leagues: LeagueQuerySet) -> list[Found]:
    rows = leagues.order_by("-pk").values_list("pk", "name")[:MOST_LEAGUES]
    best = _best(wanted, rows)
    found = League.objects.in_bulk(best)
    return [Found(found[pk].name, "", found[pk].get_absolute_url()) for pk in best if pk in found]


def _sessions(wanted: Sequence[str], leagues: LeagueQuerySet) -> list[Found]:
    sessions = Session.objects.filter(season__league__in=leagues).exclude(
        season__status=Season.Status.DRAFT
    )
    numbered, final = gettext("Session %(number)d"), gettext("Final")
    rows = sessions.order_by("-starts_at", "-pk").values_list(
        "pk", "name", "place", "number", "is_final"
    )
    best = _best(
        wanted,
        (
            (pk, f"{name or numbered % {'number': number}} {place} {final if is_final else ''}")
            for pk, name, place, number, is_final in rows[:MOST_SESSIONS]
        ),
    )
    found = sessions.select_related("season__league").in_bulk(best)
    return [
        Found(
            session.title,
            f"{session.season.league.name}, {session.season.name}, "
            + date_format(timezone.localtime(session.starts_at), "DATE_FORMAT"),
            session.get_absolute_url(),
        )
        for session in (found[pk] for pk in best if pk in found)
    ]


def _tables(wanted: Sequence[str], reader: Player | None) -> list[Found]:
    listed = Table.objects.listed_for(reader).only("name", "code", "host_id").order_by("-pk")
    tables = {table.pk: table for table in listed.prefetch_related("seats")[:MOST_TABLES]}
    seated = {
        pk: ", ".join(
            names.shown(names.written(seat.name)) for seat in table.seats.all() if seat.name
        )
        for pk, table in tables.items()
    }
    best = _best(wanted, ((pk, f"{table.title} {seated[pk]}") for pk, table in tables.items()))
    return [
        Found(tables[pk].title, seated[pk], reverse("games:table", args=[tables[pk].code]))
        for pk in best
    ]
