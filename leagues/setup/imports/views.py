"""A past season from a spreadsheet: pasted or uploaded, looked at, then kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.rate_limit import RateLimit, visitor_of
from games.plain_text import plain
from games.rules.options import Ending
from games.whole_numbers import whole_number
from leagues.models import League
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_league
from leagues.pages.shared import (
    TOO_OFTEN,
    league_context,
    open_form,
    open_page,
    posted,
    refusal_text,
    status_of,
)
from leagues.people.find import Candidates, candidates_of_league
from leagues.season_rules import SeasonRules
from leagues.setup.imports.layout import PastSeason
from leagues.setup.imports.reading import MOST_CHARACTERS, read_season
from leagues.setup.imports.service import (
    PastPlan,
    check_past,
    games_there,
    import_season,
    results_of,
    same_games,
)
from leagues.setup.season_form import SeasonForm
from leagues.setup.season_life import like_the_last
from leagues.sheets.csv.text import CONTENT_TYPE, csv_lines
from leagues.sheets.entering import groups_of
from leagues.sheets.import_page import NameView, sent_text, settle_names, told
from leagues.standings.figures import figure_text
from leagues.standings.scoring.table import ComputedStanding, standings

# A long text takes up to a second to read, and is sent for each question about it.
BY_MEMBER = RateLimit("season_import", 30, 60)
# With more questions than this the lists of all people would make the page too large.
MOST_LISTS = 20
_EXAMPLE = (
    ("2025-01-09", 1, (("Ana", 12), ("Ben", 34), ("Cleo", 71))),
    ("2025-01-09", 2, (("Dora", 68), ("Eric", 20), ("Fay", 41))),
    ("2025-01-16", 1, (("Ana", 70), ("Dora", 25), ("Eric", 25))),
)


class PastForm(forms.Form):
    """The text of a past season, and what it does not say itself."""

    text = forms.CharField(
        strip=False,
        error_messages={"required": _("Paste the results, or choose a file.")},
    )
    first_date = forms.DateField(
        label=_("Date of the first session"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_(
            "Only for a file without dates: its sessions then follow each other week by week."
        ),
    )


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a text comes to.

    problems: what keeps it from being imported; notes: what is worth a look. there: how many of its
    games which season has already. rows: of the standings that would come out, each with the name,
    the figure and whether they are a new guest. seen: stands for all that was shown. plan: None
    with problems.
    """

    problems: tuple[str, ...]
    past: PastSeason
    notes: tuple[str, ...] = ()
    questions: tuple[NameView, ...] = ()
    unanswered: bool = False
    groups: Sequence[tuple[str, Sequence[tuple[str, str]]]] = ()
    known: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    rows: Sequence[tuple[ComputedStanding, str, str, bool]] = ()
    there: Sequence[tuple[str, int]] = ()
    seen: str = ""
    plan: PastPlan | None = None

    @property
    def games_there(self) -> int:
        return sum(count for _name, count in self.there)


def preview_of(
    league: League, form: SeasonForm, sent: PastForm, answers: Mapping[str, str]
) -> ImportPreview:
    """Read what was sent as a season of a league; a few statements, whatever its length.

    form, sent: valid ones. answers: to the questions of an earlier preview.
    """
    name, rules = form.cleaned_data["season_name"], form.rules()
    has_places = rules.options.ending is Ending.ELIMINATION
    past, unread = read_season(**sent.cleaned_data, has_places=has_places)
    if unread:
        return ImportPreview(tuple(map(told, unread)), past)
    candidates = candidates_of_league(league)
    settled = settle_names(past.names, candidates, answers, strangers_are_guests=True)
    guests = settled.guests
    ids = {**settled.people, **_stand_ins(guests)}
    # The first spelling of a guest is the one that is kept.
    newcomers = {ids[text]: guest for text, guest in reversed(guests.items())}
    problems = tuple(map(told, check_past(past, ids, rules, timezone.now())))
    is_whole = not problems and not settled.open
    plan = PastPlan(name, rules, past, settled.people, guests)
    return ImportPreview(
        problems=problems,
        past=past,
        notes=tuple(map(told, same_games(past, ids))),
        questions=settled.questions,
        unanswered=bool(settled.open),
        groups=groups_of(candidates) if len(settled.questions) <= MOST_LISTS else (),
        known=tuple(sorted(candidates.choice(player)[1] for player in {*settled.people.values()})),
        new=tuple(sorted(newcomers.values())),
        rows=_rows(past, ids, newcomers, candidates, rules) if is_whole else (),
        there=games_there(league, past, ids),
        seen=_seen(plan, sent),
        plan=plan if is_whole else None,
    )


