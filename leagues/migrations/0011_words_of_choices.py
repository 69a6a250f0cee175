from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0010_constraints'),
    ]

    operations = [
        migrations.AlterField(
            model_name='gameversion',
            name='did',
            field=models.CharField(choices=[('submitted', 'entered'), ('confirmed', 'confirmed'), ('corrected', 'corrected'), ('turned_down', 'turned down'), ('asked_void', 'asked to take it out'), ('voided', 'taken out'), ('broken_off', 'taken out: the table was abandoned'), ('not_played', 'taken out: the table was not played'), ('asked_back', 'asked to count it again'), ('restored', 'counted again'), ('merged', 'a guest became a member'), ('parted', 'the merge with the member was undone')], max_length=12),
        ),
        migrations.AlterField(
            model_name='league',
            name='visibility',
            field=models.CharField(choices=[('public', 'Anybody, even without an account'), ('members', 'The members of the club'), ('unlisted', 'Everybody who has the link')], default='public', max_length=10, verbose_name='who may see it'),
        ),
    ]
