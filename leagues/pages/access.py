"""Fetch or refuse: a view that got its object here has also checked the right to it."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest

from accounts.access import player_of, player_or_none, require_organizer
from accounts.compiled_once import compiled_once
from accounts.models import Player, User
from accounts.security.factors import require_second_factor
from leagues.models import Game, League, RevisionSeat, Role, Season, Session


class Level(IntEnum):
    """What somebody may do in a league; each level includes those below it."""

    NOBODY = 0
    VIEWER = 1
    MEMBER = 2
    SCORER = 3
    ORGANIZER = 4
    OWNER = 5


class SignInFirst(Exception):
    """A stranger asked for what only members may see, or for what does not exist."""


_LEVELS = {
    Role.Kind.SCORER: Level.SCORER,
    Role.Kind.ORGANIZER: Level.ORGANIZER,
    Role.Kind.OWNER: Level.OWNER,
}


def level_in(league: League, user: User | AnonymousUser) -> Level:
    """The level of this login in a league; staff may do everything."""
    if not isinstance(user, User):
        is_open = league.visibility != League.Visibility.MEMBERS
        return Level.VIEWER if is_open else Level.NOBODY
    if user.is_staff:
        return Level.OWNER
    player = next(iter(_with_role(league.pk, user.pk)), None)
    if player is None:
        return Level.MEMBER
    # Who looks at a league is asked for right after what they may do there.
    user.player = player
    return _LEVELS[Role.Kind(player.kind)] if player.kind else Level.MEMBER


@compiled_once
def _with_role(league_id: int, user_id: int) -> QuerySet[Any]:
    """The player of a login, with the kind of their role in a league."""
    own = Role.objects.filter(league=league_id, player=OuterRef("pk")).order_by()
    kind = Subquery(own.values("kind"))
    return Player.every.order_by().annotate(kind=kind).filter(user=user_id)


def level_of(request: HttpRequest, league: League) -> Level:
    """The level of who asks, as `level_in`, read once for each request."""
    known: dict[tuple[int, int | None], Level] = vars(request).setdefault("league_levels", {})
    key = (league.pk, request.user.pk)
    if key not in known:
        known[key] = level_in(league, request.user)
    return known[key]


def levels_in(league: League, player_ids: Iterable[int | None]) -> dict[int | None, Level]:
    """The levels of these players in a league, of None that of a stranger; two statements."""
    level = Level.VIEWER if league.visibility != League.Visibility.MEMBERS else Level.NOBODY
    members = {player for player in player_ids if player is not None}
    levels: dict[int | None, Level] = dict.fromkeys(members, Level.MEMBER) | {None: level}
    roles = Role.objects.filter(league=league, player__in=members).values_list("player", "kind")
    levels |= {player: _LEVELS[Role.Kind(kind)] for player, kind in roles}
    staff = Player.objects.filter(pk__in=members, user__is_staff=True)
    return levels | dict.fromkeys(staff.values_list("pk", flat=True), Level.OWNER)


def require_level(request: HttpRequest, league: League, level: Level) -> None:
    """Refuse those who have less than this level.

    Raises SignInFirst for strangers, PermissionDenied for members, SecondFactorFirst for
    organizers who must set one up.
    """
    is_member = request.user.is_authenticated
    # No role is needed to look, so none is read.
    if level <= Level.MEMBER and is_member:
        return
    if level_of(request, league) >= level:
        if level >= Level.ORGANIZER and isinstance(request.user, User):
            require_second_factor(request.user)
        return
    raise PermissionDenied if is_member else SignInFirst


def get_league(request: HttpRequest, slug: str, level: Level = Level.VIEWER) -> League:
    """A league in which the reader has this level. Raises Http404, and as `require_level` does."""
    league = next(iter(_leagues(slug)), None)
    if league is None:
        raise _not_there(request)
    require_level(request, league, level)
    return league


@compiled_once
def _leagues(slug: str) -> QuerySet[League]:
    return League.objects.filter(slug=slug).order_by()


def seasons_seen(request: HttpRequest, league: League) -> QuerySet[Season]:
    """The seasons of a league that `get_season` gives this reader, the newest first."""
    seasons = league.seasons.select_related("league").order_by("-number")
    if level_of(request, league) >= Level.ORGANIZER:
        return seasons
    return seasons.exclude(status=Season.Status.DRAFT)


def get_season(
    request: HttpRequest,
    slug: str,
    number: int,
    level: Level = Level.VIEWER,
    *,
    may_be_announced: bool = False,
) -> Season:
    """A season of such a league; one being prepared exists for its organizers only.

    may_be_announced: on this page for everybody who sees the league, once members sign up for it.
    """
    season = next(iter(_seasons(slug, number)), None)
    return _checked_season(request, season, level, may_be_announced=may_be_announced)


@compiled_once
def _seasons(slug: str, number: int) -> QuerySet[Season]:
    seasons = Season.objects.select_related("league").order_by()
    return seasons.filter(league__slug=slug, number=number)


def get_session(
    request: HttpRequest, slug: str, number: int, session: int, level: Level = Level.VIEWER
) -> Session:
    """A session of such a season."""
    found = next(iter(_sessions(slug, number, session)), None)
    if found is None:
        get_season(request, slug, number, level)
        raise Http404
    _checked_season(request, found.season, level)
    return found


@compiled_once
def _sessions(slug: str, season: int, number: int) -> QuerySet[Session]:
    sessions = Session.objects.select_related("season__league").order_by()
    return sessions.filter(season__league__slug=slug, season__number=season, number=number)


def get_game(
    request: HttpRequest,
    slug: str,
    number: int,
    session: int,
    game: int,
    level: Level = Level.VIEWER,
) -> Game:
    """A game of such a session; what is not confirmed is seen from Level.SCORER on (views mind).

    One of a round that is not released exists for scorers and organizers only.
    """
    found = next(iter(_games(slug, number, session, game)), None)
    if found is None:
        get_session(request, slug, number, session, level)
        # As `_hide_below` answers: nobody learns by numbers how many tables are hidden.
        raise _not_there(request)
    is_hidden = found.is_hidden
    season = _checked_season(request, found.session.season, level)
    if is_hidden:
        _hide_below(request, season.league, Level.SCORER)
    return found


@compiled_once
def _games(slug: str, season: int, session: int, number: int) -> QuerySet[Game]:
    games = Game.objects.select_related("session__season__league", "round", "score_link")
    games = games.select_related("table", "entered_by")
    of_season = games.filter(session__season__league__slug=slug, session__season__number=season)
    return of_season.filter(session__number=session, number=number).order_by()


def require_league_maker(request: HttpRequest) -> Player:
    """The player of the signed-in user, who may create leagues.

    Raises SignInFirst for a stranger, and as `require_organizer` does.
    """
    acting_player(request)
    return require_organizer(request)


def acting_player(request: HttpRequest) -> Player:
    """The player of the signed-in user. Raises SignInFirst for a stranger."""
    if not isinstance(request.user, User):
        raise SignInFirst
    # Mostly it was read with the role.
    return getattr(request.user, "player", None) or player_of(request.user)


def _checked_season(
    request: HttpRequest, season: Season | None, level: Level, *, may_be_announced: bool = False
) -> Season:
    if season is None:
        raise _not_there(request)
    require_level(request, season.league, level)
    is_announced = may_be_announced and season.sign_up != Season.SignUps.NONE
    if season.status == Season.Status.DRAFT and not is_announced:
        _hide_below(request, season.league, Level.ORGANIZER)
    return season


def _hide_below(request: HttpRequest, league: League, level: Level) -> None:
    if level_of(request, league) < level:
        raise _not_there(request)


def _not_there(request: HttpRequest) -> Exception:
    """A stranger learns nothing about which leagues and seasons there are."""
    return Http404() if request.user.is_authenticated else SignInFirst()


class Entering(NamedTuple):
    """A game and the player who may enter its sheet; may_confirm: they are a scorer."""

    game: Game
    player: Player
    may_confirm: bool


def get_entering(request: HttpRequest, slug: str, number: int, session: int, game: int) -> Entering:
    """A game whose sheet the reader may enter, as a scorer or because they sat there.

    Raises SignInFirst, PermissionDenied, and as `get_game` does.
    """
    found = get_game(request, slug, number, session, game)
    may_confirm = level_of(request, found.session.season.league) >= Level.SCORER
    player = acting_player(request)
    if not may_confirm and not sat_there(found, player):
        raise PermissionDenied
    return Entering(found, player, may_confirm)


def may_see_unconfirmed(request: HttpRequest, game: Game) -> bool:
    """Whether the reader is a scorer, or sat at this game."""
    if level_of(request, game.session.season.league) >= Level.SCORER:
        return True
    player = player_or_none(request)
    return player is not None and sat_there(game, player)


def sat_there(game: Game, player: Player) -> bool:
    """Whether a player has a seat at a game or is on its sheet."""
    columns = RevisionSeat.objects.filter(revision__in=[game.sheet_id, game.pending_id])
    return columns.filter(player=player).exists() or game.seats.filter(player=player).exists()
