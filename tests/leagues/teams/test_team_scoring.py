"""Team standings from the games of their members."""

from fractions import Fraction

from leagues.people.teams.scoring import Needed, Stay, TeamStanding, team_standings
from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.tally import Entry, GameResult, twice_ranks

ANA, BOB, CLEO, DAN = 1, 2, 3, 4
REDS, BLUES = 10, 20
STAYS = [Stay(REDS, ANA, 1), Stay(REDS, BOB, 1), Stay(BLUES, CLEO, 1), Stay(BLUES, DAN, 1)]


def game(number: int, session: int, **heads: int) -> GameResult:
    """A game of these people, by their heads."""
    players = {"ana": ANA, "bob": BOB, "cleo": CLEO, "dan": DAN}
    totals = list(heads.values())
    places = [1 + sum(other < own for other in totals) for own in totals]
    entries = tuple(
        Entry(players[name], own, place, rank)
        for name, own, place, rank in zip(heads, totals, places, twice_ranks(places), strict=True)
    )
    return GameResult(number, session, len(totals), sum(totals), 5, entries)


def ranked(
    games: list[GameResult],
    stays: list[Stay] = STAYS,
    until: int = 9,
    needed: int = 1,
    rules: SeasonRules | None = None,
) -> list[TeamStanding]:
    agreed = rules or SeasonRules()
    return list(team_standings(games, agreed, [REDS, BLUES], stays, until, Needed(needed, 0)))


def test_each_game_weighs_the_same_whoever_played_it() -> None:
    played = [game(1, 1, ana=1, cleo=2), game(2, 1, ana=1, cleo=2), game(3, 1, bob=2, dan=1)]
    reds, blues = ranked(played)
    assert (reds.team, reds.standing.place, reds.standing.figure) == (REDS, 1, Fraction(200, 3))
    assert (blues.team, blues.standing.place, blues.standing.figure) == (BLUES, 2, Fraction(100, 3))


def test_points_for_places_are_divided_by_the_games_too() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, placement=(10, 6))
    played = [game(1, 1, ana=1, cleo=2), game(2, 1, ana=1, cleo=2), game(3, 1, bob=2, dan=1)]
    reds, blues = ranked(played, rules=rules)
    assert reds.standing.figure == Fraction(26, 3)
    assert blues.standing.figure == Fraction(22, 3)


def test_a_move_to_another_team_leaves_earlier_games_where_they_were() -> None:
    stays = [*STAYS[:3], Stay(BLUES, DAN, 1, 2), Stay(REDS, DAN, 2)]
    played = [game(1, 1, dan=1, ana=2), game(2, 2, dan=1, cleo=2)]
    reds, blues = sorted(ranked(played, stays), key=lambda each: each.team)
    assert [each.standing.tally.games for each in (reds, blues)] == [2, 2]
    assert [each.standing.figure for each in (reds, blues)] == [50, 50]
    # As of the first session nothing has changed.
    assert ranked(played, stays, until=1) == ranked(played, STAYS, until=1)


def test_a_game_that_is_dropped_for_the_player_does_not_count_for_the_team() -> None:
    rules = SeasonRules(preset=Preset.BEST, best_of=1)
    played = [game(1, 1, ana=1, cleo=2), game(2, 2, cleo=1, ana=2), game(3, 2, bob=1, dan=2)]
    reds = next(each for each in ranked(played, rules=rules) if each.team == REDS)
    assert (reds.standing.tally.games, reds.standing.tally.counted) == (3, 2)
    assert reds.standing.figure == 100


def test_a_place_takes_two_members_with_enough_games() -> None:
    played = [game(1, 1, ana=1, bob=2, cleo=3), game(2, 1, ana=1, bob=2, dan=3)]
    reds, blues = ranked(played, needed=2)
    assert (reds.standing.place, reds.ready) == (1, 2)
    assert (blues.standing.place, blues.ready) == (None, 0)
    left = [STAYS[0], Stay(REDS, BOB, 1, 2), *STAYS[2:]]
    alone = next(each for each in ranked(played, left, needed=2) if each.team == REDS)
    assert alone.standing.place is None


def test_teams_that_are_level_in_all_share_the_place() -> None:
    reds, blues = ranked([game(1, 1, ana=1, cleo=2), game(2, 1, dan=1, bob=2)])
    assert (reds.standing.place, blues.standing.place) == (1, 1)
    # The same figures, but fewer heads.
    played = [game(1, 1, ana=1, cleo=9), game(2, 1, dan=2, bob=9)]
    reds, blues = ranked(played)
    assert (reds.team, blues.standing.place) == (REDS, 2)
    assert str(blues.standing.decided_by) == "share"


def test_of_two_times_that_overlap_since_a_session_moved_the_later_counts() -> None:
    stays = [*STAYS[:3], Stay(BLUES, DAN, 1, 4), Stay(REDS, DAN, 2)]
    reds, blues = sorted(ranked([game(1, 3, dan=1, cleo=2)], stays), key=lambda each: each.team)
    assert (reds.standing.tally.games, blues.standing.tally.games) == (1, 1)
