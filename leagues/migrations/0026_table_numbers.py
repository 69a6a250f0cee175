from collections import defaultdict

from django.db import migrations, models


def number_tables(apps, _schema_editor):
    """Tables keep the numbers people know; where a session has several rounds, each begins at 1."""
    games = apps.get_model("leagues", "Game").objects
    of_sessions = defaultdict(list)
    for game in games.order_by("session", "number").only("session", "number", "round"):
        of_sessions[game.session_id].append(game)
    for played in of_sessions.values():
        has_several = len({game.round_id for game in played} - {None}) > 1
        last = defaultdict(int)
        for game in played:
            last[game.round_id] += 1
            is_renumbered = has_several and game.round_id is not None
            game.table_number = last[game.round_id] if is_renumbered else game.number
        games.bulk_update(played, ["table_number"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0025_rounds"),
    ]

    operations = [
        migrations.RunPython(number_tables, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                fields=("round", "table_number"), name="one_game_per_table"
            ),
        ),
    ]
