"""What the API tells: the endpoints, by the same functions as pages and exports."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.core.paginator import EmptyPage, Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import player_or_none
from games.models import Table
from games.page.views import record_text
from leagues.api.answers import etag_with
from leagues.api.declared import (
    ANY_OBJECT,
    FLAG,
    NUMBER,
    TEXT,
    TIME,
    URL,
    WHOLE,
    Endpoint,
    Query,
    Schema,
    absolute,
    list_of,
    one_of,
    or_none,
    page_of,
    record,
)
from leagues.exports import results, standings
from leagues.models import Game, League, Season, Session
from leagues.pages.access import Level, get_league, get_season, get_session, seasons_seen
from leagues.people.find import people_of
from leagues.people.forms import Person, people_in
from leagues.people.players import entrant_lines
from leagues.standings.board import sessions_with_standings
from leagues.standings.store import ensure_up_to_date
from leagues.standings.views import asked_session

MOST_ROWS = 100
PAGES = (
    Query("page", _("which page, from 1"), 1, 1_000_000, 1),
    Query("per_page", _("how many on a page"), 1, MOST_ROWS, 50),
)
AS_OF = Query("session", _("as it was after this session"), 0, 999_999_999)


def paged(
    request: HttpRequest,
    rows: Any,
    tell: Callable[[Iterable[Any]], list[dict[str, Any]]],
    page: int,
    per_page: int,
) -> dict[str, Any]:
    """A page of a list, as `page_of` declares it; tell: what is told of its rows.

    Raises Http404 past the last page.
    """
    try:
        found = Paginator(rows, per_page).page(page)
    except EmptyPage as past:
        raise Http404 from past
    following = request.GET.copy()
    following["page"] = str(found.number + 1)
    return {
        "items": tell(found),
        "page": found.number,
        "pages": found.paginator.num_pages,
        "total": found.paginator.count,
        "next": absolute(request, f"{request.path}?{following.urlencode()}")
        if found.has_next()
        else None,
    }


# --- Leagues and seasons -----------------------------------------------------------------

LEAGUE = {
    "league": TEXT,
    "name": TEXT,
    "description": TEXT,
    "visibility": one_of(*League.Visibility.values),
    "url": URL,
}
SEASON = {
    "number": WHOLE,
    "name": TEXT,
    "status": one_of(*Season.Status.values),
    "url": URL,
    "rules": ANY_OBJECT,
}


def _league(request: HttpRequest, league: League) -> dict[str, Any]:
    return {
        "league": league.slug,
        "name": league.name,
        "description": league.description,
        "visibility": league.visibility,
        "url": absolute(request, league.get_absolute_url()),
    }


def leagues(request: HttpRequest, **pages: int) -> dict[str, Any]:
    """Those that the list of leagues shows."""
    rows = League.objects.listed_for(player_or_none(request))
    return paged(request, rows, lambda found: [_league(request, each) for each in found], **pages)


def one_league(request: HttpRequest, league: str) -> dict[str, Any]:
    """A league."""
    return _league(request, get_league(request, league))


def seasons(request: HttpRequest, league: str, **pages: int) -> dict[str, Any]:
    """The seasons of a league, the newest first."""
    rows = seasons_seen(request, get_league(request, league))
    fields = partial(standings.season_fields, request)
    return paged(request, rows, lambda found: [fields(each) for each in found], **pages)


def one_season(request: HttpRequest, league: str, season: int) -> dict[str, Any]:
    """A season."""
    return standings.season_fields(request, get_season(request, league, season))


# --- Standings and games -----------------------------------------------------------------

TYPES: dict[str, Schema] = {
    **dict.fromkeys(("player_id", "games", "games_counted", "heads", "rounds"), WHOLE),
    **dict.fromkeys(("games_missing", "sessions_missing", "byes", "no_shows"), WHOLE),
    **dict.fromkeys(("session", "game", "size", "seat", "bot_turns", "table"), WHOLE),
    **dict.fromkeys(("adjustment", "wins"), NUMBER),
    **dict.fromkeys(("figure", "share", "rank"), or_none(NUMBER)),
    **dict.fromkeys(
        ("place", "change", "sessions", "substitute_for_id", "counts_for_id", "round"),
        or_none(WHOLE),
    ),
    **dict.fromkeys(("player", "kind", "decided_by", "bot"), TEXT),
    **dict.fromkeys(("starts_at", "confirmed_at"), TIME),
}
OF_SEASON = {
    "format": TEXT,
    "version": WHOLE,
    "league": record({"name": TEXT, "url": URL}),
    "season": record(SEASON),
}
STANDINGS = record(
    {
        **OF_SEASON,
        "session": {
            **record({"number": WHOLE, "name": TEXT, "starts_at": TIME}),
            "type": ["object", "null"],
        },
        "standings": list_of(record({name: TYPES[name] for name in standings.FIELDS})),
    }
)
SEAT = {name: TYPES[name] for name in results.SEAT_FIELDS} | {
    "player_id": or_none(WHOLE),
    "player": or_none(TEXT),
    "heads": or_none(WHOLE),
}
GAME = {name: TYPES[name] for name in (*results.GAME_FIELDS, *results.TABLE_FIELDS)} | {
    "rounds": or_none(WHOLE),
    "seats": list_of(record(SEAT)),
    "record": or_none(URL),
}


def season_standings(
    request: HttpRequest, league: str, season: int, **_session: int | None
) -> dict[str, Any]:
    """The standings, as the export has them, which reads the session that is asked for itself."""
    found = get_season(request, league, season)
    until = asked_session(request, sessions_with_standings(found))
    return standings.standings_data(request, found, until)


def games(request: HttpRequest, league: str, season: int, **pages: int) -> dict[str, Any]:
    """The confirmed games of a season, in the order of play, as the export has them."""
    found = get_season(request, league, season)

    def tell(listed: Iterable[int]) -> list[dict[str, Any]]:
        # Read once: what is listed and what is read of it are the same games.
        ids = list(listed)
        records = _records(request, ids)
        return [
            results.game_data(each) | {"record": records.get((each[0][0], each[0][2]))}
            for each in results.results_of(found, None, ids)
        ]

    return paged(
        request, results.confirmed_games(found).values_list("pk", flat=True), tell, **pages
    )


def _records(request: HttpRequest, ids: Sequence[int]) -> dict[tuple[int, int], str]:
    """Where the records of online games are, by session and game, that the reader may look at."""
    played = Game.objects.filter(pk__in=ids, table__isnull=False)
    if player_or_none(request) is None:
        played = played.filter(table__visibility=Table.Visibility.PUBLIC)
    return {
        (session, game): absolute(request, reverse("api:record", args=[code]))
        for session, game, code in played.values_list("session__number", "number", "table__code")
    }


def table_record(request: HttpRequest, code: str) -> HttpResponse:
    """The record of a game, as the page of its table gives it."""
    return HttpResponse(
        record_text(request, code, player_or_none(request)), content_type="application/json"
    )


# --- Sessions and people -------------------------------------------------------------------

SESSION = {
    "number": WHOLE,
    "name": TEXT,
    "starts_at": TIME,
    "place": TEXT,
    "status": one_of(*Session.Status.values),
    "is_final": FLAG,
    "is_semi_final": FLAG,
    "places": or_none(WHOLE),
    "time_per_choice": or_none(WHOLE),
    "cancelled_because": TEXT,
    "url": URL,
}
KNOWN_PERSON = {"player_id": WHOLE, "player": TEXT, "is_guest": FLAG}
PERSON = {
    "player_id": WHOLE,
    "player": TEXT,
    "since_session": WHOLE,
    "has_withdrawn": FLAG,
}


def _session(request: HttpRequest, session: Session) -> dict[str, Any]:
    own = (
        "place", "status", "is_final", "is_semi_final", "places", "time_per_choice",
        "cancelled_because",
    )  # fmt: skip
    return {
        **standings.session_data(session),
        **{name: getattr(session, name) for name in own},
        "url": absolute(request, session.get_absolute_url()),
    }


def sessions(request: HttpRequest, league: str, season: int, **pages: int) -> dict[str, Any]:
    """The sessions of a season by their dates."""
    rows = get_season(request, league, season).sessions.in_order()
    return paged(request, rows, lambda found: [_session(request, each) for each in found], **pages)


def one_session(request: HttpRequest, league: str, season: int, session: int) -> HttpResponse:
    """A session; its ETag names the version of its plan."""
    found = get_session(request, league, season, session)
    told = _session(request, found)
    return JsonResponse(told, headers={"ETag": etag_with(found.plan_version, told)})


def league_people(request: HttpRequest, league: str, **pages: int) -> dict[str, Any]:
    """Whom scorers and organizers may check in or add, by name."""
    people = people_of(get_league(request, league, Level.SCORER))
    return paged(
        request,
        people_in(people.values_list(*Person._fields)),
        lambda found: [
            {"player_id": each.pk, "player": each.name, "is_guest": each.user_id is None}
            for each in found
        ],
        **pages,
    )


def people(request: HttpRequest, league: str, season: int, **pages: int) -> dict[str, Any]:
    """Who plays in a season, by name."""
    listing = get_season(request, league, season, may_be_announced=True)
    ensure_up_to_date(listing)
    return paged(
        request,
        entrant_lines(listing),
        lambda found: [
            {
                "player_id": line.pk,
                "player": line.name,
                "since_session": line.since,
                "has_withdrawn": bool(line.withdrawn_on),
            }
            for line in found
        ],
        **pages,
    )


OF_A_LEAGUE = "leagues/{league}"
OF_A_SEASON = f"{OF_A_LEAGUE}/seasons/{{season}}"
OF_A_SESSION = f"{OF_A_SEASON}/sessions/{{session}}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        name="leagues",
        path="leagues",
        about=_("The leagues you may find."),
        answer=page_of(record(LEAGUE)),
        view=leagues,
        query=PAGES,
    ),
    Endpoint(
        name="league",
        path=OF_A_LEAGUE,
        about=_("A league."),
        answer=record(LEAGUE),
        view=one_league,
    ),
    Endpoint(
        name="league_people",
        path=f"{OF_A_LEAGUE}/people",
        about=_("Whom scorers and organizers of a league may check in or add, by name."),
        answer=page_of(record(KNOWN_PERSON)),
        view=league_people,
        query=PAGES,
    ),
    Endpoint(
        name="seasons",
        path=f"{OF_A_LEAGUE}/seasons",
        about=_("The seasons of a league, the newest first."),
        answer=page_of(record(SEASON)),
        view=seasons,
        query=PAGES,
    ),
    Endpoint(
        name="season",
        path=OF_A_SEASON,
        about=_("A season and its rules."),
        answer=record(SEASON),
        view=one_season,
    ),
    Endpoint(
        name="standings",
        path=f"{OF_A_SEASON}/standings",
        about=_("The standings of a season."),
        answer=STANDINGS,
        view=season_standings,
        query=(AS_OF,),
    ),
    Endpoint(
        name="games",
        path=f"{OF_A_SEASON}/games",
        about=_("The confirmed games of a season, in the order of play."),
        answer=page_of(record(GAME)),
        view=games,
        query=PAGES,
    ),
    Endpoint(
        name="sessions",
        path=f"{OF_A_SEASON}/sessions",
        about=_("The sessions of a season, by date."),
        answer=page_of(record(SESSION)),
        view=sessions,
        query=PAGES,
    ),
    Endpoint(
        name="session",
        path=OF_A_SESSION,
        about=_("A session."),
        answer=record(SESSION),
        view=one_session,
    ),
    Endpoint(
        name="people",
        path=f"{OF_A_SEASON}/people",
        about=_("Who plays in a season, by name."),
        answer=page_of(record(PERSON)),
        view=people,
        query=PAGES,
    ),
    Endpoint(
        name="record",
        path="tables/{code}/record",
        about=_("The record of an online game."),
        answer=ANY_OBJECT,
        view=table_record,
    ),
)
