"""The link of a table: its address, what may still be done with it, and its one use.

An address is signed with a number of the game's link (its generation), so printing again gives the
same code, renewing makes every older one useless, and nothing secret is stored.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import int_to_base36

from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import Game, ScoreLink, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices import service as notices
from leagues.pages.signed_keys import is_signature, signature
from leagues.sheets import results
from leagues.sheets.form import SheetForm
from leagues.sheets.stored import save_draft
from leagues.standings.season_lock import locked_season

PURPOSE = "score_link"
# In the query of an address that is printed.
SEATS = "seats"
SEATS_LETTERS = 4
LASTS_AFTER_THE_SESSION = timedelta(days=7)
# Of so many replaced addresses it is said that they were replaced; older ones lead nowhere.
MOST_REPLACED = 20
MOST_DIGITS = 12

Code = LeagueErrorCode
REFUSALS = frozenset(
    {
        Code.LINK_CONFIRMED,
        Code.LINK_HIDDEN,
        Code.LINK_LAPSED,
        Code.LINK_REPLACED,
        Code.LINK_REVOKED,
        Code.LINK_USED,
        Code.NOT_A_SHEET,
        Code.SEASON_NOT_OPEN,
        Code.VOIDED,
    }
)


class Found(NamedTuple):
    """What a token leads to; is_replaced: there is a newer address."""

    game: Game
    link: ScoreLink
    is_replaced: bool


# --- Addresses -------------------------------------------------------------------------


def address_of(game: Game, request: HttpRequest) -> str:
    """The address of a table's sheet for who has no account; "" where it would be refused.

    For scorers and for paper only: whoever has it enters the sheet. It also says who sits there
    now, so that paper can be told apart that was printed before people changed places. Read many
    games with select_related("score_link", "session__season") and prefetch_related("seats").
    """
    link = link_of(game)
    if refusal(game, link, None):
        return ""
    path = reverse("leagues:score_link", args=[token_of(game, link)])
    if seated := seats_mark(game):
        path = f"{path}?{SEATS}={seated}"
    return request.build_absolute_uri(path)


def addresses_of(session: Session, request: HttpRequest) -> dict[int, str]:
    """The addresses of a session's tables, without those that are refused.

    By the numbers of their games: those that people call tables by repeat in each round.
    """
    games = (
        session.games.filter(kind=Game.Kind.SHEET)
        .exclude(status__in=[Game.Status.CONFIRMED, Game.Status.VOIDED])
        .select_related("score_link", "session__season")
        .prefetch_related("seats")
    )
    found = {game.number: address_of(game, request) for game in games}
    return {number: address for number, address in found.items() if address}


def token_of(game: Game, link: ScoreLink) -> str:
    """What the address of a table's link ends with."""
    return f"{int_to_base36(game.pk)}-{signature(PURPOSE, *_signed(game, link.generation))}"


def seats_mark(game: Game) -> str:
    """A few letters that are others once other people sit at a table; "" where nobody sits."""
    people = sorted(seat.player_id for seat in game.seats.all() if seat.player_id)
    return signature(SEATS, game.pk, *people)[:SEATS_LETTERS] if people else ""


def link_of(game: Game) -> ScoreLink:
    """The link of a game, which is not stored before something becomes of it."""
    try:
        return game.score_link
    except ScoreLink.DoesNotExist:
        return ScoreLink(game=game)


def find(token: str) -> Found | None:
    """The game to which a token belongs; None where it never was one."""
    number, _, signed = token.partition("-")
    if not number.isascii() or not number.isalnum() or len(number) > MOST_DIGITS:
        return None
    games = Game.objects.select_related("score_link", "round", "session__season__league")
    game = games.filter(pk=int(number, 36)).first()
    if game is None:
        return None
    link = link_of(game)
    newest = link.generation
    for generation in range(newest, max(0, newest - MOST_REPLACED), -1):
        if is_signature(signed, PURPOSE, *_signed(game, generation)):
            return Found(game, link, generation != newest)
    return None


def refusal(
    game: Game, link: ScoreLink, now: datetime | None, *, is_replaced: bool = False
) -> LeagueErrorCode | None:
    """Why a table's sheet cannot be entered by its link; None where it can.

    now: None where it does not matter how long ago the session was.
    """
    if is_replaced:
        return Code.LINK_REPLACED
    if link.revoked_at:
        return Code.LINK_REVOKED
    if game.kind != Game.Kind.SHEET:
        return Code.NOT_A_SHEET
    if game.status == Game.Status.VOIDED:
        return Code.VOIDED
    if game.status == Game.Status.CONFIRMED:
        return Code.LINK_CONFIRMED
    if link.used_at or _is_entered_since(game, link):
        return Code.LINK_USED
    if not game.session.season.is_open:
        return Code.SEASON_NOT_OPEN
    if now and has_lapsed(game.session, now):
        return Code.LINK_LAPSED
    return None


