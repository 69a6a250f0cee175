"""Members put themselves down for a season, and step back; organizers approve or refuse them.

Organizers also make links for many, which people follow with and without an account. Each use of
one counts once: when somebody signs up to the club by it, or when a member joins the season.
"""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import services
from accounts.compiled_once import compiled_once
from accounts.models import Invitation, Player
from accounts.tokens import hash_of
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Invite, Notice, Season, SignUp
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices import service as notices
from leagues.people.places import let_in
from leagues.people.players import has_come, leave
from leagues.standings.season_lock import hold_players, locked_unfinished_season

State = SignUp.State
MOST_LINKS = 10
MOST_USES = 500
LONGEST_LINK = timedelta(days=365)


def sign_up(season_id: int, player: Player, now: datetime) -> None:
    """Somebody puts themselves down for a season; where all places are taken they wait for one.

    The same again changes nothing. Raises LeagueError(SEASON_NOT_OPEN, SIGN_UP_CLOSED,
    SIGN_UP_REFUSED, PLAYER_GONE).
    """
    with locked_unfinished_season(season_id) as season:
        hold_players([player.pk], joining=True)
        if player.pk in notices.players_of(season):
            return
        if not season.takes_sign_ups(timezone.localdate(now)):
            raise LeagueError(LeagueErrorCode.SIGN_UP_CLOSED)
        put_down(season, player, now)


def put_down(season: Season, player: Player, now: datetime, *, is_invited: bool = False) -> bool:
    """Put somebody who does not play yet in line, and into the season where a place is free.

    is_invited: an organizer wants them, and need not be asked. Whether that changed anything. Under
    the season's lock, with the player held. Raises LeagueError(SIGN_UP_REFUSED).
    """
    asks = season.sign_up_asks and not is_invited
    row, is_new = SignUp.objects.get_or_create(
        season=season,
        player=player,
        defaults={"at": now, "state": State.ASKED if asks else State.WAITING},
    )
    if row.state == State.REFUSED:
        raise LeagueError(LeagueErrorCode.SIGN_UP_REFUSED)
    is_approved = row.state == State.ASKED and is_invited
    if is_approved:
        row.state = State.WAITING
        row.save(update_fields=["state"])
        notices.forget_to_approve(season)
    if is_new and asks:
        notices.tell_to_approve(season)
    let_in(season, but_tell=player.pk)
    return is_new or is_approved


def step_back(season_id: int, player: Player, now: datetime) -> None:
    """Somebody does not want to play after all: they leave the line, or the season.

    Whoever leaves the season withdraws as if an organizer had said so. Raises
    LeagueError(SEASON_NOT_OPEN, SIGN_UP_CLOSED where members do not sign up by themselves, LATE).
    """
    with locked_unfinished_season(season_id) as season:
        if player.pk in notices.players_of(season):
            if season.sign_up == Season.SignUps.NONE:
                raise LeagueError(LeagueErrorCode.SIGN_UP_CLOSED)
            leave(season, player, now)
        elif not season.sign_ups.exclude(state=State.REFUSED).filter(player=player).delete()[0]:
            raise LeagueError(LeagueErrorCode.LATE)
        notices.forget_to_approve(season)


def approve(season_id: int, player: Player, *, by: Player) -> None:
    """Let somebody in who asked or was refused; their place in line is from when they asked.

    Raises LeagueError(SEASON_NOT_OPEN, LATE).
    """
    _answer(season_id, player, (State.ASKED, State.REFUSED), State.WAITING, by)


def refuse(season_id: int, player: Player, *, by: Player) -> None:
    """Refuse somebody who asked or waits. Raises LeagueError(SEASON_NOT_OPEN, LATE)."""
    _answer(season_id, player, (State.ASKED, State.WAITING), State.REFUSED, by)


def change_sign_ups(
    season_id: int, choices: Mapping[str, Any], version: str, *, by: Player
) -> None:
    """Choose whether and how members sign up; new places go to those who wait.

    choices: values for Season.SIGN_UP. version: the `sign_up_version` this was made on. Raises
    LeagueError(SEASON_NOT_OPEN, LATE).
    """
    with locked_unfinished_season(season_id) as season:
        before = {name: getattr(season, name) for name in Season.SIGN_UP}
        if before == choices:
            return
        if season.sign_up_version != version:
            raise LeagueError(LeagueErrorCode.LATE)
        for name in Season.SIGN_UP:
            setattr(season, name, choices[name])
        season.save(update_fields=Season.SIGN_UP)
        audit.record(
            season.league, Did.CHANGED_SIGN_UP, by, season=season, before=before, after=choices
        )
        if not season.sign_up_asks:
            season.sign_ups.filter(state=State.ASKED).update(state=State.WAITING)
            notices.forget_to_approve(season)
        let_in(season)


