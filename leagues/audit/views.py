"""The page of a league's log."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from leagues.audit.page import lines_for, present_lines
from leagues.models import AuditLine
from leagues.pages.access import Level, get_league, level_of
from leagues.pages.shared import league_context, open_page

ON_A_PAGE = 50


@open_page
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Who changed what, newest first; `?kind=` shows one kind, `?page=` older lines."""
    league = get_league(request, slug, Level.ORGANIZER)
    kind = request.GET.get("kind", "")
    kind = kind if kind in AuditLine.Kind.values else ""
    lines = lines_for(league, level_of(request, league), kind)
    page = Paginator(lines, ON_A_PAGE).get_page(request.GET.get("page"))
    context = league_context(request, league) | {
        "page": page,
        "lines": present_lines(page.object_list),
        "kinds": AuditLine.Kind.choices,
        "kind": kind,
    }
    return render(request, "leagues/audit/log.html", context)
