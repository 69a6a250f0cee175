"""Tests of tables, the talk and sockets once more, on PostgreSQL and Redis as at a federation."""

from pathlib import Path

import pytest

from tests.support.on_postgresql import only, run_on_postgresql

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

# What the two databases do in their own way: locks and races, constraints, order, search, sums,
# times, JSON, lengths of texts, and what crosses Redis.
STORING = [
    "games/reminders/test_next_turn.py",
    "games/reminders/test_held_seats.py",
    "games/test_lobby_and_pauses.py",
    "games/test_signals.py",
    "guests/test_crossing_locks.py",
    "live/test_changing_viewers.py",
    "live/test_executor.py",
    "live/test_floods.py",
    "live/test_locked_table.py",
    "live/test_presence.py",
    "live/test_publish_first.py",
    "live/test_races.py",
    "live/test_way_of_a_card.py",
    "live/test_writing_on_the_loop.py",
    "practice/test_answers.py",
    "talk/test_privacy.py",
    "talk/test_races.py",
    *only(
        "talk/test_reports.py",
        "of_two_taps_at_the_same_moment_one_counts",
        "of_two_organizers_the_first_decides",
        "a_name_is_taken_away_and_reported_again_when_it_comes_back",
        "an_erased_person_is_in_no_report",
    ),
    *only(
        "friends/test_friends.py",
        "two_who_ask_each_other_at_the_same_moment_are_friends",
        "who_was_refused_is_not_told_and_cannot_ask_anew",
    ),
    *only(
        "friends/test_presence.py",
        "as_long_as_nothing_is_chosen_friends_alone_see_who_is_here",
        "who_signs_out_is_not_here",
        "a_request_writes_nothing_to_the_database_about_it",
    ),
    *only(
        "friends/test_inviting.py",
        "the_invited_sits_down_in_one_tap",
        "two_invite_each_other_at_the_same_moment",
        "two_invite_for_the_last_seat_at_the_same_moment",
        "nothing_waits_for_who_leaves_the_club",
    ),
    *only(
        "games/test_bots_and_deadlines.py",
        "a_choice_whose_time_is_up_is_made_and_marked",
        "due_work_is_claimed_by_one_keeper",
        "the_keeper_makes_the_moves_that_are_due",
    ),
    *only(
        "games/rating/test_rated_games.py",
        "a_game_changes_the_ratings_as_it_ends",
        "play_now_seats_nobody_at_a_rated_table",
        "the_command_makes_the_same_numbers_anew",
        "a_game_that_is_found_late_is_rated_at_its_place",
        "two_games_that_end_at_once_are_rated_one_after_the_other",
        "erasing_somebody_leaves_the_ratings_of_others",
    ),
    *only("games/test_fast_forward.py", "the_bots_finish_the_game_at_once"),
    *only(
        "games/test_play_now.py",
        "it_seats_one_where_most_people_wait",
        "a_table_that_does_not_fit_is_left_alone",
        "two_taps_at_the_same_moment_begin_one_game",
        "a_last_seat_is_given_once",
    ),
    *only(
        "live/test_answers.py",
        "a_command_is_answered_as_done_and_its_copy_as_repeated",
        "a_version_from_the_future_costs_one_small_statement",
    ),
    *only(
        "games/pause/test_pause.py",
        "a_pause_is_stored_whole_and_older_states_have_none",
        "two_who_agree_at_the_same_moment_both_count",
        "a_pause_and_a_deadline_at_the_same_moment_do_not_both_happen_to_a_turn",
        "a_choice_and_a_pause_at_the_same_moment",
    ),
    *only(
        "games/rematch/test_play_again.py",
        "a_host_opens_no_more_tables_than_they_may_however_many_at_once",
        "seats_are_held_for_the_others",
        "a_seat_held_too_long_is_free_before_anybody_tidies",
        "who_is_erased_meanwhile_is_not_waited_for",
    ),
    *only(
        "games/rematch/test_rematch_elsewhere.py",
        "the_next_table_is_locked_before_the_one_that_led_to_it_as_by_who_sits_down",
        "play_now_looks_past_tables_whose_seats_are_all_held",
    ),
    *only(
        "games/reminders/test_reminders.py",
        "a_mail_comes_when_it_is_ones_turn_and_one_before_time_is_up",
        "a_mail_of_a_keeper_that_died_is_sent_by_another",
        "keepers_that_look_at_the_same_moment_send_one_mail",
        "tables_that_have_not_changed_are_not_read",
    ),
    *only(
        "games/test_command_ids.py",
        "the_same_command_is_applied_once_and_then_repeated",
        "a_process_that_heard_of_no_withdrawal_refuses_the_command_too",
        "newest_commands_are_stored_and_read_back",
        "an_id_fits_into_its_column",
    ),
    *only("games/test_daily_deal.py", "two_requests_at_the_same_moment_open_one_table"),
    *only(
        "games/test_downtime.py",
        "a_gap_extends_every_running_deadline_by_itself_and_some_grace",
        "beats_in_the_same_second_change_nothing_but_the_pulse",
        "two_keepers_and_a_command_at_the_same_moment_give_the_time_back_once",
    ),
    *only(
        "games/test_lobby_page.py",
        "the_lobby_lists_what_a_member_may_find",
        "tables_that_wait_for_their_reader_come_first",
        "many_tables_that_wait_leave_the_ways_to_a_seat_above_them",
        "whatever_the_lists_show_changes_their_mark",
    ),
    *only(
        "games/test_log_tail.py",
        "a_choice_costs_one_transaction_of_two_statements",
        "the_lobby_says_whose_turn_it_is_in_the_middle_of_a_turn",
        "a_load_while_somebody_writes_is_read_again",
        "a_load_in_a_transaction_that_fails_leaves_nothing_behind",
        "times_are_read_back_to_the_microsecond",
    ),
    *only(
        "games/test_past_games.py",
        "games_are_found_by_who_sat_there",
        "games_are_found_whatever_the_capitals_and_accents",
        "games_are_found_by_the_name_of_the_table",
        "games_are_found_by_their_result",
        "games_are_found_by_when_they_ended",
        "games_are_found_by_their_rules[special-options1]",
        "games_are_found_by_their_rules[elimination-options9]",
        "the_figures_sum_up_the_games_that_are_shown",
    ),
    *only(
        "games/test_profile.py",
        "a_profile_sums_up_the_finished_games_against_people",
        "games_against_bots_alone_and_the_ox_are_left_out",
        "each_reader_is_told_of_the_games_that_they_may_find",
        "the_best_and_the_worst_round_lead_to_their_replay",
    ),
    *only(
        "games/test_highlights.py::TestStored",
        "the_keeper_notes_them_once_a_game_is_over",
        "games_of_before_are_noted_in_portions_the_newest_first",
        "they_stay_when_somebody_has_left",
        "a_table_that_is_deleted_meanwhile_is_passed_over",
    ),
    *only(
        "games/test_statistics.py::TestStored",
        "the_keeper_counts_each_game_once",
        "two_keepers_at_once_count_a_game_once",
        "games_of_before_are_counted_in_portions_the_newest_first",
        "the_command_makes_the_same_anew",
        "the_highest_of_several_games_is_the_record_and_of_equal_ones_the_first",
    ),
    *only(
        "games/test_playing.py",
        "a_play_that_is_not_the_last_of_its_turn_costs_two_statements",
        "the_result_is_on_the_seats_and_is_announced_once",
        "the_log_alone_rebuilds_every_state",
        "a_stored_play_is_read_back_as_it_was",
    ),
    *only(
        "games/test_table_commands.py",
        "nonsense_gets_a_sentence_and_changes_nothing",
        "who_sits_down_at_a_table_that_was_closed_meanwhile_is_told_so",
        "a_rematch_leads_everybody_to_the_same_table",
    ),
    *only(
        "live/test_socket_commands.py",
        "a_choice_can_come_over_the_socket",
        "a_round_is_dealt_where_its_last_card_arrives",
        "a_frame_that_makes_no_sense_changes_nothing",
        "a_command_that_cannot_be_stored_is_refused_with_a_sentence_and_one_line_in_the_log",
    ),
    *only(
        "live/test_sockets.py",
        "all_who_look_hear_of_a_choice",
        "who_is_signed_out_is_dismissed_by_the_next_sweep",
        "a_browser_that_is_signed_out_elsewhere_is_dismissed_at_once",
        "a_lost_hint_is_made_good_by_the_sweep",
        "spectators_cost_one_render_and_no_statement_whoever_they_are",
        "many_moves_in_a_row_end_with_the_last_one",
    ),
    *only(
        "talk/test_live.py",
        "a_page_that_comes_back_gets_what_it_missed",
        "another_process_tells_a_number_and_no_word",
        "a_sweep_finds_what_no_process_told_of",
    ),
    *only(
        "talk/test_writing.py",
        "a_message_too_many_is_refused_before_anything_is_locked",
        "a_second_tap_writes_nothing",
        "five_messages_in_ten_seconds_are_enough",
        "what_was_said_goes_with_its_table",
    ),
]
# Real servers on a SQLite file of their own, and stand-ins for Redis: the same once more.
ELSEWHERE = [
    "test_backpressure.py",
    "test_closing.py",
    "test_graceful_stop.py",
    "test_half_open.py",
]


def test_what_tables_store_and_tell(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    run_on_postgresql(postgres_url, redis_url, tmp_path, STORING)


@pytest.mark.thorough
def test_all_of_tables_and_sockets(postgres_url: str, redis_url: str, tmp_path: Path) -> None:
    ignored = [f"--ignore=tests/live/{name}" for name in ELSEWHERE]
    names = ["games", "guests/test_crossing_locks.py", "live", "talk"]
    run_on_postgresql(postgres_url, redis_url, tmp_path, names, *ignored)
