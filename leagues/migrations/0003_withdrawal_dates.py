"""A withdrawal has a date instead of the number of a session."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def date_of(number: int, sessions: Sequence[tuple[int, datetime]], now: datetime) -> datetime:
    """Since when somebody has withdrawn who had no place from this session on.

    sessions: numbers of a season's sessions, and when they begin. Of sessions still to come nobody
    can have withdrawn later than now.
    """
    return min([now, *(starts_at for each, starts_at in sessions if each >= number)])


def give_dates(apps: Any, _schema_editor: Any) -> None:
    sessions = apps.get_model("leagues", "Session").objects
    now = timezone.now()
    for entrant in apps.get_model("leagues", "Entrant").objects.exclude(withdrawn_from=None):
        of_season = sessions.filter(season=entrant.season_id).values_list("number", "starts_at")
        entrant.withdrawn_at = date_of(entrant.withdrawn_from, list(of_season), now)
        entrant.save(update_fields=["withdrawn_at"])


def give_numbers(apps: Any, _schema_editor: Any) -> None:
    sessions = apps.get_model("leagues", "Session").objects
    for entrant in apps.get_model("leagues", "Entrant").objects.exclude(withdrawn_at=None):
        begun = sessions.filter(season=entrant.season_id, starts_at__lt=entrant.withdrawn_at)
        last = begun.aggregate(last=models.Max("number"))["last"] or 0
        entrant.withdrawn_from = last + 1
        entrant.save(update_fields=["withdrawn_from"])


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_joined_by_game")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="withdrawn_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="withdrawn"),
        ),
        migrations.RunPython(give_dates, give_numbers),
        migrations.RemoveField(model_name="entrant", name="withdrawn_from"),
    ]
