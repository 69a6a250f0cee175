"""Score sheets as rows: submitted sheets are written, and read as they were."""

from leagues.models import Game, RevisionSeat, SheetRevision
from leagues.models.sheet import SheetRevisionQuerySet
from leagues.sheets.pad.pad import Pad
from leagues.sheets.score_sheet import ScoreSheet


def write_revision(game: Game, sheet: ScoreSheet) -> SheetRevision:
    """Keep a sheet without faults as the newest revision of a game."""
    pad = sheet.pad
    revision = SheetRevision.objects.create(
        game=game, round_count=pad.round_count, is_cut_short=pad.is_cut_short
    )
    totals = pad.totals or (None,) * len(pad.columns)
    RevisionSeat.objects.bulk_create(
        RevisionSeat(
            revision=revision,
            index=index,
            player_id=player,
            substitute_for_id=absent,
            heads=[row[index] for row in pad.rounds],
            total=total,
        )
        for index, (player, absent, total) in enumerate(
            zip(sheet.players, sheet.replaced, totals, strict=True)
        )
    )
    return revision


def read_revision(revision: SheetRevision) -> ScoreSheet:
    """The sheet of a revision."""
    seats = list(revision.seats.all())
    totals = tuple(seat.total for seat in seats)
    pad = Pad(
        columns=tuple(seat.player_id for seat in seats),
        rounds=tuple(zip(*(seat.heads for seat in seats), strict=True)),
        totals=None if all(total is None for total in totals) else totals,
        round_count=revision.round_count,
        is_cut_short=revision.is_cut_short,
    )
    return ScoreSheet(pad, tuple(seat.substitute_for_id for seat in seats))


def read_revisions(revisions: SheetRevisionQuerySet) -> dict[int, ScoreSheet]:
    """The sheets of revisions by their ids, in two statements."""
    return {found.pk: read_revision(found) for found in revisions.prefetch_related("seats")}
