from django.urls import path

from games import views
from games.help import views as help_views
from games.turns import views as turn_views

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("rules/", help_views.rules, name="rules"),
    path("rules/tutorial/", help_views.tutorial, name="tutorial"),
    path("rules/<slug:slug>/", help_views.rules_variant, name="rules_variant"),
    path("tables/", views.lobby, name="lobby"),
    path("tables/new/", views.open_table, name="open"),
    path("tables/past/", views.past, name="past"),
    path("tables/<slug:code>/", views.table, name="table"),
    path("tables/<slug:code>/record.json", views.record, name="record"),
    path("tables/<slug:code>/act/", views.act, name="act"),
    path("tables/<slug:code>/sit/", views.sit, name="sit"),
    path("tables/<slug:code>/leave/", views.leave, name="leave"),
    path("tables/<slug:code>/seed/", views.seed, name="seed"),
    path("tables/<slug:code>/bot/", views.add_bot, name="add_bot"),
    path("tables/<slug:code>/free/", views.remove_seat, name="remove_seat"),
    path("tables/<slug:code>/start/", views.start, name="start"),
    path("tables/<slug:code>/away/", views.away, name="away"),
    path("tables/<slug:code>/back/", views.back, name="back"),
    path("tables/<slug:code>/abandon/", views.abandon, name="abandon"),
    path("tables/<slug:code>/rematch/", views.rematch, name="rematch"),
    path("tables/<slug:code>/turn/", turn_views.previous_turn, name="previous_turn"),
    path("tables/<slug:code>/finish/", turn_views.finish, name="fast_forward"),
]
