"""A draw before it is accepted: who would sit together, and how often they have met before."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from accounts.models import Player
from accounts.names import join_names
from games.plain_text import plain
from leagues.models import Session
from leagues.sessions.overview import Here, TableRound
from leagues.sessions.reading import session_overview
from leagues.sessions.seating.draw import Pair, SizeCode, pairs_of
from leagues.sessions.seats import NoTables, Proposal, free_players


class Again(NamedTuple):
    """Two people who would meet again, and how many times they have met this season."""

    first: str
    second: str
    times: int


class ProposedTable(NamedTuple):
    """A table of the preview; again: its pairs that have met, the most often first."""

    names: tuple[str, ...]
    again: tuple[Again, ...]


class RoundsOf(NamedTuple):
    """Somebody who is drawn: at how many rounds they were, and how many they sat out."""

    name: str
    here: int
    out: int


class DrawPreview(NamedTuple):
    """A proposed draw.

    text: the tables as the form that accepts them sends them back. byes: who sits out; drawn: all
    who are drawn, who sat out the smallest part first. unmet, broken: names of two who would not
    sit as wished. by_lot, unplaced: those of a Proposal as a sentence lists them.
    """

    seed: int
    tables: tuple[ProposedTable, ...]
    text: str
    byes: tuple[RoundsOf, ...]
    drawn: tuple[RoundsOf, ...]
    unmet: tuple[tuple[str, str], ...]
    broken: tuple[tuple[str, str], ...]
    by_lot: str
    unplaced: str

    @property
    def pairs_again(self) -> int:
        return sum(len(table.again) for table in self.tables)


class PersonTick(NamedTuple):
    """Somebody who may be drawn, and whether they are to be."""

    player: Player
    is_drawn: bool


class TableTick(NamedTuple):
    """A table that may be ticked, by the number of its game, and whether it is."""

    number: int
    name: str
    is_ticked: bool = False


class SeatingPage(NamedTuple):
    """What is listed beside the preview.

    choices: who sits nowhere. on_paper: tables in play on paper, ticked where they are done.
    with_room: rounds that have a table which has not begun, for one more.
    """

    is_anybody_here: bool
    choices: tuple[PersonTick, ...]
    on_paper: tuple[TableTick, ...]
    with_room: tuple[TableRound, ...]
    free: tuple[Here, ...]

    @property
    def drawn(self) -> list[int]:
        return [choice.player.pk for choice in self.choices if choice.is_drawn]

    @property
    def done(self) -> list[int]:
        return [tick.number for tick in self.on_paper if tick.is_ticked]


def present_seating(
    session: Session, wanted: Collection[int] | None, done: Collection[int]
) -> SeatingPage:
    """Who may be drawn; wanted: ids of those who are, None for everybody who sits nowhere."""
    overview = session_overview(session)
    free = set(free_players(session, done))
    choices = tuple(
        PersonTick(person.player, wanted is None or person.player.pk in wanted)
        for person in overview.present
        if person.player.pk in free
    )
    most = session.season.season_rules.most
    paper = [table for table in overview.in_play if not table.is_live]
    return SeatingPage(
        is_anybody_here=bool(overview.present),
        choices=choices,
        on_paper=tuple(
            TableTick(table.number, table.name, table.number in done) for table in paper
        ),
        with_room=tuple(each for each in overview.rounds if each.row and _has_room(each, most)),
        free=tuple(overview.free),
    )


def _has_room(round: TableRound, most: int) -> bool:
    """Whether somebody may join a table of a round."""
    return any(table.is_untouched and len(table.sittings) < most for table in round.tables)


def present_proposal(
    proposal: Proposal, players: Collection[Player], met: Mapping[Pair, int]
) -> DrawPreview:
    """The tables by name, with the repeats."""
    names = {player.pk: player.name for player in players}
    by_part = sorted(
        proposal.before.items(),
        key=lambda item: (item[1].out_tonight, item[1].part_after, plain(names[item[0]])),
    )
    rounds = [(player, RoundsOf(names[player], of.here, of.out)) for player, of in by_part]
    return DrawPreview(
        seed=proposal.seed,
        tables=tuple(_table(table, names, met) for table in proposal.tables),
        text=proposal.text,
        byes=tuple(each for player, each in rounds if player in proposal.byes),
        drawn=tuple(each for _player, each in rounds),
        unmet=tuple((names[one], names[other]) for one, other in proposal.unmet),
        broken=tuple((names[one], names[other]) for one, other in proposal.broken),
        by_lot=join_names([names[player] for player in proposal.by_lot]),
        unplaced=join_names([names[player] for player in proposal.unplaced]),
    )


def why_no_tables(error: NoTables) -> str:
    """What to do where so many people make no tables."""
    facts = error.why.facts
    if error.why.code is SizeCode.TOO_FEW:
        needed = facts["least"]
        return ngettext(
            "A table of this season needs at least %(least)d player.",
            "A table of this season needs at least %(least)d players.",
            needed,
        ) % {"least": needed}
    return gettext(
        "That many people cannot be split into tables of the sizes this season allows: %(fewer)d "
        "or %(more)d could. Leave somebody out, or add a guest."
    ) % {"fewer": facts["fewer"], "more": facts["more"]}


def _table(
    table: Sequence[int], names: Mapping[int, str], met: Mapping[Pair, int]
) -> ProposedTable:
    again = [
        Again(names[first], names[second], met[first, second])
        for first, second in pairs_of(table)
        if met.get((first, second))
    ]
    again.sort(key=lambda pair: -pair.times)
    return ProposedTable(tuple(sorted((names[p] for p in table), key=plain)), tuple(again))
