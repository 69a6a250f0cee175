"""The club's table of results against the ox: what is kept of a game, and who is shown in it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.club_day import day_of
from games.models import OxResult, Table, new_code
from games.play import ox_results
from games.rules.options import Options, Variant
from games.table import store
from tests.support.clients import signed_in
from tests.support.puzzles import make_puzzle
from tests.support.tables import play_to_the_end, start_table

pytestmark = pytest.mark.django_db

OX = Options(variant=Variant.OX)
PAGE = "games:practice"


def played(*team: Player, lead: int, visibility: str = Table.Visibility.CLUB) -> OxResult:
    """A result of these people; the ox has 20 heads."""
    table = start_table(*team, options=OX, visibility=visibility)
    is_listed = visibility != Table.Visibility.PRIVATE
    return OxResult.objects.create(
        table=table, players=len(team), team=0, ox=20, lead=lead, is_listed=is_listed
    )


def kept(*team: Player, piles: tuple[int, ...], ox: int) -> OxResult:
    """What is kept of a game that ended with these heads."""
    table = start_table(*team, options=OX)
    ended = store.fresh(table.pk)
    assert ended.play is not None
    assert ended.game is not None
    round = ended.game.round
    assert round.ox is not None
    end = round._replace(pile_heads=piles, ox=round.ox._replace(heads=ox))
    play = ended.play._replace(game=ended.game.with_round(end))
    ox_results.keep(replace(ended, play=play))
    return OxResult.objects.get(table=table)


def test_the_teams_heads_count_twice_for_one_and_two(
    ada: Player, ben: Player, cleo: Player
) -> None:
    assert kept(ada, piles=(5,), ox=13).lead == 3
    assert kept(ada, ben, piles=(2, 5), ox=13).lead == -1
    three = kept(ada, ben, cleo, piles=(2, 5, 0), ox=13)
    assert (three.lead, three.team, three.counted, three.ox) == (6, 7, 7, 13)


def test_the_end_of_a_game_keeps_its_result_once(ada: Player, ben: Player) -> None:
    ended = play_to_the_end(start_table(ada, ben, options=OX))
    assert ended.game is not None
    assert ended.game.round.ox is not None
    assert OxResult.objects.get().ox == ended.game.round.ox.heads


def test_games_with_bots_or_without_an_ox_keep_none(ada: Player, ben: Player) -> None:
    play_to_the_end(start_table(ada, bots=1, options=OX))
    play_to_the_end(start_table(ada, ben, options=Options(max_rounds=1)))
    assert not OxResult.objects.exists()


def test_each_team_is_shown_with_its_best_by_number_of_players(
    ada: Player, ben: Player, cleo: Player
) -> None:
    for lead in (2, 9, -4):
        played(ada, ben, lead=lead)
    played(ben, cleo, lead=9)
    played(ada, cleo, lead=-1)
    played(cleo, lead=1)
    alone, pairs = ox_results.best_results(ada)
    assert (alone.players, pairs.players) == (1, 2)
    assert [(line.rank, line.lead, line.is_own) for line in pairs.lines] == [
        (1, "+9", True),
        (1, "+9", False),
        (3, "−1", True),
    ]


def test_private_tables_are_not_shown(ada: Player, ben: Player) -> None:
    played(ada, ben, lead=9, visibility=Table.Visibility.PRIVATE)
    ox_results.list_alone(ada, is_listed=True)
    assert ox_results.best_results(ada) == []


def test_a_game_alone_is_shown_when_its_player_says_so_and_later_ones_with_it(
    ada: Player, ben: Player, as_ada: Client
) -> None:
    as_ada.post(reverse("games:play_alone"), {"code": new_code()})
    play_to_the_end(Table.objects.get())
    assert ox_results.best_results(ben) == []
    # Another's wish changes nothing.
    signed_in(ben).post(reverse("games:list_alone"), {"listed": "1"})
    assert ox_results.best_results(ben) == []
    as_ada.post(reverse("games:list_alone"), {"listed": "1"})
    assert [line.names for line in ox_results.best_results(ben)[0].lines] == [[ada.name]]
    as_ada.post(reverse("games:play_alone"), {"code": new_code()})
    play_to_the_end(Table.objects.latest("pk"))
    assert OxResult.objects.filter(is_listed=True).count() == 2
    as_ada.post(reverse("games:list_alone"), {"listed": "0"})
    assert ox_results.best_results(ben) == []


def test_the_page_links_no_private_table_and_asks_whoever_played_alone(
    ada: Player, ben: Player
) -> None:
    alone = played(ada, lead=4, visibility=Table.Visibility.PRIVATE)
    together = played(ada, ben, lead=-3)
    assert "Show my best game alone" in signed_in(ada).get(reverse(PAGE)).text
    ox_results.list_alone(ada, is_listed=True)
    page = signed_in(ben).get(reverse(PAGE)).text
    assert ada.name in page
    assert alone.table.code not in page
    assert together.table.get_absolute_url() in page
    assert "+4" in page
    assert "−3" in page
    assert "Show my best game alone" not in page


def test_its_old_address_leads_to_it_and_a_puzzle_of_another_day_has_it_not(
    as_ada: Client,
) -> None:
    assert as_ada.get(reverse("games:ox_results"))["Location"] == f"{reverse(PAGE)}#deal"
    yesterday = make_puzzle(day_of(timezone.now()) - timedelta(days=1))
    assert 'id="deal"' in as_ada.get(reverse(PAGE)).text
    assert 'id="deal"' not in as_ada.get(yesterday.get_absolute_url()).text
    assert 'id="deal"' not in Client().get(reverse(PAGE)).text


def test_an_erased_person_leaves_no_name_in_it(ada: Player, ben: Player) -> None:
    played(ada, ben, lead=4)
    name = ada.name
    privacy.erase(ada)
    page = signed_in(ben).get(reverse(PAGE)).text
    assert name not in page
    assert "former player" in page


def test_the_lobby_and_the_end_of_a_game_lead_to_it(ada: Player, as_ada: Client) -> None:
    ended = play_to_the_end(start_table(ada, options=OX))
    for page in (reverse("games:lobby"), reverse("games:table", args=[ended.code])):
        assert reverse(PAGE) in as_ada.get(page).text
