"""The page on which a sheet is typed, for members and for the link of a table (score_links)."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import Player
from accounts.names import MISSING
from games.whole_numbers import whole_number
from leagues.models import Game, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.shared import FieldDifference, refusal_text, status_of
from leagues.people.find import Candidates, candidates_of, place_by_name
from leagues.sheets.form import SheetForm, texts_of_seats, texts_of_sheet, unnamed
from leagues.sheets.stored import draft_of, drop_draft, read_revision, save_draft

PAGE_NAME = 16


class SheetPage:
    """One request to the page of a sheet.

    by: who types, None by the link of the table. form: what reads the sheet.
    """

    form = SheetForm

    def __init__(self, request: HttpRequest, by: Player | None) -> None:
        self.request, self.by = request, by
        # What tells two open pages with the same sheet apart.
        name = request.POST.get("page", "")[:PAGE_NAME]
        self.name = name if name.isalnum() else secrets.token_hex(PAGE_NAME // 2)

    # --- What another page of a sheet has differently -----------------------------------

    def people(self, game: Game) -> Candidates:
        """Who can be named on the sheet."""
        return candidates_of(game.session)

    def sheet_url(self, game: Game) -> str:
        """Where the sheet is typed."""
        is_corrected = game.status == Game.Status.CONFIRMED
        return _url_of("game_correct" if is_corrected else "game_submit", game)

    def draft_url(self, game: Game) -> str:
        """Where the sheet is sent while it is typed."""
        return _url_of("game_draft", game)

    def back_url(self, game: Game) -> str:
        """Where the sheet is typed, for who comes from `draft_url`."""
        return self.sheet_url(game)

    def respond(self, game: Game, context: dict[str, Any], status: HTTPStatus) -> HttpResponse:
        """The page that shows the sheet."""
        raise NotImplementedError

    def who_changed(self, game: Game) -> Player | None:
        """Who has typed the newest sheet of a game, as far as the reader may know."""
        draft = draft_of(game)
        by = draft.by if draft else game.entered_by_id
        return Player.objects.filter(pk=by).first() if by else None

    # --- What all of them do --------------------------------------------------------------

    def sent(self, game: Game, *, as_draft: bool = False) -> SheetForm:
        """The form as it was sent; `game` gets the version on top of which it was typed.

        That is the newest one where the page itself saved it: it may be sent before the answer
        with that version has arrived.
        """
        fields, people = self.request.POST, self.people(game)
        draft = draft_of(game)
        saved = (draft.page, draft.version) if draft else None
        if "over" in fields or saved != (self.name, game.version):
            game.version = whole_number(fields.get("over") or fields.get("version"), 0)
        # "Keep mine" keeps what was typed; it enters no result.
        is_complete = not as_draft and {"do", "over"}.isdisjoint(fields)
        return self.form(fields, game, people, is_complete=is_complete)

    def stored(self, game: Game, people: Candidates | None = None) -> SheetForm:
        """The sheet as far as it is written: the draft, what was entered, or who was drawn."""
        draft, sheet = draft_of(game), game.pending or game.sheet
        if draft is not None:
            texts = draft.texts
        elif sheet is not None:
            texts = texts_of_sheet(read_revision(sheet))
        else:
            seats = game.seats.order_by("index")
            texts = texts_of_seats(seats.values_list("player_id", "substitute_for_id"))
        return self.form(texts, game, people or self.people(game), is_complete=False)

    def keep(self, form: SheetForm) -> None:
        """Save what was typed as the draft of the game. Raises LeagueError(LATE)."""
        save_draft(form.game, form.texts, self.by, self.name, timezone.now())

    def kept(self, game: Game) -> HttpResponse:
        """Keep what was sent while it is typed, and answer with what is wrong with it so far."""
        form = self.sent(game, as_draft=True)
        if "throw_away" in self.request.POST:
            return self._throw_away(game)
        if "correcting" in self.request.POST:
            return self.state(form, HTTPStatus.OK, {})
        try:
            self.keep(form)
        except LeagueError as error:
            return self.state(form, HTTPStatus.CONFLICT, self.what_others_did(form, error))
        return self.state(form, HTTPStatus.OK, {"draft": draft_of(game)})

    def state(self, form: SheetForm, status: HTTPStatus, more: Mapping[str, Any]) -> HttpResponse:
        """What the server says of the sheet as it is typed."""
        context = {"form": form, "version": form.game.version, **names_of(form), **more}
        return render(self.request, "leagues/sheets/kept.html", context, status=status)

    def show(
        self, form: SheetForm, status: HTTPStatus = HTTPStatus.OK, **more: Any
    ) -> HttpResponse:
        """The page; 422 where a sheet with faults was submitted."""
        game = form.game
        refused = form.is_complete and not form.is_valid()
        context = grid_of(form)
        context |= {
            "session": game.session,
            "season": game.session.season,
            "game": game,
            "version": game.version,
            "sheet_url": self.sheet_url(game),
            "draft_url": self.draft_url(game),
            "page": self.name,
            "draft": draft_of(game),
            "correcting": game.status == Game.Status.CONFIRMED,
            "reason": self.request.POST.get("reason", ""),
            "refused": refused,
            **more,
        }
        if refused and status == HTTPStatus.OK:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        return self.respond(game, context, status)

    def conflict(self, form: SheetForm, error: LeagueError) -> HttpResponse:
        """The page with all that was typed, and what others did; sent again it replaces that."""
        status = status_of(error)
        if error.code == LeagueErrorCode.NEEDS_REASON:
            return self.show(form, status, reason_missing=refusal_text(error))
        more = self.what_others_did(form, error)
        game = form.game
        game.refresh_from_db(fields=["version", "status"])
        # Who can be named may be what has changed.
        people = self.people(game)
        form = self.form(form.texts, game, people, is_complete=form.is_complete)
        return self.show(form, status, **more)

    def what_others_did(self, form: SheetForm, error: LeagueError) -> dict[str, Any]:
        """The refusal, and where what is stored differs from what was typed."""
        if error.code != LeagueErrorCode.LATE:
            return {"error": refusal_text(error)}
        stored = _as_stored(form.game)
        return {
            "error": refusal_text(error),
            "late_by": self.who_changed(stored),
            "sheet_url": self.sheet_url(stored),
            "newest": stored.version,
            **self.what_is_stored(form, stored),
        }

    def what_is_stored(self, form: SheetForm, stored: Game | None = None) -> dict[str, Any]:
        """Where the sheet that is stored by now differs from what was typed."""
        found = self.stored(stored or _as_stored(form.game), form.people)
        return {"differences": present_differences(form, found)}

    def _throw_away(self, game: Game) -> HttpResponse:
        """Begin the sheet anew."""
        try:
            drop_draft(game)
        except LeagueError as error:
            messages.error(self.request, refusal_text(error))
        return redirect(self.back_url(game))


def _as_stored(game: Game) -> Game:
    return Game.objects.select_related("session__season__league").get(pk=game.pk)


def _url_of(page: str, game: Game) -> str:
    return game.session.season.url_of(page, game.session.number, game.number)


def cut_short_text(game: Game) -> str:
    """The sentence about a game that was cut short and does not count by the season's rules."""
    sentence = gettext(
        "Table %(number)d was cut short: by the rules of this season it does not count."
    )
    return sentence % {"number": game.table_number}


