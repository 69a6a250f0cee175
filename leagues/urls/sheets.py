"""Games and their score sheets."""

from django.urls import path

from leagues.views import new_games, sheet_import, sheet_pages, sheets

SEASON = "<slug:slug>/<int:number>/"
SESSION = f"{SEASON}sessions/<int:session>/"
GAME = f"{SESSION}games/<int:game>/"

urlpatterns = [
    path(f"{SEASON}to-confirm/", sheet_pages.to_confirm, name="to_confirm"),
    path(f"{SESSION}games/new/", new_games.new, name="game_new"),
    path(f"{SESSION}import/", sheet_import.import_page, name="import"),
    path(f"{SESSION}import/template.csv", sheet_import.import_template, name="import_template"),
    path(GAME, sheet_pages.game, name="game"),
    path(f"{GAME}print/", sheet_pages.sheet_print, name="game_print"),
    path(f"{GAME}sheet/", sheets.enter, name="game_submit"),
    path(f"{GAME}draft/", sheets.draft, name="game_draft"),
    path(f"{GAME}correct/", sheets.correct, name="game_correct"),
    path(f"{GAME}confirm/", sheet_pages.confirm, name="game_confirm"),
    path(f"{GAME}turn-down/", sheet_pages.turn_down, name="game_turn_down"),
    path(f"{GAME}void/", sheet_pages.void, name="game_void"),
    path(f"{GAME}not-played/", sheet_pages.not_played, name="game_not_played"),
    path(f"{GAME}restore/", sheet_pages.restore, name="game_restore"),
]
