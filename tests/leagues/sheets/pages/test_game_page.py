"""The page of a game: what counts, what waits and who sees it, and its history."""

from http import HTTPStatus
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from leagues.models import Game, Role, Season
from leagues.people import merging
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import html_of, signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_member_with,
    make_season,
    make_session,
    sheet_of,
)
from tests.support.tables import people, start_table

pytestmark = pytest.mark.django_db

WHOLE = [[5, 5, 41], [13, 20, 30]]
CORRECTED = [[5, 5, 41], [13, 19, 37]]


def page(browser: Client, game: Game, name: str = "game") -> str:
    text = " ".join(html_of(browser.get(address(game, name), follow=True)).split())
    return text.replace("> ", ">").replace(" <", "<")


def scorer_of(season: Season, name: str = "Sam") -> Player:
    return make_member_with(Role.Kind.SCORER, season.league, name=name)


def a_confirmed_game(**rules: Any) -> tuple[Game, list[Player], Player]:
    """A game that counts, who played, and a scorer who did not enter it."""
    season = make_season(**rules)
    players = people(3)
    game = enter(make_game(make_session(season), players), rounds=WHOLE)
    second = scorer_of(season)
    if game.status != Game.Status.CONFIRMED:
        results.confirm(game, second, timezone.now())
        game.refresh_from_db()
    return game, players, second


def test_anybody_reads_the_result_and_the_pad() -> None:
    game, players, _scorer = a_confirmed_game()

    read = page(Client(), game)

    assert "18 heads" in read
    assert '<td class="figure">41</td>' in read
    assert all(player.name in read for player in players)


@pytest.mark.parametrize("name", ["game", "game_print"])
def test_what_is_not_confirmed_is_seen_by_scorers_and_who_sat_there_only(
    name: str, players: list[Player]
) -> None:
    season = make_season(second_person=True)
    game = enter(make_game(make_session(season), players), rounds=WHOLE)

    for stranger in (Client(), signed_in(PlayerFactory.create())):
        assert ">41<" not in page(stranger, game, name)
        assert "history-title" not in page(stranger, game, name)
    for insider in (players[0], scorer_of(season)):
        assert '<td class="figure">41</td>' in page(signed_in(insider), game)


def test_a_correction_that_waits_shows_the_old_result_to_strangers() -> None:
    game, players, scorer = a_confirmed_game(second_person=True)
    sheet = sheet_of(players, rounds=CORRECTED)
    results.correct(game, sheet, PlayerFactory.create(), "A misread seven", timezone.now())

    public = page(Client(), game)
    assert "misread" not in public
    assert '<td class="figure">30</td>' in public
    assert ">37<" not in public

    inside = page(signed_in(scorer), game)
    assert "A misread seven" in inside
    assert f"Round 2, {players[2].name}: 30 → 37" in inside


def test_the_history_says_who_when_and_why_cell_by_cell() -> None:
    game, players, scorer = a_confirmed_game()
    sheet = sheet_of(players, rounds=CORRECTED)
    results.correct(game, sheet, scorer, "A misread seven", timezone.now())

    read = page(Client(), game)

    assert "<strong>Corrected</strong>by Sam" in read
    assert "“A misread seven”" in read
    assert f"Round 2, {players[1].name}: 20 → 19" in read
    assert f"Round 2, {players[2].name}: 30 → 37" in read
    assert f"Round 1, {players[2].name}" not in read


def test_a_column_that_was_taken_off_is_still_read_in_the_history(season: Season) -> None:
    players = people(4)
    game = enter(make_game(make_session(season), players), [5, 20, 30, 70])
    sheet = sheet_of(players[:3], totals=[5, 20, 70])
    results.correct(game, sheet, scorer_of(season), "Three sat there", timezone.now())

    read = page(Client(), game)

    name = players[3].name
    assert f"Player, {name}: {name} → –" in read
    assert f"Total, {name}: 70 → –" in read
    assert f"{name}</del>" in read


