"""The page of a session, from the first arrival to the last confirmation."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils import timezone

from accounts.access import player_or_none
from leagues.models import Session
from leagues.pages.shared import season_context
from leagues.people.pasted import NamesForm
from leagues.sessions import online
from leagues.sessions.check_in import as_loaded
from leagues.sessions.deals import LISTED, fingerprint
from leagues.sessions.overview import ChosenTables, Stage
from leagues.sessions.regions import (
    SessionNow,
    SessionPage,
    own_of,
    own_regions,
    session_now,
    session_regions,
    socket_url,
)


def board(
    request: HttpRequest,
    session: Session,
    *,
    sought: str = "",
    chosen: ChosenTables | None = None,
    notice: str = "",
    shown: Mapping[str, Any] | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """The page of a session, also where something was asked or refused on it.

    sought: a name at the check-in. chosen: tables that were ticked to start. notice: why nothing
    was done. shown: further context of leagues/sessions/session.html.
    """
    frame = season_context(request, session.season, "sessions")
    now = timezone.now()
    may_score = frame["may_score"]
    seen = session_now(session, now)
    if may_score and seen.overview.is_online and online.collect(now, session):
        session.season.refresh_from_db(fields=["version", "standings_version"])
        seen = session_now(session, now)
    reader = player_or_none(request)
    own = own_of(seen, frame["level"], reader.pk if reader else None)
    sought = sought if may_score else ""
    regions = {
        **session_regions(seen, frame["level"], sought, chosen),
        **own_regions(seen, own),
    }
    context = {
        "session": session,
        "regions": {name: region.html for name, region in regions.items()},
        "ws_url": socket_url(session, SessionPage.SESSION),
        # What is pushed is not what was searched.
        "shown_version": "" if sought else session.season.version,
        "sought": sought,
        "notice": notice,
        "fingerprint": fingerprint(bytes(session.deal_secret)),
        "listed": LISTED,
    }
    if may_score:
        context |= {
            **as_loaded(regions, get_token(request)),
            "who_is_here": regions["who-is-here"].html,
            "who_is_open": bool(sought) or _people_arrive(seen),
            "names_form": NamesForm(),
        }
    template = "leagues/sessions/session.html"
    return render(request, template, frame | context | dict(shown or {}), status=status)


def _people_arrive(seen: SessionNow) -> bool:
    """Whether people are to be checked in now.

    Days before nobody comes, and a tap by mistake would begin the session.
    """
    is_today = seen.stage is not Stage.PLANNED or bool(seen.here)
    return is_today and not seen.overview.has_tables
