import json

from django.db import migrations, models

SPECIAL_HAND, USUAL_HAND = 12, 10


def keep_what_counted(apps, _schema_editor):
    """Seasons whose rules do not name what becomes of absent players counted them so far."""
    for season in apps.get_model("leagues", "Season").objects.all():
        if "format" in season.rules and "away" not in season.rules:
            season.rules["away"] = "counts"
            season.save(update_fields=["rules"])


def mark_the_turns_of_bots(apps, _schema_editor):
    """As the logs of tables tell for the games that were recorded before."""
    games = apps.get_model("leagues", "Game").objects.filter(
        kind="live", confirmed_at__isnull=False
    )
    seats = apps.get_model("leagues", "GameSeat").objects.exclude(player=None)
    log = apps.get_model("games", "ActionLog").objects.order_by("number")
    for game in games.exclude(table=None).select_related("table").iterator(200):
        if not game.table.state:
            continue
        state = json.loads(game.table.state)["game"]
        lines = log.filter(table=game.table_id).values_list("action", "by")
        for seat, turns in enumerate(_turns_by_seat(lines, state)):
            if turns:
                seats.filter(game=game, index=seat).update(bot_turns=turns)


def _turns_by_seat(lines, state):
    hand = SPECIAL_HAND if state["options"].get("variant") == "special" else USUAL_HAND
    turns = [{}]
    for action, by in lines:
        if action["kind"] != "choose":
            continue
        number = (len(turns) - 1) // hand + 1
        out = enumerate(state["eliminated_in"])
        playing = {seat for seat, after in out if after is None or after >= number}
        if turns[-1].keys() >= playing:
            turns.append({})
        turns[-1][action["seat"]] = by
    full = turns[: len(state["round_scores"]) * hand]
    for seat in range(state["player_count"]):
        count, was_theirs = 0, True
        for by in (turn[seat] for turn in full if seat in turn):
            if by != "rules":
                was_theirs = by not in {"bot", "deadline"}
            count += not was_theirs
        yield count


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_live_path'),
        ('leagues', '0007_second_person_to_void'),
    ]

    operations = [
        migrations.AddField(
            model_name='gameseat',
            name='bot_turns',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='turns played by the bot'),
        ),
        migrations.RunPython(keep_what_counted, migrations.RunPython.noop),
        migrations.RunPython(mark_the_turns_of_bots, migrations.RunPython.noop),
    ]
