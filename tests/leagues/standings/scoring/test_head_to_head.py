"""Who met whom, and who came off better."""

from itertools import combinations

from hypothesis import given

from leagues.standings.scoring.head_to_head import Meetings, head_to_head
from leagues.standings.scoring.tally import GameResult
from tests.leagues.standings.scoring.any_season import seasons
from tests.leagues.standings.scoring.seasons import game, player

A, B, C = map(player, "abc")


def test_every_shared_table_is_a_meeting_of_each_pair() -> None:
    games = [game(1, a=1, b=2, c=2), game(2, a=5, b=4), game(3, a=5, b=6)]
    assert head_to_head(games) == {
        A: {B: Meetings(2, 0, 1), C: Meetings(1, 0, 0)},
        B: {A: Meetings(1, 0, 2), C: Meetings(0, 1, 0)},
        C: {A: Meetings(0, 0, 1), B: Meetings(0, 1, 0)},
    }


def test_those_who_never_met_are_left_out() -> None:
    assert C not in head_to_head([game(1, a=1, b=2), game(2, b=1, c=2)])[A]


@given(seasons())
def test_the_two_ways_round_are_mirror_images(season: list[GameResult]) -> None:
    matrix = head_to_head(season)
    for own, other in combinations(matrix, 2):
        if other in matrix[own]:
            there, back = matrix[own][other], matrix[other][own]
            assert (there.before, there.level, there.behind) == back[::-1]
            assert there.games == back.games > 0
