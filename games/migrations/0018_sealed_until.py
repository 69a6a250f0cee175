"""Seal the deals of the day, also those that were opened before."""

from datetime import datetime, time, timedelta

from django.db import migrations, models
from django.utils import timezone


def seal_daily_games(apps, schema_editor):
    games = apps.get_model("games", "DailyGame").objects.using(schema_editor.connection.alias)
    for game in games.select_related("table"):
        midnight = datetime.combine(game.day, time(), timezone.get_default_timezone())
        game.table.sealed_until = midnight + timedelta(days=1)
        game.table.save(update_fields=["sealed_until"])


class Migration(migrations.Migration):
    dependencies = [("games", "0017_daily_games")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="sealed_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(seal_daily_games, migrations.RunPython.noop),
    ]
