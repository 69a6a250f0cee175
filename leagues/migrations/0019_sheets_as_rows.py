"""Carry the score sheets over from JSON to rows.

Equal sheets of one game are one revision: a line that confirms a sheet leaves the one that was
submitted. Whoever a sheet names although they were deleted, as older versions of the site did with
guests, is a player again, without a name like everybody who was erased.
"""

from django.db import migrations
from django.db.migrations.exceptions import IrreversibleError
from django.utils import timezone

ERASED = "|"
AT_ONCE = 500


def to_rows(apps, schema_editor):
    games = apps.get_model("leagues", "Game").objects
    lines = apps.get_model("leagues", "GameVersion").objects.exclude(old_sheet=None)
    with_sheets = games.exclude(old_sheet=None).values_list("pk", flat=True)
    ids = sorted({*with_sheets, *lines.values_list("game_id", flat=True)})
    for first in range(0, len(ids), AT_ONCE):
        found = games.filter(pk__in=ids[first : first + AT_ONCE])
        _carry_over(apps, schema_editor, list(found.prefetch_related("versions")))


def to_nothing(apps, _schema_editor):
    """Go back where there is nothing to carry back."""
    if apps.get_model("leagues", "SheetRevision").objects.exists():
        raise IrreversibleError("score sheets are rows now: restore a backup to go back")


def _carry_over(apps, schema_editor, games):
    sheets = {}
    for game in games:
        lines = sorted(game.versions.all(), key=lambda line: line.number)
        kept = [*(line.old_sheet for line in lines), game.old_sheet, game.old_pending]
        sheets[game.pk] = {_key(sheet): sheet for sheet in kept if sheet}
    _bring_back_the_deleted(apps, [sheet for each in sheets.values() for sheet in each.values()])
    revisions = _write(apps, sheets)

    def id_of(game_id, sheet):
        return revisions[game_id, _key(sheet)] if sheet else None

    _point(
        schema_editor,
        "UPDATE leagues_game SET sheet_id = %s, pending_id = %s WHERE id = %s",
        [
            (id_of(game.pk, game.old_sheet), id_of(game.pk, game.old_pending), game.pk)
            for game in games
        ],
    )
    _point(
        schema_editor,
        "UPDATE leagues_gameversion SET sheet_id = %s WHERE id = %s",
        [
            (id_of(game.pk, line.old_sheet), line.pk)
            for game in games
            for line in game.versions.all()
            if line.old_sheet
        ],
    )


def _key(sheet):
    """What tells a sheet from others of its game; older ones have no word of being cut short."""
    return repr(sorted({"cut_short": False, **sheet}.items()))


def _bring_back_the_deleted(apps, sheets):
    players = apps.get_model("accounts", "Player").objects
    named = {player for sheet in sheets for player in (*sheet["players"], *sheet["replaced"])}
    missing = named - {None, *players.filter(pk__in=named - {None}).values_list("pk", flat=True)}
    now = timezone.now()
    players.bulk_create(
        players.model(pk=pk, name=ERASED, erased_at=now) for pk in sorted(missing)
    )


def _write(apps, sheets):
    """Ids of the revisions by game and sheet."""
    revisions = apps.get_model("leagues", "SheetRevision").objects
    seats = apps.get_model("leagues", "RevisionSeat").objects
    found = [
        (game_id, key, sheet)
        for game_id, of_game in sheets.items()
        for key, sheet in of_game.items()
    ]
    rows = revisions.bulk_create(
        revisions.model(
            game_id=game_id,
            round_count=sheet["round_count"],
            is_cut_short=sheet.get("cut_short", False),
        )
        for game_id, _key, sheet in found
    )
    seats.bulk_create(
        seats.model(
            revision_id=row.pk,
            index=index,
            player_id=player,
            substitute_for_id=sheet["replaced"][index],
            heads=[heads[index] for heads in sheet["rounds"]],
            total=sheet["totals"][index] if sheet["totals"] else None,
        )
        for row, (_game, _key, sheet) in zip(rows, found, strict=True)
        for index, player in enumerate(sheet["players"])
    )
    return {
        (game_id, key): row.pk
        for row, (game_id, key, _sheet) in zip(rows, found, strict=True)
    }


def _point(schema_editor, statement, rows):
    with schema_editor.connection.cursor() as cursor:
        cursor.executemany(statement, rows)


class Migration(migrations.Migration):
    # Apart from the columns: PostgreSQL alters no table with rows that were just written.

    dependencies = [("leagues", "0018_sheet_revisions")]

    operations = [migrations.RunPython(to_rows, to_nothing)]
