"""The secret of each session, of which those of its live tables are made."""

from django.db import migrations, models

import games.models

SESSIONS_AT_ONCE = 500


def draw(apps, schema_editor):
    """Draw a secret for each session that has none."""
    sessions = apps.get_model("leagues", "Session").objects.using(schema_editor.connection.alias)
    while batch := list(sessions.filter(deal_secret=b"").only("pk")[:SESSIONS_AT_ONCE]):
        for session in batch:
            session.deal_secret = games.models.new_server_seed()
        sessions.bulk_update(batch, ["deal_secret"])


class Migration(migrations.Migration):

    dependencies = [("leagues", "0037_byes_and_no_shows")]

    operations = [
        migrations.AddField(
            model_name="session",
            name="tables_opened",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="session",
            name="deal_secret",
            field=models.BinaryField(default=b""),
        ),
        migrations.RunPython(draw, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="session",
            name="deal_secret",
            field=models.BinaryField(default=games.models.new_server_seed),
        ),
    ]
