"""The strength of players, learnt game by game."""

from games.strength import Strength
from leagues.standings.rating_store import rate
from leagues.standings.scoring.tally import GameResult
from tests.leagues.standings.scoring.seasons import game, latest, player

A, B, C, D = map(player, "abcd")


def often(times: int) -> list[GameResult]:
    return [game(number, a=10, b=20, c=30) for number in range(1, times + 1)]


def test_who_is_ahead_again_and_again_is_rated_above() -> None:
    ratings = latest(rate(often(5)))
    assert ratings[A].mu > ratings[B].mu > ratings[C].mu


def test_the_more_games_the_surer() -> None:
    history = [after.strength for after in rate(often(5)) if after.player == B]
    assert [rating.games for rating in history] == [1, 2, 3, 4, 5]
    assert [rating.sigma for rating in history] == sorted(
        (rating.sigma for rating in history), reverse=True
    )
    assert history[4].safe > history[0].safe > Strength().safe


def test_those_who_share_a_place_are_rated_alike_and_above_those_behind() -> None:
    ratings = latest(rate([game(1, a=1, b=1, c=9)]))
    assert ratings[A][1:] == ratings[B][1:]
    assert abs(ratings[A].mu - ratings[B].mu) < 1e-9
    assert ratings[A].mu > Strength().mu > ratings[C].mu


def test_all_tied_at_a_table_of_ten_stay_where_they_were() -> None:
    ratings = latest(rate([game(1, **dict.fromkeys("abcdefghij", 7))]))
    assert {round(rating.mu, 9) for rating in ratings.values()} == {25.0}


def test_the_order_of_entries_changes_nothing() -> None:
    results = [game(1, a=1, b=1, c=1, d=4, e=4, f=4, g=9), game(2, g=1, c=5, a=5)]
    turned = [result._replace(entries=result.entries[::-1]) for result in results]
    assert rate(turned) == rate(results)


def test_who_wants_no_rating_has_none_but_is_an_opponent_of_unknown_strength() -> None:
    weak = {C: Strength(1.0, 1.0, 50)}
    history = rate([game(1, a=1, c=2)], unrated={C}, start=weak)
    assert [after.player for after in history] == [A]
    assert latest(history)[A] == latest(rate([game(1, a=1, d=2)]))[A]


def test_going_on_from_kept_ratings_is_the_same_as_from_the_first_game() -> None:
    results = often(6)
    first = rate(results[:4])
    assert first + rate(results[4:], start=latest(first)) == rate(results)


def test_a_game_against_bots_alone_tells_nothing() -> None:
    assert rate([game(1, a=1, z=2)]) == []
