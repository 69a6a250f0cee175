"""Drop the ids of the people drawn for a round: its seats tell them, and nothing read these."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("leagues", "0038_promised_deals")]

    operations = [migrations.RemoveField(model_name="round", name="present")]
