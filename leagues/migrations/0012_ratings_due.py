from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0011_words_of_choices")]

    operations = [
        migrations.AddField(
            model_name="league",
            name="ratings_due",
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="league",
            name="ratings_change",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
