from django.urls import path

from games.coach import views as coach_views
from games.help import views as help_views
from games.lobby import friend_views, past_views, statistics_views, tv
from games.lobby import views as lobby_views
from games.page import views
from games.practice import ox
from games.practice import views as practice_views
from games.reminders import views as reminder_views
from games.replay import previous_turn as turn_views
from games.replay import views as replay_views
from games.seats import guest_views, invite_views
from games.talk import report_views
from games.talk import views as talk_views

app_name = "games"

urlpatterns = [
    path("", lobby_views.home, name="home"),
    path("rules/", help_views.rules, name="rules"),
    path("rules/tutorial/", help_views.tutorial, name="tutorial"),
    path("rules/tutorial/<slug:lesson>/", help_views.tutorial, name="tutorial"),
    path("rules/<slug:slug>/", help_views.rules, name="rules"),
    path("practice/", practice_views.practice, name="practice"),
    path("practice/listed/", practice_views.list_answers, name="list_answers"),
    path("practice/<slug:day>/", practice_views.past_puzzle, name="past_puzzle"),
    path("practice/<slug:day>/answer/", practice_views.answer_puzzle, name="answer_puzzle"),
    path("tables/", lobby_views.lobby, name="lobby"),
    path("tv/", tv.club, name="tv"),
    path("tv/boards/", tv.boards, name="tv_boards"),
    path("tables/lists/", lobby_views.lists, name="lists"),
    path("tables/play/", lobby_views.play, name="play"),
    path("tables/play/alone/", lobby_views.play_alone, name="play_alone"),
    path("tables/new/", views.open_table, name="open"),
    path("tables/ox/", ox.results_against_ox, name="ox_results"),
    path("tables/ox/daily/", ox.daily_game, name="play_daily"),
    path("tables/ox/list/", ox.list_alone, name="list_alone"),
    path("tables/statistics/", statistics_views.statistics, name="statistics"),
    path(
        "tables/statistics/cards.csv",
        statistics_views.statistics_file,
        {"kind": "csv"},
        name="statistics_csv",
    ),
    path(
        "tables/statistics/all.json",
        statistics_views.statistics_file,
        {"kind": "json"},
        name="statistics_json",
    ),
    path("tables/<slug:code>/next/", reminder_views.next_turn, name="next_turn"),
    path("reminders/off/<str:token>/", reminder_views.turn_off, name="reminders_off"),
    path("tables/<slug:code>/replay/", replay_views.table, name="replay"),
    path("tables/<slug:code>/coach/<int:seat>/", coach_views.coach, name="coach"),
    path("tables/<slug:code>/replay/frame/", replay_views.table_frame, name="replay_frame"),
    path("replays/", past_views.uploads, name="uploads"),
    path("replays/<slug:code>/", replay_views.upload, name="upload"),
    path("replays/<slug:code>/frame/", replay_views.upload_frame, name="upload_frame"),
    path("replays/<slug:code>/record.json", replay_views.upload_record, name="upload_record"),
    path("replays/<slug:code>/delete/", replay_views.delete_upload, name="delete_upload"),
    path("members/<int:player_id>/", lobby_views.profile, name="profile"),
    path("members/<int:player_id>/friend/", friend_views.friend, name="friend"),
    path("members/<int:player_id>/report/", report_views.report_name, name="report_name"),
    path("reports/", report_views.page, name="reports"),
    path("reports/<int:case_id>/decide/", report_views.decide, name="decide_report"),
    path("tables/past/", past_views.past, name="past"),
    path("tables/<slug:code>/", views.table, name="table"),
    path("tables/<slug:code>/record.json", views.record, name="record"),
    path("tables/<slug:code>/tv/", tv.table, name="table_tv"),
    path("tables/<slug:code>/tv/next/", tv.next_table, name="next_on_tv"),
    path("tables/<slug:code>/qr.svg", lobby_views.qr, name="qr"),
    path("tables/<slug:code>/picture.png", views.picture, name="picture"),
    path("tables/<slug:code>/notes/", views.notes, name="notes"),
    path("tables/<slug:code>/act/", views.act, name="act"),
    path("tables/<slug:code>/sit/", views.sit, name="sit"),
    path("tables/<slug:code>/leave/", views.leave, name="leave"),
    path("tables/<slug:code>/seed/", views.seed, name="seed"),
    path("tables/<slug:code>/bot/", views.add_bot, name="add_bot"),
    path("tables/<slug:code>/free/", views.remove_seat, name="remove_seat"),
    path("tables/<slug:code>/unrated/", views.play_unrated, name="unrated"),
    path("tables/<slug:code>/start/", views.start, name="start"),
    path("tables/<slug:code>/away/", views.away, name="away"),
    path("tables/<slug:code>/back/", views.back, name="back"),
    path("tables/<slug:code>/pause/", views.propose_pause, name="pause"),
    path("tables/<slug:code>/pause/agree/", views.agree_to_pause, name="pause_agree"),
    path("tables/<slug:code>/pause/refuse/", views.refuse_pause, name="pause_refuse"),
    path("tables/<slug:code>/pause/end/", views.end_pause, name="pause_end"),
    path("tables/<slug:code>/abandon/", views.abandon, name="abandon"),
    path("tables/<slug:code>/rematch/", views.next_game, name="rematch"),
    path("tables/<slug:code>/talk/", talk_views.older, name="talk"),
    path("tables/<slug:code>/talk/say/", talk_views.say, name="say"),
    path("tables/<slug:code>/talk/switch/", talk_views.switch, name="switch_talk"),
    path("tables/<slug:code>/talk/unmute/", talk_views.unmute, name="unmute"),
    path("tables/<slug:code>/talk/<int:number>/", talk_views.message, name="message"),
    path("tables/<slug:code>/talk/<int:number>/do/", talk_views.moderate, name="moderate"),
    path(
        "tables/<slug:code>/talk/<int:number>/report/",
        report_views.report_message,
        name="report_message",
    ),
    path("tables/<slug:code>/rematch/decline/", views.decline_rematch, name="decline"),
    path("tables/<slug:code>/rematch/release/", views.release_seat, name="release"),
    path("tables/<slug:code>/invite/", invite_views.invite, name="invite"),
    path("tables/<slug:code>/invite/decline/", invite_views.decline, name="decline_invite"),
    path("invites/off/<str:token>/", invite_views.turn_off, name="invites_off"),
    path("tables/<slug:code>/guests/", views.guest_links, name="guest_links"),
    path(
        "tables/<slug:code>/guests/<int:link_id>/revoke/",
        guest_views.revoke,
        name="revoke_guest_link",
    ),
    path("guest/", guest_views.own_games, name="guest_games"),
    path("guest/claim/", guest_views.claim, name="claim_guest_games"),
    path("guest/forget/", guest_views.forget, name="forget_guest"),
    path("guest/seat/", guest_views.seat, name="guest_seat"),
    path("guest/link/<str:token>/", guest_views.link, name="guest_link"),
    path("tables/<slug:code>/turn/", turn_views.previous_turn, name="previous_turn"),
    path("tables/<slug:code>/finish/", views.fast_forward, name="fast_forward"),
]
