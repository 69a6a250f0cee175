import django.core.validators
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0026_table_numbers"),
    ]

    operations = [
        migrations.AddField(
            model_name="reply",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name="replied"),
        ),
        migrations.AddField(
            model_name="reply",
            name="put_first_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="reply",
            name="waits",
            field=models.BooleanField(default=False, verbose_name="on the waiting list"),
        ),
        migrations.AddField(
            model_name="session",
            name="cancelled_because",
            field=models.CharField(blank=True, max_length=200, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="session",
            name="places",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MinValueValidator(1)],
                verbose_name="places",
            ),
        ),
        migrations.AlterField(
            model_name="session",
            name="status",
            field=models.CharField(
                choices=[
                    ("planned", "Planned"),
                    ("running", "Running"),
                    ("closed", "Over"),
                    ("cancelled", "Cancelled"),
                ],
                default="planned",
                max_length=10,
                verbose_name="status",
            ),
        ),
    ]
