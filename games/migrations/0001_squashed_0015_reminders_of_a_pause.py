"""All tables of games as release 1.0.0 had them."""

import django.db.models.deletion
import games.models
from django.db import migrations, models

from config.replaced_migrations import REPLACED


class Migration(migrations.Migration):

    initial = True
    replaces = REPLACED['games']

    dependencies = [
        ('accounts', '0001_squashed_0010_queued_mail'),
    ]

    operations = [
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'sign of life',
                'verbose_name_plural': 'signs of life',
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.models.new_code, editable=False, max_length=16, unique=True, verbose_name='code')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('visibility', models.CharField(choices=[('private', 'Only those who have the link'), ('club', 'The members of the club'), ('public', 'Anybody, even without an account')], default='club', max_length=10, verbose_name='who may see it')),
                ('status', models.CharField(choices=[('open', 'Open'), ('playing', 'In play'), ('finished', 'Finished'), ('abandoned', 'Abandoned')], default='open', max_length=10, verbose_name='status')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('time_per_choice', models.PositiveIntegerField(blank=True, null=True, verbose_name='seconds per choice')),
                ('deck', models.CharField(default='bulls', max_length=20, verbose_name='deck')),
                ('server_seed', models.BinaryField(default=games.models.new_server_seed)),
                ('version', models.PositiveIntegerField(default=1)),
                ('state', models.TextField(blank=True, editable=False)),
                ('due_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('origin', models.CharField(blank=True, editable=False, max_length=200, verbose_name='belongs to')),
                ('origin_url', models.CharField(blank=True, editable=False, max_length=200)),
                ('record', models.JSONField(editable=False, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='opened')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_tables', to='accounts.player', verbose_name='host')),
                ('rematch', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch_of', to='games.table')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(verbose_name='number')),
                ('bot', models.CharField(blank=True, max_length=20, verbose_name='bot')),
                ('name', models.CharField(blank=True, max_length=64, verbose_name='name')),
                ('client_seed', models.CharField(blank=True, max_length=64)),
                ('heads', models.PositiveIntegerField(blank=True, null=True, verbose_name='bull heads')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('rounds', models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name='rounds')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='accounts.player', verbose_name='player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['table_id', 'index'],
            },
        ),
        migrations.CreateModel(
            name='Talk',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='games.table')),
                ('number', models.PositiveIntegerField(default=0)),
                ('is_off', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'talk',
                'verbose_name_plural': 'talks',
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to='accounts.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to='games.table')),
            ],
            options={
                'verbose_name': 'silence',
                'verbose_name_plural': 'silences',
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('changed', models.PositiveIntegerField()),
                ('to', models.CharField(choices=[('table', 'everybody'), ('spectators', 'spectators')], max_length=10)),
                ('text', models.CharField(blank=True, max_length=300)),
                ('reaction', models.CharField(blank=True, choices=[('bravo', 'Well played'), ('thanks', 'Thanks'), ('luck', 'Good luck'), ('laugh', 'Ha ha'), ('ouch', 'Ouch'), ('phew', 'Phew')], max_length=10)),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='accounts.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.table')),
            ],
            options={
                'verbose_name': 'message',
                'verbose_name_plural': 'messages',
                'ordering': ['table_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='HeldSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField()),
                ('is_sent_away', models.BooleanField(default=False)),
                ('told_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='held_seats', to='accounts.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='held_seats', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='GuestLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('browser_hash', models.CharField(blank=True, db_index=True, editable=False, max_length=64)),
                ('player', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='guest_link', to='accounts.player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guest_links', to='games.table')),
            ],
            options={
                'verbose_name': 'link for a guest',
                'verbose_name_plural': 'links for guests',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='ActionLog',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('action', models.JSONField()),
                ('by', models.CharField(choices=[('player', 'player'), ('bot', 'bot'), ('deadline', 'deadline'), ('rules', 'only card left'), ('wish', 'as the player wishes')], max_length=8)),
                ('command', models.CharField(blank=True, default='', max_length=24)),
                ('version', models.PositiveIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='games.table')),
            ],
            options={
                'verbose_name': 'action',
                'verbose_name_plural': 'action log',
                'ordering': ['table_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='UploadedRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=games.models.new_code, editable=False, max_length=16, unique=True, verbose_name='code')),
                ('title', models.CharField(editable=False, max_length=200, verbose_name='players')),
                ('text', models.TextField(editable=False)),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='uploaded')),
                ('uploader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uploaded_records', to='accounts.player', verbose_name='uploaded by')),
            ],
            options={
                'verbose_name': 'uploaded record',
                'verbose_name_plural': 'uploaded records',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to='accounts.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to='accounts.player')),
            ],
            options={
                'verbose_name': 'mute',
                'verbose_name_plural': 'mutes',
                'constraints': [models.UniqueConstraint(fields=('player', 'muted'), name='one_mute_each')],
            },
        ),
        migrations.CreateModel(
            name='Reminder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'it is your turn'), ('last', 'time is nearly up'), ('away', 'the bot plays for you'), ('pause', 'a pause is proposed')], max_length=5, verbose_name='kind')),
                ('decision', models.PositiveIntegerField(default=0)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('claimed_until', models.DateTimeField(null=True)),
                ('sent_at', models.DateTimeField(null=True, verbose_name='sent')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to='games.seat')),
            ],
            options={
                'verbose_name': 'reminder',
                'verbose_name_plural': 'reminders',
                'constraints': [models.UniqueConstraint(fields=('seat', 'kind'), name='one_reminder_of_a_kind')],
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='table_due'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', '-created_at'], name='table_status'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', '-ended_at'], name='table_ended'),
        ),
        migrations.AddConstraint(
            model_name='silence',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='one_silence_each'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='one_seat_per_place'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('player__isnull', False)), fields=('table', 'player'), name='one_seat_each'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('player__isnull', True), ('bot', ''), _connector='OR'), name='person_or_bot'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['table', 'changed'], name='message_changed'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['author', '-at'], name='message_author'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_message_per_number'),
        ),
        migrations.AddConstraint(
            model_name='heldseat',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='one_held_seat_each'),
        ),
        migrations.AddConstraint(
            model_name='actionlog',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_action_per_number'),
        ),
        migrations.AddConstraint(
            model_name='uploadedrecord',
            constraint=models.UniqueConstraint(fields=('uploader', 'digest'), name='one_upload_each'),
        ),
    ]
