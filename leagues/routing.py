from django.urls import URLPattern, path

from leagues.consumers import SeasonConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/seasons/<slug:slug>/<int:number>/", SeasonConsumer.as_asgi()),  # type: ignore[arg-type]
]
