"""`manage.py check_integrity`: sound data are found sound, and each damage is named."""

import json
import os
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from accounts import privacy
from accounts.models import Player
from accounts.pictures import files as photos
from accounts.pictures.drawing import Kind
from config.integrity import tables as table_checks
from config.management.commands.check_integrity import nothing_written
from games.models import ActionLog, Seat, Table, UploadedRecord
from games.play import playing
from games.replay import replays as uploads
from games.rules.options import Options, Variant
from games.table import store
from leagues.models import Game, GameSeat, Rating, RatingPoint, Season, SheetPhoto, Standing
from tests.factories import PlayerFactory
from tests.support.commands import said_by
from tests.support.leagues import make_season, make_session, play
from tests.support.played_records import played_record
from tests.support.tables import (
    open_table,
    people,
    play_first,
    play_to_the_end,
    play_turn,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

# What ends `nothing_written`, for another connection's write in the midst of it.
LET_WRITE = {
    "sqlite": "PRAGMA query_only = OFF",
    "postgresql": "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
}


@pytest.fixture(autouse=True)
def _photos(settings: Settings, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"
    store.forget()


def check(*flags: str, code: int = 0) -> str:
    """What the command says; code: its exit status."""
    if not code:
        return said_by("check_integrity", *flags)
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_integrity", *flags, stdout=out)
    assert ended.value.code == code
    return out.getvalue()


def found() -> list[tuple[str, str]]:
    """The kinds of what is wrong, and where."""
    report = json.loads(check("--json", code=1))
    assert report["sound"] is False
    assert sum(report["found"].values()) == len(report["problems"])
    return [(problem["kind"], problem["where"]) for problem in report["problems"]]


def finished(**options: Any) -> Table:
    table = start_table(*people(3), options=Options(max_rounds=1, **options))
    play_to_the_end(table)
    table.refresh_from_db()
    return table


def a_season() -> Season:
    season = make_season(name="Tuesdays")
    club = PlayerFactory.create_batch(4)
    for turn in range(3):
        play(make_session(season), *club[turn:], *club[:turn])
    return season


def a_photo(season: Season) -> SheetPhoto:
    game = Game.objects.filter(session__season=season).earliest("pk")
    name = photos.write(b"a picture", Kind.SHEET)
    return SheetPhoto.objects.create(game=game, file=name, size=9, at=timezone.now())


def test_a_whole_club_is_sound_and_the_report_says_what_was_checked(
    ada: Player, ben: Player
) -> None:
    open_table(ada, ben, seats=3)
    in_play = start_table(*people(3))
    play_turn(in_play)
    play_first(in_play, 0)
    finished()
    finished(draft=True)
    special = start_table(*people(3), options=Options(variant=Variant.SPECIAL))
    play_turn(special)
    erased = start_table(*people(2), options=Options(max_rounds=1))
    play_to_the_end(erased)
    gone = Seat.objects.filter(table=erased)[0].player
    assert gone
    privacy.erase(gone)
    broken_off = people(2)
    table = start_table(*broken_off)
    play_turn(table)
    playing.abandon(table.pk, broken_off[0], timezone.now())
    uploads.store(ada, played_record("two"))
    a_photo(a_season())
    report = json.loads(check("--json"))
    assert report["sound"] is True
    assert report["left_out"] == {}
    checked = report["checked"]
    assert checked["log lines"] == ActionLog.objects.count()
    expected = {
        "tables": 7,
        "results": 3,
        "deals verified": 3,
        "deals of erased players, without a seed": 1,
        "uploaded records": 1,
        "games that count": 3,
        "seasons": 1,
        "standings": Standing.objects.count(),
        "leagues": 1,
        "ratings": Rating.objects.count() + RatingPoint.objects.count(),
        "photos": 1,
    }
    assert expected.items() <= checked.items()
    assert Standing.objects.count() == 12
    assert check().endswith("Nothing is wrong.\n")


# --- Tables ----------------------------------------------------------------------------


def alter_a_line(table: Table) -> None:
    """Another card than the one that was played."""
    line = ActionLog.objects.filter(table=table).earliest("number")
    line.action["card"] = next(
        card
        for card in range(1, 105)
        if all(card not in other.action.values() for other in ActionLog.objects.all())
    )
    line.save()


def swap_two_cards(table: Table) -> None:
    """Both were in the hand: the log leads elsewhere."""
    own = ActionLog.objects.filter(table=table, action__seat=0, action__has_key="card")
    one, other = own.order_by("number")[:2]
    one.action["card"], other.action["card"] = other.action["card"], one.action["card"]
    one.save()
    other.save()


def lose_a_line(table: Table) -> None:
    ActionLog.objects.filter(table=table, number=5).delete()


def lose_the_end(table: Table) -> None:
    ActionLog.objects.filter(table=table, number__gt=20).delete()


def turn_back_a_version(table: Table) -> None:
    ActionLog.objects.filter(table=table, number=9).update(version=1)


def alter_the_state(table: Table) -> None:
    state = json.loads(table.state)
    state["game"]["round_scores"][0][0] += 1
    Table.objects.filter(pk=table.pk).update(state=json.dumps(state))


def lose_the_last_turn(table: Table) -> None:
    state = json.loads(table.state)
    assert len(state["game"]["round"]["turns"]) > 1
    state["game"]["round"]["turns"].pop()
    Table.objects.filter(pk=table.pk).update(state=json.dumps(state))


def spoil_the_state(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(state="{}")


def lose_the_state(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(state="")


def alter_the_seed(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(server_seed=b"another secret of 32 bytes......")


def alter_a_text(table: Table) -> None:
    Seat.objects.filter(table=table, index=1).update(client_seed="another text")


def alter_heads(table: Table) -> None:
    Seat.objects.filter(table=table, index=1).update(heads=1000)


def alter_a_rank(table: Table) -> None:
    Seat.objects.filter(table=table, index=1).update(rank=9)


def put_back_into_play(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(status=Table.Status.PLAYING)


def lose_a_seat(table: Table) -> None:
    Seat.objects.filter(table=table, index=1).delete()


DAMAGES: list[tuple[Callable[[Table], None], str]] = [
    (alter_a_line, "log_does_not_replay"),
    (swap_two_cards, "log_does_not_replay status_differs state_differs"),
    (lose_a_line, "log_has_gaps"),
    (lose_the_end, "log_has_gaps"),
    (turn_back_a_version, "log_has_gaps"),
    (alter_the_state, "state_differs"),
    (lose_the_last_turn, "state_differs"),
    (spoil_the_state, "state_differs"),
    (lose_the_state, "state_differs"),
    (alter_the_seed, "log_does_not_replay"),
    (alter_a_text, "log_does_not_replay"),
    (alter_heads, "result_differs"),
    (alter_a_rank, "result_differs"),
    (put_back_into_play, "status_differs"),
    (lose_a_seat, "row_missing"),
]


@pytest.mark.parametrize(("damage", "kinds"), DAMAGES)
def test_a_damaged_table_is_named(damage: Callable[[Table], None], kinds: str) -> None:
    sound, table = finished(), finished()
    damage(table)
    ((kind, where),) = found()
    assert where == f"table {table.code}"
    assert kind in kinds.split()
    assert sound.code != table.code


def test_a_deal_that_does_not_follow_from_its_record_is_named() -> None:
    table = finished()
    gone = Seat.objects.filter(table=table)[0].player
    assert gone
    privacy.erase(gone)
    table.refresh_from_db()
    assert table.record
    table.record["rounds"][0]["scores"][0] += 1
    table.save()
    assert found() == [("deal_differs", f"table {table.code}")]


def test_a_table_that_moves_on_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, table: Table
) -> None:
    play_turn(table)
    look, meanwhile = table_checks._Looked._look, [True]

    def look_late(looked: Any, row: Table) -> None:
        if meanwhile:
            meanwhile.pop()
            connection.cursor().execute(LET_WRITE[connection.vendor])
            play_turn(table)
        look(looked, row)

    monkeypatch.setattr(table_checks._Looked, "_look", look_late)
    assert '"sound": true' in check("--json")
    assert meanwhile == []


# --- Leagues, rows and files -----------------------------------------------------------


def test_a_standing_that_was_meddled_with_is_named() -> None:
    season = a_season()
    Standing.objects.filter(order=0).update(figure=12)
    assert found() == [("standings_differ", f"league {season.league.slug}, season 1")]
    assert Standing.objects.filter(figure=12).count() == 3


def test_a_result_that_was_meddled_with_is_named() -> None:
    season = a_season()
    seat = GameSeat.objects.filter(game__session__season=season, place=1).earliest("pk")
    GameSeat.objects.filter(pk=seat.pk).update(heads=60)
    assert ("standings_differ", f"league {season.league.slug}, season 1") in found()


def test_a_rating_that_was_meddled_with_is_named() -> None:
    season = a_season()
    Rating.objects.filter(pk=Rating.objects.earliest("pk").pk).update(mu=40)
    assert found() == [("ratings_differ", f"league {season.league.slug}")]


def test_standings_that_wait_to_be_computed_are_left_out_and_said_to_be() -> None:
    season = a_season()
    Standing.objects.all().delete()
    Season.objects.filter(pk=season.pk).update(outdated_standings={"since": "", "players": None})
    report = json.loads(check("--json"))
    assert report["left_out"] == {"seasons whose standings are being computed": 1}


def test_a_result_without_a_sheet_is_named() -> None:
    season = a_season()
    game = Game.objects.filter(session__season=season).earliest("pk")
    Game.objects.filter(pk=game.pk).update(sheet=None)
    assert found() == [("sheet_missing", f"game {game.get_absolute_url()}")]


def test_photos_and_files_without_each_other_are_named() -> None:
    photo = a_photo(a_season())
    photos.delete(photo.file)
    lost = photos.write(b"nobody's", Kind.SHEET)
    assert found() == [("photo_file_missing", f"photo {photo.pk}")]
    long_ago = (timezone.now() - timedelta(hours=4)).timestamp()
    os.utime(photos._folder() / lost, (long_ago, long_ago))
    assert ("photo_row_missing", f"file {lost}") in found()


def test_an_uploaded_record_that_was_changed_is_named(ada: Player) -> None:
    upload = uploads.store(ada, played_record("two"))
    UploadedRecord.objects.update(text=upload.text.replace('"Player 0"', '"Player 9"'))
    assert found() == [("upload_differs", f"uploaded record {upload.code}")]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL refuses such rows")
def test_a_row_that_names_a_lost_one_is_named() -> None:
    table = finished()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("DELETE FROM games_table WHERE id = %s", [table.pk])
        cursor.execute("PRAGMA foreign_keys = ON")
    seats = [("row_missing", f"games_seat {seat.pk}") for seat in Seat.objects.all()]
    assert set(seats) < set(found())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM games_actionlog")
        cursor.execute("DELETE FROM games_seat")
        cursor.execute("DELETE FROM games_talk")


def test_nothing_can_be_written_meanwhile() -> None:
    table = open_table(*people(2))
    with nothing_written(), pytest.raises(DatabaseError):
        Table.objects.filter(pk=table.pk).update(name="other")
    assert Table.objects.filter(pk=table.pk).update(name="other") == 1


def test_a_database_without_a_club_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _recorder: {})
    with pytest.raises(CommandError, match="There is no club in"):
        call_command("check_integrity")
