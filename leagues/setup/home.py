"""The leagues of the club, the home of one, and what the lobby and the screen of the club show."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any

from django import template
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.compiled_once import compiled_once
from accounts.models import Invitation, Player
from games.models import Seat
from leagues.models import Game, League, Reply, Role, Season, Session, Standing
from leagues.models.session import GRACE, is_lasting
from leagues.standings.board import RankedRow, ranking
from leagues.standings.store import ensure_up_to_date

register = template.Library()

LONGEST_TOP = 5
LEADERS = 3
# What fits on the screen of the club.
MOST_SEASONS = 2
LONGEST_ON_SCREEN = 10
SOON = timedelta(hours=18)
AHEAD = timedelta(days=8)


def listed_leagues(player: Player | None) -> list[dict[str, Any]]:
    """The leagues a member, or with None a stranger, finds; four statements.

    season: the newest that has opened; next_session: its next session; top: who leads.
    """
    leagues = list(League.objects.listed_for(player).prefetch_related("seasons"))
    seasons = {league.pk: shown_season(league.seasons.all()) for league in leagues}
    shown = {league: season for league, season in seasons.items() if season}
    following = Session.objects.next_of(shown.values(), timezone.now())
    tops = _tops(shown.values())
    return [
        {
            "league": league,
            "season": season,
            "next_session": following.get(season.pk) if season else None,
            "top": tops.get(season.pk, []) if season else [],
        }
        for league, season in ((league, seasons[league.pk]) for league in leagues)
    ]


def home_of(league: League, *, may_organize: bool) -> dict[str, Any]:
    """The home of a league; three statements.

    top: the first rows of the season's present standings. plans: seasons being prepared, for those
    who may see them: organizers, and everybody once members sign up.
    """
    seasons = seasons_of(league)
    shown = shown_season(seasons)
    following = Session.objects.next_of([shown], timezone.now()) if shown else {}
    plans = [season for season in seasons if season.status == Season.Status.DRAFT]
    return {
        "season": shown,
        "next_session": following.get(shown.pk) if shown else None,
        "top": _top(shown) if shown else [],
        "plans": [season for season in plans if may_organize or season.sign_up],
        "past": [season for season in _opened(seasons) if season != shown],
    }


def seasons_of(league: League) -> list[Season]:
    """All seasons of a league, the last number first; one statement."""
    seasons = _seasons(league.pk)
    for season in seasons:
        season.league = league
    return seasons


@compiled_once
def _seasons(league_id: int) -> QuerySet[Season]:
    return Season.objects.filter(league=league_id).order_by("-number")


@register.simple_tag(takes_context=True)
def running_seasons(context: dict[str, Any]) -> list[tuple[Season, list[Standing]]]:
    """The seasons that run, the last opened first, with who leads; two statements for each.

    {% running_seasons as seasons %}
    """
    seasons = Season.objects.filter(
        status=Season.Status.OPEN, league__in=League.objects.listed_for(context["viewer"])
    )
    found = seasons.select_related("league").order_by("-opened_at", "-pk")[:MOST_SEASONS]
    return [(season, _top(season, LONGEST_ON_SCREEN)) for season in found]


@register.simple_tag(takes_context=True)
def rankings_tonight(context: dict[str, Any]) -> list[tuple[Session, list[RankedRow]]]:
    """The sessions that run now with their rankings: {% rankings_tonight as rankings %}."""
    near = coming_sessions(context)["tonight"]
    running = [session for session in near if session.status == Session.Status.RUNNING]
    return [(session, ranking(session)) for session in running]


@register.simple_tag(takes_context=True)
def coming_sessions(context: dict[str, Any]) -> dict[str, list[Session]]:
    """The sessions of leagues that the reader finds, tonight and later; one statement.

    Each has `comes`: what the reader said of it, None while they have not; waits: they are on the
    waiting list. One that is cancelled is among them, so that nobody sets out for it.

    {% coming_sessions as near %}
    """
    player, now = context["viewer"], timezone.now()
    near = Q(is_lasting(now), status=Session.Status.RUNNING) | Q(
        status__in=[Session.Status.PLANNED, Session.Status.CANCELLED],
        starts_at__range=(now - GRACE, now + AHEAD),
    )
    own = Reply.objects.filter(session=OuterRef("pk"), player=player.pk if player else None)
    found = (
        Session.objects.filter(
            near,
            season__status=Season.Status.OPEN,
            season__league__in=League.objects.listed_for(player),
        )
        .annotate(comes=Subquery(own.values("comes")[:1]), waits=Subquery(own.values("waits")[:1]))
        .select_related("season__league")
        .order_by("starts_at", "pk")
    )
    sessions: dict[str, list[Session]] = {"tonight": [], "later": []}
    for session in found:
        is_near = session.status == Session.Status.RUNNING or session.starts_at <= now + SOON
        sessions["tonight" if is_near else "later"].append(session)
    return sessions


def shown_season(seasons: Iterable[Season]) -> Season | None:
    """The one that runs, else the last that was opened."""
    opened = _opened(seasons)
    running = (season for season in opened if season.is_open)
    return next(running, next(iter(opened), None))


def _opened(seasons: Iterable[Season]) -> list[Season]:
    """Those that are not being prepared, the last opened first.

    An imported season was opened on its first date, whatever its number.
    """
    opened = (season for season in seasons if season.status != Season.Status.DRAFT)
    return sorted(
        opened,
        key=lambda season: season.opened_at.timestamp() if season.opened_at else 0,
        reverse=True,
    )


def _tops(seasons: Collection[Season]) -> dict[int, list[Standing]]:
    """Who is on the first places of each season, by its id; one statement."""
    ensure_up_to_date(*seasons)
    found: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in _leaders(tuple(season.pk for season in seasons)):
        if len(found[row.season_id]) < LEADERS:
            found[row.season_id].append(row)
    return found


@compiled_once
def _leaders(season_ids: tuple[int, ...]) -> QuerySet[Standing]:
    rows = Standing.objects.newest_among(season_ids).filter(place__lte=LEADERS)
    return rows.select_related("player").order_by("season_id", "order")


def _top(season: Season, longest: int = LONGEST_TOP) -> list[Standing]:
    ensure_up_to_date(season)
    return _longest_top(season.pk)[:longest]


@compiled_once
def _longest_top(season_id: int) -> QuerySet[Standing]:
    rows = Standing.objects.newest_in(season_id).filter(games__gt=0)
    return rows.select_related("player").order_by("order")[:LONGEST_ON_SCREEN]


@register.inclusion_tag("leagues/setup/first_steps.html", takes_context=True)
def first_steps(context: dict[str, Any]) -> dict[str, Any]:
    """The first steps of a club, for who runs it and has not hidden them: {% first_steps %}."""
    is_shown = context["viewer_is_organizer"] and not context["user"].hides_first_steps
    steps = steps_of(context["viewer"]) if is_shown else []
    return {"steps": steps, "csrf_token": context.get("csrf_token")}


def steps_of(player: Player) -> list[dict[str, Any]]:
    """The five steps, empty once all are done; one statement, up to three while leagues begin.

    url: where a step is taken, empty while the one before is not done.
    """
    done = _done_by(player)
    if all(done):
        return []
    has_people, has_played, has_league, has_session, has_result = done
    return [
        {
            "title": _("Invite your people"),
            "about": _("Each gets a personal link; you need nobody’s email address."),
            "is_done": has_people,
            "url": reverse("accounts:invitations"),
        },
        {
            "title": _("Play a game yourself"),
            "about": _("With bots it takes ten minutes, and you know what the others will see."),
            "is_done": has_played,
            "url": reverse("games:open"),
        },
        {
            "title": pgettext_lazy("step", "Create a league"),
            "about": _("It keeps the results of your evenings, played online or on paper."),
            "is_done": has_league,
            "url": reverse("leagues:new"),
        },
        {
            "title": _("Plan the first session"),
            "about": _("Members say there whether they are coming."),
            "is_done": has_session,
            "url": "" if has_session else _planning_url(player),
        },
        {
            "title": _("Play the first session"),
            "about": _(
                "Check in who has come, draw the tables, enter the results: all on one page."
            ),
            "is_done": has_result,
            "url": "" if has_result else _session_url(player),
        },
    ]


def _done_by(player: Player) -> tuple[bool, bool, bool, bool, bool]:
    """Which steps are done, by anybody of the club, but for the game of one's own."""
    others = Player.objects.filter(user__isnull=False).exclude(pk=OuterRef("pk"))
    facts = Player.objects.filter(pk=player.pk).values_list(
        Exists(others),
        Exists(Invitation.objects.all()),
        Exists(Seat.objects.filter(player=OuterRef("pk"), rank__isnull=False)),
        Exists(League.objects.all()),
        Exists(Session.objects.all()),
        Exists(Game.objects.filter(status=Game.Status.CONFIRMED)),
    )
    has_others, has_invited, has_played, has_league, has_session, has_result = facts.get()
    return has_others or has_invited, has_played, has_league, has_session, has_result


def _planning_url(player: Player) -> str:
    """Where the next session is planned: in the newest season, or where that begins."""
    league = League.objects.filter(_organizes(player)).order_by("-pk").first()
    if league is None:
        return ""
    season = Season.objects.filter(league=league).order_by("-number").first()
    if season is None:
        return reverse("leagues:season_new", args=[league.slug])
    season.league = league
    if season.status == Season.Status.DRAFT:
        return season.get_absolute_url()
    return reverse("leagues:session_new", args=[league.slug, season.number])


def _session_url(player: Player) -> str:
    """The newest session of a league that this player runs."""
    sessions = Session.objects.filter(
        season__league__in=League.objects.filter(_organizes(player)).values("pk")
    )
    newest = sessions.select_related("season__league").order_by("-starts_at", "-pk").first()
    return newest.get_absolute_url() if newest else ""


def _organizes(player: Player) -> Q:
    kinds = [Role.Kind.OWNER, Role.Kind.ORGANIZER]
    return Q(pk__in=Role.objects.filter(player=player, kind__in=kinds).values("league"))
