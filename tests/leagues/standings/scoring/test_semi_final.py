"""The semi-final decides who plays the final."""

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.final import final_places, semi_final_places
from leagues.standings.scoring.tally import GameResult
from tests.leagues.standings.scoring.seasons import (
    game,
    letter,
    lines,
    member,
    placed,
    player,
    standings,
)

RULES = SeasonRules(final=3, semi_final=6, fewest=3, preferred=3, most=6)
# a 100, b 80, c 60, d 40, e 20, f 0.
BEFORE = game(1, a=1, b=2, c=3, d=4, e=5, f=6)
# Tables of the snake.
FIRST = game(2, 2, d=10, a=20, e=30)
SECOND = game(3, 2, f=5, b=25, c=30)


def order(*results: GameResult, before: str = "abcdef", rules: SeasonRules = RULES) -> str:
    found = semi_final_places(placed(*before), results, rules)
    assert [*found.values()] == [*range(1, len(found) + 1)]
    return "".join(map(letter, found))


def test_the_example_of_the_document_comes_out_as_it_says() -> None:
    semi = semi_final_places(placed(*"abcdef"), [FIRST, SECOND], RULES)
    after = standings([BEFORE, FIRST, SECOND], RULES, semi_final=semi)
    assert lines(after) == [
        "1 f 50 -",
        "2 d 70 semi_final",
        "3 a 75 semi_final",
        "4 b 65 semi_final",
        "5 c 30 semi_final",
        "6 e 10 semi_final",
    ]
    played = game(4, 3, a=10, d=20, f=30)
    final = final_places({row.player: row.place or 0 for row in after}, [played], RULES)
    results = [BEFORE, FIRST, SECOND, played]
    assert lines(standings(results, RULES, final=final, semi_final=semi)) == [
        "1 a 250/3 -",
        "2 d 190/3 final",
        "3 f 100/3 final",
        "4 b 65 final",
        "5 c 30 semi_final",
        "6 e 10 semi_final",
    ]


def test_finalists_who_are_level_in_the_final_are_placed_by_the_season() -> None:
    semi = semi_final_places(placed(*"abcdef"), [FIRST, SECOND], RULES)
    played = game(4, 3, a=10, d=10, f=30)
    final = final_places(placed(*"fdabce"), [played], RULES)
    rows = standings([BEFORE, FIRST, SECOND, played], RULES, final=final, semi_final=semi)
    # Both have 75 of the final: (100 + 50 + 75) / 3 and (40 + 100 + 75) / 3.
    assert lines(rows)[:2] == ["1 a 75 -", "2 d 215/3 figure"]


def test_who_was_not_in_it_stands_behind_whatever_they_have() -> None:
    beside = game(4, 2, g=1, h=2, i=3)
    semi = semi_final_places(placed(*"abcdef"), [FIRST, SECOND, beside], RULES)
    rows = standings([BEFORE, FIRST, SECOND, beside], RULES, semi_final=semi)
    assert [row.split()[1] for row in lines(rows)] == [*"fdabce", *"ghi"]
    assert lines(rows)[6] == "7 g 100 semi_final"


def test_a_second_of_four_goes_on_before_a_second_of_three() -> None:
    # 66.67 against 50 and 50; of these the share of b, 20 of 20, is smaller than that of c.
    four = game(2, 2, a=10, f=20, g=30, h=40)
    threes = game(3, 2, d=10, b=20, i=30), game(4, 2, e=10, c=30, j=40)
    rules = SeasonRules(final=4, semi_final=10)
    assert order(four, *threes, before="abcdefghij", rules=rules)[3:5] == "fb"


def test_who_shares_a_place_at_a_table_is_told_apart_by_the_standings_before() -> None:
    # At the first table all share the first place, at the second two do.
    level = game(2, 2, a=20, d=20, e=20)
    assert order(level, game(3, 2, b=5, c=5, f=30)) == "bacdef"
    # Without it, both who share it at the second table would go on before a.


def test_who_met_at_several_tables_is_of_one() -> None:
    again = game(4, 2, a=1, d=30, e=40)
    # Of their table d has 100 and 50, a 50 and 100, e none: a has the smaller share.
    assert order(FIRST, SECOND, again)[:2] == "fa"
    # A table with people of both: everybody has met, so that the ranking of the session decides.
    across = game(4, 2, f=1, d=2, e=3)
    assert order(FIRST, SECOND, across) == "fdabce"
    assert order(FIRST, SECOND, game(4, 2, b=1, c=2, e=3)) == "fdbace"


def test_the_next_in_line_plays_and_a_table_beside_it_decides_nothing() -> None:
    results = game(2, 2, g=10, a=20, e=30), SECOND, game(4, 2, d=1, h=2, i=3)
    # Of a to i in this order six who came qualify: d sat beside, g at a table of the semi-final.
    assert order(*results, before="abcefgdhi") == "fgabce"
    assert order(game(4, 2, g=1, h=2, a=3)) == ""
    assert order() == ""


def test_the_measure_of_the_season_ranks_a_table() -> None:
    points = SeasonRules(preset=Preset.PLACEMENT, final=3, semi_final=6)
    assert order(FIRST, SECOND, rules=points) == "fdabce"


def test_whoever_has_withdrawn_is_in_no_place_of_it() -> None:
    semi = semi_final_places(placed(*"abcdef"), [FIRST, SECOND], RULES)
    gone = member("f", withdrawn=2)
    rows = standings([BEFORE, FIRST, SECOND], RULES, roster=[gone], semi_final=semi)
    assert lines(rows)[0] == "1 d 70 -"
    assert lines(rows)[5] == "- f 50 -"


def test_of_those_who_share_the_last_place_whoever_sits_at_its_tables_plays_it() -> None:
    # e, f and g share place 5: e and g were drawn, f sat beside.
    results = game(2, 2, a=10, d=20, e=30), game(3, 2, b=10, c=20, g=30), game(4, 2, f=1, h=2, i=3)
    found = semi_final_places(placed(*"abcd", "efg", "h", "i"), results, RULES)
    assert {letter(who) for who in found} == {*"abcdeg"}


def test_who_is_level_in_everything_shares_the_place_and_the_figure_decides() -> None:
    # c and d were level before; both are second of three, with as many heads.
    tables = game(2, 2, a=10, c=20, f=30), game(3, 2, b=10, d=20, e=30)
    found = semi_final_places(placed("a", "b", "cd", "e", "f"), tables, RULES)
    assert [found[player(name)] for name in "abcdef"] == [1, 2, 3, 3, 5, 6]
    level = game(1, a=1, b=2, c=3, d=3, e=5, f=6)
    assert lines(standings([level, *tables], RULES, semi_final=found))[2:4] == [
        "3 c 50 semi_final",
        "3 d 50 -",
    ]


def test_a_single_table_decides_by_its_ranking() -> None:
    rules = SeasonRules(final=3, semi_final=4)
    assert order(game(2, 2, d=10, a=20, c=30, b=40), rules=rules) == "dacb"


def test_fewer_than_qualify_play_it_all_the_same() -> None:
    assert order(game(2, 2, d=10, a=20, e=30)) == "dae"
