"""The demo league, with tables of an evening laid; the addresses of its pages by name.

Where there is no demo league yet, one is made
among people with names as long as can be.
"""

from datetime import timedelta
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from config.demo_league import make_demo_league
from leagues.models import Game, GameVersion, League, Role, Season, Session, Standing
from leagues.sessions import seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup import season_life
from leagues.sheets.score_links import service as score_links
from leagues.standings.store import ensure_up_to_date
from tests.factories import PlayerFactory

LONG_NAMES = (
    "Wolfeschlegelsteinhausenbergerdorffowitz",
    "Marie-Antoinette de la Rochefoucauld-Sée",
    "Maximilienne Desmoulins-Châteauneuf-Roux",
)
LATE = ("Bartholomäus von Hohenstaufen-Waldenburg", "Ann", "Bo", "Cyd", "Dee")
WORD = "Donaudampfschifffahrtsgesellschaft"


def make_pages() -> dict[str, str]:
    if not League.objects.exists():
        make_league_of_long_names()
        laid = begin_next_evening(f"The {WORD}", WORD)
        for name in LATE:
            session_life.arrive_guest(laid, name, timezone.now())
    else:
        begin_next_evening("", "Café de la Gare")
    season = running_season()
    season_life.plan_season(season.league, "Next year", season.season_rules)
    ensure_up_to_date(season)
    return addresses(season)


def make_league_of_long_names() -> None:
    dominique = Player.objects.get(name="Dominique")
    members = list(Player.objects.exclude(pk=dominique.pk).order_by("name"))
    members += [PlayerFactory.create(name=name) for name in LONG_NAMES]
    members += [PlayerFactory.create() for _number in range(5)]
    make_demo_league(dominique, members, timezone.now())
    League.objects.update(name=f"{WORD}, the league of Tuesdays"[:60])


def running_season() -> Season:
    return Season.objects.select_related("league").get(number=2)


def begin_next_evening(name: str, place: str) -> Session:
    """Tables laid and not begun."""
    season = running_season()
    plan = SessionPlan(timezone.now() + timedelta(days=2), name=name, place=place)
    session = session_life.plan_session(season.pk, plan)
    for player in Player.objects.exclude(user=None).order_by("name"):
        if player.name != "Dominique":
            session_life.arrive(session, player, timezone.now())
    free = seats.free_players(session)
    found = seats.propose(session, free, 66, seats.meetings(season))
    organizer = season.league.roles.get(kind=Role.Kind.OWNER).player
    seats.lay_tables(session, found.tables, found.seed, organizer)
    return session


def addresses(season: Season) -> dict[str, str]:
    tonight = season.sessions.filter(status=Session.Status.RUNNING).earliest("number")
    laid = season.sessions.latest("number")
    cancelled = season.sessions.get(status=Session.Status.CANCELLED)
    of_season = [season.league.slug, season.number]
    return {
        "league list": reverse("leagues:list"),
        "new league": reverse("leagues:new"),
        **_of(["notices"], []),
        **_of(OF_LEAGUE, of_season[:1]),
        **_of(OF_SEASON, of_season),
        "earlier standings": f"{season.get_absolute_url()}?session=2",
        "season being planned": reverse("leagues:season", args=[season.league.slug, 3]),
        "players": _with_a_guest_chosen(season),
        "story": _of_first("story", season),
        "team": season.teams.earliest("pk").get_absolute_url(),
        "withdraw": _of_first("player_withdraw", season),
        "session over": reverse("leagues:session", args=[*of_season, 2]),
        **_of(OF_SESSION, [*of_season, laid.number]),
        "full session": season.sessions.get(places__isnull=False).get_absolute_url(),
        "cancelled session": cancelled.get_absolute_url(),
        "session": tonight.get_absolute_url(),
        "names found": f"{laid.get_absolute_url()}?q=an",
        "draw": _draw(tonight),
        "paper": f"{reverse('leagues:print', args=[*of_season, laid.number])}?what=sheets",
        **_games(season, tonight, laid),
    }


OF_LEAGUE = [
    "league", "settings", "season_new", "ratings", "merge", "log", "season_import",
]  # fmt: skip
OF_SEASON = (
    "season", "season_edit", "rules", "charts",
    "what_it_takes", "sessions", "session_new", "wishes", "players", "teams",
    "summary", "embed", "share",
)  # fmt: skip
OF_SESSION = (
    "session_edit", "seating", "print", "screen", "game_new", "import",
)  # fmt: skip


def _of(names: tuple[str, ...] | list[str], arguments: list[object]) -> dict[str, str]:
    return {name: reverse(f"leagues:{name}", args=arguments) for name in names}


def _draw(session: Session) -> str:
    """Tables drawn among the people who are free."""
    season = session.season
    page = reverse("leagues:seating", args=[season.league.slug, season.number, session.number])
    drawn = {"seed": 66, "player": seats.free_players(session)}
    return f"{page}?{urlencode(drawn, doseq=True)}"


def _with_a_guest_chosen(season: Season) -> str:
    """The players, with all that may be done with one of them."""
    guest = season.entrants.filter(player__user=None, player__erased_at=None).earliest("pk")
    page = reverse("leagues:players", args=[season.league.slug, season.number])
    return f"{page}?change={guest.player_id}"


def _of_first(page: str, season: Season) -> str:
    """Of the first in the standings."""
    return reverse(f"leagues:{page}", args=[season.league.slug, season.number, _first(season)])


def _first(season: Season) -> int:
    standings = Standing.objects.filter(session__season=season, place=1)
    return standings.latest("session__number").player_id


def _games(season: Season, tonight: Session, laid: Session) -> dict[str, str]:
    games = Game.objects.filter(session__season=season)
    corrected = games.filter(versions__did=GameVersion.Did.CORRECTED).earliest("pk")
    waiting = games.filter(status=Game.Status.SUBMITTED).earliest("pk")
    empty = laid.games.earliest("number")
    live = tonight.games.filter(kind=Game.Kind.LIVE).earliest("pk")
    return {
        "game": corrected.get_absolute_url(),
        "voided game": games.filter(status=Game.Status.VOIDED).earliest("pk").get_absolute_url(),
        "waiting game": waiting.get_absolute_url(),
        "online game": live.get_absolute_url(),
        "sheet": f"{empty.get_absolute_url()}sheet/",
        "score link": reverse(
            "leagues:score_link",
            args=[score_links.token_of(empty, score_links.link_of(empty))],
        ),
        "correction": f"{corrected.get_absolute_url()}correct/",
        "printed sheet": f"{corrected.get_absolute_url()}print/",
    }
