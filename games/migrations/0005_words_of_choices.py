from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_live_path'),
    ]

    operations = [
        migrations.AlterField(
            model_name='table',
            name='visibility',
            field=models.CharField(choices=[('private', 'Only those who have the link'), ('club', 'The members of the club'), ('public', 'Anybody, even without an account')], default='club', max_length=10, verbose_name='who may see it'),
        ),
    ]
