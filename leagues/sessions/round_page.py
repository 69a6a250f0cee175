"""A round to change: whom to move where, and what somebody else changed meanwhile."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.models import Player
from leagues.models import Game
from leagues.sessions.overview import SessionOverview, Sitting, TableCard, TableRound
from leagues.sessions.round_edits import Plan, RoundChanged, plan_text


class PersonToMove(NamedTuple):
    """Somebody who can be moved: table is the number of theirs, None where they have no seat."""

    player: int
    name: str
    table: int | None


class RoundChoices(NamedTuple):
    """What may be changed in a round.

    seen: its plan as a text. movable: who sits at a table that has not begun; unseated: who is here
    and has sat at no table of this round, or has a bye or a no-show in it. tables: those that have
    not begun; small: those of them with too few people. fewest: how many a table of this season
    has at least. absent: somebody has a bye or a no-show.
    """

    seen: str
    movable: tuple[PersonToMove, ...]
    unseated: tuple[PersonToMove, ...]
    absent: bool
    tables: tuple[TableCard, ...]
    small: tuple[TableCard, ...]
    fewest: int

    @property
    def are_any(self) -> bool:
        """Whether somebody can be seated elsewhere, or a seat be given or taken."""
        return bool(self.movable or (self.unseated and self.tables) or self.absent)


def present_round(overview: SessionOverview, round: TableRound, fewest: int) -> RoundChoices:
    """What organizers may change in a round."""
    # Whose table was not played is as free as those who had none.
    seated = [table for table in round.tables if table.status != Game.Status.VOIDED]
    plan = {table.table_number: _ids(table.sittings) for table in seated}
    have_sat = {player for people in plan.values() for player in people}
    tables = tuple(table for table in round.tables if table.is_untouched)
    free = [person.player for person in overview.free if person.player.pk not in have_sat]
    gone = [bye.player for bye in round.byes if bye.player not in free]
    unseated = [*free, *gone]
    return RoundChoices(
        seen=plan_text(plan),
        movable=tuple(
            PersonToMove(sitting.player_id, sitting.name, table.table_number)
            for table in tables
            for sitting in table.sittings
            if sitting.player_id is not None
        ),
        unseated=tuple(PersonToMove(player.pk, player.name, None) for player in unseated),
        absent=bool(round.byes),
        tables=tables,
        small=tuple(table for table in tables if len(table.sittings) < fewest),
        fewest=fewest,
    )


def changes_in_words(changed: RoundChanged) -> list[str]:
    """Who sits elsewhere than on the page that somebody had open."""
    before, after = _tables(changed.seen), _tables(changed.stored)
    moved = [player for player in before | after if before.get(player) != after.get(player)]
    players = Player.objects.filter(pk__in=moved).order_by("name")
    return [
        gettext("%(name)s: %(before)s → %(after)s")
        % {
            "name": player.name,
            "before": _place(before.get(player.pk)),
            "after": _place(after.get(player.pk)),
        }
        for player in players
    ]


def _place(table: int | None) -> str:
    if table is None:
        return gettext("no seat")
    return gettext("Table %(number)d") % {"number": table}


def _tables(plan: Plan) -> dict[int, int]:
    return {player: number for number, people in plan.items() for player in people}


def _ids(sittings: Iterable[Sitting]) -> tuple[int, ...]:
    return tuple(sorted(each.player_id for each in sittings if each.player_id is not None))
