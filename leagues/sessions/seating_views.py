"""Seating: the draw with its preview, tables taken apart, and wishes."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import join_names
from games.plain_text import plain
from games.whole_numbers import whole_number, whole_numbers
from leagues.models import Round, Season, Session, Wish
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_season, get_session
from leagues.pages.shared import command, open_page, season_context, status_of_form
from leagues.sessions import seats
from leagues.sessions.board import board
from leagues.sessions.forms import WishForm
from leagues.sessions.overview import TableRound
from leagues.sessions.reading import session_overview
from leagues.sessions.seating.draw import Pair, pairs_of
from leagues.sessions.seats import NoTables, Proposal, free_players

# Read aloud and typed again, so not too long.
SEEDS = 1_000_000


@open_page
def seating(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Who is drawn, and the draw of ?seed=; the same people and number give the same tables.

    ?player= names who is drawn (everybody free without it), ?done= tables that have played. It is
    shown on the page of the session, whose address says so by ?draw=; htmx gets it alone.
    """
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    is_alone = request.headers.get("HX-Request")
    if not is_alone and "draw" not in request.GET:
        query = QueryDict(request.META["QUERY_STRING"], mutable=True)
        query["draw"] = "1"
        return redirect(f"{found.get_absolute_url()}?{query.urlencode()}#proposal")
    done = whole_numbers(request.GET.getlist("done"))
    wanted = whole_numbers(request.GET.getlist("player")) if "seed" in request.GET else None
    lists = present_seating(found, wanted, done)
    seed = whole_number(request.GET.get("seed"), secrets.randbelow(SEEDS))
    how = _how(found, request.GET)
    context: dict[str, Any] = {"session": found, "lists": lists, "how": how}
    context["seating_url"] = seating_url = reverse("leagues:seating", args=[slug, number, session])
    unused = "" if found.season.semi_final else Round.Kind.SEMI_FINAL
    context["kinds"] = [choice for choice in Round.Kind.choices if choice[0] != unused]
    if "seed" in request.GET:
        context |= _preview(found, lists, seed, how) if lists["drawn"] else {}
    else:
        drawn = {"seed": seed, "player": lists["drawn"], "done": done, **how._asdict()}
        context["proposal_url"] = f"{seating_url}?{urlencode(drawn, doseq=True)}"
    context["next_seed"] = (seed + 1) % SEEDS
    if is_alone:
        frame = season_context(request, found.season, "sessions")
        return render(request, "leagues/sessions/proposal.html", frame | context)
    return board(request, found, shown=context)


class How(NamedTuple):
    """How people are to be seated; finalists: how many play the final or semi-final, where it is
    one.
    """

    kind: str
    finalists: int


def _how(session: Session, sent: QueryDict) -> How:
    """What a form chose; before that what the session is for."""
    rules = session.season.season_rules
    usual, usual_number = Round.Kind.EVERYBODY, rules.final or rules.preferred
    if session.is_final and rules.final:
        usual = Round.Kind.FINAL
    elif session.is_semi_final and rules.semi_final:
        usual, usual_number = Round.Kind.SEMI_FINAL, rules.semi_final
    kind = sent.get("kind", usual)
    finalists = whole_number(sent.get("finalists"), usual_number)
    return How(kind if kind in Round.Kind.values else usual, finalists)


def _preview(session: Session, lists: dict[str, Any], seed: int, how: How) -> dict[str, Any]:
    met = seats.meetings(session.season)
    kind = Round.Kind(how.kind)
    try:
        proposal = seats.propose(session, lists["drawn"], seed, met, kind, how.finalists)
    except seats.NoTables as error:
        return {"refusal": why_no_tables(error)}
    waits = kind == Round.Kind.FINAL and session.season.semi_final and _semi_final_waits(session)
    return {"preview": present_proposal(proposal, lists["players"], met), "semi_final_waits": waits}


def _semi_final_waits(final: Session) -> bool:
    semi_final = final.season.sessions.semi_finals().first()
    return semi_final is not None and seats.can_still_decide(semi_final)


