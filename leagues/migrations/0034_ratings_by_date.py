"""Ratings follow the dates of games: a season may be imported after a later one."""

from django.db import migrations
from django.db.models import Count, F, Q


def compute_again(apps, schema_editor):
    """Let leagues of several seasons be rated again, and those whose notes name the old order."""
    League = apps.get_model("leagues", "League")
    leagues = League.objects.annotate(several=Count("seasons"))
    waiting = leagues.filter(Q(several__gt=1) | Q(outdated_ratings__isnull=False))
    League.objects.filter(pk__in=[*waiting.values_list("pk", flat=True)]).update(
        outdated_ratings=["", 0, 0, 0], ratings_notes=F("ratings_notes") + 1
    )


class Migration(migrations.Migration):
    dependencies = [("leagues", "0033_rules_by_sessions")]
    operations = [migrations.RunPython(compute_again, migrations.RunPython.noop, elidable=True)]
