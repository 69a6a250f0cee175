from django.db import migrations, models
from django.db.models import Max


def note_the_highest_number(apps, _schema_editor):
    """As far as it is known: that of the tables that are still there."""
    draws = apps.get_model("leagues", "Draw").objects
    for draw in draws.annotate(highest=Max("games__number")).exclude(highest=None):
        draws.filter(pk=draw.pk).update(last_table=draw.highest)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0005_end_of_sessions'),
    ]

    operations = [
        migrations.AddField(
            model_name='draw',
            name='last_table',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(note_the_highest_number, migrations.RunPython.noop),
    ]
