from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0012_ratings_due")]

    operations = [
        migrations.AddField(
            model_name="season",
            name="standings_due",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="season",
            name="standings_change",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="standing",
            name="counted_heads",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="standing", name="value", field=models.BigIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="standing", name="due", field=models.BigIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="standing", name="win", field=models.BigIntegerField(null=True)
        ),
    ]
