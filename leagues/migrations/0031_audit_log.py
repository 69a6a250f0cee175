import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_reveal_speed"), ("leagues", "0030_sheet_photos")]

    operations = [
        migrations.CreateModel(
            name='AuditLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('settings', 'Settings'), ('roles', 'Roles'), ('rules', 'Rules'), ('seasons', 'Seasons'), ('sessions', 'Sessions'), ('names', 'Names'), ('merges', 'Merges'), ('points', 'Adjustments'), ('links', 'Links and addresses'), ('photos', 'Photos')], max_length=10, verbose_name='kind')),
                ('did', models.CharField(max_length=30)),
                ('place', models.CharField(blank=True, max_length=20)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('at', models.DateTimeField()),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit_lines', to='leagues.league')),
                ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='leagues.season')),
            ],
            options={
                'verbose_name': 'line of the log',
                'verbose_name_plural': 'lines of the log',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['league', 'kind', '-id'], name='audit_of_league')],
            },
        ),
    ]
