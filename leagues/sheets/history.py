"""The history of a game: what was done, by whom, when and why, and what it changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.models import Player
from games.rules.options import Options
from leagues.models import Game, GameVersion
from leagues.sheets.finished_pad import PadView, present_pad
from leagues.sheets.score_sheet import ScoreSheet

Did = GameVersion.Did
ASKED = frozenset({Did.ASKED_VOID, Did.ASKED_BACK})

_TYPED = {Did.SUBMITTED, Did.CORRECTED}
_TO_CONFIRM = _TYPED | ASKED
# Their sheet has another name in a column.
_RENAMED = {Did.MERGED, Did.PARTED}


class HistoryLine(NamedTuple):
    """A line of the history; did: in words. pad: the sheet before and after, where it changed that.

    is_waiting: nobody has confirmed what it says, and somebody would have to.
    """

    line: GameVersion
    did: str
    by: str
    pad: PadView | None
    has_before: bool
    is_waiting: bool


def proposal_of(game: Game, lines: Iterable[GameVersion]) -> GameVersion | None:
    """The line that asked for what is proposed; lines: of the history, oldest first."""
    asked = [line for line in lines if line.did in ASKED]
    return asked[-1] if game.proposed and asked else None


def confirmed_lines(lines: Iterable[GameVersion], *, second_person: bool) -> list[GameVersion]:
    """The lines anybody may see: those of what counted, never what was not confirmed.

    A sheet entered anew, or a correction that was replaced or turned down before anybody confirmed
    it, stays with the scorers; so does all that happened before the game first counted, but for the
    first of two confirmations and the merges that gave another name to the sheet that then counted.
    """
    shown: list[GameVersion] = []
    waiting: GameVersion | None = None
    # What was done to the sheet that waits.
    since: list[GameVersion] = []
    for line in lines:
        did = Did(line.did)
        if did in {Did.SUBMITTED, *ASKED} or (did is Did.CORRECTED and second_person):
            waiting, since = line, []
        elif did is Did.CONFIRMED:
            # The result of a live table counts without anybody having entered it.
            if waiting and waiting.did not in ASKED:
                shown += [waiting, *since]
                waiting, since = None, []
            shown.append(line)
        elif did is Did.TURNED_DOWN:
            waiting = None
        elif did is Did.CHECKED or (did in _RENAMED and not shown):
            since.append(line)
        elif shown or did in {Did.BROKEN_OFF, Did.NOT_PLAYED}:
            if did in {Did.VOIDED, Did.RESTORED} and waiting and waiting.did in ASKED:
                # Why it was done is said there.
                shown.append(waiting)
            shown.append(line)
            if did in {Did.VOIDED, Did.BROKEN_OFF, Did.NOT_PLAYED, Did.RESTORED}:
                waiting = None
    # What waited was done before lines that nobody had to confirm, such as those of a merge.
    return sorted(shown, key=lambda line: line.number)


def entered_by_text(game: Game) -> str:
    """Who typed the newest sheet of a game."""
    return _by(game.entered_by, is_by_link=game.entered_by_link)


def _by(player: Player | None, *, is_by_link: bool) -> str:
    """Who did something: "by" can stand before it."""
    if is_by_link:
        return gettext("the link of the table")
    return player.name if player else ""


def _before_it_counted(line: GameVersion) -> str:
    """What was done to a game that has never counted."""
    return gettext("put back") if line.did == Did.RESTORED else line.get_did_display()


def present_history(
    lines: Sequence[GameVersion],
    sheets: Mapping[int, ScoreSheet],
    names: Mapping[int, str],
    options: Options,
    confirmed: Sequence[GameVersion],
    *,
    second_person: bool,
) -> tuple[HistoryLine, ...]:
    """The lines, newest first; sheets: by revision; names: of everybody on them.

    A line names the sheet that it left. The sheet before it is the one that stood until then: a
    correction that nobody has confirmed replaces nothing yet.
    """
    views: list[HistoryLine] = []
    before: ScoreSheet | None = None
    has_counted = False
    for line in lines:
        has_counted = has_counted or line.did == Did.CONFIRMED
        sheet = sheets[line.sheet_id] if line.sheet_id else None
        is_shown = line.did in _TYPED or (line.did in _RENAMED and sheet != before)
        views.append(
            HistoryLine(
                line=line,
                did=line.get_did_display() if has_counted else _before_it_counted(line),
                by=_by(line.by, is_by_link=line.by_link),
                pad=present_pad(sheet, names, options, before) if sheet and is_shown else None,
                has_before=before is not None,
                is_waiting=line.did in _TO_CONFIRM and line not in confirmed,
            )
        )
        if not (line.did == Did.CORRECTED and second_person):
            before = sheet or before
    return tuple(reversed(views))
