"""A member sees which level of bots fits, as their games alone with bots tell."""

from itertools import pairwise
from math import log

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.bots import LEVELS
from games.models import Table
from games.rules.options import Options, Variant
from games.seats.fitting import FEWEST_GAMES, Game, fit_of, rating_of
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.tables import open_table

THREE = ("gap",) * 3


def finished(player: Player, ranks: list[int], level: str = "gap", **plan: object) -> Table:
    """A game of this player, who has the first of the ranks, against bots of a level."""
    table = open_table(player, bots=len(ranks) - 1, **plan)  # type: ignore[arg-type]
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, ended_at=timezone.now())
    seats = table.seats.order_by("bot")
    for seat, rank in zip(seats, ranks, strict=True):
        seat.rank = rank
        seat.bot = seat.bot and level
        seat.save()
    return table


def test_who_wins_as_often_as_each_of_three_bots_is_as_strong_as_they_are() -> None:
    games = [Game(1.0, THREE)] * 5 + [Game(0.0, THREE)] * 15
    assert rating_of(games) == pytest.approx(1000)


def test_the_rating_is_the_likeliest_one_on_a_grid_of_single_points() -> None:
    pair = ("careful", "random")
    games = [Game(1.0, THREE)] * 6 + [Game(0.0, ("master",))] * 3 + [Game(0.5, pair)] * 2

    def likelihood(rating: int) -> float:
        own, total = 10 ** (rating / 400), -(((rating - 1000) / 120) ** 2) / 2
        for won, levels in games:
            share = own / (own + sum(10 ** (LEVELS[level].rating / 400) for level in levels))
            total += won * log(share) + (1 - won) * log(1 - share)
        return total

    best = max(range(400, 1800), key=likelihood)
    assert rating_of(games) == pytest.approx(best, abs=1)


def test_more_wins_never_lead_to_a_weaker_level() -> None:
    ratings = [
        rating_of([Game(1.0, THREE)] * won + [Game(0.0, THREE)] * (20 - won)) for won in range(21)
    ]
    assert all(less < more for less, more in pairwise(ratings))


@pytest.mark.django_db
def test_a_level_fits_after_five_games() -> None:
    player = PlayerFactory.create()
    for _game in range(FEWEST_GAMES - 1):
        finished(player, [2, 1, 3, 4])
    assert fit_of(player) is None
    finished(player, [1, 2, 3, 4])
    fit = fit_of(player)
    assert fit is not None
    assert (fit.level, fit.games) == ("gap", 5)


@pytest.mark.django_db
def test_who_always_wins_is_offered_a_stronger_level_and_who_always_loses_a_weaker_one() -> None:
    strong, weak = PlayerFactory.create_batch(2)
    for _game in range(12):
        finished(strong, [1, 2, 3, 4], "careful")
        finished(weak, [4, 1, 2, 3], "random")
    above, below = fit_of(strong), fit_of(weak)
    assert above is not None
    assert below is not None
    assert LEVELS[above.level].rating > LEVELS["careful"].rating
    assert below.level == "random"


@pytest.mark.django_db
def test_games_with_others_with_special_cards_or_unfinished_tell_nothing() -> None:
    player, other = PlayerFactory.create_batch(2)
    for _game in range(4):
        finished(player, [1, 2, 3])
    for options in (Options(variant=Variant.SPECIAL), Options(flip=True)):
        finished(player, [1, 2, 3], options=options)
    open_table(player, bots=2)
    table = finished(player, [1, 2, 3])
    table.seats.filter(rank=3).update(bot="", player=other)
    assert fit_of(player) is None
    finished(player, [1, 2, 3])
    fit = fit_of(player)
    assert fit is not None
    assert fit.games == 5


@pytest.mark.django_db
def test_it_is_said_with_ones_games_and_chosen_for_a_new_table() -> None:
    player = PlayerFactory.create()
    client = signed_in(player)
    for _game in range(12):
        assert "fits you" not in client.get(reverse("games:past")).content.decode()
        finished(PlayerFactory.create(), [1, 2])
    for _game in range(12):
        finished(player, [4, 1, 2, 3], "random")
    said = "“Beginner” fits you"
    assert said in client.get(reverse("games:past")).content.decode()
    page = client.get(reverse("games:open")).content.decode()
    assert said in page
    assert '<option value="random" selected>' in page