@command("session")
def draw(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Accept a draw as it was shown; where it would come out otherwise now, it is refused."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    by = acting_player(request)
    seed = whole_number(request.POST.get("seed"), 0) % SEEDS
    drawn = whole_numbers(request.POST.getlist("player"))
    done = whole_numbers(request.POST.getlist("done"))
    how, is_released = _how(found, request.POST), "keep" not in request.POST
    sent = seed, request.POST.get("tables")
    if seats.last_laid(found) == sent:
        return redirect(found)  # the form was sent twice
    kind, met = Round.Kind(how.kind), seats.meetings(found.season)
    try:
        proposal = seats.propose(found, drawn, seed, met, kind, how.finalists)
        # Without tables it is refused.
        tables = proposal.tables if proposal.text == sent[1] else ()
        seats.lay_tables(found, tables, seed, by, done, is_released=is_released, kind=kind)
    except LeagueError:
        # Sent twice at the same moment: the other one has laid them.
        if seats.last_laid(found) != sent:
            raise
    return redirect(found)


@command("session")
def take_apart(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let the people of tables that have not begun stand up again."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    seats.take_apart(found, whole_numbers(request.POST.getlist("table")))
    return redirect(found)


@open_page
def wishes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who is always, or never, to sit at the same table."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    return _wishes_page(request, season, WishForm(season))


@command("wishes")
def wish_add(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Note a wish; another one about the same two replaces it."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = WishForm(season, request.POST)
    if not form.is_valid():
        return _wishes_page(request, season, form)
    data = form.cleaned_data
    seats.set_wish(season.pk, data["first"], data["second"], Wish.Kind(data["kind"]))
    return redirect("leagues:wishes", slug, number)


@command("wishes")
def wish_remove(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Take a wish back."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    seats.remove_wish(season.pk, whole_number(request.POST.get("wish"), 0))
    return redirect("leagues:wishes", slug, number)


def _wishes_page(request: HttpRequest, season: Season, form: WishForm) -> HttpResponse:
    context = season_context(request, season, "sessions") | {
        "form": form,
        "wishes": _wishes(season.pk),
    }
    return render(request, "leagues/sessions/wishes.html", context, status=status_of_form(form))


@compiled_once
def _wishes(season_id: int) -> QuerySet[Wish]:
    return Wish.objects.filter(season=season_id).select_related("first", "second")


# --- What is listed --------------------------------------------------------------------


def present_seating(
    session: Session, wanted: Collection[int] | None, done: Collection[int]
) -> dict[str, Any]:
    """What is listed beside the preview; wanted: ids of those who are drawn, None for all.

    players: who sits nowhere, drawn: the ids of those of them who are drawn. on_paper: tables in
    play on paper, done: the numbers of those that have played. with_room: rounds that have a table
    which has not begun, for one more; free: who could join it.
    """
    overview = session_overview(session)
    able = set(free_players(session, done))
    players = [each.player for each in overview.present if each.player.pk in able]
    on_paper = [table for table in overview.in_play if not table.is_live]
    most = session.season.season_rules.most
    return {
        "is_anybody_here": bool(overview.present),
        "players": players,
        "drawn": [each.pk for each in players if wanted is None or each.pk in wanted],
        "on_paper": on_paper,
        "done": [table.number for table in on_paper if table.number in done],
        "with_room": [each for each in overview.rounds if each.row and _has_room(each, most)],
        "free": overview.free,
    }


def _has_room(round: TableRound, most: int) -> bool:
    """Whether somebody may join a table of a round."""
    return any(table.is_untouched and len(table.sittings) < most for table in round.tables)


def present_proposal(
    proposal: Proposal, players: Iterable[Player], met: Mapping[Pair, int]
) -> dict[str, Any]:
    """A proposed draw by name.

    tables: each with names, and again: its pairs that have met, the most often first. byes: who
    sits out; drawn: all who are drawn, who sat out the smallest part first. unmet, broken: names of
    two who would not sit as wished. by_lot, unplaced: those of a Proposal as a sentence lists them.
    """
    names = {player.pk: player.name for player in players}
    by_part = sorted(
        proposal.before.items(),
        key=lambda item: (item[1].out_tonight, item[1].part_after, plain(names[item[0]])),
    )
    drawn = {
        player: {"name": names[player], "here": of.here, "out": of.out} for player, of in by_part
    }
    tables = [_table(table, names, met) for table in proposal.tables]
    return {
        "seed": proposal.seed,
        "text": proposal.text,
        "tables": tables,
        "pairs_again": sum(len(table["again"]) for table in tables),
        "byes": [each for player, each in drawn.items() if player in proposal.byes],
        "drawn": [*drawn.values()],
        "unmet": [(names[one], names[other]) for one, other in proposal.unmet],
        "broken": [(names[one], names[other]) for one, other in proposal.broken],
        "by_lot": join_names([names[player] for player in proposal.by_lot]),
        "unplaced": join_names([names[player] for player in proposal.unplaced]),
    }


def _table(
    table: Sequence[int], names: Mapping[int, str], met: Mapping[Pair, int]
) -> dict[str, Any]:
    again = [
        (names[first], names[second], met[first, second])
        for first, second in pairs_of(table)
        if met.get((first, second))
    ]
    again.sort(key=lambda pair: -pair[2])
    return {"names": sorted((names[player] for player in table), key=plain), "again": again}


def why_no_tables(error: NoTables) -> str:
    """What to do where so many people make no tables."""
    facts = error.why.facts
    if "least" in facts:
        needed = facts["least"]
        return ngettext(
            "A table of this season needs at least %(least)d player.",
            "A table of this season needs at least %(least)d players.",
            needed,
        ) % {"least": needed}
    return gettext(
        "That many people cannot be split into tables of the sizes this season allows: %(fewer)d "
        "or %(more)d could. Leave somebody out, or add a guest."
    ) % {"fewer": facts["fewer"], "more": facts["more"]}