def _stand_ins(guests: Mapping[str, str]) -> dict[str, int]:
    """Ids below 0 for players who are not made yet, one for all names that mean the same guest."""
    numbers: dict[str, int] = {}
    return {
        name: numbers.setdefault(plain(guest), -1 - len(numbers)) for name, guest in guests.items()
    }


def _rows(
    past: PastSeason,
    ids: Mapping[str, int],
    newcomers: Mapping[int, str],
    candidates: Candidates,
    rules: SeasonRules,
) -> list[tuple[ComputedStanding, str, str, bool]]:
    return [
        (
            row,
            newcomers.get(row.player) or candidates.names[row.player],
            figure_text(row.figure, rules.preset),
            row.player in newcomers,
        )
        for row in standings(results_of(past, ids), rules)
    ]


def _seen(plan: PastPlan, sent: PastForm) -> str:
    people, guests = sorted(plan.people.items()), sorted(plan.guests.items())
    shown = (plan.name, plan.rules, sorted(sent.cleaned_data.items()), people, guests)
    return sha256(repr(shown).encode()).hexdigest()[:24]


@open_form
def season_import(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Read a past season and show what would come out; keep it once that is confirmed."""
    league = get_league(request, slug, Level.ORGANIZER)
    form = SeasonForm(posted(request), instance=like_the_last(league))
    text = sent_text(request, MOST_CHARACTERS)
    past = PastForm(posted(request) and {**request.POST.dict(), "text": text})
    if request.method != "POST":
        return _page(request, league, form, past)
    # Both are asked, so that all that is wrong is shown at once.
    are_valid = [form.is_valid(), past.is_valid()]
    if not all(are_valid):
        return _page(request, league, form, past, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if not BY_MEMBER.is_allowed(visitor_of(request)):
        status = HTTPStatus.TOO_MANY_REQUESTS
        return _page(request, league, form, past, status=status, refusal=str(TOO_OFTEN))
    preview = preview_of(league, form, past, request.POST)
    if "import" not in request.POST:
        status = HTTPStatus.UNPROCESSABLE_ENTITY if preview.problems else HTTPStatus.OK
        return _page(request, league, form, past, preview, status)
    if preview.plan is None or preview.seen != request.POST.get("seen"):
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        refusal = gettext(
            "The file, the names or the rules have changed: look at the preview again."
        )
        return _page(
            request, league, form, past, preview, status, refusal=refusal if preview.plan else ""
        )
    try:
        return _import(request, league, preview.plan)
    except LeagueError as error:
        preview = preview_of(league, form, past, request.POST)
        refusal = refusal_text(error)
        return _page(request, league, form, past, preview, status_of(error), refusal=refusal)


@open_page
def import_example(request: HttpRequest, slug: str) -> HttpResponse:
    """A file to fill in with a spreadsheet."""
    get_league(request, slug, Level.ORGANIZER)
    headings = ("Date", "Table", "Player", "Heads")
    if get_language() == "fr":
        headings = ("Date", "Table", "Joueur", "Têtes")
    rows = ((date, table, name, heads) for date, table, seats in _EXAMPLE for name, heads in seats)
    name = {"Content-Disposition": 'attachment; filename="season.csv"'}
    return HttpResponse(csv_lines(headings, rows), content_type=CONTENT_TYPE, headers=name)


# --- Steps -----------------------------------------------------------------------------


def _import(request: HttpRequest, league: League, plan: PastPlan) -> HttpResponse:
    again = whole_number(request.POST.get("again"), 0)
    season = import_season(league, plan, acting_player(request), timezone.now(), again)
    games = len(plan.past.games)
    sentence = ngettext(
        "The season is imported, with %(count)d game.",
        "The season is imported, with %(count)d games.",
        games,
    )
    messages.success(request, sentence % {"count": games})
    return redirect(season)


def _page(
    request: HttpRequest,
    league: League,
    form: SeasonForm,
    past: PastForm,
    preview: ImportPreview | None = None,
    status: HTTPStatus = HTTPStatus.OK,
    *,
    refusal: str = "",
) -> HttpResponse:
    context: dict[str, Any] = league_context(request, league) | {
        "form": form,
        "past": past,
        "text": past.cleaned_data.get("text", "") if past.is_bound else "",
        "preview": preview,
        "refusal": refusal,
    }
    return render(request, "leagues/imports/season_import.html", context, status=status)
