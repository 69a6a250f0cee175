"""Drop the index of the log by table alone: that by table and number serves the same questions.

Done without `AlterField`, which would write the whole log anew on SQLite.
"""

import django.db.models.deletion
from django.db import migrations, models


def drop_index(apps, schema_editor):
    log = apps.get_model("games", "ActionLog")._meta.db_table
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, log)
    for name, one in found.items():
        if one["index"] and one["columns"] == ["table_id"] and not one["unique"]:
            schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def make_index(apps, schema_editor):
    log = apps.get_model("games", "ActionLog")
    field = log._meta.get_field("table")
    schema_editor.execute(schema_editor._create_index_sql(log, fields=[field]))


class Migration(migrations.Migration):
    dependencies = [("games", "0018_sealed_until")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="actionlog",
                    name="table",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="games.table",
                    ),
                )
            ],
            database_operations=[migrations.RunPython(drop_index, make_index)],
        )
    ]