def refusal_of(found: Found, now: datetime) -> LeagueErrorCode | None:
    """Why the sheet that a token leads to cannot be entered; None where it can.

    A code that was printed before its round is shown opens nothing until then: it names people.
    """
    code = refusal(found.game, found.link, now, is_replaced=found.is_replaced)
    return code or (Code.LINK_HIDDEN if found.game.is_hidden else None)


def require_usable(found: Found, now: datetime) -> None:
    """Raise the LeagueError that `refusal_of` names."""
    code = refusal_of(found, now)
    if code:
        raise LeagueError(code)


def has_lapsed(session: Session, now: datetime) -> bool:
    """Whether a session was closed so long ago that its links are not taken any more."""
    # A session that closes, by hand or by itself, was active last when it did.
    last = max(session.starts_at, session.active_at)
    return session.status == Session.Status.CLOSED and last <= now - LASTS_AFTER_THE_SESSION


# --- Changes ---------------------------------------------------------------------------


def takes_two(game: Game, by: Player | None) -> bool:
    """Whether two people must confirm what `by` sends by the link; by: None for an unknown."""
    return by is None and game.session.season.season_rules.second_person


def submit(found: Found, form: SheetForm, by: Player | None, now: datetime) -> None:
    """Enter a sheet by the link of its table, once; a scorer must confirm it.

    by: None for whoever has not signed in. Where somebody on it is only named, it stays a draft: a
    scorer says who that was. Raises LeagueError: why the link is refused, LATE where the sheet has
    changed, and as `results.submit`.
    """
    game = found.game
    with transaction.atomic():
        list(locked(Season.objects.filter(pk=game.session.season_id)).only("pk"))
        link = _stored(game)
        is_replaced = found.is_replaced or link.generation != found.link.generation
        require_usable(Found(link.game, link, is_replaced), now)
        ScoreLink.objects.filter(pk=link.pk).update(used_at=now)
        if form.guests:
            save_draft(form.game, form.texts, by, "", now)
            notices.tell_to_confirm(form.game)
        else:
            results.submit(form.game, form.sheet, by, now, may_confirm=False)


def renew(game: Game, by: Player, now: datetime, seen: int) -> None:
    """Make a new address; older ones, used or not, open nothing any more.

    seen: the generation that it replaces, so that a second tap makes no third address. Raises
    LeagueError(LATE).
    """
    with locked_season(game.session.season_id) as season:
        season.standings_unchanged = True
        replaced = ScoreLink.objects.filter(pk=_stored(game).pk, generation=seen)
        if not replaced.update(generation=seen + 1, renewed_at=now, used_at=None, revoked_at=None):
            raise LeagueError(LeagueErrorCode.LATE)
        notices.forget_to_confirm(game)
        audit.record_at_table(game, Did.RENEWED_LINK, by)


def revoke(game: Game, by: Player, now: datetime) -> None:
    """Let nobody enter the sheet by its link. Raises LeagueError(NOTHING_TO_UNDO) if nobody can."""
    with locked_season(game.session.season_id) as season:
        season.standings_unchanged = True
        usable = ScoreLink.objects.filter(pk=_stored(game).pk, revoked_at=None)
        if not usable.update(revoked_at=now):
            raise LeagueError(LeagueErrorCode.NOTHING_TO_UNDO)
        audit.record_at_table(game, Did.REVOKED_LINK, by)


# --- Steps -----------------------------------------------------------------------------


def _stored(game: Game) -> ScoreLink:
    """The link of a game, with the game, as they are stored. Under the lock of the season."""
    found = Game.objects.select_related("session__season", "round").get(pk=game.pk)
    link, _is_new = ScoreLink.objects.get_or_create(game=found)
    link.game = found
    return link


def _is_entered_since(game: Game, link: ScoreLink) -> bool:
    """Whether somebody has entered the sheet, and no organizer has given a new link since."""
    if game.status != Game.Status.SUBMITTED or game.entered_at is None:
        return False
    return link.renewed_at is None or game.entered_at > link.renewed_at


def _signed(game: Game, generation: int) -> Collection[object]:
    return (game.pk, game.session_id, generation)