def test_totals_in_place_of_rounds_are_told_with_what_they_change() -> None:
    game, players, scorer = a_confirmed_game()
    sheet = sheet_of(players, totals=[18, 24, 78])
    results.correct(game, sheet, scorer, "The pad is illegible", timezone.now())

    read = page(Client(), game)

    assert f"Round 2, {players[1].name}: 20 → –" in read
    assert f"Total, {players[2].name}: 71 → 78" in read
    assert "Rounds played: 2 → –" in read


def test_a_correction_is_compared_with_what_counts_not_with_one_that_waited() -> None:
    game, players, scorer = a_confirmed_game(second_person=True)
    sam = signed_in(scorer)
    for heads in (19, 18):
        sheet = sheet_of(players, rounds=[WHOLE[0], [13, heads, 38]])
        results.correct(game, sheet, scorer, f"It is {heads}", timezone.now())
        game.refresh_from_db()
    name = players[1].name

    read = page(sam, game)
    assert f"Round 2, {name}: 20 → 18" in read
    assert f"Round 2, {name}: 20 → 19" in read
    assert "19 → 18" not in read

    results.confirm(game, PlayerFactory.create(), timezone.now())
    for browser in (sam, Client()):
        assert f"Round 2, {name}: 20 → 18" in page(browser, game)


def test_a_merge_says_in_the_history_whose_name_became_whose(season: Season) -> None:
    guest, member = make_guest("Basile"), PlayerFactory.create(name="Basile Martin")
    owner, other = people(2)
    game = enter(make_game(make_session(season), [other, guest]), [10, 70])
    merged = merging.merge(season.league, guest, member, owner, timezone.now())
    assert "Player, Basile Martin: Basile → Basile Martin" in page(Client(), game)
    merging.undo(merged, owner, timezone.now())
    assert "Player, Basile: Basile Martin → Basile" in page(Client(), game)


def test_strangers_read_a_merge_of_a_game_that_nobody_had_confirmed() -> None:
    season = make_season(second_person=True)
    guest, member, owner = make_guest("Théo"), PlayerFactory.create(name="Ada"), people(1)[0]
    game = enter(make_game(make_session(season), [guest, *people(2)]), rounds=WHOLE)
    merging.merge(season.league, guest, member, owner, timezone.now())
    game.refresh_from_db()
    results.confirm(game, owner, timezone.now())

    assert page(Client(), game).count("Théo → Ada") == 1
    assert "not confirmed" not in page(signed_in(scorer_of(season)), game)


def test_strangers_read_a_correction_that_waited_during_a_merge_where_it_was_made() -> None:
    season = make_season(second_person=True)
    guest, member, owner = make_guest("Théo"), PlayerFactory.create(name="Ada"), people(1)[0]
    sitting = [guest, *people(2)]
    game = enter(make_game(make_session(season), sitting), rounds=WHOLE)
    results.confirm(game, owner, timezone.now())
    game.refresh_from_db()
    results.correct(game, sheet_of(sitting, rounds=CORRECTED), owner, "Typo", timezone.now())
    merging.merge(season.league, guest, member, owner, timezone.now())
    game.refresh_from_db()
    results.confirm(game, scorer_of(season), timezone.now())

    history = page(Client(), game)

    assert "Ada → Théo" not in history
    assert history.count("Théo → Ada") == 1
    # The newest line is the first.
    assert history.index("Théo → Ada") < history.index("Typo")


def test_a_scorer_corrects_with_a_reason() -> None:
    game, players, scorer = a_confirmed_game()
    browser = signed_in(scorer)
    assert 'value="41"' in page(browser, game, "game_correct")

    answer = browser.post(
        address(game, "game_correct"),
        fields(players, CORRECTED, version=game.version, reason="A misread seven"),
    )

    assert answer["Location"] == address(game)
    assert "Table 1 is corrected." in page(browser, game)
    assert [seat.heads for seat in game.seats.all()] == [18, 24, 78]


