"""Addresses of leagues; a league's own part is its slug, which never changes."""

from django.urls import URLPattern, path

from leagues.exports import token_views
from leagues.exports import views as export_views
from leagues.notices import views as notice_views
from leagues.notices.webhooks import views as webhook_views
from leagues.people import views as people_views
from leagues.people.teams import views as team_views
from leagues.sessions import (
    check_in_views,
    print_views,
    seating_views,
    sheet_views,
    table_views,
)
from leagues.sessions import deals as deal_views
from leagues.sessions import views as session_views
from leagues.sessions.finals import views as final_views
from leagues.setup import log_views, season_views
from leagues.setup import views as setup_views
from leagues.setup.imports import views as past_views
from leagues.sheets import game_views, import_views
from leagues.sheets.score_links import views as link_views
from leagues.standings import views as standings_views

app_name = "leagues"

LEAGUE = "<slug:slug>/"
WEBHOOK = f"{LEAGUE}webhooks/<int:webhook_id>/"
SEASON = f"{LEAGUE}<int:number>/"
SESSIONS = f"{SEASON}sessions/"
SESSION = f"{SESSIONS}<int:session>/"
ROUND = f"{SESSION}rounds/<int:round>/"
GAME = f"{SESSION}games/<int:game>/"
TEAM = f"{SEASON}teams/<int:team_id>/"
PLAYER = f"{SEASON}players/<int:player_id>/"

