import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0028_notices")]

    operations = [
        migrations.AddField(
            model_name='game',
            name='entered_by_link',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='gameversion',
            name='by_link',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='ScoreLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('generation', models.PositiveIntegerField(default=1)),
                ('renewed_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='score_link', to='leagues.game')),
            ],
            options={
                'verbose_name': 'link of a score sheet',
                'verbose_name_plural': 'links of score sheets',
            },
        ),
    ]
