"""What a session has promised about the deals of its live tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues.access import get_session
from leagues.deals.secrets import LISTED, fingerprint, list_text
from leagues.pages import open_page, season_context


@open_page
@require_safe
def deals(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The fingerprint of the session's list of commitments, and how to use it."""
    found = get_session(request, slug, number, session)
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "fingerprint": fingerprint(bytes(found.deal_secret)),
        "listed": LISTED,
    }
    return render(request, "leagues/deals/deals.html", context)


@open_page
@require_safe
def deal_list(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The commitments, one on each line, in the order in which tables are opened."""
    found = get_session(request, slug, number, session)
    return HttpResponse(
        list_text(bytes(found.deal_secret)), content_type="text/plain; charset=utf-8"
    )
