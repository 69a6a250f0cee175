"""No standings are kept of sessions that have not been: an adjustment dated there made them."""

from typing import Any

from django.db import migrations


def drop_standings(apps: Any, _schema_editor: Any) -> None:
    played = apps.get_model("leagues", "Game").objects.filter(status="confirmed")
    to_come = apps.get_model("leagues", "Session").objects.filter(status="planned")
    to_come = to_come.exclude(pk__in=played.values("session"))
    apps.get_model("leagues", "Standing").objects.filter(session__in=to_come).delete()


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_withdrawal_dates")]

    operations = [migrations.RunPython(drop_standings, migrations.RunPython.noop)]
