"""A draw before it is accepted: who would sit together, and how often they have met before."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from accounts.models import Player
from accounts.names import join_names
from games.plain_text import plain
from leagues.models import Session
from leagues.sessions.overview import TableRound
from leagues.sessions.reading import session_overview
from leagues.sessions.seating.draw import Pair, SizeCode, pairs_of
from leagues.sessions.seats import NoTables, Proposal, free_players


def present_seating(
    session: Session, wanted: Collection[int] | None, done: Collection[int]
) -> dict[str, Any]:
    """What is listed beside the preview; wanted: ids of those who are drawn, None for all.

    players: who sits nowhere, drawn: the ids of those of them who are drawn. on_paper: tables in
    play on paper, done: the numbers of those that have played. with_room: rounds that have a table
    which has not begun, for one more; free: who could join it.
    """
    overview = session_overview(session)
    able = set(free_players(session, done))
    players = [each.player for each in overview.present if each.player.pk in able]
    on_paper = [table for table in overview.in_play if not table.is_live]
    most = session.season.season_rules.most
    return {
        "is_anybody_here": bool(overview.present),
        "players": players,
        "drawn": [each.pk for each in players if wanted is None or each.pk in wanted],
        "on_paper": on_paper,
        "done": [table.number for table in on_paper if table.number in done],
        "with_room": [each for each in overview.rounds if each.row and _has_room(each, most)],
        "free": overview.free,
    }


def _has_room(round: TableRound, most: int) -> bool:
    """Whether somebody may join a table of a round."""
    return any(table.is_untouched and len(table.sittings) < most for table in round.tables)


def present_proposal(
    proposal: Proposal, players: Iterable[Player], met: Mapping[Pair, int]
) -> dict[str, Any]:
    """A proposed draw by name.

    tables: each with names, and again: its pairs that have met, the most often first. byes: who
    sits out; drawn: all who are drawn, who sat out the smallest part first. unmet, broken: names of
    two who would not sit as wished. by_lot, unplaced: those of a Proposal as a sentence lists them.
    """
    names = {player.pk: player.name for player in players}
    by_part = sorted(
        proposal.before.items(),
        key=lambda item: (item[1].out_tonight, item[1].part_after, plain(names[item[0]])),
    )
    drawn = {
        player: {"name": names[player], "here": of.here, "out": of.out} for player, of in by_part
    }
    tables = [_table(table, names, met) for table in proposal.tables]
    return {
        "seed": proposal.seed,
        "text": proposal.text,
        "tables": tables,
        "pairs_again": sum(len(table["again"]) for table in tables),
        "byes": [each for player, each in drawn.items() if player in proposal.byes],
        "drawn": [*drawn.values()],
        "unmet": [(names[one], names[other]) for one, other in proposal.unmet],
        "broken": [(names[one], names[other]) for one, other in proposal.broken],
        "by_lot": join_names([names[player] for player in proposal.by_lot]),
        "unplaced": join_names([names[player] for player in proposal.unplaced]),
    }


def _table(
    table: Sequence[int], names: Mapping[int, str], met: Mapping[Pair, int]
) -> dict[str, Any]:
    again = [
        (names[first], names[second], met[first, second])
        for first, second in pairs_of(table)
        if met.get((first, second))
    ]
    again.sort(key=lambda pair: -pair[2])
    return {"names": sorted((names[player] for player in table), key=plain), "again": again}


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
