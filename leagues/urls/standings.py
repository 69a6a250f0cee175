"""Standings and what they are made of."""

from django.urls import URLPattern, path

from leagues.views import figures, standings, why

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/ratings/", figures.league_ratings, name="ratings"),
    path("<slug:slug>/<int:number>/", standings.standings, name="season"),
    path("<slug:slug>/<int:number>/players/<int:player_id>/", why.why, name="why"),
    path("<slug:slug>/<int:number>/head-to-head/", figures.head_to_head, name="head_to_head"),
    path("<slug:slug>/<int:number>/charts/", figures.charts, name="charts"),
    path(
        "<slug:slug>/<int:number>/sessions/<int:session>/ranking/",
        figures.session_ranking,
        name="session_ranking",
    ),
]
