"""A game as its page shows it: the result, the pad, what waits, and the history."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from games.rules.options import Options
from leagues.models import Game, GameSeat, GameVersion, Season
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.score_sheet import ScoreSheet, numbers
from leagues.sheets.stored import read_revision, read_revisions
from leagues.standings.charts.drawing import ChartLine, figures, whole
from leagues.standings.charts.paper import ChartWords

FEWEST_ROUNDS = 2


def present_game(game: Game, *, sees_all: bool) -> dict[str, Any]:
    """What the page of a game shows of it; sees_all: its reader may see what is not confirmed.

    parts: the seats, the winner first once there is one. pad: what counts, or counted before it was
    taken out; course: its totals as a drawing. waiting: the sheet that waits, as a pad; proposal:
    the line that asked for what waits. history: newest first. next_url: the next sheet to enter.
    """
    lines = _lines(game.pk)
    second_person = game.session.season.season_rules.second_person
    confirmed = confirmed_lines(lines, second_person=second_person)
    is_on_paper = game.sheet_id or any(line.sheet_id for line in lines)
    sheets = read_revisions(game.revisions.all()) if is_on_paper else {}
    names = names_on(sheets.values())
    has_counted = game.confirmed_at is not None
    counting = sheets[game.sheet_id] if has_counted and game.sheet_id else None
    pad = present_pad(counting, names, game.rules) if counting else None
    waiting = game.pending_id or (None if has_counted else game.sheet_id)
    entered = sheets[waiting] if waiting and sees_all else None
    return {
        "parts": sorted(
            _seats(game.pk), key=lambda seat: (seat.place is None, seat.place, seat.heads)
        ),
        "pad": pad,
        "course": _course(counting, pad) if counting and pad else None,
        "waiting": present_pad(entered, names, game.rules, counting) if entered else None,
        "entered_by": entered_by_text(game),
        "proposal": proposal_of(game, lines) if sees_all else None,
        "history": present_history(
            lines if sees_all else confirmed,
            sheets,
            names,
            game.rules,
            confirmed,
            second_person=second_person,
        ),
        "next_url": _next_url(game),
    }


@compiled_once
def _lines(game_id: int) -> QuerySet[GameVersion]:
    return GameVersion.objects.filter(game=game_id).select_related("by").order_by("number")


@compiled_once
def _seats(game_id: int) -> QuerySet[GameSeat]:
    seats = GameSeat.objects.filter(game=game_id).order_by("index")
    return seats.select_related("player", "substitute_for", "counts_for")


def _course(sheet: ScoreSheet, pad: PadView) -> SafeString | None:
    """A drawing of the totals round by round; None where there is nothing to follow."""
    rounds = [numbers(row) for row in sheet.pad.played]
    if len(rounds) < FEWEST_ROUNDS:
        return None
    lines = [
        ChartLine(player.text, list(accumulate(heads)))
        for player, heads in zip(pad.players, zip(*rounds, strict=True), strict=True)
    ]
    words = ChartWords(
        key="course",
        title=gettext("Heads after each round"),
        description=", ".join(f"{line.name} {line.values[-1]}" for line in lines),
        below=gettext("Round"),
        beside=gettext("Heads"),
    )
    names = [str(number) for number in range(1, len(rounds) + 1)]
    # Every text in it is escaped where it is drawn.
    return mark_safe(figures(words, names, lines, whole))  # noqa: S308


def _next_url(game: Game) -> str:
    """The sheet of the next table of the session that has none yet."""
    number = next(iter(_without_result(game.session_id, game.pk)), None)
    if number is None:
        return ""
    return game.session.season.url_of("game_submit", game.session.number, number)


@compiled_once
def _without_result(session_id: int, but: int) -> QuerySet[Game, int]:
    games = Game.objects.shown().filter(session=session_id, kind=Game.Kind.SHEET)
    seated = games.filter(status=Game.Status.SEATED).exclude(pk=but).order_by("number")
    return seated.values_list("number", flat=True)[:1]


# --- The history: what was done, by whom, when and why, and what it changed ------------


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


# --- What waits for a second person ----------------------------------------------------


class WaitingView(NamedTuple):
    """A sheet, a correction or a proposal; pad: None for a game that was played online.

    is_own: its reader entered, proposed or first confirmed it, and somebody else must confirm.
    takes_two: why two people confirm it, "" where one does. proposal: the line that asked for it.
    """

    game: Game
    by: str
    is_own: bool
    takes_two: str
    pad: PadView | None
    proposal: GameVersion | None

    @property
    def has_doubts(self) -> bool:
        """Whether to look at it alone: it changes what counts, or the game was cut short."""
        is_cut_short = self.pad is not None and self.pad.is_cut_short
        return self.game.pending is not None or self.proposal is not None or is_cut_short

    @property
    def seen(self) -> str:
        """The game and its version, as a form names them."""
        return f"{self.game.pk}:{self.game.version}"


def needs_somebody_else(game: Game, reader: Player) -> bool:
    """Whether the reader stands for what waits already, and somebody else must confirm it."""
    if game.proposed:
        return game.proposed_by_id == reader.pk
    return game.entered_by_id == reader.pk and game.session.season.season_rules.second_person


def needs_two(game: Game) -> bool:
    """Whether two people must confirm the sheet that waits, as nobody knows who sent it."""
    return game.is_from_unknown and game.session.season.season_rules.second_person


def two_text(game: Game) -> str:
    """Why two people confirm the sheet that waits, and who has; "" where one does."""
    if needs_two(game):
        return gettext("Whoever sent it was not signed in: two people must confirm it.")
    if game.entered_by_link and game.entered_by and game.status == Game.Status.SUBMITTED:
        words = {"name": game.entered_by.name}
        return gettext("%(name)s has confirmed it: somebody else must confirm it too.") % words
    return ""


def present_waiting(season: Season, reader: Player) -> tuple[WaitingView, ...]:
    """What waits in a season, in the order of play."""
    # Mostly nothing waits, and to put the next statement together takes longer than to ask.
    if not _any_waiting(season.pk):
        return ()
    waiting = _waiting_in(season.pk)
    asked = GameVersion.objects.filter(did__in=ASKED).select_related("by")
    games = (
        waiting.select_related("session", "round", "entered_by", "sheet", "pending")
        .prefetch_related(
            Prefetch("versions", asked, to_attr="asked"), "sheet__seats", "pending__seats"
        )
        .order_by("session__starts_at", "session__number", "number")
    )
    found = list(games)
    for game in found:
        game.session.season = season
    revisions = [each for game in found for each in (game.sheet, game.pending) if each]
    names = names_on(map(read_revision, revisions))
    return tuple(_view(game, names, reader) for game in found if game.sheet or game.proposed)


def _waiting_in(season_id: int) -> QuerySet[Game]:
    unfinished = Game.objects.unfinished().filter(session__season=season_id)
    return unfinished.exclude(status=Game.Status.SEATED, proposed="")


@compiled_once
def _any_waiting(season_id: int) -> QuerySet[Game, int]:
    return _waiting_in(season_id).order_by().values_list("pk", flat=True)[:1]


def _view(game: Game, names: dict[int, str], reader: Player) -> WaitingView:
    proposal = proposal_of(game, game.asked)  # type: ignore[attr-defined]  # prefetched
    newest = game.pending or game.sheet
    before = read_revision(game.sheet) if game.pending and game.sheet else None
    return WaitingView(
        game=game,
        by=entered_by_text(game),
        is_own=needs_somebody_else(game, reader),
        takes_two=two_text(game),
        pad=present_pad(read_revision(newest), names, game.rules, before) if newest else None,
        proposal=proposal,
    )
