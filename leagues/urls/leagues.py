"""Leagues, their settings and seasons."""

from django.urls import URLPattern, path

from leagues.views import leagues, seasons

urlpatterns: list[URLPattern] = [
    path("", leagues.league_list, name="list"),
    path("new/", leagues.league_new, name="new"),
    path("<slug:slug>/", leagues.league_home, name="league"),
    path("<slug:slug>/settings/", leagues.league_settings, name="settings"),
    path("<slug:slug>/roles/", leagues.roles, name="roles"),
    path("<slug:slug>/roles/set/", leagues.role_set, name="role_set"),
    path("<slug:slug>/roles/<int:role_id>/take/", leagues.role_take, name="role_take"),
    path("<slug:slug>/seasons/new/", seasons.season_new, name="season_new"),
    path("<slug:slug>/<int:number>/edit/", seasons.season_edit, name="season_edit"),
    path("<slug:slug>/<int:number>/open/", seasons.season_open, name="season_open"),
    path("<slug:slug>/<int:number>/rules/", seasons.rules, name="rules"),
]
