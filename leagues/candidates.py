"""Who can be named on a score sheet of a session."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Game, GameSeat, Season, Session


@dataclass(frozen=True, slots=True)
class Candidates:
    """Ids and names, each person once: who is here, who else plays in the season, other members."""

    here: dict[int, str]
    season: dict[int, str]
    others: dict[int, str]

    @property
    def names(self) -> dict[int, str]:
        """All of them."""
        return {**self.here, **self.season, **self.others}

    @property
    def names_taken(self) -> frozenset[str]:
        """Names of the season in small letters: a guest needs another one."""
        return _small([*self.here.values(), *self.season.values()])


def candidates_of(session: Session) -> Candidates:
    """Who can have played a game of this session."""
    here = _named(
        Q(attendances__session=session)
        | Q(league_seats__game__session=session)
        | Q(pk__in=_on_sheets(session.games.all()))
    )
    season = _named(_of_season(session.season))
    others = _named(Q(user__is_active=True))
    return Candidates(
        here,
        {pk: name for pk, name in season.items() if pk not in here},
        {pk: name for pk, name in others.items() if pk not in here and pk not in season},
    )


def names_taken_in(season: Season) -> frozenset[str]:
    """Names of a season in small letters, also of those whose first game nobody has confirmed."""
    return _small(_named(_of_season(season)).values())


def guests_of(season: Season) -> dict[str, int]:
    """The ids of a season's guests by their names in small letters."""
    guests = _named(_of_season(season) & Q(user=None))
    return {name.casefold(): player for player, name in guests.items()}


def _of_season(season: Season) -> Q:
    settled = Q(status=Game.Status.CONFIRMED, pending=None)
    unsettled = Game.objects.filter(~settled, session__season=season)
    seated = GameSeat.objects.filter(game__in=unsettled, player__isnull=False).values("player")
    on_sheets = _on_sheets(unsettled)
    return Q(
        Q(entries__season=season) | Q(pk__in=seated) | Q(pk__in=on_sheets),
        erased_at=None,
    )


def _named(who: Q) -> dict[int, str]:
    return dict(Player.objects.filter(who).distinct().values_list("pk", "name"))


def _small(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def _on_sheets(games: QuerySet[Game]) -> set[int]:
    """Players of sheets: until they are confirmed these sit nowhere."""
    sheets = games.exclude(sheet=None).values_list("sheet", "pending")
    return {
        player
        for pair in sheets
        for sheet in pair
        if sheet
        for player in (*sheet["players"], *sheet["replaced"])
        if player is not None
    }
