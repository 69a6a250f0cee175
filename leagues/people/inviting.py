"""A link for many: made and revoked by organizers, followed by people with and without an account.

Each use counts once: when somebody signs up to the club by it, or when a member joins the season.
"""

from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import services
from accounts.models import Invitation, Player
from accounts.tokens import hash_of
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Invite, Notice, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.service import players_of, tell_of_season
from leagues.people.signing_up import put_down
from leagues.standings.season_lock import hold_players, locked_unfinished_season

MOST_LINKS = 10
MOST_USES = 500
LONGEST = timedelta(days=365)


def make_invite(season: Season, by: Player, limit: int, last_day: date) -> str:
    """A new link for so many people, until the end of a day of the club; its token, shown once.

    Raises LeagueError(SEASON_NOT_OPEN, TOO_MANY_INVITES).
    """
    midnight = datetime.combine(last_day + timedelta(days=1), time())
    expires_at = timezone.make_aware(midnight)
    with locked_unfinished_season(season.pk) as found:
        found.standings_unchanged = True
        if usable_invites(found).count() >= MOST_LINKS:
            raise LeagueError(LeagueErrorCode.TOO_MANY_INVITES)
        note = f"{found.league.name} · {found.name}"[: Invitation.NOTE_LENGTH]
        invitation, token = services.invite(by, note, limit=limit, expires_at=expires_at)
        Invite.objects.create(season=found, invitation=invitation)
        after = {"limit": limit, "expires_at": expires_at}
        audit.record(found.league, Did.MADE_INVITE, by, season=found, after=after)
        return token


def revoke_invite(invite: Invite, by: Player) -> None:
    """Let nobody use a link any more. Raises LeagueError(NOTHING_TO_UNDO) if nobody could."""
    with transaction.atomic():
        if not services.revoke(invite.invitation):
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        season = invite.season
        audit.record(season.league, Did.REVOKED_INVITE, by, season=season)


def usable_invites(season: Season) -> QuerySet[Invite]:
    """The links of a season that can still be used."""
    return season.invites.filter(invitation__in=Invitation.objects.usable())


def find_invite(token: str) -> Invite | None:
    """The link of a token; None where it cannot be used, whatever the reason."""
    return _usable(token_hash=hash_of(token))


def invite_of(invitation: Invitation | None) -> Invite | None:
    """The link with which a browser came; None where it cannot be used any more."""
    return _usable(pk=invitation.pk) if invitation else None


def join(invite: Invite, player: Player, now: datetime) -> None:
    """A member who followed a link plays in its season, or waits for a place.

    Who plays or waits there already uses nothing up. Raises LeagueError(INVITE_USED_UP,
    SEASON_NOT_OPEN, SIGN_UP_REFUSED, PLAYER_GONE).
    """
    with locked_unfinished_season(invite.season_id) as season:
        hold_players([player.pk], joining=True)
        if player.pk in players_of(season):
            return
        if put_down(season, player, now, is_invited=True):
            try:
                services.use_up(invite.invitation)
            except services.InvitationUnusableError as error:
                raise LeagueError(LeagueErrorCode.INVITE_USED_UP) from error


def welcome(player: Player, invitation: Invitation, now: datetime) -> None:
    """Somebody has signed up to the club by a link: they play in its season, and are told so."""
    invite = Invite.objects.filter(invitation=invitation).first()
    if invite is None:
        return
    try:
        with locked_unfinished_season(invite.season_id) as season:
            hold_players([player.pk], joining=True)
            put_down(season, player, now, is_invited=True)
            if player.pk in players_of(season):
                tell_of_season(Notice.Kind.JOINED, season, [player.pk])
    except LeagueError:
        # The season has been closed meanwhile: they are a member of the club all the same.
        return


def _usable(**which: object) -> Invite | None:
    found = Invite.objects.filter(invitation__in=Invitation.objects.usable().filter(**which))
    return found.select_related("season__league", "invitation__created_by").first()