urlpatterns: list[URLPattern] = [
    # Leagues, their settings and seasons.
    path("", setup_views.league_list, name="list"),
    path("new/", setup_views.league_new, name="new"),
    path("new/example/", setup_views.rules_example, name="rules_example"),
    # What the reader was told; no address of a league is as short as theirs.
    path("notices/", notice_views.notices, name="notices"),
    path("notices/read/", notice_views.mark_read, name="notices_read"),
    path("notices/emails/", notice_views.choose, name="notices_choose"),
    path("notices/<int:notice_id>/", notice_views.follow, name="notice"),
    path("notices/off/<str:token>/", notice_views.turn_off, name="notices_off"),
    path("tokens/", token_views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", token_views.token_revoke, name="token_revoke"),
    # For calendar programs; the token is a secret (monitoring/redaction.py).
    path("feeds/<slug:token>/calendar.ics", export_views.private_calendar, name="private_calendar"),
    path("feeds/<slug:token>/results.atom", export_views.private_feed, name="private_feed"),
    # The sheet of a table for who has no account; the token is a secret (monitoring/redaction.py).
    path("score/<slug:token>/", link_views.sheet, name="score_link"),
    path("score/<slug:token>/draft/", link_views.draft, name="score_link_draft"),
    path("score/<slug:token>/sent/", link_views.sent, name="score_link_sent"),
    path("score/<slug:token>/photo/", link_views.photo, name="score_link_photo"),
    # A link for many; the token is a secret (monitoring/redaction.py).
    path("join/", people_views.join, name="join"),
    path("join/<str:token>/", people_views.join_by_link, name="join_by_link"),
    path(LEAGUE, setup_views.league_home, name="league"),
    path(f"{LEAGUE}picture.png", setup_views.picture, name="picture"),
    path(f"{LEAGUE}settings/", setup_views.league_settings, name="settings"),
    path(f"{LEAGUE}webhooks/", webhook_views.webhooks, name="webhooks"),
    path(WEBHOOK, webhook_views.webhook, name="webhook"),
    path(f"{WEBHOOK}test/", webhook_views.webhook_test, name="webhook_test"),
    path(f"{WEBHOOK}secret/", webhook_views.webhook_secret, name="webhook_secret"),
    path(f"{WEBHOOK}delete/", webhook_views.webhook_delete, name="webhook_delete"),
    path(f"{LEAGUE}log/", log_views.log, name="log"),
    path(f"{LEAGUE}delete/", setup_views.league_delete, name="league_delete"),
    path(f"{LEAGUE}roles/", setup_views.roles, name="roles"),
    path(f"{LEAGUE}roles/set/", setup_views.role_set, name="role_set"),
    path(f"{LEAGUE}roles/<int:role_id>/take/", setup_views.role_take, name="role_take"),
    path(f"{LEAGUE}seasons/new/", season_views.season_new, name="season_new"),
    path(f"{LEAGUE}seasons/import/", past_views.season_import, name="season_import"),
    path(
        f"{LEAGUE}seasons/import/example.csv",
        past_views.import_example,
        name="season_import_example",
    ),
    path(f"{SEASON}edit/", season_views.season_edit, name="season_edit"),
    path(f"{SEASON}delete/", season_views.season_delete, name="season_delete"),
    path(f"{SEASON}back/", season_views.season_back, name="season_back"),
    path(f"{SEASON}open/", season_views.season_open, name="season_open"),
    path(f"{SEASON}rules/", season_views.rules, name="rules"),
    path(f"{SEASON}rules/amend/", season_views.rules_amend, name="rules_amend"),
    # Standings and what they are made of.
    path(f"{LEAGUE}ratings/", standings_views.league_ratings, name="ratings"),
    path(f"{LEAGUE}players/<int:player_id>/", standings_views.career, name="career"),
    path(SEASON, standings_views.standings, name="season"),
    path(PLAYER, standings_views.story, name="story"),
    path(f"{SEASON}head-to-head/", standings_views.head_to_head, name="head_to_head"),
    path(f"{SEASON}final/", final_views.final, name="final"),
    path(f"{SEASON}what-it-takes/", final_views.what_it_takes, name="what_it_takes"),
    path(f"{SEASON}charts/", standings_views.charts, name="charts"),
    path(f"{SEASON}picture/", standings_views.season_picture, name="season_picture"),
    path(
        f"{SEASON}picture.png",
        standings_views.season_picture_png,
        name="season_picture_png",
    ),
    path(f"{SESSION}ranking/", standings_views.session_ranking, name="session_ranking"),
    # Teams and their standings.
    path(f"{SEASON}teams/", team_views.teams, name="teams"),
    path(f"{SEASON}teams/new/", team_views.team_new, name="team_new"),
    path(TEAM, team_views.team, name="team"),
    path(f"{TEAM}rename/", team_views.team_rename, name="team_rename"),
    path(f"{TEAM}delete/", team_views.team_delete, name="team_delete"),
    path(f"{TEAM}join/", team_views.team_join, name="team_join"),
    path(f"{TEAM}leave/", team_views.team_leave, name="team_leave"),
    # Sessions: who is there, who sits where.
    path(f"{SEASON}tonight/", session_views.tonight, name="tonight"),
    path(SESSIONS, session_views.sessions, name="sessions"),
    path(f"{SESSIONS}new/", session_views.session_new, name="session_new"),
    path(SESSION, session_views.session, name="session"),
    path(f"{SESSION}edit/", session_views.session_edit, name="session_edit"),
    path(f"{SESSION}drop/", session_views.drop, name="session_drop"),
    path(f"{SESSION}cancel/", session_views.cancel, name="session_cancel"),
    path(f"{SESSION}reinstate/", session_views.reinstate, name="session_reinstate"),
    path(f"{SESSION}begin/", session_views.begin, name="session_begin"),
    path(f"{SESSION}close/", session_views.close, name="session_close"),
    path(f"{SESSION}reopen/", session_views.reopen, name="session_reopen"),
    path(f"{SESSION}reply/", check_in_views.reply, name="reply"),
    path(f"{SESSION}waiting-list/first/", check_in_views.put_first, name="put_first"),
    path(f"{SESSION}come/", check_in_views.come, name="come"),
    path(f"{SESSION}check-in/", check_in_views.check_in, name="check_in"),
    path(f"{SESSION}check-in/arrive/", check_in_views.arrive, name="arrive"),
    path(f"{SESSION}check-in/leave/", check_in_views.leave, name="leave"),
    path(f"{SESSION}check-in/guest/", check_in_views.add_guest, name="add_guest"),
    path(f"{SESSION}check-in/names/", check_in_views.arrive_named, name="arrive_named"),
    path(f"{SESSION}check-in/rename/", check_in_views.rename, name="check_in_rename"),
    path(f"{SESSION}seating/", seating_views.seating, name="seating"),
    path(f"{SESSION}seating/accept/", seating_views.draw, name="draw"),
    path(f"{SESSION}seating/take-apart/", seating_views.take_apart, name="take_apart"),
    path(ROUND, table_views.edit, name="round"),
    path(f"{ROUND}release/", table_views.release, name="round_release"),
    path(f"{ROUND}timer/", table_views.timer, name="round_timer"),
    path(f"{SESSION}start/", table_views.start, name="start_tables"),
    path(f"{SESSION}print/", print_views.print_page, name="print"),
    path(f"{SESSION}sheets/", print_views.sheets, name="hand_out"),
    path(f"{SESSION}deals/", deal_views.deals, name="deals"),
    path(f"{SESSION}deals.txt", deal_views.deal_list, name="deal_list"),
    path(f"{SESSION}slips/", print_views.slips, name="slips"),
    path(f"{SESSION}screen/", table_views.screen, name="screen"),
    path(f"{SEASON}wishes/", seating_views.wishes, name="wishes"),
    path(f"{SEASON}wishes/add/", seating_views.wish_add, name="wish_add"),
    path(f"{SEASON}wishes/remove/", seating_views.wish_remove, name="wish_remove"),
    # Games and their score sheets.
    path(f"{SEASON}to-confirm/", game_views.to_confirm, name="to_confirm"),
    path(f"{SEASON}to-confirm/ticked/", game_views.confirm_ticked, name="confirm_ticked"),
    path(f"{SESSION}games/new/", sheet_views.new, name="game_new"),
    path(f"{SESSION}import/", import_views.import_page, name="import"),
    path(f"{SESSION}import/template.csv", import_views.import_template, name="import_template"),
    path(GAME, game_views.game, name="game"),
    path(f"{GAME}print/", print_views.sheet, name="game_print"),
    path(f"{GAME}sheet/", sheet_views.enter, name="game_submit"),
    path(f"{GAME}draft/", sheet_views.draft, name="game_draft"),
    path(f"{GAME}link/renew/", link_views.renew, name="link_renew"),
    path(f"{GAME}link/revoke/", link_views.revoke, name="link_revoke"),
    path(f"{GAME}photos/add/", game_views.photo_add, name="sheet_photo_add"),
    path(f"{GAME}photos/<int:photo_id>/", game_views.photo, name="sheet_photo"),
    path(
        f"{GAME}photos/<int:photo_id>/delete/", game_views.photo_delete, name="sheet_photo_delete"
    ),
    path(f"{GAME}correct/", sheet_views.correct, name="game_correct"),
    path(f"{GAME}confirm/", game_views.confirm, name="game_confirm"),
    path(f"{GAME}turn-down/", game_views.turn_down, name="game_turn_down"),
    path(f"{GAME}void/", game_views.void, name="game_void"),
    path(f"{GAME}not-played/", game_views.not_played, name="game_not_played"),
    path(f"{GAME}restore/", game_views.restore, name="game_restore"),
    # What leaves the house: exports, feeds, embedding, pictures.
    path(f"{LEAGUE}calendar.ics", export_views.calendar, name="calendar"),
    path(f"{LEAGUE}results.atom", export_views.feed, name="feed"),
    path(f"{SEASON}standings.csv", export_views.standings_csv, name="standings_csv"),
    path(f"{SEASON}standings.json", export_views.standings_json, name="standings_json"),
    path(f"{SEASON}teams.csv", export_views.teams_csv, name="teams_csv"),
    path(f"{SEASON}teams.json", export_views.teams_json, name="teams_json"),
    path(f"{SEASON}results.csv", export_views.results_csv, name="results_csv"),
    path(f"{SEASON}results.json", export_views.results_json, name="results_json"),
    path(f"{SEASON}embed/", export_views.embed, name="embed"),
    path(f"{SEASON}share/", export_views.share, name="share"),
    path(f"{SEASON}share/private/renew/", token_views.address_renew, name="address_renew"),
    path(f"{SEASON}share/private/revoke/", token_views.address_revoke, name="address_revoke"),
    path(f"{SEASON}summary/", export_views.summary, name="summary"),
    # Closing, copying, players, adjusting, merging.
    path(f"{LEAGUE}merge/", people_views.merge, name="merge"),
    path(f"{LEAGUE}merge/<int:merge_id>/undo/", people_views.merge_undo, name="merge_undo"),
    path(f"{SEASON}close/", season_views.close, name="close"),
    path(f"{SEASON}archive/", season_views.archive, name="archive"),
    path(f"{SEASON}copy/", season_views.season_copy, name="copy"),
    path(f"{SEASON}players/", people_views.players, name="players"),
    path(f"{SEASON}players/add/", people_views.player_add, name="player_add"),
    path(f"{SEASON}players/names/", people_views.players_named, name="players_named"),
    path(f"{SEASON}players/my-rating/", people_views.own_rating, name="own_rating"),
    path(f"{SEASON}sign-up/", people_views.sign_up, name="sign_up"),
    path(f"{SEASON}sign-up/leave/", people_views.sign_up_leave, name="sign_up_leave"),
    path(f"{SEASON}sign-up/answer/", people_views.sign_up_answer, name="sign_up_answer"),
    path(f"{SEASON}sign-up/choices/", people_views.sign_up_choose, name="sign_up_choose"),
    path(f"{SEASON}invites/", people_views.invite_new, name="invite_new"),
    path(
        f"{SEASON}invites/<int:invite_id>/revoke/", people_views.invite_revoke, name="invite_revoke"
    ),
    path(f"{PLAYER}rename/", people_views.player_rename, name="player_rename"),
    path(f"{PLAYER}withdraw/", people_views.player_withdraw, name="player_withdraw"),
    path(f"{PLAYER}return/", people_views.player_return, name="player_return"),
    path(f"{PLAYER}rating/", people_views.player_rating, name="player_rating"),
    path(f"{PLAYER}points/", people_views.player_points, name="player_points"),
    path(f"{SEASON}adjustments/", people_views.adjustments, name="adjustments"),
    path(
        f"{SEASON}adjustments/<int:adjustment_id>/cancel/",
        people_views.adjustment_cancel,
        name="adjustment_cancel",
    ),
]
