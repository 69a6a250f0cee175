"""The rules of a season, from one JSON object to a column each.

What an object does not name has the default of its column, as it was read so far.
"""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models


# Columns that hold what the object has under the same name.
AS_THEY_ARE = (
    "preset", "best_of", "min_games", "drop_percent", "substitutes", "bots", "away", "abandoned",
    "fewest", "preferred", "most", "second_person", "options",
)
WEIGHTS = ("index", "win", "presence", "heads")
COLUMNS = (*AS_THEY_ARE, "placement", *(f"weight_{name}" for name in WEIGHTS))


def read_rules(apps, _schema_editor):
    for season in apps.get_model("leagues", "Season").objects.iterator():
        rules = season.rules
        for name in AS_THEY_ARE:
            setattr(season, name, rules.get(name, getattr(season, name)))
        if "placement" in rules:
            season.placement = " ".join(map(str, rules["placement"]))
        for name, points in rules.get("weights", {}).items():
            setattr(season, f"weight_{name}", points)
        season.save(update_fields=COLUMNS)


def write_rules(apps, _schema_editor):
    for season in apps.get_model("leagues", "Season").objects.iterator():
        season.rules = {
            "format": 1,
            **{name: getattr(season, name) for name in AS_THEY_ARE},
            "placement": [int(points) for points in season.placement.split()],
            "weights": {name: getattr(season, f"weight_{name}") for name in WEIGHTS},
        }
        season.save(update_fields=["rules"])


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0016_texts_of_drafts'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='abandoned',
            field=models.CharField(choices=[('void', 'it does not count'), ('as_it_stood', 'it counts as it stood after the last full round')], default='void', max_length=12, verbose_name='When a game is abandoned online or cut short on paper'),
        ),
        migrations.AddField(
            model_name='season',
            name='away',
            field=models.CharField(choices=[('if_played', 'the result counts for players who played at least once themselves; otherwise the seat is treated as a bot’s'), ('counts', 'the result counts for the player'), ('left_out', 'the seat is treated as a bot’s if the bot plays on to the end')], default='if_played', max_length=12, verbose_name='When the bot plays for somebody who is absent'),
        ),
        migrations.AddField(
            model_name='season',
            name='best_of',
            field=models.SmallIntegerField(default=10, validators=[MinValueValidator(1), MaxValueValidator(1000)], verbose_name='How many games count'),
        ),
        migrations.AddField(
            model_name='season',
            name='bots',
            field=models.CharField(choices=[('opponents', 'they are opponents like any other: finishing behind a bot costs a place'), ('left_out', 'they are left out: people are ranked among themselves')], default='opponents', max_length=12, verbose_name='Bots at an online table'),
        ),
        migrations.AddField(
            model_name='season',
            name='drop_percent',
            field=models.SmallIntegerField(default=0, help_text='With 20, two of ten games are dropped and one of nine. 0 drops none.', validators=[MinValueValidator(0), MaxValueValidator(50)], verbose_name='Worst games dropped, in percent'),
        ),
        migrations.AddField(
            model_name='season',
            name='fewest',
            field=models.SmallIntegerField(default=3, validators=[MinValueValidator(2), MaxValueValidator(10)], verbose_name='Smallest table'),
        ),
        migrations.AddField(
            model_name='season',
            name='min_games',
            field=models.SmallIntegerField(blank=True, help_text='Whoever has played fewer is listed below the others. Left empty, the minimum grows with the season: more games than a third of the sessions held so far, or none where points are added up. 0 means no minimum.', null=True, validators=[MinValueValidator(0), MaxValueValidator(1000)], verbose_name='Games needed for a place'),
        ),
        migrations.AddField(
            model_name='season',
            name='most',
            field=models.SmallIntegerField(default=6, validators=[MinValueValidator(2), MaxValueValidator(10)], verbose_name='Largest table'),
        ),
        migrations.AddField(
            model_name='season',
            name='options',
            field=models.JSONField(default=dict, verbose_name='Rules and variants of the game'),
        ),
        migrations.AddField(
            model_name='season',
            name='placement',
            field=models.CharField(default='10 6 4 3 2 1', help_text='Places beyond the last number are worth nothing; tied players share the points.', max_length=100, verbose_name='Points for first, second, third … place'),
        ),
        migrations.AddField(
            model_name='season',
            name='preferred',
            field=models.SmallIntegerField(default=4, validators=[MinValueValidator(2), MaxValueValidator(10)], verbose_name='Preferred'),
        ),
        migrations.AddField(
            model_name='season',
            name='preset',
            field=models.CharField(choices=[('index', 'Place index'), ('best', 'Best games'), ('total', 'Heads per game'), ('placement', 'Points for places'), ('weights', 'Your own mix of points')], default='index', max_length=12, verbose_name='How the season is won'),
        ),
        migrations.AddField(
            model_name='season',
            name='second_person',
            field=models.BooleanField(default=False, help_text='Whoever entered a sheet may not confirm it.', verbose_name='A second person confirms score sheets'),
        ),
        migrations.AddField(
            model_name='season',
            name='substitutes',
            field=models.CharField(choices=[('substitute', 'for whoever sat there'), ('absent', 'for the person they stood in for'), ('nobody', 'for nobody')], default='substitute', max_length=12, verbose_name='The result of a substitute counts'),
        ),
        migrations.AddField(
            model_name='season',
            name='weight_heads',
            field=models.SmallIntegerField(default=0, help_text='Usually below zero, for instance -1.', validators=[MinValueValidator(-1000), MaxValueValidator(1000)], verbose_name='For each head'),
        ),
        migrations.AddField(
            model_name='season',
            name='weight_index',
            field=models.SmallIntegerField(default=100, validators=[MinValueValidator(-1000), MaxValueValidator(1000)], verbose_name='For first place, in equal steps down to 0 for the last'),
        ),
        migrations.AddField(
            model_name='season',
            name='weight_presence',
            field=models.SmallIntegerField(default=0, validators=[MinValueValidator(-1000), MaxValueValidator(1000)], verbose_name='For every game played'),
        ),
        migrations.AddField(
            model_name='season',
            name='weight_win',
            field=models.SmallIntegerField(default=0, validators=[MinValueValidator(-1000), MaxValueValidator(1000)], verbose_name='For a win'),
        ),
        migrations.AlterField(
            model_name='adjustment',
            name='points',
            field=models.DecimalField(decimal_places=2, max_digits=6, validators=[MinValueValidator(-1000), MaxValueValidator(1000)], verbose_name='points'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('fewest__lte', models.F('preferred')), ('preferred__lte', models.F('most'))), name='table_sizes_in_order'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('preset', 'total'), _negated=True), ('fewest', models.F('most')), _connector='OR'), name='one_table_size_for_totals'),
        ),
        migrations.RunPython(read_rules, write_rules),
        migrations.RemoveField(
            model_name='season',
            name='rules',
        ),
    ]
