"""Sheets to import, before they are: names to settle, what is wrong, and what would be entered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.rules.options import Options
from leagues.models import Game
from leagues.people.find import Candidates, NameSearch
from leagues.season_rules import SeasonRules
from leagues.sheets.csv.problems import CsvCode, LineProblem
from leagues.sheets.csv.reading import Sheet
from leagues.sheets.drafts import draft_of
from leagues.sheets.pad.legible import legible
from leagues.sheets.pad.problems import Code
from leagues.sheets.pad.result import outcome
from leagues.sheets.problem_texts import gone_on, not_ended, round_count
from leagues.sheets.repeats import Repeat
from leagues.sheets.score_sheet import ScoreSheet, check_sheet
from leagues.sheets.typed_sheet import ABOUT_NAMES, GUEST, LONGEST_NAME, guest_key, known_id

# Beyond so many unknown names no similar ones are looked for: a text may hold two thousand.
MOST_OFFERS = 50


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
class SheetView:
    """A sheet as it would be entered.

    table: the number of one nobody has entered, or None; version, has_draft, draft_by: what it is
    like now. players: place, name and heads of each. repeat: where it is already, "" for a new one;
    times: how often. is_wanted: it is entered again on purpose.
    """

    name: str
    table: int | None
    players: tuple[tuple[int, str, int], ...]
    version: int
    has_draft: bool
    draft_by: str
    repeat: str
    times: int
    is_wanted: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """Who is meant by each name. people: ids; guests are left out. open: still to be said."""

    people: Mapping[str, int]
    questions: tuple[NameView, ...]

    @property
    def open(self) -> tuple[NameView, ...]:
        return tuple(question for question in self.questions if not question.chosen)


def settle_names(
    sheets: Sequence[Sheet], candidates: Candidates, answers: Mapping[str, str]
) -> Settled:
    """Find who is meant by the names of sheets; answers: to earlier questions, by field."""
    people: dict[str, int] = {}
    questions: list[NameView] = []
    names = dict.fromkeys(str(name) for sheet in sheets for name in sheet.pad.columns)
    search = NameSearch(candidates)
    for index, name in enumerate(names):
        found = search.match(name, offers=len(questions) < MOST_OFFERS)
        if found.player is not None:
            people[name] = found.player
            continue
        field = f"n{index}"
        answer = answers.get(field, "")
        guest = legible(name)
        is_free = guest.casefold() not in candidates.names_taken
        may_be_guest = is_free and 0 < len(guest) <= LONGEST_NAME
        player = known_id(answer, candidates.names)
        if player is not None:
            people[name] = player
        elif not (answer == GUEST and may_be_guest):
            answer = ""
        similar = tuple((str(player), candidates.names[player]) for player in found.similar)
        questions.append(NameView(field, name, similar, may_be_guest, answer))
    return Settled(people, tuple(questions))


def present_sheets(
    sheets: Sequence[Sheet],
    games: Mapping[str, Game],
    options: Options,
    repeats: Sequence[Repeat],
    again: Mapping[int, int],
) -> tuple[SheetView, ...]:
    """The sheets with places and totals, best first; games: those of the session by number.

    again: as for `repeats.wanted_sheets`.
    """
    drafts = {name: draft for name, game in games.items() if (draft := draft_of(game))}
    typists = {draft.by for draft in drafts.values()}
    names = dict(Player.objects.filter(pk__in=typists).values_list("pk", "name"))

    def view(index: int, sheet: Sheet) -> SheetView:
        repeat = repeats[index]
        game, draft = games.get(sheet.name), drafts.get(sheet.name)
        return SheetView(
            name=sheet.name,
            table=game.number if game else None,
            players=_players(sheet, options),
            version=game.version if game else 0,
            has_draft=draft is not None,
            draft_by=names.get(draft.by, "") if draft else "",
            repeat=_repeat_text(repeat),
            times=repeat.times,
            is_wanted=again.get(index) == repeat.times,
        )

    return tuple(view(index, sheet) for index, sheet in enumerate(sheets))


def _repeat_text(repeat: Repeat) -> str:
    """Where a sheet is already, in a sentence."""
    if repeat.tables:
        text = gettext("Table %(number)d has the same people with the same heads.")
        return text % {"number": repeat.tables[-1]}
    if repeat.above:
        text = gettext("Sheet “%(name)s” has the same people with the same heads.")
        return text % {"name": repeat.above[-1]}
    return ""


def _players(sheet: Sheet, options: Options) -> tuple[tuple[int, str, int], ...]:
    found = outcome(sheet.pad, options)
    players = zip(found.places, map(str, sheet.pad.columns), found.totals, strict=True)
    return tuple(sorted(players))


def present_players_refused(
    sheets: Sequence[Sheet], settled: Settled, rules: SeasonRules
) -> list[str]:
    """What is wrong once it is known who is meant: one person twice, or tables of a wrong size."""
    return [
        problem_text(
            LineProblem(
                sheet.lines[problem.column or 0], problem.code, None, sheet.name, problem.facts
            ),
            rules.options,
        )
        for sheet in sheets
        for problem in check_sheet(_of_people(sheet, settled), rules.options, rules)
        if problem.code in ABOUT_NAMES
    ]


def _of_people(sheet: Sheet, settled: Settled) -> ScoreSheet:
    names = map(str, sheet.pad.columns)
    keys = tuple(settled.people.get(name, guest_key(legible(name))) for name in names)
    return ScoreSheet(replace(sheet.pad, columns=keys), (None,) * len(keys))


def problem_text(problem: LineProblem, options: Options) -> str:
    """Where and why, in a sentence: "Line 4, column C: heads are missing."."""
    where = gettext("Line %(line)d") % {"line": problem.line}
    if problem.column is not None:
        where = gettext("Line %(line)d, column %(column)s") % {
            "line": problem.line,
            "column": column_letters(problem.column),
        }
    if problem.code is Code.NOT_ENDED:
        why = not_ended(problem.facts, options)
    elif problem.code is Code.ROUND_COUNT:
        why = round_count(problem.facts)
    elif problem.code is Code.GONE_ON:
        why = gone_on({**problem.facts, "name": gettext("somebody")}, options)
    else:
        why = str(_WORDS[problem.code] % problem.facts)
    return gettext("%(where)s: %(why)s") % {"where": where, "why": why}


def column_letters(column: int) -> str:
    """A column as spreadsheets call it: A, B ... Z, AA."""
    before, last = divmod(column, len(ascii_uppercase))
    return (column_letters(before - 1) if before else "") + ascii_uppercase[last]


_WORDS: dict[CsvCode | Code, Promise] = {
    CsvCode.TOO_LONG: _("the text is longer than %(most)d characters."),
    CsvCode.TOO_MANY_LINES: _("these are more than %(most)d lines."),
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
    Code.TOO_FEW_PLAYERS: _("at least %(least)d players are needed."),
    Code.TOO_MANY_PLAYERS: _("at most %(most)d players can play."),
    Code.PLAYER_TWICE: _("this player is on the sheet twice."),
    Code.MISSING: _("heads are missing; enter 0 for none."),
    Code.NOT_WHOLE: _("heads must be a whole number."),
    Code.NEGATIVE: _("nobody can have fewer than 0 heads."),
    Code.TOO_HIGH: _("nobody can have more than %(most)d heads here."),
    Code.PLAYER_OUT: _("this player has been out since round %(out_in)d."),
    Code.TOTAL_DIFFERS: _("the rounds add up to %(sum)d."),
    Code.ROUND_TOO_HIGH: _("the round has %(sum)d heads: more than %(most)d cannot be taken."),
    Code.ROUND_TOO_LOW: _("the round has %(sum)d heads: fewer than %(least)d cannot be taken."),
    Code.TOO_MANY_ROUNDS: _("a game has %(most)d rounds at most."),
    Code.ROUNDS_MISSING: _("a game with special cards has two rounds."),
    Code.ROUNDS_NEEDED: _("the rounds are needed: places depend on when each player went out."),
    Code.TOTALS_TOO_HIGH: _("the totals come to %(sum)d: more than %(most)d is impossible."),
    Code.TOTALS_TOO_LOW: _("the totals come to %(sum)d: fewer than %(least)d is impossible."),
    Code.TOO_FAR_PAST: _(
        "the totals go %(excess)d past the limit: the last round has %(most)d heads at most."
    ),
}
