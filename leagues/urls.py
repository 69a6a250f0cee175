"""Addresses of leagues; a league's own part is its slug, which never changes."""

from django.urls import URLPattern, path

from leagues.exports import views as export_views
from leagues.people import merge_views
from leagues.people import views as people_views
from leagues.sessions import check_in_views, seating_views, table_views
from leagues.sessions import views as session_views
from leagues.setup import adjustment_views, season_views
from leagues.setup import views as setup_views
from leagues.sheets import game_views, import_views
from leagues.sheets import views as sheet_views
from leagues.standings import figure_views
from leagues.standings import views as standings_views

app_name = "leagues"

LEAGUE = "<slug:slug>/"
SEASON = f"{LEAGUE}<int:number>/"
SESSIONS = f"{SEASON}sessions/"
SESSION = f"{SESSIONS}<int:session>/"
GAME = f"{SESSION}games/<int:game>/"
PLAYER = f"{SEASON}players/<int:player_id>/"

urlpatterns: list[URLPattern] = [
    # Leagues, their settings and seasons.
    path("", setup_views.league_list, name="list"),
    path("new/", setup_views.league_new, name="new"),
    path(LEAGUE, setup_views.league_home, name="league"),
    path(f"{LEAGUE}settings/", setup_views.league_settings, name="settings"),
    path(f"{LEAGUE}roles/", setup_views.roles, name="roles"),
    path(f"{LEAGUE}roles/set/", setup_views.role_set, name="role_set"),
    path(f"{LEAGUE}roles/<int:role_id>/take/", setup_views.role_take, name="role_take"),
    path(f"{LEAGUE}seasons/new/", season_views.season_new, name="season_new"),
    path(f"{SEASON}edit/", season_views.season_edit, name="season_edit"),
    path(f"{SEASON}open/", season_views.season_open, name="season_open"),
    path(f"{SEASON}rules/", season_views.rules, name="rules"),
    # Standings and what they are made of.
    path(f"{LEAGUE}ratings/", figure_views.league_ratings, name="ratings"),
    path(SEASON, standings_views.standings, name="season"),
    path(PLAYER, standings_views.why, name="why"),
    path(f"{SEASON}head-to-head/", figure_views.head_to_head, name="head_to_head"),
    path(f"{SEASON}charts/", figure_views.charts, name="charts"),
    path(f"{SESSION}ranking/", figure_views.session_ranking, name="session_ranking"),
    # Sessions: who is there, who sits where.
    path(SESSIONS, session_views.sessions, name="sessions"),
    path(f"{SESSIONS}new/", session_views.session_new, name="session_new"),
    path(SESSION, session_views.session, name="session"),
    path(f"{SESSION}edit/", session_views.session_edit, name="session_edit"),
    path(f"{SESSION}drop/", session_views.drop, name="session_drop"),
    path(f"{SESSION}begin/", session_views.begin, name="session_begin"),
    path(f"{SESSION}close/", session_views.close, name="session_close"),
    path(f"{SESSION}reopen/", session_views.reopen, name="session_reopen"),
    path(f"{SESSION}reply/", check_in_views.reply, name="reply"),
    path(f"{SESSION}come/", check_in_views.come, name="come"),
    path(f"{SESSION}check-in/", check_in_views.check_in, name="check_in"),
    path(f"{SESSION}check-in/arrive/", check_in_views.arrive, name="arrive"),
    path(f"{SESSION}check-in/leave/", check_in_views.leave, name="leave"),
    path(f"{SESSION}check-in/guest/", check_in_views.add_guest, name="add_guest"),
    path(f"{SESSION}check-in/rename/", check_in_views.rename, name="check_in_rename"),
    path(f"{SESSION}seating/", seating_views.seating, name="seating"),
    path(f"{SESSION}seating/accept/", seating_views.draw, name="draw"),
    path(f"{SESSION}seating/join/", seating_views.join, name="join_table"),
    path(f"{SESSION}seating/take-apart/", seating_views.take_apart, name="take_apart"),
    path(f"{SESSION}start/", table_views.start, name="start_tables"),
    path(f"{SESSION}sheets/", table_views.sheets, name="hand_out"),
    path(f"{SESSION}slips/", table_views.slips, name="slips"),
    path(f"{SESSION}screen/", table_views.screen, name="screen"),
    path(f"{SEASON}wishes/", seating_views.wishes, name="wishes"),
    path(f"{SEASON}wishes/add/", seating_views.wish_add, name="wish_add"),
    path(f"{SEASON}wishes/remove/", seating_views.wish_remove, name="wish_remove"),
    # Games and their score sheets.
    path(f"{SEASON}to-confirm/", game_views.to_confirm, name="to_confirm"),
    path(f"{SESSION}games/new/", sheet_views.new, name="game_new"),
    path(f"{SESSION}import/", import_views.import_page, name="import"),
    path(f"{SESSION}import/template.csv", import_views.import_template, name="import_template"),
    path(GAME, game_views.game, name="game"),
    path(f"{GAME}print/", game_views.sheet_print, name="game_print"),
    path(f"{GAME}sheet/", sheet_views.enter, name="game_submit"),
    path(f"{GAME}draft/", sheet_views.draft, name="game_draft"),
    path(f"{GAME}correct/", sheet_views.correct, name="game_correct"),
    path(f"{GAME}confirm/", game_views.confirm, name="game_confirm"),
    path(f"{GAME}turn-down/", game_views.turn_down, name="game_turn_down"),
    path(f"{GAME}void/", game_views.void, name="game_void"),
    path(f"{GAME}not-played/", game_views.not_played, name="game_not_played"),
    path(f"{GAME}restore/", game_views.restore, name="game_restore"),
    # What leaves the house: exports, feeds, embedding, pictures.
    path(f"{LEAGUE}calendar.ics", export_views.calendar, name="calendar"),
    path(f"{LEAGUE}results.atom", export_views.feed, name="feed"),
    path(f"{LEAGUE}picture.png", export_views.picture, name="picture"),
    path(f"{SEASON}standings.csv", export_views.standings_csv, name="standings_csv"),
    path(f"{SEASON}standings.json", export_views.standings_json, name="standings_json"),
    path(f"{SEASON}results.csv", export_views.results_csv, name="results_csv"),
    path(f"{SEASON}results.json", export_views.results_json, name="results_json"),
    path(f"{SEASON}embed/", export_views.embed, name="embed"),
    path(f"{SEASON}share/", export_views.share, name="share"),
    path(f"{SEASON}summary/", export_views.summary, name="summary"),
    # Closing, copying, players, adjusting, merging.
    path(f"{LEAGUE}merge/", merge_views.merge, name="merge"),
    path(f"{LEAGUE}merge/<int:merge_id>/undo/", merge_views.merge_undo, name="merge_undo"),
    path(f"{SEASON}close/", season_views.close, name="close"),
    path(f"{SEASON}archive/", season_views.archive, name="archive"),
    path(f"{SEASON}copy/", season_views.season_copy, name="copy"),
    path(f"{SEASON}players/", people_views.players, name="players"),
    path(f"{SEASON}players/add/", people_views.player_add, name="player_add"),
    path(f"{SEASON}players/guest/", people_views.player_guest, name="player_guest"),
    path(f"{SEASON}players/my-rating/", people_views.own_rating, name="own_rating"),
    path(f"{PLAYER}rename/", people_views.player_rename, name="player_rename"),
    path(f"{PLAYER}withdraw/", people_views.player_withdraw, name="player_withdraw"),
    path(f"{PLAYER}return/", people_views.player_return, name="player_return"),
    path(f"{PLAYER}rating/", people_views.player_rating, name="player_rating"),
    path(f"{SEASON}adjustments/", adjustment_views.adjustments, name="adjustments"),
    path(
        f"{SEASON}adjustments/<int:adjustment_id>/cancel/",
        adjustment_views.adjustment_cancel,
        name="adjustment_cancel",
    ),
]
