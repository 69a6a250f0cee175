"""The first evening of a club: what an organizer of the club does until its first result counts."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Invitation, Player
from games.models import Seat
from leagues.models import Game, League, Role, Season, Session


@dataclass(frozen=True, slots=True)
class Step:
    """One step; url: where it is taken, empty while the one before is not done."""

    title: str | Promise
    about: str | Promise
    is_done: bool
    url: str = ""


def first_steps(player: Player) -> list[Step]:
    """The five steps, empty once all are done; one statement, up to three while leagues begin."""
    done = _done_by(player)
    if all(done):
        return []
    has_people, has_played, has_league, has_session, has_result = done
    return [
        Step(
            _("Invite your people"),
            _("Each gets a personal link; you need nobody’s email address."),
            has_people,
            reverse("accounts:invitations"),
        ),
        Step(
            _("Play a game yourself"),
            _("With bots it takes ten minutes, and you know what the others will see."),
            has_played,
            reverse("games:open"),
        ),
        Step(
            _("Create a league"),
            _("It keeps the results of your evenings, played online or on paper."),
            has_league,
            reverse("leagues:new"),
        ),
        Step(
            _("Plan the first session"),
            _("Members say there whether they are coming."),
            has_session,
            "" if has_session else _planning_url(player),
        ),
        Step(
            _("Play the first session"),
            _("Check in who has come, draw the tables, enter the results: all on one page."),
            has_result,
            "" if has_result else _session_url(player),
        ),
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
