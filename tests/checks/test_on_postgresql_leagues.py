"""Tests of leagues and of all data once more, on PostgreSQL as at a federation."""

from pathlib import Path

import pytest

from tests.support.on_postgresql import only, run_on_postgresql

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

WHOLE = [
    "config/integrity",
    "config/privacy/test_inventory.py",
    "config/test_page_handler.py",
    "leagues/api/test_idempotency.py",
    "leagues/finals/test_drawing_finals.py",
    "leagues/people/test_who_left_does_not_join.py",
    "leagues/sessions/test_live_results.py",
    "leagues/sessions/test_races.py",
    "leagues/sheets/results/test_guests.py",
    "leagues/standings/test_rows_that_cannot_be.py",
    "leagues/test_crossing_locks.py",
]
# Of four of these files, what the two databases do in their own way.
STORING = [
    *(
        name
        for name in WHOLE
        if not name.endswith(("integrity", "inventory.py", "results.py", "finals.py"))
    ),
    *only(
        "config/integrity/test_check_integrity.py",
        "a_whole_club_is_sound_and_the_report_says_what_was_checked",
        "a_table_that_moves_on_is_looked_at_again",
        "a_row_that_names_a_lost_one_is_named",
        "nothing_can_be_written_meanwhile",
    ),
    *only(
        "config/privacy/test_inventory.py",
        "no_byte_of_the_database_names_them_afterwards",
        "what_others_wrote_stays_but_for_the_name",
    ),
    *only(
        "leagues/finals/test_drawing_finals.py",
        "who_of_those_level_at_the_cut_plays_is_drawn_by_lot_and_the_table_makes_it_so",
        "two_organizers_who_draw_at_once_draw_it_once",
    ),
    *only(
        "leagues/sessions/test_live_results.py",
        "the_result_counts_when_the_last_card_is_played",
        "a_second_signal_changes_nothing",
        "a_result_lost_in_a_crash_after_the_commit_counts_once",
        "a_result_that_a_listener_and_the_sweep_work_on_at_once_counts_once",
        "a_table_that_cannot_be_recorded_does_not_stop_the_others",
    ),
]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(STORING, id="what is stored"),
        pytest.param(WHOLE, id="all", marks=pytest.mark.thorough),
    ],
)
def test_what_leagues_store(
    postgres_url: str, redis_url: str, tmp_path: Path, names: list[str]
) -> None:
    run_on_postgresql(postgres_url, redis_url, tmp_path, names)
