"""The final of a season: who qualifies and how it went, and what it takes."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from accounts.access import player_or_none
from accounts.models import Player
from accounts.rate_limit import RateLimit, address_of, too_many
from games.live.regions import render_flat, render_rows
from games.whole_numbers import whole_number
from leagues.models import Game, GameSeat, Round, Season, Session, Standing
from leagues.pages.access import get_season
from leagues.pages.shared import asked_players, kept_part, open_page
from leagues.sessions.finals.outlook import next_game_of, outlook
from leagues.sessions.seats import can_still_decide
from leagues.standings import counted_games
from leagues.standings.board import before_session, sessions_with_standings
from leagues.standings.scoring.final import cut, final_places, finalists, semi_final_places
from leagues.standings.scoring.what_it_takes import can_be_told
from leagues.standings.segments import Segment, standings_context

# Members are counted one by one: those of a club may share an address. Of strangers nobody knows
# how many are one person, so all of them together are counted as well.
BY_MEMBER = RateLimit("what_it_takes", 20, 60)
BY_STRANGER = RateLimit("what_it_takes_unknown", 10, 60)
BY_STRANGERS = RateLimit("what_it_takes_strangers", 30, 60)


@open_page
def final(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to who qualifies for the final."""
    season = get_season(request, slug, number)
    if not season.final:
        raise Http404
    return redirect(season.url_of(Segment.TAKES))


@open_page
def what_it_takes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who qualifies for the final, and what players need in the next game to reach a place.

    `?place=` to reach which place, `?player=` who plays. Where there is neither a final nor a next
    game it leads to the standings.
    """
    season = get_season(request, slug, number)
    if not season.is_open and not season.final:
        return redirect(season)
    context = standings_context(request, season, Segment.TAKES)
    if season.final:
        context["ways"] = ways_to_the_final(season, with_replies=context["may_score"])
    if season.is_open and (can_be_told(season.season_rules) or not season.final):
        coming = asked_players(request, season.league)
        if coming and not _may_ask(request):
            return too_many(request)
        context["needs"] = _needs(request, season, coming)
    return render(request, "leagues/finals/what_it_takes.html", context)


def _needs(request: HttpRequest, season: Season, coming: list[int]) -> SafeString:
    """What players need; coming: who was chosen to play, by id."""
    place, next_game = whole_number(request.GET.get("place"), 1), next_game_of(season)

    def context() -> dict[str, Any]:
        found = outlook(season, place, coming, next_game)
        return {
            "season": season,
            "outlook": found,
            "choices": render_rows("leagues/players_to_tick", found.choices),
            "rows": render_rows("leagues/what_it_takes", found.rows),
        }

    template = "leagues/finals/needs.html"
    # Hardly anybody else chooses the same players.
    if coming:
        return render_flat(template, context())
    return kept_part(request, season, template, place, next_game, context=context)


def _may_ask(request: HttpRequest) -> bool:
    """Count a question about other players: each choice of them is computed, up to a second."""
    if player := player_or_none(request):
        return BY_MEMBER.is_allowed(str(player.pk))
    return BY_STRANGER.is_allowed(address_of(request)) and BY_STRANGERS.is_allowed("all")


# --- Who qualifies for the semi-final and the final, and how they went -----------------


class Candidate(NamedTuple):
    """Somebody who has a place before a final.

    place: before it. qualifies: they are among the best who can come. is_level: they share the last
    place that qualifies with too many. cannot_come: they said so, and have not come. result: their
    place in the final, None before it and for who was not in it.
    """

    player: Player
    place: int
    qualifies: bool
    is_level: bool
    cannot_come: bool
    result: int | None


class Qualifying(NamedTuple):
    """The way to a final or semi-final.

    most: how many play it. session: None while none is planned. before: the session after
    which the places are those of the candidates, None without any. is_played: it has results.
    waits: the semi-final, which is still to be played, decides first. others_sit: who sits at its
    drawn tables is not who qualifies, as after a correction. seats: for how many of those who are
    level.
    """

    kind: Round.Kind
    most: int
    session: Session | None
    before: Session | None
    candidates: list[Candidate]
    is_played: bool
    waits: bool = False
    others_sit: bool = False
    seats: int = 0


def ways_to_the_final(season: Season, *, with_replies: bool) -> list[Qualifying]:
    """That to the semi-final, where the season has one, and that to the final."""
    ways = []
    if season.semi_final:
        kind = Round.Kind.SEMI_FINAL
        ways.append(qualifying(season, with_replies=with_replies, kind=kind))
    return [*ways, qualifying(season, with_replies=with_replies)]


def qualifying(
    season: Season, *, with_replies: bool, kind: Round.Kind = Round.Kind.FINAL
) -> Qualifying:
    """Who qualifies by the standings before the final; without a final by the newest ones.

    with_replies: whether the reader may know who says that they cannot come, and who sits where.
    kind: the final, or SEMI_FINAL.
    """
    rules = season.season_rules
    sessions = sessions_with_standings(season)
    semi_final, final = season.sessions.semi_finals().first(), season.sessions.finals().first()
    most, decide, waits = rules.final, final_places, False
    if kind == Round.Kind.SEMI_FINAL:
        final, most, decide = semi_final, rules.semi_final, semi_final_places
    elif rules.semi_final:
        waits = can_still_decide(semi_final) if semi_final else final is None
    if final is not None:
        final.season = season
        sessions = before_session(final, sessions)
    if not sessions:
        return Qualifying(kind, most, final, None, [], is_played=False, waits=waits)
    rows = list(
        Standing.objects.filter(session=sessions[-1], place__isnull=False)
        .select_related("player")
        .order_by("order")
    )
    places = {row.player_id: row.place or 0 for row in rows}
    results: dict[int, int] = {}
    absent: Collection[int] = ()
    others_sit = False
    if final is not None:
        results = decide(places, counted_games.results_of_session(final.pk), rules)
        if with_replies:
            here = {*final.attendances.values_list("player", flat=True)}
            away = final.replies.filter(comes=False).exclude(player__in=here)
            absent = {*away.values_list("player", flat=True)}
            placed = {player: place for player, place in places.items() if player in here}
            others_sit = _others_sit(final, kind, placed, most)
    best = cut(places, most, absent)
    return Qualifying(
        kind,
        most,
        final,
        sessions[-1],
        [
            Candidate(
                row.player,
                row.place or 0,
                row.player_id in (results or best.sure),
                not results and row.player_id in best.level,
                row.player_id in absent,
                results.get(row.player_id),
            )
            for row in rows
        ],
        is_played=bool(results),
        waits=waits and not results,
        others_sit=others_sit,
        seats=0 if results else best.seats,
    )


def _others_sit(final: Session, kind: Round.Kind, here: Mapping[int, int], most: int) -> bool:
    """Whether the tables of a drawn final at which its finalists sit seat not just all of them.

    here: the places of those who are there and had one before it.
    """
    drawn = final.games.filter(status=Game.Status.SEATED, round__kind=kind)
    seats = GameSeat.objects.filter(game__in=drawn, player__isnull=False)
    tables = defaultdict[int, set[int]](set)
    for game, player in seats.order_by("game__number").values_list("game", "player"):
        tables[game].add(player)
    if not tables:
        return False
    best = {*finalists(here, tables.values(), most)}
    return set().union(*(table for table in tables.values() if table & best)) != best
