"""Private feed addresses and API tokens: made, shown, revoked, and whose they are.

Feed addresses are signed and can be shown again; of an API token only the hash is stored.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from accounts.locks import locked
from accounts.models import Player, User
from accounts.portions import delete_some
from accounts.security import notes
from accounts.tokens import hash_of
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import ApiToken, FeedAddress, IdempotencyKey, League
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.signed_keys import is_signature, signature

PURPOSE = "feed"
MOST_TOKENS = 10
# After its last moment a token is still listed, so that its member sees why a program stopped.
EXPIRED_ARE_KEPT = timedelta(days=30)
# When a token was last used is written this often: programs ask every few minutes.
NOTED_EVERY = timedelta(hours=1)
# What begins so is found by programs that look for leaked secrets.
PREFIX = "sixieme_"


# --- Private feed addresses --------------------------------------------------------------


def renew_address(player: Player, league: League, now: datetime) -> FeedAddress:
    """New private addresses of a league for a member; those they had open nothing any more."""
    with transaction.atomic():
        locked(League.objects.all()).get(pk=league.pk)
        address, is_new = FeedAddress.objects.update_or_create(
            player=player,
            league=league,
            defaults={"nonce": secrets.token_hex(16), "created_at": now, "used_at": None},
        )
        audit.record(league, Did.MADE_ADDRESS if is_new else Did.RENEWED_ADDRESS, player)
    return address


def revoke_address(player: Player, league: League) -> None:
    """Let a member's private addresses open nothing. Raises LeagueError(NOTHING_TO_UNDO)."""
    with transaction.atomic():
        locked(League.objects.all()).get(pk=league.pk)
        deleted, _of_each = FeedAddress.objects.filter(player=player, league=league).delete()
        if not deleted:
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        audit.record(league, Did.REVOKED_ADDRESS, player)


def private_urls(request: HttpRequest, player: Player | None, league: League) -> dict[str, str]:
    """A member's private addresses of the calendar and of the results, if they have made some."""
    address = FeedAddress.objects.filter(player=player, league=league).first() if player else None
    if address is None:
        return {}
    token = token_of(address)
    return {
        name: request.build_absolute_uri(reverse(f"leagues:private_{name}", args=[token]))
        for name in ("calendar", "feed")
    }


def token_of(address: FeedAddress) -> str:
    """What stands in the private addresses."""
    return f"{address.pk}-{signature(PURPOSE, address.pk, address.nonce)}"


def find_address(token: str, now: datetime) -> FeedAddress | None:
    """The address of a token, of somebody who may still sign in; None for every other token."""
    number, _, signed = token.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 16):
        return None
    addresses = FeedAddress.objects.select_related("player__user", "league")
    found = addresses.filter(pk=int(number)).first()
    if found is None or not is_signature(signed, PURPOSE, found.pk, found.nonce):
        return None
    if member(found.player) is None:
        return None
    _note_use(FeedAddress.objects.filter(pk=found.pk), found.used_at, now)
    return found


# --- API tokens --------------------------------------------------------------------------


def make_token(
    player: Player,
    name: str,
    now: datetime,
    scopes: Collection[str] = (),
    lasts: timedelta = timedelta(days=90),
) -> str:
    """A new token, which is stored nowhere: show it now or never.

    scopes: what it may write, of ApiToken.Scope; it reads in any case. Its member is told at the
    next sign-in, as of other ways in. Raises LeagueError(TOO_MANY_TOKENS).
    """
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        list(locked(Player.objects.filter(pk=player.pk)))
        if ApiToken.objects.filter(player=player).count() >= MOST_TOKENS:
            raise LeagueError(LeagueErrorCode.TOO_MANY_TOKENS)
        ApiToken.objects.create(
            player=player,
            name=name,
            token_hash=hash_of(token),
            created_at=now,
            scopes=" ".join(scopes),
            expires_at=now + lasts,
        )
        if player.user:
            notes.write(player.user, notes.Kind.TOKEN_MADE)
    return token


def revoke_token(player: Player, token_id: int) -> None:
    """Delete a token of somebody. Raises LeagueError(NOTHING_TO_UNDO)."""
    deleted, _of_each = ApiToken.objects.filter(player=player, pk=token_id).delete()
    if not deleted:
        raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)


def find_token(token: str, now: datetime) -> ApiToken | None:
    """A token that has not expired, of somebody who may still sign in."""
    tokens = ApiToken.objects.select_related("player__user")
    found = tokens.filter(token_hash=hash_of(token)).first()
    if found is None or (found.expires_at is not None and found.expires_at <= now):
        return None
    _note_use(ApiToken.objects.filter(pk=found.pk), found.used_at, now)
    return found if member(found.player) else None


def forget_expired(now: datetime) -> int:
    """Delete a portion of the tokens that expired long ago; how many."""
    return delete_some(ApiToken.objects.filter(expires_at__lt=now - EXPIRED_ARE_KEPT))


# --- Both ----------------------------------------------------------------------------------


def member(player: Player) -> User | None:
    """The login of somebody who is still in the club."""
    user = player.user
    return user if user is not None and user.is_active and not player.erased_at else None


def forget(player: Player) -> None:
    """Delete all secrets of somebody who is erased."""
    for model in (FeedAddress, ApiToken, IdempotencyKey):
        model.objects.filter(player=player).delete()


def _note_use(
    rows: "QuerySet[FeedAddress] | QuerySet[ApiToken]", last: datetime | None, now: datetime
) -> None:
    if last is None or last <= now - NOTED_EVERY:
        rows.update(used_at=now)
