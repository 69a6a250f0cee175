import django.db.models.deletion
from django.db import migrations, models

# Tables with one row for each player in a place, and the fields that say so.
PLACED = {
    "attendance": ("one_attendance_each", ("session", "player")),
    "entrant": ("one_entrant_each", ("season", "player")),
    "wish": ("one_wish_per_pair", ("season", "first", "second")),
}
MOVED = {
    "games": "leagues.game",
    "adjustments": "leagues.adjustment",
    "attendances": "leagues.attendance",
    "entrants": "leagues.entrant",
    "wishes": "leagues.wish",
}


def set_aside_by():
    return models.ForeignKey(
        editable=False,
        null=True,
        on_delete=django.db.models.deletion.CASCADE,
        related_name="+",
        to="leagues.merge",
    )


def of_shown_rows(name, fields):
    return models.UniqueConstraint(
        condition=models.Q(("set_aside_by__isnull", True)), fields=fields, name=name
    )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0020_no_sheets_in_json")]

    operations = [
        *(migrations.RemoveConstraint(model, name) for model, (name, _fields) in PLACED.items()),
        *(migrations.AddField(model, "set_aside_by", set_aside_by()) for model in PLACED),
        *(
            migrations.AddConstraint(model, of_shown_rows(name, fields))
            for model, (name, fields) in PLACED.items()
        ),
        migrations.AddField(
            "entrant",
            "own_joined_from",
            models.PositiveSmallIntegerField(editable=False, null=True),
        ),
        *(
            migrations.AddField(
                "merge", name, models.ManyToManyField(related_name="+", to=model)
            )
            for name, model in MOVED.items()
        ),
        migrations.AddField("merge", "guest_was_rated", models.BooleanField(default=True)),
        migrations.AddField("merge", "member_was_rated", models.BooleanField(default=True)),
    ]
