"""What leaves the house: exports, feeds, embedding, pictures."""

from django.urls import URLPattern, path

from leagues.views import embed, exports, feeds, pictures, share, summaries

SEASON = "<slug:slug>/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("<slug:slug>/calendar.ics", feeds.calendar, name="calendar"),
    path("<slug:slug>/results.atom", feeds.feed, name="feed"),
    path("<slug:slug>/picture.png", pictures.picture, name="picture"),
    path(f"{SEASON}standings.csv", exports.standings_csv, name="standings_csv"),
    path(f"{SEASON}standings.json", exports.standings_json, name="standings_json"),
    path(f"{SEASON}results.csv", exports.results_csv, name="results_csv"),
    path(f"{SEASON}results.json", exports.results_json, name="results_json"),
    path(f"{SEASON}embed/", embed.embed, name="embed"),
    path(f"{SEASON}share/", share.share, name="share"),
    path(f"{SEASON}summary/", summaries.summary, name="summary"),
]
