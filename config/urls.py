from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language
from config.health import health
from config.offline import offline, service_worker

urlpatterns = [
    path("", include("games.urls")),
    path("leagues/", include("leagues.urls")),
    path("members/", include("accounts.urls")),
    path("account/", include("allauth.account.urls")),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("health/", health, name="health"),
    path("offline/", offline, name="offline"),
    path("service-worker.js", service_worker, name="service_worker"),
]
