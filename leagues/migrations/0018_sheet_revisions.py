import django.db.models.deletion
from django.db import migrations, models

REVISION = "leagues.sheetrevision"


def to_revision():
    return models.ForeignKey(
        null=True,
        on_delete=django.db.models.deletion.RESTRICT,
        related_name="+",
        to=REVISION,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_erased"),
        ("leagues", "0017_rules_as_columns"),
    ]

    operations = [
        migrations.CreateModel(
            name="SheetRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_count", models.PositiveSmallIntegerField(null=True)),
                ("is_cut_short", models.BooleanField(default=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="leagues.game",
                    ),
                ),
            ],
            options={"ordering": ["game_id", "pk"]},
        ),
        migrations.CreateModel(
            name="RevisionSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("index", models.PositiveSmallIntegerField()),
                ("heads", models.JSONField(default=list)),
                ("total", models.PositiveIntegerField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to=REVISION,
                    ),
                ),
                (
                    "substitute_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.player",
                    ),
                ),
            ],
            options={
                "ordering": ["revision_id", "index"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("revision", "index"), name="one_column_per_place"
                    ),
                    models.UniqueConstraint(fields=("revision", "player"), name="one_column_each"),
                ],
            },
        ),
        migrations.RenameField("game", "sheet", "old_sheet"),
        migrations.RenameField("game", "pending", "old_pending"),
        migrations.RenameField("gameversion", "sheet", "old_sheet"),
        migrations.AddField("game", "sheet", to_revision()),
        migrations.AddField("game", "pending", to_revision()),
        migrations.AddField("gameversion", "sheet", to_revision()),
    ]
