import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_reveal_speed"), ("leagues", "0027_places_and_waiting_lists")]

    operations = [
        migrations.CreateModel(
            name="NoticePreference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "mails",
                    models.CharField(
                        choices=[
                            ("at_once", "at once, at most one email an hour"),
                            ("daily", "once a day; moved and cancelled sessions at once"),
                            ("never", "never"),
                        ],
                        default="daily",
                        max_length=10,
                        verbose_name="Emails about your leagues",
                    ),
                ),
                ("mailed_at", models.DateTimeField(editable=False, null=True)),
                ("claimed_until", models.DateTimeField(editable=False, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_preference",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "choice of notices",
                "verbose_name_plural": "choices of notices",
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("seated", "where you sit"),
                            ("moved", "a session has been moved"),
                            ("cancelled", "a session is cancelled"),
                            ("reinstated", "a cancelled session takes place after all"),
                            ("place", "you have a place"),
                            ("confirm", "a sheet to confirm"),
                            ("results", "results are in"),
                            ("reminder", "a session is tomorrow"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="told"),
                ),
                ("read_at", models.DateTimeField(null=True, verbose_name="read")),
                ("mailed_at", models.DateTimeField(null=True, verbose_name="mailed")),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="leagues.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="accounts.player",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="leagues.session",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "ordering": ["player_id", "pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("mailed_at", None), ("read_at", None)),
                        fields=["player"],
                        name="notices_to_mail",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "confirm"), _negated=True),
                        fields=("player", "kind", "session"),
                        name="one_notice_per_session",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "confirm")),
                        fields=("player", "game"),
                        name="one_notice_per_sheet",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("game__isnull", False),
                            models.Q(("kind__in", ["confirm", "seated"]), _negated=True),
                            _connector="OR",
                        ),
                        name="notice_of_a_game",
                    ),
                ],
            },
        ),
    ]