def test_without_a_reason_nothing_is_corrected_and_all_is_kept() -> None:
    game, players, scorer = a_confirmed_game()

    answer = signed_in(scorer).post(
        address(game, "game_correct"), fields(players, CORRECTED, version=game.version)
    )

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    read = " ".join(answer.content.decode().split())
    assert 'autofocus aria-invalid="true" aria-describedby="reason-why reason-help">' in read
    assert '<span class="wrong" id="reason-why">Please give a reason.</span>' in read
    assert 'value="37"' in read
    assert "sheet-who" in read
    assert 'class="panel sheet-who" open' not in read
    assert [seat.heads for seat in game.seats.all()] == [18, 25, 71]


def test_a_game_is_confirmed_by_a_second_person() -> None:
    season = make_season(second_person=True)
    first, second = scorer_of(season), scorer_of(season, "Robin")
    game = enter(make_game(make_session(season), people(3)), rounds=WHOLE, by=first)
    seen = {"version": game.version}

    signed_in(first).post(address(game, "game_confirm"), seen)
    game.refresh_from_db()
    assert game.status == Game.Status.SUBMITTED

    signed_in(second).post(address(game, "game_confirm"), seen)
    game.refresh_from_db()
    assert (game.status, game.confirmed_by) == (Game.Status.CONFIRMED, second)


def test_a_correction_is_turned_down_with_a_reason() -> None:
    game, players, scorer = a_confirmed_game(second_person=True)
    sheet = sheet_of(players, rounds=CORRECTED)
    results.correct(game, sheet, PlayerFactory.create(), "A misread seven", timezone.now())
    game.refresh_from_db()

    signed_in(scorer).post(
        address(game, "game_turn_down"), {"version": game.version, "reason": "It is a one"}
    )

    game.refresh_from_db()
    assert game.pending is None
    assert "It is a one" in page(signed_in(scorer), game)
    assert "It is a one" not in page(Client(), game)


def test_a_game_is_taken_out_and_counted_again() -> None:
    game, _players, scorer = a_confirmed_game()
    browser = signed_in(scorer)

    browser.post(address(game, "game_void"), {"version": game.version, "reason": "Mixed up"})
    game.refresh_from_db()
    assert game.status == Game.Status.VOIDED
    assert "“Mixed up”" in page(Client(), game)
    assert "« Mixed up »" in page(Client(headers={"accept-language": "fr"}), game)

    browser.post(address(game, "game_restore"), {"version": game.version, "reason": "It was not"})
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_what_waits_is_listed_with_its_changes() -> None:
    game, players, scorer = a_confirmed_game(second_person=True)
    sheet = sheet_of(players, rounds=CORRECTED)
    results.correct(game, sheet, PlayerFactory.create(), "A misread seven", timezone.now())
    season = game.session.season
    listed = f"/leagues/{season.league.slug}/{season.number}/to-confirm/"

    read = signed_in(scorer).get(listed, follow=True).content.decode()

    assert f"Round 2, {players[2].name}: 30 → 37" in read
    assert signed_in(PlayerFactory.create()).get(listed).status_code == HTTPStatus.FORBIDDEN


def test_an_online_game_leads_to_its_table() -> None:
    players = people(2)
    table = start_table(*players)
    game = make_game(make_session(make_season()), players, kind=Game.Kind.LIVE, table=table)

    assert f'href="/tables/{table.code}/"' in page(Client(), game)
    assert signed_in(players[0]).get(address(game, "game_submit"))["Location"] == address(game)


def test_an_empty_sheet_is_printed_with_room_for_rounds(players: list[Player], game: Game) -> None:

    read = page(Client(), game, "game_print")

    assert all(f'<th scope="col">{player.name}</th>' in read for player in players)
    assert '<th scope="row">14</th>' in read


def test_a_long_history_costs_no_more_queries() -> None:
    game, players, scorer = a_confirmed_game()
    url = address(game)

    browsers = [Client(), signed_in(scorer)]

    def cost() -> list[int]:
        counts = []
        for browser in browsers:
            with CaptureQueriesContext(connection) as queries:
                browser.get(url)
            counts.append(len(queries))
        return counts

    before = cost()
    for number in range(5):
        game.refresh_from_db()
        sheet = sheet_of(players, rounds=[[5, 5, 41], [13, 19, 31 + number]])
        results.correct(game, sheet, scorer, "Again", timezone.now())

    assert cost() == before
