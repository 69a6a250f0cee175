import django.utils.timezone
from django.db import migrations, models
from django.db.models import F


def begin_with_their_date(apps, _schema_editor):
    """Nobody knows when something last happened in a session: on its date."""
    apps.get_model("leagues", "Session").objects.update(active_at=F("starts_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0004_standings_of_sessions_to_come'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='active_at',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.RunPython(begin_with_their_date, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='gameversion',
            name='did',
            field=models.CharField(choices=[('submitted', 'entered'), ('confirmed', 'confirmed'), ('corrected', 'corrected'), ('turned_down', 'turned down'), ('voided', 'taken out'), ('broken_off', 'taken out: the table was broken off'), ('not_played', 'taken out: the table was not played'), ('restored', 'counted again'), ('merged', 'a guest became a member'), ('parted', 'the guest was parted from the member again')], max_length=12),
        ),
    ]
