"""What a person wrote goes when they leave, and is told to them when they ask."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import Player
from accounts.privacy import erase, personal_data
from games.models import Table
from games.table.errors import TableError
from games.talk import service
from games.talk.models import Message, Mute, Silence
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.commands import said_by
from tests.support.tables import open_table, people, start_table
from tests.talk.said import NOON, page_of, say, texts

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_erased_persons_words_are_gone_and_their_places_stay(ada: Player, ben: Player) -> None:
    leaver = PlayerFactory.create(name="Cunégonde")
    table, other = start_table(ada, ben), start_table(ada, leaver)
    say(table, leaver, "my secret words")
    service.react(other.pk, leaver, "ouch", NOON)
    say(table, ada, "Bye Cunégonde, and thanks")
    erase(leaver)
    assert texts(table) == ["Bye …, and thanks"]
    assert [message.is_deleted for message in Message.objects.filter(author=leaver)] == [True, True]
    assert "my secret words" not in said_by("dumpdata")
    assert "Cunégonde" not in str(list(Message.objects.values()))
    page = page_of(signed_in(people(1)[0]), table)
    assert "former player" in page
    assert "Message deleted" in page


def test_a_name_that_ends_with_a_point_goes_from_what_others_wrote_and_longer_words_stay(
    ada: Player, ben: Player
) -> None:
    leaver = PlayerFactory.create(name="J. P.")
    table = start_table(ada, ben)
    table.name = "J. P.’s table"
    table.save()
    say(table, ada, "bye j. p., see you")
    say(table, ben, "DJ. P.M.")
    erase(leaver)
    assert texts(table) == ["bye …, see you", "DJ. P.M."]
    table.refresh_from_db()
    assert table.name == "…’s table"


def test_a_word_that_is_also_a_name_stays_at_tables_where_they_never_were(
    ada: Player, ben: Player
) -> None:
    leaver = PlayerFactory.create(name="Well")
    table, other = start_table(ada, ben), start_table(ada, leaver)
    Table.objects.filter(pk=table.pk).update(name="The Well of Cards")
    for each in (table, other):
        say(each, ada, "Well, well!")
    erase(leaver)
    assert (texts(table), texts(other)) == (["Well, well!"], ["…, …!"])
    table.refresh_from_db()
    assert table.name == "The Well of Cards"


def test_who_hid_or_silenced_an_erased_person_has_nothing_left_of_it(
    ada: Player, ben: Player
) -> None:
    leaver = PlayerFactory.create()
    table = open_table(ada, seats=2)
    number = say(table, leaver, "rude").number
    service.silence(table.pk, ada, number)
    service.mute(ada, leaver)
    service.mute(leaver, ben)
    erase(leaver)
    assert not Mute.objects.exists()
    assert not Silence.objects.exists()


def test_who_was_erased_writes_no_more() -> None:
    ada, leaver = people(2)
    table = start_table(ada, leaver)
    erase(leaver)
    with pytest.raises(TableError):
        say(table, leaver, "I am still here")
    assert texts(Table.objects.get(pk=table.pk)) == []


def test_personal_data_holds_what_one_wrote_and_whom_one_hides(
    ada: Player, ben: Player, table: Table
) -> None:
    say(table, ada, "Hello")
    service.react(table.pk, ada, "bravo", NOON)
    say(table, ben, "somebody else’s")
    service.mute(ada, ben)
    data = json.loads(json.dumps(personal_data(ada), cls=DjangoJSONEncoder))["talk"]
    assert [(one["table"], one["text"], one["reaction"]) for one in data["messages"]] == [
        (table.code, "Hello", ""),
        (table.code, "", "bravo"),
    ]
    assert data["muted"] == [ben.name]
    assert "somebody" not in str(data)
