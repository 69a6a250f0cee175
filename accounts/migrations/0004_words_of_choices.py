from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_erased'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='deck',
            field=models.CharField(blank=True, choices=[('', 'Same as the table'), ('bulls', 'Bulls'), ('ducks', 'Ducks'), ('elements', 'Chemical elements')], default='', max_length=20, verbose_name='deck'),
        ),
        migrations.AlterField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, choices=[('', 'Same as the browser'), ('en', 'English'), ('fr', 'French')], default='', max_length=2, verbose_name='language'),
        ),
        migrations.AlterField(
            model_name='user',
            name='theme',
            field=models.CharField(choices=[('auto', 'Same as the device'), ('light', 'Light'), ('dark', 'Dark')], default='auto', max_length=5, verbose_name='theme'),
        ),
    ]
