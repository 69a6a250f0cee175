"""Fill the rounds that each seat played, of games that ended before they were stored."""

import json

from django.db import migrations

TABLES_AT_ONCE = 200


def fill(apps, schema_editor):
    alias = schema_editor.connection.alias
    seats = apps.get_model("games", "Seat").objects.using(alias)
    tables = apps.get_model("games", "Table").objects.using(alias)
    finished = tables.filter(status="finished").exclude(state="").order_by("pk")
    newest = 0
    while batch := list(finished.filter(pk__gt=newest).values_list("pk", "state")[:TABLES_AT_ONCE]):
        rounds = {table: rounds_played(state) for table, state in batch}
        changed = []
        for seat in seats.filter(table__in=rounds, rounds=None):
            if seat.index < len(rounds[seat.table_id]):
                seat.rounds = rounds[seat.table_id][seat.index]
                changed.append(seat)
        seats.bulk_update(changed, ["rounds"], batch_size=TABLES_AT_ONCE)
        newest = batch[-1][0]


def rounds_played(state):
    """By seat, the rounds until the end of a stored game or until the seat was out."""
    game = json.loads(state)["game"]
    return [out or len(game["round_scores"]) for out in game["eliminated_in"]]


class Migration(migrations.Migration):
    # Each batch is a transaction of its own; a second run goes on where the first one stopped.
    atomic = False

    dependencies = [("games", "0012_rounds_played")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
