"""A game as its page shows it: the result, the pad, what waits, and the history."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from leagues.models import Game
from leagues.sheets.finished_pad import PadView, names_on, present_pad
from leagues.sheets.history import (
    HistoryLine,
    ProposalView,
    confirmed_lines,
    entered_by_text,
    present_history,
    present_proposal,
)
from leagues.sheets.score_sheet import ScoreSheet, numbers
from leagues.sheets.stored import read_revisions
from leagues.standings.charts.drawing import ChartLine, figures, whole
from leagues.standings.charts.paper import ChartWords

FEWEST_ROUNDS = 2


class PartView(NamedTuple):
    """Somebody at a game; place and heads once the result counts.

    replaced: whom they stood in for. counts_for: in whose standing it counts, where not in their
    own; "" where in nobody's. bot_turns: in so many turns the bot chose for them.
    """

    name: str
    is_bot: bool
    place: int | None
    heads: int | None
    replaced: str
    counts_for: str | None
    bot_turns: int


class GameView(NamedTuple):
    """counts: the result is in the standings. pad: what counts, or counted before it was voided.

    course: a drawing of it. waiting, proposal: what nobody has confirmed yet, for who may see it;
    entered_by: who typed it.
    may_be_unplayed: an organizer may say so alone. watch_url: the live table.
    replay_url: its replay once its game is over. next_url: another table of the session without a
    result.
    """

    parts: tuple[PartView, ...]
    counts: bool
    pad: PadView | None
    course: SafeString | None
    waiting: PadView | None
    entered_by: str
    proposal: ProposalView | None
    may_be_unplayed: bool
    history: tuple[HistoryLine, ...]
    watch_url: str
    replay_url: str
    next_url: str


def present_game(game: Game, *, sees_all: bool) -> GameView:
    """A game; sees_all: its reader may see what is not confirmed."""
    lines = list(game.versions.select_related("by"))
    rules = game.session.season.season_rules
    confirmed = confirmed_lines(lines, second_person=rules.second_person)
    sheets = read_revisions(game.revisions.all())
    names = names_on(sheets.values())
    has_counted = game.confirmed_at is not None
    counting = sheets[game.sheet_id] if has_counted and game.sheet_id else None
    pad = present_pad(counting, names, game.rules) if counting else None
    waiting = game.pending_id or (None if has_counted else game.sheet_id)
    entered = sheets[waiting] if waiting else None
    return GameView(
        parts=tuple(_parts(game, has_counted)),
        counts=game.status == Game.Status.CONFIRMED,
        pad=pad,
        course=_course(counting, pad) if counting and pad else None,
        waiting=(
            present_pad(entered, names, game.rules, counting) if entered and sees_all else None
        ),
        entered_by=entered_by_text(game),
        proposal=present_proposal(game, lines) if sees_all else None,
        may_be_unplayed=game.kind == Game.Kind.SHEET or not rules.second_person,
        history=present_history(
            lines if sees_all else confirmed,
            sheets,
            names,
            game.rules,
            confirmed,
            second_person=rules.second_person,
        ),
        watch_url=reverse("games:table", args=[game.table.code]) if game.table else "",
        replay_url=_replay_url(game),
        next_url=_next_url(game),
    )


def _replay_url(game: Game) -> str:
    table = game.table
    is_dealt_and_over = table is not None and table.has_ended and table.state
    return reverse("games:replay", args=[table.code]) if table and is_dealt_and_over else ""


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


def _parts(game: Game, has_counted: bool) -> list[PartView]:
    """Who sat there, the winner first once there is one."""
    rows: Iterable[Any] = game.seats.order_by("index").values_list(
        "player", "player__name", "bot", "place", "heads", "bot_turns",
        "substitute_for__name", "counts_for", "counts_for__name",
    )  # fmt: skip
    parts = []
    for player, name, bot, place, heads, bot_turns, replaced, counts_for, counted in rows:
        is_elsewhere = has_counted and player is not None and counts_for != player
        part = PartView(
            name=bot if name is None else name,
            is_bot=player is None,
            place=place if has_counted else None,
            heads=heads if has_counted else None,
            replaced=replaced or "",
            counts_for=(counted or "") if is_elsewhere else None,
            bot_turns=bot_turns if has_counted else 0,
        )
        parts.append(part)
    if has_counted:
        parts.sort(key=lambda part: (part.place is None, part.place, part.heads))
    return parts


def _next_url(game: Game) -> str:
    """The sheet of the next table of the session that has none yet."""
    open_games = game.session.games.shown().filter(kind=Game.Kind.SHEET, status=Game.Status.SEATED)
    number = open_games.exclude(pk=game.pk).values_list("number", flat=True).first()
    if number is None:
        return ""
    return game.session.season.url_of("game_submit", game.session.number, number)
