"""Fetch or refuse: a view that got its object here has also checked the right to it."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from accounts.compiled_once import compiled_once
from accounts.models import Invitation, Player, SignUpRequest, User
from accounts.security.factors import require_second_factor
from accounts.tokens import hash_of


def player_of(user: User) -> Player:
    """The player of a login; one made on a command line gets its player on first need.

    As one that waited for approval, and was opened on the administration pages.
    """
    known = known_player(user)
    if known:
        return known
    asked = SignUpRequest.objects.filter(user=user).first()
    name = asked.name if asked else user.email.partition("@")[0][: Player.NAME_LENGTH]
    player, _created = Player.objects.get_or_create(user=user, defaults={"name": name})
    return player


def known_player(user: User) -> Player | None:
    """The player of a login, read once for each request; None before it has one."""
    if not User.player.is_cached(user):
        found = next(iter(_players(user.pk)), None)
        if found is None:
            return None
        user.player = found
    return user.player


@compiled_once
def _players(user_id: int) -> QuerySet[Player]:
    return Player.every.filter(user=user_id).order_by()


def current_user(request: HttpRequest) -> User:
    """Who is signed in; PermissionDenied for a stranger."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def current_player(request: HttpRequest) -> Player:
    """The player of who is signed in; PermissionDenied for a stranger."""
    return player_of(current_user(request))


def player_or_none(request: HttpRequest) -> Player | None:
    """The player of who is signed in; None for a stranger."""
    return player_of(request.user) if isinstance(request.user, User) else None


def chosen_deck(request: HttpRequest) -> str:
    """The deck that who is signed in has chosen; empty for none, and for a stranger."""
    return request.user.deck if isinstance(request.user, User) else ""


def is_organizer(user: User | AnonymousUser) -> bool:
    """Whether this login has the role of an organizer of the club, or is staff.

    What needs the role asks `require_organizer`, which also asks for their second factor.
    """
    player = known_player(user) if isinstance(user, User) else None
    return user.is_staff or (player is not None and player.is_organizer)


def require_organizer(request: HttpRequest) -> Player:
    """The player of who is signed in; PermissionDenied unless they run the club.

    Raises SecondFactorFirst for an organizer who must set one up.
    """
    player = current_player(request)
    if not is_organizer(request.user):
        raise PermissionDenied
    require_second_factor(current_user(request))
    return player


def get_invitation_for_organizer(request: HttpRequest, invitation_id: int) -> Invitation:
    """Any invitation of the club; a member is refused before it is known whether it exists."""
    require_organizer(request)
    return get_object_or_404(Invitation, pk=invitation_id)


def get_player_for_organizer(request: HttpRequest, player_id: int) -> Player:
    """Somebody of the club who has not left; only staff may touch those who are staff."""
    require_organizer(request)
    player = get_object_or_404(Player.objects.select_related("user"), pk=player_id, erased_at=None)
    if player.user and player.user.is_staff and not request.user.is_staff:
        raise PermissionDenied
    return player


def find_invitation(token: str) -> Invitation | None:
    """The invitation of a link; None for every token that cannot be used, whatever the reason."""
    return Invitation.objects.usable().filter(token_hash=hash_of(token)).first()


def accept_invitation(request: HttpRequest, invitation: Invitation) -> None:
    """Let this browser sign up; the session holds the invitation's number, never its token."""
    request.session["invitation"] = invitation.pk


def accepted_invitation(request: HttpRequest) -> Invitation | None:
    """The invitation this browser came with, if it can still be used."""
    number = request.session.get("invitation")
    return Invitation.objects.usable().filter(pk=number).first() if number else None
