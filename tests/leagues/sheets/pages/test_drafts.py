"""A sheet is kept as it is typed, and checked."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import Game, GameVersion, Role, Standing
from tests.leagues.sheets.pages.pages import address, fields
from tests.support.clients import html_of, signed_in
from tests.support.leagues import enter, make_member_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer(game: Game) -> Client:
    league = game.session.season.league
    return signed_in(make_member_with(Role.Kind.SCORER, league, name="Sam"))


@pytest.fixture
def other(game: Game) -> Client:
    league = game.session.season.league
    return signed_in(make_member_with(Role.Kind.SCORER, league, name="Robin"))


def heads_in(draft: Any) -> list[str]:
    """The first round of a draft."""
    return [draft["texts"][f"r0c{n}"] for n in range(3)]


def version(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def test_what_is_typed_is_there_when_one_comes_back(
    game: Game, players: list[Player], scorer: Client, other: Client
) -> None:
    scorer.post(address(game, "game_draft"), fields(players, [[5, "", 40]]))

    page = other.get(address(game, "game_submit"), follow=True).content.decode()

    assert 'value="5"' in page
    assert 'value="40"' in page


def test_a_draft_counts_nowhere_and_strangers_see_nothing_of_it(
    game: Game, players: list[Player], scorer: Client
) -> None:
    typed = fields(players, [[5, 5, 57], [10, 20, 30]]) | {"p2": "guest", "g2": "Zébulon"}
    scorer.post(address(game, "game_draft"), typed)

    page = Client().get(address(game)).content.decode()

    assert "Zébulon" not in page
    assert not Standing.objects.exists()


def test_what_cannot_be_is_said_and_kept_all_the_same(
    game: Game, players: list[Player], scorer: Client
) -> None:
    page = html_of(scorer.post(address(game, "game_draft"), fields(players, [[5, -3, 40]])))
    assert 'data-field="r0c1" data-row="r0"' in " ".join(page.split())
    assert "cannot have fewer than 0 heads" in page
    game.refresh_from_db()
    assert game.draft is not None
    assert heads_in(game.draft) == ["5", "-3", "40"]


def test_what_is_only_missing_is_not_wrong_yet(
    game: Game, players: list[Player], scorer: Client
) -> None:
    answer = scorer.post(address(game, "game_draft"), fields(players, [[5, "", ""]]))

    assert "<li" not in answer.content.decode()


def test_it_says_when_the_game_is_over(game: Game, players: list[Player], scorer: Client) -> None:
    answer = scorer.post(address(game, "game_draft"), fields(players, [[5, 5, 40], [10, 20, 30]]))

    assert f"The game is over: {players[0].name} first with 15 heads." in answer.content.decode()


def test_a_page_goes_on_from_what_it_saved_itself(
    game: Game, players: list[Player], scorer: Client
) -> None:
    typed = fields(players, [[5, 5, 40]], page="one")
    scorer.post(address(game, "game_draft"), typed)

    # Sent before the answer with the new version was there.
    answer = scorer.post(
        address(game, "game_submit"), fields(players, [[5, 5, 40], [10, 20, 30]], page="one")
    )

    assert answer.status_code == HTTPStatus.FOUND


def test_who_types_the_same_sheet_is_told_and_neither_loses_anything(
    game: Game, players: list[Player], scorer: Client, other: Client
) -> None:
    scorer.post(address(game, "game_draft"), fields(players, [[5, 5, 40]], page="one"))

    answer = other.post(address(game, "game_draft"), fields(players, [[5, 6, 40]], page="two"))

    page = " ".join(answer.content.decode().split())
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Sam has changed this sheet while you were typing." in page
    assert f"Round 1, {players[1].name}" in page
    assert '<td class="figure">6</td><td class="figure">5</td>' in page
    game.refresh_from_db()
    assert game.draft is not None
    assert heads_in(game.draft) == ["5", "5", "40"]


def test_a_number_of_rounds_is_a_difference_as_well(
    game: Game, players: list[Player], scorer: Client, other: Client
) -> None:
    mine = fields(players, totals=[5, 15, 70], page="one", count="5")
    scorer.post(address(game, "game_draft"), mine)

    answer = other.post(address(game, "game_draft"), mine | {"page": "two", "count": "6"})

    page = " ".join(answer.content.decode().split())
    assert (
        '<th scope="row">Rounds played, if known</th>'
        '<td class="figure">6</td><td class="figure">5</td>'
    ) in page


def test_who_insists_keeps_their_own(
    game: Game, players: list[Player], scorer: Client, other: Client
) -> None:
    scorer.post(address(game, "game_draft"), fields(players, [[5, 5, 40]], page="one"))
    mine = fields(players, [[5, 6, 40]], page="two")

    answer = other.post(address(game, "game_submit"), mine | {"over": version(game)})

    assert answer.status_code == HTTPStatus.OK
    game.refresh_from_db()
    assert game.draft is not None
    assert heads_in(game.draft) == ["5", "6", "40"]


def test_who_insists_has_submitted_nothing(
    game: Game, players: list[Player], scorer: Client, other: Client
) -> None:
    scorer.post(address(game, "game_draft"), fields(players, [[5, 5, 40]], page="one"))
    whole = fields(players, [[5, 5, 40], [10, 20, 30]], page="two")

    other.post(address(game, "game_submit"), whole | {"over": version(game)})

    game.refresh_from_db()
    assert game.status == Game.Status.SEATED
    assert game.draft is not None


def test_who_insists_on_a_correction_has_corrected_nothing(
    game: Game, players: list[Player], scorer: Client
) -> None:
    enter(game, [15, 25, 70])
    mine = fields(players, [[5, 5, 40], [10, 20, 30]], reason="Misread", correcting="1")

    answer = scorer.post(address(game, "game_correct"), mine | {"over": version(game)})

    assert answer.status_code == HTTPStatus.OK
    assert 'value="Misread"' in answer.content.decode()
    assert not game.versions.filter(did=GameVersion.Did.CORRECTED).exists()
    over = mine | {"version": version(game)}
    assert scorer.post(address(game, "game_correct"), over).status_code == HTTPStatus.FOUND


def test_submitting_on_top_of_another_sheet_is_refused_with_everything_kept(
    game: Game, players: list[Player], scorer: Client
) -> None:
    enter(game, [15, 25, 70])

    answer = scorer.post(address(game, "game_submit"), fields(players, [[5, 6, 40], [11, 19, 30]]))

    page = answer.content.decode()
    assert answer.status_code == HTTPStatus.CONFLICT
    assert 'value="19"' in page
    # It counts by now, so that submitting again corrects it, with a reason.
    assert f'action="{address(game, "game_correct")}"' in page
    assert 'name="reason"' in page
    game.refresh_from_db()
    assert [seat.heads for seat in game.seats.all()] == [15, 25, 70]


def test_a_draft_can_be_thrown_away(game: Game, players: list[Player], scorer: Client) -> None:
    scorer.post(address(game, "game_draft"), fields(players, [[5, 5, 40]]))

    scorer.post(address(game, "game_draft"), {"throw_away": "1", "version": version(game)})

    game.refresh_from_db()
    assert game.draft is None


def test_a_correction_is_checked_but_not_kept(
    game: Game, players: list[Player], scorer: Client
) -> None:
    enter(game, [15, 25, 70])
    before = version(game)

    answer = scorer.post(
        address(game, "game_draft"), fields(players, [[-1, 5, 40]], correcting="1")
    )

    assert "cannot have fewer than 0 heads" in answer.content.decode()
    game.refresh_from_db()
    assert (game.draft, game.version) == (None, before)


def test_of_a_game_that_counts_nothing_is_thrown_away(
    game: Game, players: list[Player], scorer: Client
) -> None:
    enter(game, [15, 25, 70])
    before = version(game)

    scorer.post(address(game, "game_draft"), {"throw_away": "1", "version": before})

    assert version(game) == before