def after_table(game: Game, *, may_confirm: bool = True) -> str:
    """Where one goes on after a table: to the session while it lasts, else to the game.

    may_confirm: who enters one table after the other goes on at its card, others read what is said.
    """
    session = game.session
    if session.status == Session.Status.RUNNING:
        page = session.season.url_of("session", session.number)
        return f"{page}#table-{game.number}" if may_confirm else page
    return game.get_absolute_url()


# --- What it shows: the grid, who can be chosen, where two sheets differ ---------------


Group = tuple[str, Sequence[tuple[str, str]]]


def grid_of(form: SheetForm) -> dict[str, Any]:
    """What the page shows of a form, with the groups to choose from.

    columns: who played. rows, totals: of the grid, each with its cells and why something in it
    cannot be. blank: one more row, with {row} and {number} in the places of its numbers.
    """
    blank = [
        {"name": f"r{{row}}c{n}", "value": "", "label": name} for n, name in enumerate(form.names)
    ]
    return {
        **names_of(form),
        "form": form,
        "columns": list(_columns(form)),
        "rows": [_row(form, f"r{n}", f"r{n}c", str(n + 1)) for n in range(form.height)],
        "blank": {"name": "r{row}", "number": "{number}", "cells": blank, "reasons": ()},
        "totals": _row(form, "totals", "t", ""),
        "groups": groups_of(form.people),
    }


