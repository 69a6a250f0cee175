from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("leagues", "0009_rows_that_cannot_be"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "confirmed"), _negated=True),
                    ("confirmed_at__isnull", False),
                    _connector="OR",
                ),
                name="confirmed_has_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "live"), _negated=True),
                    ("table__isnull", False),
                    _connector="OR",
                ),
                name="live_has_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="gameseat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("player__isnull", False)),
                    models.Q(
                        ("player__isnull", True), models.Q(("bot", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="league_seat_person_or_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="merge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at__isnull", True)),
                fields=("league", "guest"),
                name="one_active_merge_per_guest",
            ),
        ),
    ]
