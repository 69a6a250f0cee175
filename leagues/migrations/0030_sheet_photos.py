import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_reveal_speed"), ("leagues", "0029_score_links")]

    operations = [
        migrations.CreateModel(
            name='SheetPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.CharField(editable=False, max_length=40, unique=True)),
                ('size', models.PositiveIntegerField()),
                ('by_link', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='leagues.game')),
            ],
            options={
                'verbose_name': 'photo of a sheet',
                'verbose_name_plural': 'photos of sheets',
                'ordering': ['game_id', 'pk'],
            },
        ),
    ]
