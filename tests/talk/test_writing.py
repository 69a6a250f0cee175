"""Who may write at a table, how much, and to whom."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.table.errors import TableError, TableErrorCode
from games.talk import service
from games.talk.models import Message
from tests.factories import PlayerFactory
from tests.support.tables import open_table, people, start_table
from tests.talk.said import NOON, say, texts

pytestmark = pytest.mark.django_db(transaction=True)


def refusal(table: Table, player: Player, text: str, seconds: float = 0) -> TableErrorCode:
    with pytest.raises(TableError) as refused:
        say(table, player, text, seconds)
    return refused.value.code


def test_a_message_leaves_the_version_of_the_table_alone(
    ada: Player, ben: Player, table: Table
) -> None:
    say(table, ada, "Hello")
    service.react(table.pk, ben, "bravo", NOON)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_a_message_too_many_is_refused_before_anything_is_locked(ada: Player) -> None:
    table = open_table(ada, seats=2)
    for number in range(5):
        say(table, ada, f"Hello {number}")
    with CaptureQueriesContext(connection) as asked, pytest.raises(TableError):
        service.say(table.pk, ada, "Hello again", NOON)
    statements = [query["sql"] for query in asked]
    assert statements
    assert not [sql for sql in statements if "BEGIN" in sql or "UPDATE" in sql]


@pytest.mark.parametrize("state", ["open", "playing", "abandoned"])
def test_who_sits_at_the_table_writes_to_everybody(state: str, ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=2) if state == "open" else start_table(ada, ben)
    if state == "abandoned":
        playing.abandon(table.pk, ada, NOON)
    assert say(table, ada, "Hello").to == Message.To.TABLE


@pytest.mark.parametrize(
    ("state", "to"), [("open", "table"), ("playing", "spectators"), ("abandoned", "table")]
)
def test_spectators_write_to_spectators_while_the_game_runs(
    state: str, to: str, ada: Player, ben: Player, cleo: Player
) -> None:
    table = open_table(ada, seats=2) if state == "open" else start_table(ada, ben)
    if state == "abandoned":
        playing.abandon(table.pk, ada, NOON)
    assert say(table, cleo, "Hello").to == to


@pytest.mark.parametrize("text", ["", "  \u200b ", "x" * 301])
def test_a_message_is_a_line_of_up_to_300_characters(text: str, ada: Player, table: Table) -> None:
    assert refusal(table, ada, text) is TableErrorCode.BAD_MESSAGE
    assert say(table, ada, "😀" * 300).text == "😀" * 300


def test_only_the_six_reactions_can_be_shown(ada: Player, table: Table) -> None:
    with pytest.raises(TableError) as refused:
        service.react(table.pk, ada, "boo", NOON)
    assert refused.value.code is TableErrorCode.BAD_MESSAGE


def test_a_second_tap_writes_nothing(ada: Player, table: Table) -> None:
    say(table, ada, "Hello")
    say(table, ada, "Hello", 9)
    say(table, ada, "Hello", 11)
    assert texts(table) == ["Hello", "Hello"]


def test_five_messages_in_ten_seconds_are_enough(ada: Player, ben: Player, table: Table) -> None:
    for number in range(5):
        say(table, ada, f"{number}", number)
    assert refusal(table, ada, "sixth", 9.9) is TableErrorCode.TOO_MANY_MESSAGES
    say(table, ben, "somebody else", 9.9)
    say(table, ada, "sixth", 10)
    assert texts(table)[-2:] == ["somebody else", "sixth"]


def test_two_hundred_messages_in_an_hour_are_enough(ada: Player, table: Table) -> None:
    for number in range(200):
        say(table, ada, f"{number}", number * 10)
    assert refusal(table, ada, "more", 3599) is TableErrorCode.TOO_MANY_MESSAGES
    say(table, ada, "more", 3600)


def test_a_crowd_cannot_flood_a_table() -> None:
    ada, ben, *crowd, last = people(12)
    table = start_table(ada, ben)
    for number in range(40):
        say(table, crowd[number % 9], f"{number}", number / 10)
    assert refusal(table, last, "one more", 5) is TableErrorCode.TOO_MANY_MESSAGES
    say(table, last, "one more", 15)


def test_a_crowd_that_writes_does_not_keep_the_players_from_writing() -> None:
    ada, ben, *crowd = people(11)
    table = start_table(ada, ben)
    for number in range(40):
        say(table, crowd[number % 9], f"{number}", number / 10)
    assert say(table, ada, "Well played", 5).to == Message.To.TABLE


def test_a_reaction_is_shown_every_three_seconds_at_most(ada: Player, table: Table) -> None:
    service.react(table.pk, ada, "bravo", NOON)
    with pytest.raises(TableError) as refused:
        service.react(table.pk, ada, "ouch", NOON + timedelta(seconds=2.9))
    assert refused.value.code is TableErrorCode.TOO_MANY_MESSAGES
    say(table, ada, "words may follow at once", 2.9)
    service.react(table.pk, ada, "ouch", NOON + timedelta(seconds=3))
    assert Message.objects.filter(table=table).count() == 3


def test_nobody_writes_where_the_talk_is_off(ada: Player, ben: Player) -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    table = start_table(ada, ben)
    service.switch(table.pk, ada, is_off=True)
    for player in (ada, ben, organizer):
        assert refusal(table, player, "Hello") is TableErrorCode.TALK_IS_OFF
    service.switch(table.pk, organizer, is_off=False)
    say(table, ben, "Hello")


def test_who_is_silenced_writes_no_more_at_that_table(ada: Player, ben: Player) -> None:
    table, other = start_table(ada, ben), start_table(ada, ben)
    number = say(table, ben, "rude").number
    service.silence(table.pk, ada, number)
    service.silence(table.pk, ada, number)
    assert refusal(table, ben, "ruder") is TableErrorCode.SILENCED
    say(other, ben, "elsewhere")
    service.silence(table.pk, ada, number, ends=True)
    say(table, ben, "sorry")


@pytest.mark.parametrize("who", ["themselves", "an organizer"])
def test_neither_oneself_nor_an_organizer_is_silenced(who: str) -> None:
    ada = PlayerFactory.create()
    organizer = PlayerFactory.create(is_organizer=True)
    table = start_table(ada, organizer)
    number = say(table, ada if who == "themselves" else organizer, "Hello").number
    with pytest.raises(TableError) as refused:
        service.silence(table.pk, ada, number)
    assert refused.value.code is TableErrorCode.NOT_TO_SILENCE


def test_an_organizer_silences_the_host(ada: Player, ben: Player) -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    table = start_table(ada, ben)
    service.silence(table.pk, organizer, say(table, ada, "rude").number)
    assert refusal(table, ada, "ruder") is TableErrorCode.SILENCED


def test_what_was_said_goes_with_its_table(ada: Player, ben: Player, table: Table) -> None:
    service.silence(table.pk, ada, say(table, ben, "Hello").number)
    table.delete()
    assert not Message.objects.exists()