def names_of(form: SheetForm) -> dict[str, Any]:
    """How the columns are called: `names` of all, `who` of those in which somebody is chosen."""
    chosen = [name for n, name in enumerate(form.names) if form.texts[f"p{n}"]]
    return {"names": form.names, "who": ", ".join(chosen)}


def groups_of(people: Candidates) -> Sequence[Group]:
    """Who can be chosen, each group by name: headings with ids and names, guests told apart."""
    groups = (
        (gettext("Here"), people.here),
        (gettext("Players of the season"), people.season),
        (gettext("Other members"), people.others),
    )
    return [
        (heading, [people.choice(pk) for pk, _name in sorted(found.items(), key=_by_name)])
        for heading, found in groups
        if found
    ]


def present_differences(mine: SheetForm, theirs: SheetForm) -> list[FieldDifference]:
    """Where two people filled in a sheet differently, in the order in which one reads it."""
    width, height = max(mine.width, theirs.width), max(mine.height, theirs.height)
    return [
        FieldDifference(place, here or MISSING, there or MISSING)
        for (place, here), (_place, there) in zip(
            _entries(mine, mine, width, height), _entries(theirs, mine, width, height), strict=True
        )
        if here != there
    ]


def _columns(form: SheetForm) -> Iterator[dict[str, Any]]:
    """Who played, as it was typed; totals only of columns in which something is written."""
    totals = dict(zip(form.written, form.outcome.totals, strict=True))
    for n, name in enumerate(form.names):
        total = totals.get(n, 0)
        yield {
            "index": n,
            "name": name,
            "player": form.texts[f"p{n}"],
            "guest": form.texts[f"g{n}"],
            "replaced": form.texts[f"f{n}"],
            "total": total,
            "is_over": form.limit is not None and total > form.limit,
            "reasons": [fault.text for fault in form.faults if fault.field == f"p{n}"],
        }


def _row(form: SheetForm, name: str, prefix: str, number: str) -> dict[str, Any]:
    """A row of the grid; prefix: of the names of its fields. number: "" for the totals."""
    faults = [fault for fault in form.faults if fault.row == name]
    wrong = {fault.field for fault in faults}
    cells = [
        {
            "name": f"{prefix}{n}",
            "value": text,
            "label": form.names[n],
            "is_wrong": f"{prefix}{n}" in wrong or ("" in wrong and bool(text)),
        }
        for n, text in enumerate(form.texts[f"{prefix}{n}"] for n in range(form.width))
    ]
    reasons = [fault.text for fault in faults]
    return {"name": name, "number": number, "cells": cells, "reasons": reasons}


def _by_name(person: tuple[int, str]) -> tuple[str, int]:
    return place_by_name(person[1], person[0])


def _entries(
    form: SheetForm, named_by: SheetForm, width: int, height: int
) -> Iterator[tuple[str, str]]:
    """Every field with its place, called as on one of two sheets; "" where this one has none."""

    def name(of: SheetForm, column: int) -> str:
        return of.names[column] if column < of.width else unnamed(column)

    for n in range(width):
        yield unnamed(n), name(form, n)
    for row in range(height):
        for n in range(width):
            words = {"number": row + 1, "name": name(named_by, n)}
            place = gettext("Round %(number)d, %(name)s") % words
            yield place, form.texts.get(f"r{row}c{n}", "")
    for n in range(width):
        place = gettext("Total, %(name)s") % {"name": name(named_by, n)}
        yield place, form.texts.get(f"t{n}", "")
    yield gettext("Rounds played, if known"), form.texts["count"]
    yield gettext("Cut short"), gettext("yes") if form.texts["cut_short"] else gettext("no")
