"""All tables of accounts as release 1.0.0 had them."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from config.replaced_migrations import REPLACED


class Migration(migrations.Migration):

    initial = True
    replaces = REPLACED['accounts']

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='QueuedMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.JSONField()),
                ('sender', models.CharField(max_length=320)),
                ('subject', models.TextField()),
                ('body', models.TextField()),
                ('headers', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('next_try_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'waiting mail',
                'verbose_name_plural': 'waiting mails',
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, verbose_name='may use the admin pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='may sign in')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('language', models.CharField(blank=True, choices=[('', 'Same as the browser'), ('en', 'English'), ('fr', 'French')], default='', max_length=2, verbose_name='language')),
                ('deck', models.CharField(blank=True, choices=[('', 'Same as the table'), ('bulls', 'Bulls'), ('ducks', 'Ducks'), ('elements', 'Chemical elements')], default='', max_length=20, verbose_name='deck')),
                ('theme', models.CharField(choices=[('auto', 'Same as the device'), ('light', 'Light'), ('dark', 'Dark')], default='auto', max_length=5, verbose_name='theme')),
                ('special_question', models.CharField(choices=[('always', 'Whenever I could play one'), ('takes', 'Only when I would take a row')], default='always', max_length=6, verbose_name='ask me for a special card')),
                ('reminders', models.BooleanField(default=True, verbose_name='mail me when it is my turn by correspondence')),
                ('reveal_speed', models.CharField(choices=[('slow', 'Slow'), ('normal', 'Normal'), ('fast', 'Fast'), ('instant', 'Instant')], default='normal', max_length=7, verbose_name='speed of the reveal')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'login',
                'verbose_name_plural': 'logins',
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='display name')),
                ('is_organizer', models.BooleanField(default=False, verbose_name='organizer')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('erased_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='erased')),
                ('is_table_guest', models.BooleanField(default=False, editable=False)),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='login')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('note', models.CharField(blank=True, max_length=80, verbose_name='for whom')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('used_by', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitation', to=settings.AUTH_USER_MODEL, verbose_name='used by')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='accounts.player', verbose_name='invited by')),
                ('for_player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations_received', to='accounts.player', verbose_name='becomes the player')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='ResetLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('sign_in_hash', models.CharField(max_length=64)),
                ('expires_at', models.DateTimeField()),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='reset_link', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SecurityNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('app_added', 'An authenticator app was added.'), ('app_removed', 'The authenticator app was removed.'), ('passkey_added', 'A passkey was added.'), ('passkey_removed', 'A passkey was removed.'), ('codes_renewed', 'New recovery codes were made.'), ('link_made', 'A link for a new password was made.'), ('link_used', 'The password was changed with a link.'), ('factors_removed', 'The second step of signing in was switched off.')], max_length=20)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_told', models.BooleanField(default=False)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='security_notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(blank=True, max_length=20)),
                ('system', models.CharField(blank=True, max_length=20)),
                ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sign_in', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-last_seen_at', '-pk'],
            },
        ),
    ]
