from datetime import UTC, datetime

from django.db import migrations, models


def as_text(moment):
    """As leagues.standings.counted_games.moment_text writes it."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def note_what_was_due(apps, _schema_editor):
    seasons = apps.get_model("leagues", "Season").objects
    for pk, since in seasons.exclude(standings_due=None).values_list("pk", "standings_due"):
        outdated = {"since": as_text(since), "players": None}
        seasons.filter(pk=pk).update(outdated_standings=outdated)


def note_since_when(apps, _schema_editor):
    seasons = apps.get_model("leagues", "Season").objects
    noted = seasons.exclude(outdated_standings=None)
    for pk, outdated in noted.values_list("pk", "outdated_standings"):
        since = datetime.fromisoformat(outdated["since"])
        seasons.filter(pk=pk).update(standings_due=since)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0014_version_of_standings")]

    operations = [
        migrations.RenameField("league", "ratings_due", "outdated_ratings"),
        migrations.RenameField("league", "ratings_change", "ratings_notes"),
        migrations.RenameField("season", "standings_change", "standings_notes"),
        migrations.AddField(
            "season", "outdated_standings", models.JSONField(editable=False, null=True)
        ),
        migrations.RunPython(note_what_was_due, note_since_when),
        migrations.RemoveField("season", "standings_due"),
        migrations.RenameField("standing", "due", "expected_heads"),
    ]
