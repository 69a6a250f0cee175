"""Several at the same moment: every message gets a number of its own, and limits hold."""

from functools import partial

import pytest

from accounts.models import Player
from games.models import Table
from games.table.errors import TableError
from games.talk.models import Message, Talk
from tests.support.races import at_once
from tests.support.tables import people, start_table
from tests.talk.said import say, texts

pytestmark = pytest.mark.django_db(transaction=True)


def test_messages_at_the_same_moment_get_their_own_numbers() -> None:
    crowd = people(6)
    table = start_table(*crowd)
    results = at_once(*(partial(say, table, person, person.name) for person in crowd))
    assert [result for result in results if isinstance(result, Exception)] == []
    numbers = Message.objects.filter(table=table).values_list("number", flat=True)
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
    assert Talk.objects.get().number == 6


def test_one_person_in_many_tabs_is_limited_as_in_one(ada: Player, table: Table) -> None:
    results = at_once(*(partial(say, table, ada, f"tab {number}") for number in range(8)))
    refused = [result for result in results if isinstance(result, TableError)]
    assert len(refused) == 3
    assert len(texts(table)) == 5


def test_a_double_tap_writes_one_message(ada: Player, table: Table) -> None:
    at_once(*[partial(say, table, ada, "Hello")] * 4)
    assert texts(table) == ["Hello"]
