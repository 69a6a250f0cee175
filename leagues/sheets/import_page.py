"""Sheets to import, before they are: names to settle, what is wrong, and what would be entered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from string import ascii_uppercase
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import legible
from games.plain_text import plain
from leagues.models import Game
from leagues.people.find import Candidates
from leagues.sheets.check import ABOUT_NAMES, Code
from leagues.sheets.csv.reading import SheetLines, TextPlace
from leagues.sheets.csv.text import MOST_PROBLEMS, CsvCode, LineProblem, decode
from leagues.sheets.form import BOTH, GUEST, SheetForm, known_id
from leagues.sheets.new_games import Repeat, TablesByName
from leagues.sheets.stored import draft_of

# Beyond so many unknown names no similar ones are looked for: a text may hold two thousand.
MOST_OFFERS = 50

# Asked about, not told: names that nobody bears, or several do.
_ASKED = frozenset({Code.NOBODY, Code.GUEST_UNNAMED, Code.NAME_TAKEN})


def sent_text(request: HttpRequest, most_characters: int) -> str:
    """What was uploaded, or else pasted; "" for blanks. What is too long is not read to its end."""
    file = request.FILES.get("file")
    if file is None:
        text = request.POST.get("text", "")
    else:
        # A character of UTF-8 takes up to four bytes.
        text = decode(file.read(4 * most_characters + 1))
    return text.replace("\0", "") if text.strip() else ""


class LinesForm(SheetForm):
    """The form of a sheet that stands in some lines of a text."""

    def __init__(
        self, lines: SheetLines, settled: Mapping[str, int], game: Game, people: Candidates
    ) -> None:
        self.name, self.places = lines.name, lines.places
        chosen = {
            f"p{n}": str(settled[name]) if name in settled else GUEST
            for n, name in enumerate(lines.players)
        }
        guests = {f"g{n}": name for n, name in enumerate(lines.players)}
        super().__init__({**lines.texts, **chosen, **guests, "mode": BOTH}, game, people)

    @property
    def problems(self) -> Iterator[tuple[TextPlace, ValidationError]]:
        """What is wrong, and where it stands in the text."""
        for field, errors in self.errors.as_data().items():
            for error in errors:
                if error.code not in _ASKED:
                    yield self._place(field, error), error

    def _place(self, field: str, error: ValidationError) -> TextPlace:
        number = (error.params or {}).get("round")
        if field == NON_FIELD_ERRORS and number:
            field = f"r{number - 1}c0"
        first = self.places["p0"]
        otherwise = first if error.code in ABOUT_NAMES else TextPlace(first.line, None)
        return self.places.get(field, otherwise)


@dataclass(frozen=True, slots=True)
class NameView:
    """A name nobody bears, or several do: who is meant must be said.

    similar: ids and names to choose from first. chosen: an id, GUEST, or "".
    """

    field: str
    name: str
    similar: tuple[tuple[str, str], ...]
    may_be_guest: bool
    chosen: str


@dataclass(frozen=True, slots=True)
class Settled:
    """Who is meant by each name. people: ids; guests are left out. open: still to be said."""

    people: Mapping[str, int]
    questions: tuple[NameView, ...]

    @property
    def open(self) -> tuple[NameView, ...]:
        return tuple(question for question in self.questions if not question.chosen)

    @property
    def guests(self) -> dict[str, str]:
        """What the new guests among them will be called."""
        names = (question.name for question in self.questions if question.chosen == GUEST)
        return {name: legible(name) for name in names}


def settle_names(
    names: Iterable[str],
    candidates: Candidates,
    answers: Mapping[str, str],
    *,
    strangers_are_guests: bool = False,
) -> Settled:
    """Find who is meant by names in a text.

    answers: to earlier questions, by field. strangers_are_guests: a name that is like nobody's is
    that of a new guest unless the answer says otherwise.
    """
    people: dict[str, int] = {}
    questions: list[NameView] = []
    for index, name in enumerate(dict.fromkeys(filter(None, names))):
        found = candidates.match(name, offers=len(questions) < MOST_OFFERS)
        if found.player is not None:
            people[name] = found.player
            continue
        field = f"n{index}"
        answer = answers.get(field, "")
        guest = legible(name)
        is_free = plain(guest) not in candidates.names_taken
        may_be_guest = is_free and 0 < len(guest) <= Player.NAME_LENGTH
        player = known_id(answer, candidates.names)
        if player is not None:
            people[name] = player
        elif not (answer == GUEST and may_be_guest):
            is_stranger = strangers_are_guests and may_be_guest and not found.similar
            answer = GUEST if is_stranger else ""
        similar = tuple(map(candidates.choice, found.similar))
        questions.append(NameView(field, name, similar, may_be_guest, answer))
    return Settled(people, tuple(questions))


def present_sheets(
    forms: Sequence[LinesForm],
    tables: TablesByName,
    repeats: Sequence[Repeat],
    again: Mapping[int, int],
) -> list[dict[str, Any]]:
    """The sheets as they would be entered; again: as for `importing.wanted`.

    game: one that nobody has entered, None for a new one; draft: what is typed of it, draft_by: the
    name of who typed it. players: place, name and heads of each, best first. repeat: where the
    sheet is already, "" for a new one; times: how often. is_wanted: it is entered on purpose.
    """
    games = [tables.get(form.name) for form in forms]
    drafts = [draft_of(game) if game else None for game in games]
    typists = {draft.by for draft in drafts if draft and draft.by}
    names = dict(Player.objects.filter(pk__in=typists).values_list("pk", "name"))
    return [
        {
            "name": form.name,
            "game": game,
            "draft": draft,
            "draft_by": names.get(draft.by, "") if draft and draft.by else "",
            "players": _players(form),
            "repeat": _repeat_text(repeat, tables),
            "times": repeat.times,
            "is_wanted": again.get(index) == repeat.times,
        }
        for index, (form, game, draft, repeat) in enumerate(
            zip(forms, games, drafts, repeats, strict=True)
        )
    ]


def _repeat_text(repeat: Repeat, tables: TablesByName) -> str:
    """Where a sheet is already, in a sentence."""
    if repeat.tables:
        text = gettext("%(table)s has the same people with the same heads.")
        return text % {"table": tables.by_number[repeat.tables[-1]].table_name}
    if repeat.above:
        text = gettext("Sheet “%(name)s” has the same people with the same heads.")
        return text % {"name": repeat.above[-1]}
    return ""


def _players(form: LinesForm) -> tuple[tuple[int, str, int], ...]:
    names = [form.names[n] for n in form.written]
    return tuple(sorted(zip(form.outcome.places, names, form.outcome.totals, strict=True)))


def present_problems(
    problems: Iterable[LineProblem], forms: Iterable[LinesForm]
) -> tuple[list[str], bool]:
    """What is wrong with a text, line by line, and whether it is with more than who is meant."""
    found = [
        (TextPlace(problem.line, problem.column), _words_of(problem), False) for problem in problems
    ]
    # A sheet without a name is refused for that.
    of_pads = (problem for form in forms if form.name for problem in form.problems)
    for place, error in islice(of_pads, MOST_PROBLEMS):
        found += [(place, text, error.code in ABOUT_NAMES) for text in error.messages]
    found.sort(key=lambda problem: problem[0].line)
    told = [_told(place, text) for place, text, _about in found[:MOST_PROBLEMS]]
    return told, not all(row[2] for row in found)


def told(problem: LineProblem) -> str:
    """Where and why, in a sentence."""
    return _told(TextPlace(problem.line, problem.column), _words_of(problem))


def _words_of(problem: LineProblem) -> str:
    return str(_WORDS[problem.code] % problem.facts)


def _told(place: TextPlace, why: str) -> str:
    """Where and why, in a sentence: "Line 4, column C: heads are missing."."""
    where = gettext("Line %(line)d") % {"line": place.line}
    if place.column is not None:
        where = gettext("Line %(line)d, column %(column)s") % {
            "line": place.line,
            "column": column_letters(place.column),
        }
    return gettext("%(where)s: %(why)s") % {"where": where, "why": why}


def column_letters(column: int) -> str:
    """A column as spreadsheets call it: A, B ... Z, AA."""
    before, last = divmod(column, len(ascii_uppercase))
    return (column_letters(before - 1) if before else "") + ascii_uppercase[last]


_WORDS: dict[CsvCode, Promise] = {
    CsvCode.TOO_LONG: _("the text is longer than %(most)d characters."),
    CsvCode.TOO_MANY_LINES: _("there are more than %(most)d lines."),
    CsvCode.TOO_MANY_COLUMNS: _("there are more than %(most)d columns."),
    CsvCode.CELL_TOO_LONG: _("this cell is longer than %(most)d characters."),
    CsvCode.NOT_CSV: _("a quotation mark is never closed."),
    CsvCode.NO_HEADINGS: _(
        "the first line must name the columns: Sheet, Player, Round 1, Round 2 … or Total."
    ),
    CsvCode.UNKNOWN_HEADING: _("this heading is not known."),
    CsvCode.HEADING_TWICE: _("this heading appears twice."),
    CsvCode.NO_HEADING: _("there is no heading above this cell."),
    CsvCode.NO_SHEET: _("the name or number of the sheet is missing."),
    CsvCode.NO_PLAYER: _("the name of the player is missing."),
    CsvCode.NAME_TOO_LONG: _("this name is longer than %(most)d characters."),
    CsvCode.COUNT_DIFFERS: _("the number of rounds differs from the line above."),
    CsvCode.NO_SEASON_HEADINGS: _(
        "the first line must name the columns: Date, Table, Player and Heads; or Date and one "
        "column for each player."
    ),
    CsvCode.NO_GAMES: _("there is no result below the headings."),
    CsvCode.NO_SESSION: _("the date or the name of the session is missing."),
    CsvCode.TOO_MANY_SESSIONS: _("there are more than %(most)d sessions."),
    CsvCode.TOO_MANY_RESULTS: _("there are more than %(most)d results."),
    CsvCode.TOO_MANY_PLAYERS: _("there are more than %(most)d players."),
    CsvCode.TOO_LARGE_SEASON: _(
        "the number of players times the number of sessions is more than %(most)d: import the "
        "season in parts."
    ),
    CsvCode.NO_DATE: _("this is not a date: write 12/03/2025 or 2025-03-12."),
    CsvCode.DATE_MISSING: _(
        "this session has no date: add one, or say above when the first session was."
    ),
    CsvCode.DATE_DIFFERS: _("this session has another date further up."),
    CsvCode.DATE_TO_COME: _("this date is in the future."),
    CsvCode.ALONE: _("nobody else sits at this table."),
    CsvCode.TABLE_TOO_LARGE: _(
        "this table has more than %(most)d players: add a column that says who sat at which table."
    ),
    CsvCode.TABLE_SIZE: _("by these rules every table has %(most)d players."),
    CsvCode.TWICE_AT_TABLE: _("the same person sits at this table already, in line %(other)d."),
    CsvCode.NO_HEADS: _("heads are a whole number from 0 to %(most)d."),
    CsvCode.NO_PLACE: _("this is not a place: write 1, 2, 3 …"),
    CsvCode.PLACE_MISSING: _("with elimination, heads do not tell the place: add it."),
    CsvCode.PLACE_DIFFERS: _("by the heads this is place %(place)d."),
    CsvCode.SAME_GAME: _("the same people have the same heads in line %(other)d."),
}
