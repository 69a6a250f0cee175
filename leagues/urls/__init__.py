"""Addresses of leagues; a league's own part is its slug, which never changes."""

from leagues.urls import evening, leagues, life, out, sheets, standings

app_name = "leagues"

urlpatterns = [
    *leagues.urlpatterns,
    *standings.urlpatterns,
    *evening.urlpatterns,
    *sheets.urlpatterns,
    *out.urlpatterns,
    *life.urlpatterns,
]
