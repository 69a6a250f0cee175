"""The games one has played: in the lobby, and all of them on a page of their own."""

import pytest
from django.urls import reverse

from accounts.models import Player
from games import lobby
from games.lobby import lobby_for
from games.models import Table
from games.rules.options import Options
from tests.pages.tables import words
from tests.support.clients import signed_in
from tests.support.tables import people, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)


def past_page(player: Player, number: str = "1") -> str:
    return signed_in(player).get(reverse("games:past"), {"page": number}).content.decode()


def played_table(*players: Player) -> Table:
    table = start_table(*players, options=Options(max_rounds=1))
    play_to_the_end(table)
    return table


def test_one_finds_the_own_games_with_their_result() -> None:
    ada, ben, cleo = people(3)
    table = played_table(ada, ben)
    result = tuple(table.seats.order_by("rank", "index"))
    best = result[0]
    assert [game.seats for game in lobby_for(ada).past] == [result]
    assert not lobby_for(cleo).past
    page = past_page(ada)
    assert table.get_absolute_url() in page
    assert f"1. {best.name} {best.heads} bull heads" in words(page)
    assert table.get_absolute_url() not in past_page(cleo)


def test_one_leafs_through_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = people(2)
    tables = [played_table(ada, ben) for _ in range(3)]
    monkeypatch.setattr(lobby, "PAST_GAMES_PER_PAGE", 2)
    first, second = past_page(ada), past_page(ada, "2")
    assert [table.get_absolute_url() in first for table in tables] == [False, True, True]
    assert [table.get_absolute_url() in second for table in tables] == [True, False, False]
