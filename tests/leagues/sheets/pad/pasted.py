"""Texts of sheets, read as an import does, where each name is somebody's."""

from games.rules.options import Options
from leagues.models import League, Season, Session
from leagues.people.find import Candidates
from leagues.sheets.check import Code
from leagues.sheets.csv.reading import read_sheets
from leagues.sheets.csv.text import CsvCode
from leagues.sheets.import_page import LinesForm
from leagues.sheets.new_games import unstored_game

Found = tuple[int, int | None, CsvCode | Code]


def forms_of(text: str, options: Options | None = None) -> list[LinesForm]:
    """The forms of the sheets of a text; a name is the player whose id is its first place."""
    sheets = read_sheets(text).sheets
    names = dict.fromkeys(name for sheet in sheets for name in sheet.players if name)
    ids = {name: player for player, name in enumerate(names)}
    season = Season(options=(options or Options()).to_json())
    game = unstored_game(Session(season=season))
    here = {player: name for name, player in ids.items()}
    people = Candidates(League(), here, here, {}, {})
    return [LinesForm(sheet, ids, game, people) for sheet in sheets]


def problems_of(text: str, options: Options | None = None) -> list[Found]:
    """Line, column and code of all that is wrong with a text."""
    found: list[Found] = [
        (problem.line, problem.column, problem.code) for problem in read_sheets(text).problems
    ]
    for form in forms_of(text, options):
        found += [(*place, Code(error.code or "")) for place, error in form.problems if form.name]
    return sorted(found, key=lambda problem: problem[0])
