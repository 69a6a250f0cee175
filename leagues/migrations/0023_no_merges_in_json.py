from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("leagues", "0022_rows_of_merges")]

    operations = [migrations.RemoveField("merge", "moved")]
