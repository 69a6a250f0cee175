"""A game as its page shows it: the result, the pad, what waits, and the history."""

from itertools import accumulate
from typing import Any

from django.db.models import QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.compiled_once import compiled_once
from leagues.models import Game, GameSeat, GameVersion
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.history import (
    confirmed_lines,
    entered_by_text,
    present_history,
    proposal_of,
)
from leagues.sheets.score_sheet import ScoreSheet, numbers
from leagues.sheets.stored import read_revisions
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
