from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="joined_by_game",
            field=models.BooleanField(default=False),
        ),
    ]
