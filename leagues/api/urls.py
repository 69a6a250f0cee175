"""Addresses of the API, below /api/v1/."""

from django.urls import path, register_converter
from django.urls.converters import PathConverter

from leagues.api import openapi
from leagues.api.answers import nothing_here, view_of
from leagues.api.openapi import by_path

app_name = "api"


class Anything(PathConverter):
    """Whatever is left of an address, line breaks too."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")

urlpatterns = [
    path("", openapi.page, name="page"),
    path("openapi.json", openapi.openapi, name="openapi"),
    *(path(found[0].route, view_of(found), name=found[0].name) for found in by_path().values()),
    path("<anything:rest>", nothing_here, name="nothing_here"),
]
