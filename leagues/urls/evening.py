"""Sessions: who is there, who sits where."""

from django.urls import path

from leagues.views import evening, evening_check_in, evening_seating, evening_tables

SEASON = "<slug:slug>/<int:number>/"
SESSIONS = f"{SEASON}sessions/"
SESSION = f"{SESSIONS}<int:session>/"

urlpatterns = [
    path(SESSIONS, evening.sessions, name="sessions"),
    path(f"{SESSIONS}new/", evening.session_new, name="session_new"),
    path(SESSION, evening.session, name="session"),
    path(f"{SESSION}edit/", evening.session_edit, name="session_edit"),
    path(f"{SESSION}drop/", evening.drop, name="session_drop"),
    path(f"{SESSION}begin/", evening.begin, name="session_begin"),
    path(f"{SESSION}close/", evening.close, name="session_close"),
    path(f"{SESSION}reopen/", evening.reopen, name="session_reopen"),
    path(f"{SESSION}reply/", evening_check_in.reply, name="reply"),
    path(f"{SESSION}come/", evening_check_in.come, name="come"),
    path(f"{SESSION}check-in/", evening_check_in.check_in, name="check_in"),
    path(f"{SESSION}check-in/arrive/", evening_check_in.arrive, name="arrive"),
    path(f"{SESSION}check-in/leave/", evening_check_in.leave, name="leave"),
    path(f"{SESSION}check-in/guest/", evening_check_in.add_guest, name="add_guest"),
    path(f"{SESSION}check-in/rename/", evening_check_in.rename, name="check_in_rename"),
    path(f"{SESSION}seating/", evening_seating.seating, name="seating"),
    path(f"{SESSION}seating/accept/", evening_seating.draw, name="draw"),
    path(f"{SESSION}seating/join/", evening_seating.join, name="join_table"),
    path(f"{SESSION}seating/take-apart/", evening_seating.take_apart, name="take_apart"),
    path(f"{SESSION}start/", evening_tables.start, name="start_tables"),
    path(f"{SESSION}sheets/", evening_tables.sheets, name="hand_out"),
    path(f"{SESSION}slips/", evening_tables.slips, name="slips"),
    path(f"{SESSION}screen/", evening_tables.screen, name="screen"),
    path(f"{SEASON}wishes/", evening_seating.wishes, name="wishes"),
    path(f"{SEASON}wishes/add/", evening_seating.wish_add, name="wish_add"),
    path(f"{SEASON}wishes/remove/", evening_seating.wish_remove, name="wish_remove"),
]
