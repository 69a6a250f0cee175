from django.db import migrations, models
from django.db.models import F


def begin_with_the_version_of_the_season(apps, _schema_editor):
    """A page that is open meanwhile knows its standings by that version."""
    apps.get_model("leagues", "Season").objects.update(standings_version=F("version"))


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0013_sums_of_standings'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='standings_version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RunPython(
            begin_with_the_version_of_the_season, migrations.RunPython.noop
        ),
    ]
