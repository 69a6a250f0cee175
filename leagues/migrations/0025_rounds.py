import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F

PLAYER = "accounts.player"


def release_all(apps, _schema_editor):
    """Everybody has seen the draws of before as soon as they were accepted."""
    apps.get_model("leagues", "Round").objects.update(released_at=F("at"))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_erased"),
        ("leagues", "0024_finals"),
    ]

    operations = [
        migrations.RenameModel("Draw", "Round"),
        migrations.AlterModelOptions(
            name="round",
            options={
                "ordering": ["session_id", "number"],
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
            },
        ),
        migrations.AlterField(
            model_name="round",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="leagues.session",
            ),
        ),
        migrations.RemoveConstraint(model_name="round", name="one_draw_per_number"),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("session", "number"), name="one_round_per_number"
            ),
        ),
        migrations.RenameField("round", "last_table", "last_game"),
        migrations.RenameField("game", "draw", "round"),
        migrations.AddField(
            model_name="round",
            name="kind",
            field=models.CharField(
                choices=[
                    ("everybody", "Everybody meets everybody"),
                    ("by_rank", "By rank"),
                    ("final", "Final"),
                ],
                default="everybody",
                max_length=10,
            ),
        ),
        *(
            migrations.AddField(
                model_name="round", name=name, field=models.DateTimeField(blank=True, null=True)
            )
            for name in ("released_at", "timer_started_at", "timer_paused_at")
        ),
        migrations.AddField(
            model_name="round",
            name="minutes",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="table_number",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="table"),
        ),
        migrations.AlterField(
            model_name="game",
            name="number",
            field=models.PositiveSmallIntegerField(verbose_name="number"),
        ),
        migrations.CreateModel(
            name="Bye",
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
                        choices=[("bye", "sits out"), ("no_show", "did not show up")],
                        default="bye",
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=PLAYER,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to=PLAYER,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="leagues.round",
                    ),
                ),
                (
                    "set_aside_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.merge",
                    ),
                ),
            ],
            options={
                "verbose_name": "bye",
                "verbose_name_plural": "byes",
                "ordering": ["round_id", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("set_aside_by__isnull", True)),
                        fields=("round", "player"),
                        name="one_bye_each",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="merge",
            name="byes",
            field=models.ManyToManyField(related_name="+", to="leagues.bye"),
        ),
        migrations.RunPython(release_all, migrations.RunPython.noop),
    ]
