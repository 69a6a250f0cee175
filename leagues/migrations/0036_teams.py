"""Teams of a season, and who plays in them from which session until which."""

import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_reveal_speed'),
        ('leagues', '0035_cancelled_finals'),
    ]

    operations = [
        migrations.AlterField(
            model_name='auditline',
            name='kind',
            field=models.CharField(choices=[('settings', 'Settings'), ('roles', 'Roles'), ('rules', 'Rules'), ('seasons', 'Seasons'), ('sessions', 'Sessions'), ('names', 'Names'), ('merges', 'Merges'), ('points', 'Adjustments'), ('teams', 'Teams'), ('links', 'Links and addresses'), ('photos', 'Photos')], max_length=10, verbose_name='kind'),
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='leagues.season')),
            ],
            options={
                'verbose_name': 'team',
                'verbose_name_plural': 'teams',
                'ordering': ['season_id', 'name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveSmallIntegerField(default=0, verbose_name='since session')),
                ('until', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='until session')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_memberships', to='accounts.player')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_members', to='leagues.season')),
                ('set_aside_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.merge')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='leagues.team')),
            ],
            options={
                'verbose_name': 'member of a team',
                'verbose_name_plural': 'members of teams',
                'ordering': ['team_id', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='merge',
            name='team_members',
            field=models.ManyToManyField(related_name='+', to='leagues.teammember'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(models.F('season'), django.db.models.functions.text.Lower('name'), name='one_team_per_name'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(condition=models.Q(('set_aside_by__isnull', True), ('until__isnull', True)), fields=('season', 'player'), name='one_team_at_a_time'),
        ),
    ]
