"""The page of a league's log."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Player
from leagues.audit.words import Change, Did, place_text, words_of_changes
from leagues.models import AuditLine, League
from leagues.pages.access import Level, get_league, level_of
from leagues.pages.shared import league_context, open_page

ON_A_PAGE = 50
# Who has which role, and what members do for themselves.
FOR_OWNERS = (
    Did.GAVE_ROLE,
    Did.TOOK_ROLE,
    Did.MADE_ADDRESS,
    Did.RENEWED_ADDRESS,
    Did.REVOKED_ADDRESS,
)


@open_page
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who changed what, newest first; `?kind=` shows one kind, `?page=` older lines."""
    league = get_league(request, slug, Level.ORGANIZER)
    kind = request.GET.get("kind", "")
    kind = kind if kind in AuditLine.Kind.values else ""
    lines = _lines_for(league, level_of(request, league), kind)
    page = Paginator(lines, ON_A_PAGE).get_page(request.GET.get("page"))
    context = league_context(request, league) | {
        "page": page,
        "lines": _present(page.object_list),
        "kinds": AuditLine.Kind.choices,
        "kind": kind,
    }
    return render(request, "leagues/audit/log.html", context)


def _lines_for(league: League, level: Level, kind: str) -> QuerySet[AuditLine]:
    """The lines that somebody of this level may read, newest first; kind: "" for all."""
    lines = AuditLine.objects.filter(league=league)
    if level < Level.OWNER:
        lines = lines.exclude(did__in=[did.value for did in FOR_OWNERS])
    if kind in AuditLine.Kind.values:
        lines = lines.filter(kind=kind)
    return lines.select_related("by", "about", "other", "season")


def _present(
    lines: Iterable[AuditLine],
) -> list[tuple[AuditLine, Did, str, list[Player], list[Change]]]:
    """Each line with what was done, the session and table, whom it was done to, what changed."""
    return [
        (
            line,
            Did(line.did),
            place_text(line.place),
            [person for person in (line.about, line.other) if person],
            list(words_of_changes(AuditLine.Kind(line.kind), line.before, line.after)),
        )
        for line in lines
    ]
