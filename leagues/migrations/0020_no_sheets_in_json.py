from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("leagues", "0019_sheets_as_rows")]

    operations = [
        migrations.RemoveField("game", "old_sheet"),
        migrations.RemoveField("game", "old_pending"),
        migrations.RemoveField("gameversion", "old_sheet"),
    ]
