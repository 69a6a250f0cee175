"""A final that is cancelled leaves room for another one."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("leagues", "0034_ratings_by_date")]

    operations = [
        migrations.RemoveConstraint(model_name="session", name="one_final_per_season"),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                fields=["season"],
                condition=Q(is_final=True) & ~Q(status="cancelled"),
                name="one_final_per_season",
            ),
        ),
    ]
