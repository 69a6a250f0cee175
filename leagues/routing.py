from django.urls import URLPattern, path

from leagues.consumers import SeasonConsumer, SessionConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/seasons/<slug:slug>/<int:number>/", SeasonConsumer.as_asgi()),  # type: ignore[arg-type]
    path(
        "ws/sessions/<slug:slug>/<int:number>/<int:session>/<str:page>/",
        SessionConsumer.as_asgi(),  # type: ignore[arg-type]
    ),
]
