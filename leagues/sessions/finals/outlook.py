"""What each player needs in the next game to reach a place, in sentences."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.names import isolated
from leagues.models import Game, GameSeat, Season, Session, Standing
from leagues.season_rules import ByeWorth, SeasonRules
from leagues.sessions.seating.draw import ImpossibleSizes, table_sizes
from leagues.standings.board import sessions_with_standings
from leagues.standings.scoring.tally import UNIT
from leagues.standings.scoring.what_it_takes import (
    Contender,
    OwnResult,
    Range,
    TooManyCases,
    can_be_told,
    need_for,
    ranges_of_all,
)

HUNDREDTHS = 100

_one_at_a_time = Lock()

Ranges = Mapping[int, Mapping[OwnResult | None, Range]]


class Why(StrEnum):
    """Why nothing can be told."""

    NO_STANDINGS = "no_standings"
    PRESET = "preset"
    FINAL = "final"
    NO_TABLES = "no_tables"
    TOO_MANY_CASES = "too_many_cases"


class Outlook(NamedTuple):
    """What it takes to reach a place. why: why that cannot be told, None where it can.

    targets: the places that can be asked for. choices: ids and names of who may come, and whether
    that is assumed. sizes: of the tables that are assumed. rows: present places, "" for none, and
    what it takes.
    """

    why: Why | None
    target: int
    targets: range
    choices: list[tuple[int, str, bool]]
    sizes: tuple[int, ...]
    rows: list[tuple[str, str]]


class NextGame(NamedTuple):
    """In which session the next game is.

    held: how many sessions have results. running: ids of those that still go on: it is of one of
    these, or of a session that has no results yet. is_final: that is the final or semi-final.
    """

    held: int
    running: tuple[int, ...]
    is_final: bool


def outlook(season: Season, target: int, coming: Collection[int], next_game: NextGame) -> Outlook:
    """What it takes to reach place `target` after one game more.

    coming: ids of the players who play it; all who have a place where none of them is known.
    """
    sessions = sessions_with_standings(season)
    rules = season.season_rules
    if not sessions:
        return Outlook(Why.NO_STANDINGS, 1, range(0), [], (), [])
    rows = list(
        Standing.objects.filter(session=sessions[-1], games__gt=0)
        .exclude(kind=Standing.Kind.WITHDRAWN)
        .select_related("player")
        .order_by("order")
    )
    here = {row.player_id for row in rows}.intersection(coming)
    here = here or {row.player_id for row in rows if row.place is not None}
    choices = [(row.player_id, row.player.name, row.player_id in here) for row in rows]
    targets = range(1, sum(row.place is not None for row in rows) + 1)
    target = target if target in targets else 1
    why, sizes, found = _found(rows, here, rules, next_game)
    return Outlook(
        why,
        target,
        targets,
        choices,
        sizes,
        [
            (
                str(row.place or ""),
                _words(isolated(row.player.name), target, found.get(row.player_id)),
            )
            for row in rows
        ]
        if why is None
        else [],
    )


def _found(
    rows: list[Standing], here: Collection[int], rules: SeasonRules, next_game: NextGame
) -> tuple[Why | None, tuple[int, ...], Ranges]:
    if not can_be_told(rules) or any(None in (row.value, row.sessions) for row in rows):
        return Why.PRESET, (), {}
    if next_game.is_final:
        return Why.FINAL, (), {}
    try:
        sizes = table_sizes(len(here), rules.fewest, rules.preferred, rules.most)
    except ImpossibleSizes:
        return Why.NO_TABLES, (), {}
    here_tonight = set(
        GameSeat.objects.filter(
            game__session__in=next_game.running,
            game__status=Game.Status.CONFIRMED,
            twice_rank__isnull=False,
        ).values_list("counts_for", flat=True)
    )
    contenders = tuple(
        Contender(
            row.player_id,
            row.value or 0,
            row.counted,
            row.player_id in here,
            _points(row, rules),
            (row.sessions or 0) + (row.player_id in here and row.player_id not in here_tonight),
            row.byes if rules.bye is ByeWorth.AVERAGE else 0,
        )
        for row in rows
    )
    needed = rules.games_needed(next_game.held + (not next_game.running))
    # Whoever waits finds what the first one has computed: after a game many ask for the same.
    with _one_at_a_time:
        found = _ranges(contenders, sizes, rules, needed)
    return (Why.TOO_MANY_CASES if found is None else None), sizes, found or {}


def _points(row: Standing, rules: SeasonRules) -> Fraction:
    """What a row adds to its games; not what changes with them, as byes that are worth their mean.

    Whatever else is added are hundredths.
    """
    points = Fraction(row.adjustment)
    if rules.bye is ByeWorth.AVERAGE and row.byes:
        points -= Fraction(row.byes * (row.value or 0), UNIT * row.counted) if row.counted else 0
    return Fraction(round(points * HUNDREDTHS), HUNDREDTHS)


@lru_cache(maxsize=64)
def _ranges(
    contenders: tuple[Contender, ...], sizes: tuple[int, ...], rules: SeasonRules, needed: int
) -> Ranges | None:
    """The places that all can have; None for too many cases. Takes a second for 24 players."""
    try:
        return ranges_of_all(contenders, sizes, rules, needed)
    except TooManyCases:
        return None


def _final_is_next(season: Season) -> bool:
    """Whether the final or semi-final comes next, or has begun to count."""
    semi_final = season.sessions.semi_finals().first() if season.semi_final else None
    final = semi_final or season.sessions.finals().first()
    if final is None:
        return False
    if Game.objects.counting().filter(session=final, size__gt=0).exists():
        return True
    left = season.sessions.not_over(timezone.now()).filter(starts_at__lt=final.starts_at)
    return not left.exists()


def next_game_of(season: Season) -> NextGame:
    """In which session the next game of a season is; one statement, up to four with a final."""
    played = Game.objects.counting().filter(session=OuterRef("pk"), size__gt=0)
    held = season.sessions.filter(Exists(played)).values_list("pk", "status")
    found = dict(held)
    running = [session for session, status in found.items() if status == Session.Status.RUNNING]
    return NextGame(len(found), tuple(running), bool(season.final) and _final_is_next(season))


def _words(name: str, target: int, found: Mapping[OwnResult | None, Range] | None) -> str:
    aim = _("first place") if target == 1 else _("place %(place)d or better") % {"place": target}
    about: dict[str, object] = {"name": name, "target": aim}
    if found is None:
        return _("%(name)s will not have played enough for a place.") % about
    if None in found:
        places = found[None]
        if places.sure <= target:
            return _("%(name)s is sure of %(target)s without playing.") % about
        if places.best <= target:
            return _("For %(name)s, who does not play, it depends on the others.") % about
        return _("Out of reach for %(name)s without playing.") % about
    need = need_for(target, found)
    last = {finish.size: finish.size for finish in found if finish is not None}
    if need.sure == last:
        return _("%(name)s is sure of %(target)s, whatever happens.") % about
    if not need.possible:
        return _("Out of reach for %(name)s with the next game.") % about
    said = []
    if need.sure:
        about["finish"] = _finishes(need.sure, last)
        said.append(
            _("%(name)s reaches %(target)s with %(finish)s, whatever happens elsewhere.") % about
        )
    if need.possible != need.sure:
        about["finish"] = _finishes(need.possible, last)
        said.append(
            _("With %(finish)s it is still possible, but depends on the others.") % about
            if need.sure
            else _("%(name)s can reach %(target)s with %(finish)s, depending on the others.")
            % about
        )
    return " ".join(said)


def _finishes(worst: Mapping[int, int], sizes: Mapping[int, int]) -> str:
    """Places at tables, in words: the same at all sizes, or one for each.

    worst: the worst place that will do, by size. sizes: the last place of each size.
    """
    if worst == sizes:
        return _("any place at the table")
    if len(worst) == len(sizes) and len({*worst.values()}) == 1:
        return _finish(next(iter(worst.values())))
    return _(" or ").join(
        _("%(finish)s of %(size)d") % {"finish": _finish(place), "size": size}
        for size, place in worst.items()
    )


def _finish(place: int) -> str:
    if place == 1:
        return _("first place at the table")
    return _("place %(place)d or better at the table") % {"place": place}
