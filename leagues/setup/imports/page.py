"""A past season before it is kept: who is meant, what is wrong, and what would come out."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from accounts.names import legible
from games.rules.options import Ending
from leagues.models import League
from leagues.people.find import Candidates, candidates_of_league, names_of_merged
from leagues.people.told_apart import guest_notes, with_note
from leagues.season_rules import SeasonRules
from leagues.setup.imports.kept import (
    begin_of,
    check_past,
    games_there,
    results_of,
    same_games,
)
from leagues.setup.imports.past import PastSeason, PastSession
from leagues.setup.imports.reading import read_season
from leagues.setup.imports.service import PastPlan
from leagues.sheets.entry_page import groups_of
from leagues.sheets.import_page import NameView, Settled, settle_names, told
from leagues.standings.figures import figure_text
from leagues.standings.scoring.table import Kind, standings

# With more questions than this the lists of all people would make the page too large.
MOST_LISTS = 20


class PreviewRow(NamedTuple):
    """A row of the standings that would come out; place: empty for who has none."""

    place: str
    name: str
    figure: str
    games: int
    is_new: bool


class SessionView(NamedTuple):
    """A session that would be kept."""

    number: int
    name: str
    starts_at: datetime
    tables: int
    players: int


class ImportPreview(NamedTuple):
    """What a text comes to.

    problems: what keeps it from being imported; notes: what is worth a look. there: how many of its
    games which season has already. seen: stands for all that was shown. plan: None with problems.
    """

    problems: tuple[str, ...]
    notes: tuple[str, ...]
    questions: tuple[NameView, ...]
    unanswered: bool
    groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    sessions: tuple[SessionView, ...] = ()
    games: int = 0
    known: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    rows: tuple[PreviewRow, ...] = ()
    there: Sequence[tuple[str, int]] = ()
    ignored: tuple[str, ...] = ()
    seen: str = ""
    plan: PastPlan | None = None

    @property
    def games_there(self) -> int:
        return sum(count for _name, count in self.there)


def preview_of(
    league: League,
    name: str,
    rules: SeasonRules,
    text: str,
    first_date: date | None,
    answers: Mapping[str, str],
    now: datetime,
) -> ImportPreview:
    """Read a text as a season of a league; a few statements, whatever its length."""
    has_places = rules.options.ending is Ending.ELIMINATION
    past, unread = read_season(text, has_places=has_places, first_date=first_date)
    if unread:
        return ImportPreview(tuple(map(told, unread)), (), (), False, ())
    candidates = candidates_of_league(league)
    notes = guest_notes(league, candidates.names)
    settled = settle_names(
        past.names,
        candidates,
        names_of_merged(league),
        answers,
        strangers_are_guests=True,
        notes=notes,
    )
    guests = _guests(past, settled)
    ids = {**settled.people, **_stand_ins(guests)}
    problems = tuple(map(told, check_past(past, ids, rules, now)))
    is_whole = not problems and not settled.open
    plan = PastPlan(name, rules, past, settled.people, guests)
    return ImportPreview(
        problems=problems,
        notes=tuple(map(told, same_games(past, ids))),
        questions=settled.questions,
        unanswered=bool(settled.open),
        groups=groups_of(candidates, league) if len(settled.questions) <= MOST_LISTS else (),
        sessions=tuple(map(_session_view, past.sessions)),
        games=len(past.games),
        known=tuple(
            sorted(
                with_note(candidates.names[player], notes.get(player))
                for player in {*settled.people.values()}
            )
        ),
        new=tuple(sorted(set(guests.values()))),
        rows=_rows(past, ids, guests, candidates, rules) if is_whole else (),
        there=games_there(league, past, ids),
        ignored=past.ignored,
        seen=_seen(plan, text, first_date),
        plan=plan if is_whole else None,
    )


def _guests(past: PastSeason, settled: Settled) -> dict[str, str]:
    unanswered = {question.name for question in settled.open}
    return {
        name: legible(name)
        for name in past.names
        if name not in settled.people and name not in unanswered
    }


def _stand_ins(guests: Mapping[str, str]) -> dict[str, int]:
    """Ids below 0 for players who are not made yet; names that differ by case are one person."""
    numbers: dict[str, int] = {}
    return {
        name: numbers.setdefault(guest.casefold(), -1 - len(numbers))
        for name, guest in guests.items()
    }


def _session_view(session: PastSession) -> SessionView:
    seated = {seat.player for game in session.games for seat in game.seats if seat.player}
    return SessionView(
        session.number, session.name, begin_of(session), len(session.games), len(seated)
    )


def _rows(
    past: PastSeason,
    ids: Mapping[str, int],
    guests: Mapping[str, str],
    candidates: Candidates,
    rules: SeasonRules,
) -> tuple[PreviewRow, ...]:
    names = {ids[text]: guest for text, guest in guests.items()}
    found = standings(results_of(past, ids), rules)
    return tuple(
        PreviewRow(
            place=str(row.place) if row.kind is Kind.CLASSED else "",
            name=names.get(row.player) or candidates.names[row.player],
            figure=figure_text(row.figure, rules.preset),
            games=row.games,
            is_new=row.player in names,
        )
        for row in found
    )


def _seen(plan: PastPlan, text: str, first_date: date | None) -> str:
    shown: tuple[Any, ...] = (
        plan.name,
        plan.rules,
        text,
        first_date,
        sorted(plan.people.items()),
        sorted(plan.guests.items()),
    )
    return sha256(repr(shown).encode()).hexdigest()[:24]