def forget(player: Player) -> None:
    """Somebody leaves the club: their places in seasons go to those who wait for one.

    In the transaction of their erasure, which has locked every season that is not over.
    """
    player.sign_ups.all().delete()
    unfinished = (Season.Status.DRAFT, Season.Status.OPEN)
    seasons = Season.objects.filter(entrants__player=player, status__in=unfinished)
    for season in seasons.select_related("league").order_by("pk").distinct():
        let_in(season)


def _answer(
    season_id: int, player: Player, states: tuple[State, ...], state: State, by: Player
) -> None:
    with locked_unfinished_season(season_id) as season:
        asking = season.sign_ups.filter(player=player, state__in=states)
        if not asking.exclude(player__in=notices.players_of(season)).update(state=state):
            raise LeagueError(LeagueErrorCode.LATE)
        is_refused = state is State.REFUSED
        did = Did.REFUSED_SIGN_UP if is_refused else Did.APPROVED_SIGN_UP
        audit.record(season.league, did, by, season=season, about=player)
        notices.forget_to_approve(season)
        if is_refused:
            notices.tell_of_season(Notice.Kind.REFUSED, season, [player.pk])
        let_in(season)


# --- What the page of the players shows --------------------------------------------------


@compiled_once
def _sign_ups(season_id: int) -> QuerySet[SignUp]:
    rows = SignUp.objects.filter(season=season_id).select_related("player")
    return rows.order_by("at", "pk")


def sign_up_panel(
    season: Season, me: Player | None, playing: Collection[int]
) -> dict[str, Any] | None:
    """What the reader may do and read about signing up; None where nobody signs up, or has.

    playing: ids of those who play in the season. is_taken: whether anybody may sign up now. state:
    that of the reader, a `SignUp.State`, "plays", or "" for nothing. number: theirs on the waiting
    list. has_come: they lose a place in the standings if they leave. left: how many places are
    free, None where there is room for everybody. asked, waiting, refused: who is what, the first in
    line first.
    """
    if not season.is_unfinished:
        return None
    found = [row for row in _sign_ups(season.pk) if row.player_id not in playing]
    if season.sign_up == Season.SignUps.NONE and not found:
        return None
    by_state = {state: [row for row in found if row.state == state] for state in State}
    waiting, places = by_state[State.WAITING], season.sign_up_places
    own = next((row for row in found if me and row.player_id == me.pk), None)
    plays = me is not None and me.pk in playing
    return {
        "is_taken": season.takes_sign_ups(),
        "state": "plays" if plays else (own.state if own else ""),
        "number": waiting.index(own) + 1 if own in waiting else None,
        "has_come": plays and me is not None and has_come(season, me),
        "left": None if places is None else max(0, places - len(playing)),
        "asked": by_state[State.ASKED],
        "waiting": waiting,
        "refused": by_state[State.REFUSED],
    }


# --- Links for many -------------------------------------------------------------------


def make_invite(season: Season, by: Player, limit: int, last_day: date) -> str:
    """A new link for so many people, until the end of a day of the club; its token, shown once.

    Raises LeagueError(SEASON_NOT_OPEN, TOO_MANY_INVITES).
    """
    midnight = datetime.combine(last_day + timedelta(days=1), time())
    expires_at = timezone.make_aware(midnight)
    with locked_unfinished_season(season.pk) as found:
        found.standings_unchanged = True
        usable = found.invites.filter(invitation__in=Invitation.objects.usable())
        if usable.count() >= MOST_LINKS:
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
        if player.pk in notices.players_of(season):
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
            if player.pk in notices.players_of(season):
                notices.tell_of_season(Notice.Kind.JOINED, season, [player.pk])
    except LeagueError:
        # The season has been closed meanwhile: they are a member of the club all the same.
        return


def _usable(**which: object) -> Invite | None:
    found = Invite.objects.filter(invitation__in=Invitation.objects.usable().filter(**which))
    return found.select_related("season__league", "invitation__created_by").first()
