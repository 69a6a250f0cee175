"""Standings, kept as rows with the exact sums that they follow from; differences are written.

A change of the newest session is written with it: the games of the players concerned are read, and
the rows ranked again. What a change of an earlier session may alter is due: the season's row says
from when on, and it is brought up to date after the commit, by whoever reads it first, or by
`settle_all` should the process have died. `rebuild` makes the same rows from nothing.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import compress
from typing import NamedTuple

from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, When

from leagues.models import Game, Season, Session, Standing
from leagues.season_lock import after_commit
from leagues.standings import counted_games
from leagues.standings.progress import Watch, unwatched
from leagues.standings.roster import roster_of
from leagues.standings.rows import (
    forms_by_session,
    forward,
    kept_rows,
    places_of,
    rows_of,
    write_differences,
)
from leagues.standings.scoring import table as pure
from leagues.standings.scoring.tally import Line, lines_by_player

logger = logging.getLogger(__name__)


class _ChangedMeanwhileError(Exception):
    """Something that counts has changed while standings were computed."""


class _Calendar(NamedTuple):
    """The sessions of a season that matter to its standings, by place in the order of play.

    held: ids of those after which something can have changed. kept: of those that have standings.
    with_results: the places of those at which somebody was ranked.
    """

    order: counted_games.Order
    held: Mapping[int, int]
    kept: Mapping[int, int]
    with_results: Collection[int]


# --- With a change ---------------------------------------------------------------------


def restand(season: Season, since: int = 1, players: Collection[int] = ()) -> None:
    """Let the standings as of session number `since` and of every later one follow a change.

    players: those whose results in that session may be others now. Under the season's lock only.
    """
    season.keeps_standings = False
    calendar = _calendar_of(season)
    order, held, kept, _with_results = calendar
    roster = roster_of(season, order)
    changed = order.since(since)
    first = _first_concerned(changed, held, roster)
    concerned = sorted(place for place in {*held, *kept} if place >= first)
    if not concerned:
        return
    has_newest_alone = held.keys() >= set(concerned) and sum(p >= changed for p in concerned) <= 1
    last_two = list(held)[-2:]
    if _lack_sums([held[place] for place in last_two]):
        standings_are_due(season, order.begins[min(concerned[0], *last_two) - 1])
    elif season.standings_due is None and has_newest_alone:
        for place in concerned:
            whose = players if place >= changed else ()
            _write_again(season, calendar, roster, place, whose)
    else:
        standings_are_due(season, order.begins[concerned[0] - 1])


def _lack_sums(session_ids: Collection[int]) -> bool:
    """Whether the standings after these sessions were written before sums were kept with them."""
    return Standing.objects.filter(session__in=session_ids, value=None).exists()


def recount(season: Season) -> None:
    """The same where games may count for others than before, in any session."""
    if begins := counted_games.order_of(season).begins:
        standings_are_due(season, begins[0])


def standings_are_due(season: Season, since: datetime) -> None:
    """Note that the standings after sessions from a time on may be others; done after the commit.

    Under the season's lock only.
    """
    season.keeps_standings = False
    _mark(season, since)
    after_commit(partial(settle, season.pk))


def _mark(season: Season, since: datetime) -> None:
    season.standings_due = min(season.standings_due or since, since)
    season.standings_change += 1
    season.save(update_fields=["standings_due", "standings_change"])


def _first_concerned(place: int, held: Collection[int], roster: Sequence[pure.Member]) -> int:
    """The place in the order of play from which on standings differ that differ from `place` on.

    What was or becomes the newest session shows who has withdrawn since, an older one does not.
    """
    if all(member.withdrawn is None for member in roster):
        return place
    return max((each for each in held if each < place), default=place)


def _write_again(
    season: Season,
    calendar: _Calendar,
    roster: Sequence[pure.Member],
    place: int,
    players: Collection[int],
) -> None:
    """Rank again after the session at a place, and write what differs.

    players: those whose sums are made anew, from the session before and the results since.
    """
    order, held, _kept, with_results = calendar
    rules = season.season_rules
    session_id = held[place]
    kept = kept_rows(Standing.objects.filter(session=session_id))
    before = max((each for each in held if each < place), default=None)
    rows = Standing.objects.filter(session=held[before]) if before else Standing.objects.none()
    older = kept_rows(rows.filter(player__in=players) if kept else rows)
    scope = None if rules.has_drops else session_id
    results = counted_games.results_among(season, players, scope) if players else []
    tallies, forms = forward(rules, kept, older, results, players)
    around = pure.circumstances(
        rules.games_needed(sum(each <= place for each in with_results)),
        counted_games.adjustments_of(season, order),
        roster,
        place,
        is_newest=place == max(held),
    )

    def lines_of(level: Collection[int]) -> dict[int, Sequence[Line]]:
        played = counted_games.results_among(season, level)
        lines = lines_by_player([game for game in played if game.session <= place], rules)
        return {player: lines.get(player, []) for player in level}

    found = pure.ranked(tallies, rules, around, lines_of)
    wanted = rows_of(found, places_of(rows), forms)
    write_differences(season.pk, session_id, kept, wanted)


# --- Later, or on reading --------------------------------------------------------------


def settle(season_id: int, watch: Watch = unwatched) -> int:
    """Bring the standings of a season up to date where they are due; how many rows differed.

    In short transactions of its own, so that nobody waits for it; begun anew where something
    changes meanwhile.
    """
    due = Season.objects.filter(pk=season_id, standings_due__isnull=False)
    written = 0
    while season := due.first():
        try:
            for rows in _settle(season, watch):
                written += rows
        except _ChangedMeanwhileError:
            continue
    return written


def settle_read(*seasons: Season) -> None:
    """Bring the standings of seasons that a page is about to show up to date."""
    for season in seasons:
        if season.standings_due is not None:
            settle(season.pk)


def settle_all() -> None:
    """Bring up to date what a process that died left undone, in all seasons."""
    due = Season.objects.filter(standings_due__isnull=False)
    for season_id in due.values_list("pk", flat=True):
        try:
            settle(season_id)
        except Exception:
            logger.exception("the standings of season %s could not be computed", season_id)


def rebuild(season_id: int, watch: Watch = unwatched) -> int:
    """Make the standings of a season from nothing; how many rows were not so before."""
    with transaction.atomic():
        season = Season.objects.select_for_update(of=("self",)).get(pk=season_id)
        begins = counted_games.order_of(season).begins
        if not begins:
            return 0
        _mark(season, begins[0])
    return settle(season_id, watch)


def _settle(season: Season, watch: Watch) -> Iterator[int]:
    """Compute the standings that are due and write them session by session: rows that differed."""
    calendar = _calendar_of(season)
    order, held, kept, _with_results = calendar
    roster = roster_of(season, order)
    since = season.standings_due
    first = next((n for n, at in enumerate(order.begins, 1) if since and at >= since), None)
    if first is not None:
        first = _first_concerned(first, held, roster)
        for place in sorted(kept.keys() - held.keys()):
            if place >= first:
                with _settling(season, order.begins[first - 1]):
                    gone = Standing.objects.filter(session=order.ids[place - 1])
                    dropped, _by_model = gone.delete()
                yield dropped
        yield from _settle_held(season, calendar, roster, first, watch)
    with _settling(season, None):
        pass


def _settle_held(
    season: Season,
    calendar: _Calendar,
    roster: Sequence[pure.Member],
    first: int,
    watch: Watch,
) -> Iterator[int]:
    order, held, _kept, _with_results = calendar
    # One before: what changed is told by comparison.
    places = [place for place in held if place >= first]
    if not places:
        return
    places = [*[place for place in held if place < first][-1:], *places]
    results = counted_games.results_of_season(season, order)
    forms = forms_by_session(results, places)
    adjustments = counted_games.adjustments_of(season, order)
    found = pure.each_session(results, season.season_rules, places, adjustments, roster)
    before: Mapping[int, int] = {}
    for place in watch(places, "Sessions"):
        _place, standings = next(found)
        if place >= first:
            wanted = rows_of(standings, before, forms[place])
            kept = kept_rows(Standing.objects.filter(session=held[place]))
            with _settling(season, order.begins[place - 1]):
                written = write_differences(season.pk, held[place], kept, wanted)
            yield written
        before = {row.player: row.place for row in standings if row.place is not None}


@contextmanager
def _settling(season: Season, since: datetime | None) -> Iterator[None]:
    """A short transaction after which standings are due from a time on, or with None no more.

    Raises _ChangedMeanwhileError.
    """
    with transaction.atomic():
        found = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
        if found.standings_due is None or found.standings_change != season.standings_change:
            raise _ChangedMeanwhileError
        yield
        found.standings_due = since
        found.save(update_fields=["standings_due"])


def preview_withdrawal(season: Season, player_id: int) -> Sequence[pure.Standing]:
    """The present standings as they would be without this player; empty before anything counts."""
    order, held, _kept, _with_results = _calendar_of(season)
    if not held:
        return ()
    newest = max(held)
    roster = [
        member._replace(withdrawn=newest, returned=None) if member.player == player_id else member
        for member in roster_of(season, order)
    ]
    return pure.standings_by_session(
        counted_games.results_of_season(season, order),
        season.season_rules,
        [newest],
        counted_games.adjustments_of(season, order),
        roster,
    )[newest]


# --- Which sessions --------------------------------------------------------------------


def _calendar_of(season: Season) -> _Calendar:
    played = Game.objects.counting().filter(session=OuterRef("pk"))
    adjusted = counted_games.adjustments_that_count(season).values("session")
    rows = Session.objects.filter(season=season).in_order()
    found = rows.annotate(
        is_held=Case(When(Exists(played) | Q(pk__in=adjusted), then=True), default=False),
        is_kept=Exists(Standing.objects.filter(session=OuterRef("pk"))),
        has_results=Exists(played.filter(size__gt=0)),
    ).values_list("pk", "number", "starts_at", "is_held", "is_kept", "has_results")
    ids, numbers, begins, held, kept, results = zip(*found, strict=True) if found else ((),) * 6
    by_place = dict(enumerate(ids, 1))
    return _Calendar(
        order=counted_games.Order(ids, numbers, begins),
        held=dict(compress(by_place.items(), held)),
        kept=dict(compress(by_place.items(), kept)),
        with_results=[*compress(by_place, results)],
    )
