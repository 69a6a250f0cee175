"""The check-in in regions: who may be tapped, found as somebody types, and who is here."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple
from zlib import crc32

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import FormerName
from games.live.regions import PARTS, Region, View, active_language, render_flat
from games.plain_text import plain
from leagues.models import Attendance, Entrant, GameSeat, Reply, Session
from leagues.people.find import guest_notes, in_order_of_names, is_like, people_of
from leagues.sessions.overview import Here, SessionOverview
from leagues.sessions.reading import session_overview
from leagues.standings.counted_games import withdrawn_players

LONGEST_LIST = 60
# Of a season with more players only so many are listed; the others are found by name.
MOST_REGULARS = 100
MOST_SIMILAR = 6
# A guest who has not played for so long is found by name, and not in the list of the club.
LATELY = timedelta(days=365)
# A season that had fewer players before this session is filled from the whole club.
FEW_PLAYERS = 12


class Known(NamedTuple):
    """Somebody who may be checked in; of 500 whole players take most of the time of the page.

    comes: what they have said beforehand, None for nothing. waits: they are on the waiting list.
    """

    pk: int
    name: str
    user_id: int | None
    comes: bool | None = None
    waits: bool | None = None

    @property
    def is_guest(self) -> bool:
        return self.user_id is None


class CheckIn(NamedTuple):
    """The lists of the check-in page; who comes keeps their place in them, and others move nobody.

    here: who is here, the latest first. regulars: players of the season, of hundreds the first.
    others: people of the club who had not played in it before this session, while something is
    searched or the season has few players: then without guests who have not played for a year.
    newcomers: who came to the season here and stands in no other list, the latest last. more: how
    many others there are beyond the list. similar: who has almost the name that was typed, where
    nobody has it. guest_name: what was typed, where nobody has that very name.
    """

    here: tuple[Here, ...]
    regulars: tuple[Known, ...] = ()
    others: tuple[Known, ...] = ()
    more: int = 0
    newcomers: tuple[Known, ...] = ()
    similar: tuple[Known, ...] = ()
    guest_name: str = ""

    @property
    def here_ids(self) -> frozenset[int]:
        return frozenset(person.player.pk for person in self.here)

    @property
    def all_are_here(self) -> bool:
        """Whether nobody is left to tap."""
        listed = (*self.regulars, *self.others, *self.newcomers, *self.similar)
        return not self.more and self.here_ids.issuperset(player.pk for player in listed)

    @property
    def found_one_here(self) -> bool:
        """Whether somebody who was found is here already."""
        found = (*self.regulars, *self.others)
        return not self.here_ids.isdisjoint(player.pk for player in found)


def present_check_in(session: Session, overview: SessionOverview, sought: str = "") -> CheckIn:
    """The lists for what is typed (without a text: everybody of the season).

    Accents and capitals do not matter, any part of a name may be typed, and a slip is forgiven.
    """
    here = tuple(sorted(overview.present, key=lambda one: one.attendance.arrived_at, reverse=True))
    came = (one.attendance for one in overview.here)
    joined = sorted((row for row in came if row.has_joined), key=attrgetter("pk"))
    of_season = _of_season(session, {attendance.player_id for attendance in joined})
    if sought:
        return _searched(session, here, of_season, sought)
    return _offered(session, here, of_season, joined)


def _of_season(session: Session, but: Collection[int]) -> list[Known]:
    """Who plays in the season, without those who have withdrawn."""
    season = session.season
    rows = _entrants(session.pk, season.pk)
    has_any_gone = any(withdrawn_at for *_known, withdrawn_at in rows)
    left_out = {*but, *(withdrawn_players(season) if has_any_gone else ())}
    return [Known(*row[:-1]) for row in rows if row[0] not in left_out]


@compiled_once
def _entrants(session_id: int, season_id: int) -> QuerySet[Entrant, Any]:
    """The fields of `Known` of each player of a season, and since when they have withdrawn."""
    said = Q(player__replies__session=session_id)
    listed = Entrant.objects.annotate(said=FilteredRelation("player__replies", condition=said))
    return (
        listed.filter(season=season_id)
        .order_by()
        .values_list(
            "player", "player__name", "player__user", "said__comes", "said__waits", "withdrawn_at"
        )
    )


def _offered(
    session: Session,
    here: tuple[Here, ...],
    of_season: Iterable[Known],
    joined: Sequence[Attendance],
) -> CheckIn:
    """Everybody of the season, and of the club while the season has few players."""
    regulars = _found(of_season, "")
    if len(regulars) >= FEW_PLAYERS:
        shown = tuple(regulars[:MOST_REGULARS])
        return CheckIn(here, shown, (), len(regulars) - len(shown), _newcomers(joined))
    newcomers = _newcomers(row for row in joined if _was_made_here(row))
    others = _found(_others(session, [*regulars, *newcomers], _is_about(session)), "")
    return CheckIn(here, tuple(regulars), *_cut(others), newcomers=newcomers)


def _newcomers(joined: Iterable[Attendance]) -> tuple[Known, ...]:
    players = (attendance.player for attendance in joined)
    return tuple(_named(Known(each.pk, each.name, each.user_id) for each in players))


def _is_about(session: Session) -> Q:
    """Who is offered to be tapped: members, and guests who have lately sat at a table."""
    lately = GameSeat.objects.filter(game__session__starts_at__gt=session.starts_at - LATELY)
    return Q(user__isnull=False) | Q(pk__in=lately.values("player"))


def _was_made_here(attendance: Attendance) -> bool:
    """Whether this is a guest of whom nobody knew before they came."""
    player = attendance.player
    return player.user_id is None and player.created_at >= attendance.arrived_at


def _searched(
    session: Session, here: tuple[Here, ...], of_season: Iterable[Known], sought: str
) -> CheckIn:
    """Who has this in their name; where nobody has, who is called almost so."""
    regulars = _found(of_season, sought)
    others = _found(_others(session, regulars), sought)
    found = [*regulars, *others]
    is_known = plain(sought) in {plain(player.name) for player in found}
    similar = [] if found else _similar(_others(session, ()), sought)
    shown = tuple(regulars[:MOST_REGULARS])
    cut, more = _cut(others)
    return CheckIn(
        here,
        shown,
        cut,
        more + len(regulars) - len(shown),
        similar=tuple(similar[:MOST_SIMILAR]),
        guest_name="" if is_known else sought,
    )


def _others(session: Session, known: Iterable[Known], *which: Q) -> list[Known]:
    """The people of the club without those."""
    people = people_of(session.season.league).filter(*which)
    others = people.exclude(pk__in=[player.pk for player in known])
    return [Known(*row) for row in _known(session.pk, others)]


def _known(session_id: int, players: QuerySet[Player]) -> QuerySet[Player, Any]:
    """The fields of `Known` of each player."""
    said = Reply.objects.filter(session=session_id, player=OuterRef("pk")).order_by()
    replied = players.annotate(
        comes=Subquery(said.values("comes")), waits=Subquery(said.values("waits"))
    )
    return replied.values_list(*Known._fields)


def _cut(others: list[Known]) -> tuple[tuple[Known, ...], int]:
    return tuple(others[:LONGEST_LIST]), max(0, len(others) - LONGEST_LIST)


def _found(players: Iterable[Known], sought: str) -> list[Known]:
    """Those with the text in their name: first where it begins a word, who comes, by name."""
    wanted = plain(sought)
    if not wanted:
        return sorted(in_order_of_names(_named(players)), key=lambda player: not player.comes)

    def order(player: Known) -> tuple[bool, bool, str]:
        name = plain(player.name)
        begins = any(word.startswith(wanted) for word in name.split()) or name.startswith(wanted)
        return not begins, not player.comes, name

    found = [player for player in _named(players) if wanted in plain(player.name)]
    return sorted(found, key=order)


def _similar(players: Iterable[Known], sought: str) -> list[Known]:
    wanted = plain(sought)
    found = [player for player in _named(players) if is_like(wanted, plain(player.name))]
    return sorted(found, key=lambda player: plain(player.name))


def _named(players: Iterable[Known]) -> Iterable[Known]:
    """Those who have not been erased."""
    return (player for player in players if not isinstance(player.name, FormerName))


# --- As regions of the page ------------------------------------------------------------


KEPT = 8000
# Where a page that is loaded has the token of a form. One that is pushed goes to many browsers:
# there the script sends the browser's own.
TOKEN = SafeString("<!--token-->")


def check_in_regions(session: Session, lists: CheckIn, sought: str, *, may_organize: bool) -> View:
    """The lists of the check-in, in the active language; each tap is a part of its own."""
    parts = _taps(session, lists, sought)
    context = {
        "lists": lists,
        "sought": sought,
        "taps": PARTS if parts else "",
        # Parts are replaced in their places: in another order all of them are sent.
        "order": f"{crc32(' '.join(parts).encode()):x}",
    }
    rows = _rows(session, lists.here, may_organize=may_organize)
    return {
        "to-tap": Region(render_flat("leagues/sessions/to_tap.html", context), parts),
        "present": Region(render_flat("leagues/sessions/present.html", {"rows": rows})),
    }


def lists_alone(
    session: Session, sought: str, token: str, *, may_organize: bool
) -> dict[str, SafeString]:
    """The same for a search or a tap, which need nothing else of the page."""
    lists = present_check_in(session, session_overview(session), sought)
    return as_loaded(check_in_regions(session, lists, sought, may_organize=may_organize), token)


def as_loaded(regions: View, token: str) -> dict[str, SafeString]:
    """The lists as leagues/sessions/check_in_lists.html has them: they need no script."""
    return {"to_tap": regions["to-tap"].html, "present": _with_token(regions["present"], token)}


def _with_token(region: Region, token: str) -> SafeString:
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return mark_safe(region.html.replace(TOKEN, field))  # noqa: S308 - both are made by us


def _taps(session: Session, lists: CheckIn, sought: str) -> Mapping[str, str]:
    listed = (*lists.regulars, *lists.others, *lists.newcomers, *lists.similar)
    guests = {each.pk for each in listed if each.is_guest}
    notes = guest_notes(session.season.league, {each.pk: each.name for each in listed}, guests)
    language = active_language()
    here = lists.here_ids
    parts: dict[str, str] = {}

    def add(players: Iterable[Known], take: str, *, is_new: bool) -> None:
        for player in players:
            parts[f"tap-{player.pk}"] = _tap(
                language,
                player=player.pk,
                name=player.name,
                is_guest=player.user_id is None,
                is_here=player.pk in here,
                is_new=is_new,
                is_found=bool(sought),
                comes=player.comes,
                waits=bool(player.waits),
                note=notes.get(player.pk, ""),
                take=take,
            )

    add(lists.regulars, "data-enter", is_new=False)
    if lists.regulars and lists.others and not sought:
        parts["others"] = _title("others", language)
    add(lists.others, "data-enter", is_new=True)
    add(lists.newcomers, "data-enter", is_new=True)
    if lists.similar:
        parts["similar"] = _title("similar", language)
    add(lists.similar, "data-similar", is_new=False)
    return parts


def _rows(session: Session, here: Iterable[Here], *, may_organize: bool) -> list[SafeString]:
    season, language = session.season, active_language()
    rename_url = season.url_of("check_in_rename", session.number)
    return [
        _row(
            language,
            rename_url,
            player=person.player.pk,
            name=person.player.name,
            is_guest=person.player.is_guest,
            may_be_renamed=may_organize and person.player.is_guest,
            table=person.table,
            has_sat=person.has_sat,
        )
        for person in here
    ]


# Cached by what they show: a tap changes one of them. The active language is part of the key.


@lru_cache(maxsize=KEPT)
def _tap(_language: str, **tap: object) -> SafeString:
    return render_flat("leagues/sessions/tap.html", {"tap": tap})


@lru_cache(maxsize=KEPT)
def _row(_language: str, rename_url: str, **row: object) -> SafeString:
    context = {"row": row, "rename_url": rename_url, "token": TOKEN}
    return render_flat("leagues/sessions/is_here.html", context)


@lru_cache
def _title(name: str, _language: str) -> SafeString:
    return render_flat("leagues/sessions/taps_title.html", {"name": name})
