"""The page on which the sheet of a game is entered."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import Game, Role
from leagues.season_rules import Substitutes
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_member_with, make_season, make_session
from tests.support.tables import people

pytestmark = pytest.mark.django_db

WHOLE = [[5, 5, 40], [10, 20, 30]]


def a_game(**rules: Any) -> tuple[Game, list[Player], Client]:
    """A game nobody has entered, who sits there, and a scorer's browser."""
    season = make_season(**rules)
    players = people(3)
    game = make_game(make_session(season), players)
    return game, players, signed_in(make_member_with(Role.Kind.SCORER, season.league))


def test_who_was_drawn_is_there_already(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:

    page = "".join(
        scorer_browser.get(address(game, "game_submit"), follow=True).content.decode().split()
    )

    for player in players:
        name = player.name.replace(" ", "")
        assert f'<optionvalue="{player.pk}"selected>{name}</option>' in page


def test_a_whole_sheet_counts(game: Game, players: list[Player], scorer_browser: Client) -> None:

    answer = scorer_browser.post(address(game, "game_submit"), fields(players, WHOLE))

    evening = f"{game.session.get_absolute_url()}#table-1"
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, evening)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert [seat.heads for seat in game.seats.all()] == [15, 25, 70]


def test_totals_alone_count_as_well(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:

    scorer_browser.post(
        address(game, "game_submit"), fields(players, totals=[15, 25, 70], count="6")
    )

    game.refresh_from_db()
    assert (game.status, game.rounds) == (Game.Status.CONFIRMED, 6)


def test_a_total_is_asked_for_by_the_name_of_the_player(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:
    page = scorer_browser.get(address(game, "game_submit"), follow=True).content.decode()
    assert [f'data-name="{n}">{p.name}</label>' in page for n, p in enumerate(players)] == [
        True
    ] * 3


@pytest.mark.parametrize(
    ("rounds", "reason"),
    [
        ([[5, 5, 40]], "nobody is past 66"),
        ([[5, 5, 40], [10, 20, 300]], "Nobody can take more than"),
        ([[5, 5, 40], [10, -2, 30]], "cannot have fewer than 0 heads"),
        ([[5, 5, 40], [10, "x", 30]], "must be a whole number"),
        ([[5, "", 40], [10, 20, 30]], "are missing"),
        ([[5, 5, 70], [10, 20, 30]], "was over after round 1"),
        ([[0, 0, 0], [5, 5, 70]], "fewer than"),
        ([[70, 70, 70]], "more than"),
    ],
)
def test_an_impossible_sheet_is_refused_with_everything_kept(
    rounds: list[list[object]],
    reason: str,
    game: Game,
    players: list[Player],
    scorer_browser: Client,
) -> None:

    answer = scorer_browser.post(address(game, "game_submit"), fields(players, rounds))

    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert reason in page
    for cell in (str(cell) for row in rounds for cell in row if cell != ""):
        assert f'value="{cell}"' in page
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED


def test_the_reason_stands_at_its_cell(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:

    answer = scorer_browser.post(
        address(game, "game_submit"), fields(players, [[5, 5, 40], [10, "x", 30]])
    )

    page = " ".join(answer.content.decode().split())
    cell = page[page.index('<input id="r1c1"') :]
    assert 'aria-invalid="true" aria-describedby="why-r1"' in cell[: cell.index(">")]
    reason = page[page.index('id="why-r1"') :]
    assert "must be a whole number" in reason[: reason.index("</td>")]


def test_the_same_person_twice_is_refused() -> None:
    game, (ana, ben, _cleo), browser = a_game()

    answer = browser.post(address(game, "game_submit"), fields([ana, ben, ana], WHOLE))

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert f"{ana.name}, or the person they stand in for, is on this sheet twice." in (
        answer.content.decode()
    )


def test_heads_without_a_player_are_refused() -> None:
    game, (ana, ben, _cleo), browser = a_game()

    answer = browser.post(address(game, "game_submit"), fields([ana, ben, None], WHOLE))

    assert "heads in a column without a player" in answer.content.decode()


def test_an_empty_column_is_left_out() -> None:
    game, (ana, ben, cleo), browser = a_game()
    rounds = [[5, "", 5, 40], [10, "", 20, 30]]

    browser.post(address(game, "game_submit"), fields([ana, None, ben, cleo], rounds))

    assert [seat.player for seat in game.seats.all()] == [ana, ben, cleo]
    assert [seat.heads for seat in game.seats.all()] == [15, 25, 70]


def test_a_refused_sheet_opens_who_played_only_where_that_is_wrong(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:

    def refused(people: list[Player | None], rounds: list[list[int]]) -> str:
        answer = scorer_browser.post(address(game, "game_submit"), fields(people, rounds))
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        return " ".join(answer.content.decode().split())

    wrong_heads = refused([*players], [[5, -5, -40], [10, -20, 30]])
    assert '<details class="panel sheet-who" >' in wrong_heads
    # One sentence is in sight, with how many there are besides.
    assert "<summary> 3 more </summary>" in wrong_heads
    assert wrong_heads.count("data-fault") == 4

    nobody = refused([*players[:2], None], WHOLE)
    assert '<details class="panel sheet-who" open>' in nobody


def test_a_guest_is_named_and_becomes_a_player() -> None:
    game, (ana, ben, _cleo), browser = a_game()
    typed = fields([ana, ben, None], WHOLE) | {"p2": "guest", "g2": "  Uncle  Théo "}

    browser.post(address(game, "game_submit"), typed)

    guest = Player.objects.get(name="Uncle Théo")
    assert guest.user is None
    assert game.seats.get(index=2).player == guest
    assert game.session.season.entrants.filter(player=guest).exists()


def test_a_guest_needs_a_name_that_the_season_has_not() -> None:
    game, (ana, ben, cleo), browser = a_game()
    typed = fields([ana, ben, None], WHOLE) | {"p2": "guest", "g2": cleo.name.upper()}

    answer = browser.post(address(game, "game_submit"), typed)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Somebody in this season is already called" in answer.content.decode()


def test_a_substitute_plays_for_somebody() -> None:
    game, (ana, ben, cleo), browser = a_game(substitutes=Substitutes.ABSENT)
    (dora,) = people(1)
    typed = fields([ana, ben, dora], WHOLE) | {"f2": str(cleo.pk)}

    browser.post(address(game, "game_submit"), typed)

    seat = game.seats.get(index=2)
    assert (seat.player, seat.substitute_for, seat.counts_for) == (dora, cleo, cleo)


def test_a_stand_in_for_somebody_unknown_is_not_just_dropped() -> None:
    """Their guest may have become a member since the page was opened."""
    game, (ana, ben, cleo), browser = a_game(substitutes=Substitutes.ABSENT)
    gone = Player.objects.create(name="Of another league")
    typed = fields([ana, ben, cleo], WHOLE) | {"f2": str(gone.pk)}

    answer = browser.post(address(game, "game_submit"), typed)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert f"Please choose again whom {cleo.name} stood in for." in answer.content.decode()
    game.refresh_from_db()
    assert game.status == Game.Status.SEATED


def test_a_stranger_who_is_made_up_is_nobody() -> None:
    game, (ana, ben, _cleo), browser = a_game()
    hidden = Player.objects.create(name="Of another league")
    typed = fields([ana, ben, hidden], WHOLE)

    answer = browser.post(address(game, "game_submit"), typed)

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_without_a_script_a_button_adds_a_round(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:
    rounds = [[1, 2, 3]] * 6

    answer = scorer_browser.post(address(game, "game_submit"), fields(players, rounds, do="round"))

    assert answer.status_code == HTTPStatus.OK
    assert 'name="r6c0"' in answer.content.decode()
    assert 'name="r7c0"' not in answer.content.decode()


def test_without_a_script_a_button_adds_a_place(
    game: Game, players: list[Player], scorer_browser: Client
) -> None:

    answer = scorer_browser.post(address(game, "game_submit"), fields(players, do="player"))

    assert 'name="p3"' in answer.content.decode()


def test_who_sat_there_enters_their_own_sheet_and_a_scorer_confirms() -> None:
    game, players, _browser = a_game()

    signed_in(players[0]).post(address(game, "game_submit"), fields(players, WHOLE))

    game.refresh_from_db()
    assert (game.status, game.entered_by) == (Game.Status.SUBMITTED, players[0])


def test_who_entered_their_sheet_reads_that_it_waits_and_can_look_at_it_again() -> None:
    game, players, scorer = a_game()
    own = signed_in(players[0])
    answer = own.post(address(game, "game_submit"), fields(players, WHOLE), follow=True)
    # No card is named, so the page opens at its top, where that is said.
    assert answer.redirect_chain[-1][0] == game.session.get_absolute_url()
    again = 'id="own-entered"'
    for reader, sees_it in ((own, True), (scorer, False), (Client(), False)):
        page = reader.get(game.session.get_absolute_url()).content.decode()
        assert (again in page) is sees_it
    assert (
        f'href="{game.get_absolute_url()}"'
        in own.get(game.session.get_absolute_url()).content.decode()
    )
    game.refresh_from_db()
    scorer.post(address(game, "game_confirm"), {"version": game.version})
    assert again not in own.get(game.session.get_absolute_url()).content.decode()


def test_a_sheet_of_nobody_is_refused() -> None:
    game, _players, browser = a_game()

    answer = browser.post(address(game, "game_submit"), {"version": "1"})

    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
