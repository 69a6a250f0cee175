"""Best sessions and sessions needed for a place; standings count the sessions of each player."""

import django.core.validators
from django.db import migrations, models
from django.db.models import Exists, F, OuterRef


def compute_again(apps, schema_editor):
    """Let the standings of all seasons be computed again: their rows lack the sessions."""
    Season = apps.get_model("leagues", "Season")
    Standing = apps.get_model("leagues", "Standing")
    Season.objects.filter(Exists(Standing.objects.filter(season=OuterRef("pk")))).update(
        outdated_standings={"since": "", "players": None},
        standings_notes=F("standings_notes") + 1,
    )


def _number(label, help_text):
    return models.SmallIntegerField(
        label,
        default=0,
        help_text=help_text,
        validators=[
            django.core.validators.MinValueValidator(0),
            django.core.validators.MaxValueValidator(1000),
        ],
    )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0032_private_addresses")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="best_sessions",
            field=_number(
                "Best sessions that count",
                "With 6, only the games of each player’s six best sessions count. 0 counts all "
                "sessions.",
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="min_sessions",
            field=_number(
                "Sessions needed for a place",
                "Asked instead of a number of games. 0 means that games are counted.",
            ),
        ),
        migrations.AddField(
            model_name="standing",
            name="sessions",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.RunPython(compute_again, migrations.RunPython.noop, elidable=True),
    ]
