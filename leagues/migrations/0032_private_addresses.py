import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_reveal_speed"), ("leagues", "0031_audit_log")]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
            ],
            options={
                'verbose_name': 'token',
                'verbose_name_plural': 'tokens',
                'ordering': ['player_id', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='FeedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(editable=False, max_length=32)),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.league')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
            ],
            options={
                'verbose_name': 'private address',
                'verbose_name_plural': 'private addresses',
                'ordering': ['player_id', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('player', 'league'), name='one_feed_address_each')],
            },
        ),
    ]
