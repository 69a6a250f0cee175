"""Closing, copying, players, adjusting, merging."""

from django.urls import URLPattern, path

from leagues.views import adjustments, life, merging, players

SEASON = "<slug:slug>/<int:number>/"
PLAYER = f"{SEASON}players/<int:player_id>/"

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/merge/", merging.merge, name="merge"),
    path("<slug:slug>/merge/<int:merge_id>/undo/", merging.merge_undo, name="merge_undo"),
    path(f"{SEASON}close/", life.close, name="close"),
    path(f"{SEASON}archive/", life.archive, name="archive"),
    path(f"{SEASON}copy/", life.copy, name="copy"),
    path(f"{SEASON}players/", players.players, name="players"),
    path(f"{SEASON}players/add/", players.player_add, name="player_add"),
    path(f"{SEASON}players/guest/", players.player_guest, name="player_guest"),
    path(f"{SEASON}players/my-rating/", players.own_rating, name="own_rating"),
    path(f"{PLAYER}rename/", players.player_rename, name="player_rename"),
    path(f"{PLAYER}withdraw/", players.player_withdraw, name="player_withdraw"),
    path(f"{PLAYER}return/", players.player_return, name="player_return"),
    path(f"{PLAYER}rating/", players.player_rating, name="player_rating"),
    path(f"{SEASON}adjustments/", adjustments.adjustments, name="adjustments"),
    path(
        f"{SEASON}adjustments/<int:adjustment_id>/cancel/",
        adjustments.adjustment_cancel,
        name="adjustment_cancel",
    ),
]
