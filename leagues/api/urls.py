"""Addresses of the API, below /api/v1/."""

from django.urls import path

from leagues.api import openapi
from leagues.api.answers import nothing_here, view_of
from leagues.api.data import ENDPOINTS

app_name = "api"

urlpatterns = [
    path("", openapi.page, name="page"),
    path("openapi.json", openapi.openapi, name="openapi"),
    *(path(each.route, view_of(each), name=each.name) for each in ENDPOINTS),
    path("<path:rest>", nothing_here, name="nothing_here"),
]
