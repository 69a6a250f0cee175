from django.contrib import admin
from django.urls import include, path

from accounts.account_page import ConfirmPage, MailAddressPage, PasswordPage, SignOutPage
from accounts.security.sign_in_page import SignInPage
from accounts.views import closed_account, set_language
from config.health import healthz, readyz
from config.manifest import manifest
from config.metrics_page import metrics
from config.offline import offline, service_worker
from config.privacy.views import privacy

urlpatterns = [
    path("", include("games.urls")),
    path("leagues/", include("leagues.urls")),
    path("api/v1/", include("leagues.api.urls")),
    path("members/", include("accounts.urls")),
    path("account/login/", SignInPage.as_view(), name="account_login"),
    path("account/logout/", SignOutPage.as_view(), name="account_logout"),
    path("account/email/", MailAddressPage.as_view(), name="account_email"),
    path("account/password/change/", PasswordPage.as_view(), name="account_change_password"),
    path("account/confirm-email/<str:key>/", ConfirmPage.as_view(), name="account_confirm_email"),
    path("account/inactive/", closed_account, name="account_inactive"),
    path("account/security/", include("accounts.security.urls")),
    path("account/", include("allauth.account.urls")),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("privacy/", privacy, name="privacy"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("offline/", offline, name="offline"),
    path("service-worker.js", service_worker, name="service_worker"),
]

handler500 = "config.errors.server_error"
