"""Give the games of imported seasons the numbers of their tables, which were all 0."""

from django.db import migrations
from django.db.models import F


def number_tables(apps, _schema_editor):
    """A game without a round has the table of its own number."""
    games = apps.get_model("leagues", "Game").objects
    games.filter(table_number=0).update(table_number=F("number"))


class Migration(migrations.Migration):

    dependencies = [("leagues", "0039_no_people_of_rounds")]

    operations = [migrations.RunPython(number_tables, migrations.RunPython.noop)]
