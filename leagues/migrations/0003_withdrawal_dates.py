"""A withdrawal has a date instead of the number of a session."""

from collections.abc import Iterator, Sequence
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

    def date_in(season_id: int, number: int) -> datetime:
        of_season = sessions.filter(season=season_id).values_list("number", "starts_at")
        return date_of(number, list(of_season), now)

    for entrant in apps.get_model("leagues", "Entrant").objects.exclude(withdrawn_from=None):
        entrant.withdrawn_at = date_in(entrant.season_id, entrant.withdrawn_from)
        entrant.save(update_fields=["withdrawn_at"])
    for fields in entrants_of_merges(apps):
        number = fields.pop("withdrawn_from", None)
        fields["withdrawn_at"] = number and str(date_in(fields["season"], number))


def give_numbers(apps: Any, _schema_editor: Any) -> None:
    sessions = apps.get_model("leagues", "Session").objects

    def number_in(season_id: int, date: datetime) -> int:
        begun = sessions.filter(season=season_id, starts_at__lt=date)
        last: int = begun.aggregate(last=models.Max("number"))["last"] or 0
        return last + 1

    for entrant in apps.get_model("leagues", "Entrant").objects.exclude(withdrawn_at=None):
        entrant.withdrawn_from = number_in(entrant.season_id, entrant.withdrawn_at)
        entrant.save(update_fields=["withdrawn_from"])
    for fields in entrants_of_merges(apps):
        date = fields.pop("withdrawn_at", None)
        fields["withdrawn_from"] = date and number_in(
            fields["season"], datetime.fromisoformat(date)
        )


def entrants_of_merges(apps: Any) -> Iterator[dict[str, Any]]:
    """The fields of the rows that a merge removed and its undoing brings back, to be changed."""
    for merge in apps.get_model("leagues", "Merge").objects.all():
        for row in merge.moved.get("removed", ()):
            if row["model"] == "leagues.entrant":
                yield row["fields"]
        merge.save(update_fields=["moved"])


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
