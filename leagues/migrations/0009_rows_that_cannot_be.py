"""Mend rows that the constraints of the next migration refuse; no place and no figure changes.

A confirmed game without a time has that of the last line of its history that confirmed it, else when
its sheet was entered, else when its session began.

A seat with a person and a bot is the person's. One with neither is that of who sits there on the
sheet or at the live table, or for whom its result counts; else of a bot named "?". Heads, place, and for
whom they count stay.

An online game without a table can be watched and played no longer, and becomes a score sheet. One
that has counted keeps its seats, bots too, and has a sheet with the totals of its people. From one
that never counted the bots are taken away: its people enter what they play on paper.

Of a guest who was merged twice in a league, and neither undone, the merges into one member become the
first of them, which gives back all that they moved. One into another member than the next is closed
as undone by the next: what it moved stays with its member, as both histories say.
"""

from collections import defaultdict

from django.db import migrations

NAMELESS = "?"
MOVED_IDS = ("games", "adjustments", "attendances", "entrants", "wishes")


def give_times(apps, _schema_editor):
    games = apps.get_model("leagues", "Game").objects
    for game in games.filter(status="confirmed", confirmed_at=None).select_related("session"):
        line = game.versions.filter(did="confirmed").order_by("number").last()
        game.confirmed_at = line.at if line else game.entered_at or game.session.starts_at
        game.save(update_fields=["confirmed_at"])


def seat_who_sat_there(apps, _schema_editor):
    seats = apps.get_model("leagues", "GameSeat").objects
    at_tables = apps.get_model("games", "Seat").objects
    people = apps.get_model("accounts", "Player").objects
    seats.exclude(player=None).exclude(bot="").update(bot="")
    for seat in seats.filter(player=None, bot="").select_related("game").order_by("pk"):
        at_table = at_tables.filter(table=seat.game.table_id, index=seat.index).first()
        seated = seats.filter(game=seat.game_id).exclude(player=None)
        free = people.filter(pk__in=_named(seat, at_table)).exclude(pk__in=seated.values("player"))
        seat.player = free.first()
        if seat.player is None:
            seat.bot = (at_table.name if at_table and at_table.bot else "") or NAMELESS
        seat.save(update_fields=["player", "bot"])


def _named(seat, at_table):
    """Ids of who sat there, as far as anything says so: the first thing that does."""
    on_sheet = seat.game.sheet["players"][seat.index :] if seat.game.sheet else []
    if on_sheet:
        return on_sheet[:1]
    if at_table:
        return [at_table.player_id] if at_table.player_id else []
    is_own = seat.counts_for_id and not seat.substitute_for_id
    return [seat.counts_for_id] if is_own else []


def put_on_paper(apps, _schema_editor):
    for game in apps.get_model("leagues", "Game").objects.filter(kind="live", table=None):
        game.kind = "sheet"
        if game.confirmed_at:
            game.sheet = game.sheet or _totals(game)
        else:
            game.seats.filter(player=None).delete()
            if game.status == "submitted" and not game.sheet:
                game.status = "seated"
        game.save(update_fields=["kind", "sheet", "status"])


def _totals(game):
    people = list(game.seats.exclude(player=None).order_by("index"))
    return {
        "players": [seat.player_id for seat in people],
        "replaced": [seat.substitute_for_id for seat in people],
        "rounds": [],
        "totals": [seat.heads for seat in people],
        "round_count": game.rounds or None,
        "cut_short": False,
    }


def join_merges(apps, _schema_editor):
    of_guest = defaultdict(list)
    for merge in apps.get_model("leagues", "Merge").objects.filter(undone_at=None).order_by("pk"):
        of_guest[merge.league_id, merge.guest_id].append(merge)
    for kept, *others in of_guest.values():
        for later in others:
            if later.member_id == kept.member_id:
                kept.moved = moved_by_both(kept.moved, later.moved)
                later.delete()
                kept.save(update_fields=["moved"])
            else:
                kept.undone_at, kept.undone_by_id = later.at, later.by_id
                kept.save(update_fields=["undone_at", "undone_by"])
                kept = later


def moved_by_both(first, second):
    """What gives back as much as undoing the second merge, and then the first."""
    joined = {
        name: list(dict.fromkeys([*first.get(name, []), *second.get(name, [])]))
        for name in MOVED_IDS
    }
    # Where rows of both stood in one place, that of the first was there before.
    removed = {
        _place(row): row for row in [*second.get("removed", []), *first.get("removed", [])]
    }
    coming_back = {
        *(("leagues.attendance", session) for session in joined["attendances"]),
        *(("leagues.entrant", season) for season in joined["entrants"]),
    }
    (guest, member), (guest_again, _member) = (
        moved.get("rated", (True, True)) for moved in (first, second)
    )
    return joined | {
        "removed": [row for place, row in removed.items() if place not in coming_back],
        # Written one after the other.
        "joined_from": [*second.get("joined_from", []), *first.get("joined_from", [])],
        "rated": [guest and guest_again, member],
    }


def _place(row):
    """Where no second row of the same guest can stand."""
    fields = row["fields"]
    if row["model"] == "leagues.wish":
        return row["model"], fields["season"], fields["first"], fields["second"]
    return row["model"], fields.get("session", fields.get("season"))


class Migration(migrations.Migration):
    # Apart from the constraints: PostgreSQL alters no table with rows that were just written.

    dependencies = [
        ("accounts", "0003_erased"),
        ("games", "0004_live_path"),
        ("leagues", "0008_turns_of_the_bot"),
    ]

    operations = [
        migrations.RunPython(give_times, migrations.RunPython.noop),
        migrations.RunPython(seat_who_sat_there, migrations.RunPython.noop),
        migrations.RunPython(put_on_paper, migrations.RunPython.noop),
        migrations.RunPython(join_merges, migrations.RunPython.noop),
    ]
