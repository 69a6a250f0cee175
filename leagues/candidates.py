"""Who can be named on a score sheet of a session."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Player
from leagues.models import Session


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
        taken = {*self.here.values(), *self.season.values()}
        return frozenset(name.casefold() for name in taken)


def candidates_of(session: Session) -> Candidates:
    """Who can have played a game of this session."""
    here = _named(
        Q(attendances__session=session)
        | Q(league_seats__game__session=session)
        | Q(pk__in=_of_sheets(session))
    )
    season = _named(Q(entries__season=session.season, erased_at=None))
    others = _named(Q(user__is_active=True))
    return Candidates(
        here,
        {pk: name for pk, name in season.items() if pk not in here},
        {pk: name for pk, name in others.items() if pk not in here and pk not in season},
    )


def _named(who: Q) -> dict[int, str]:
    return dict(Player.objects.filter(who).distinct().values_list("pk", "name"))


def _of_sheets(session: Session) -> set[int]:
    """Players of sheets that are not confirmed yet, who sit nowhere so far."""
    sheets = session.games.exclude(sheet=None).values_list("sheet", "pending")
    return {
        player
        for pair in sheets
        for sheet in pair
        if sheet
        for player in (*sheet["players"], *sheet["replaced"])
        if player is not None
    }
