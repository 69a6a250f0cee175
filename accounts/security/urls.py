"""Second factors and sign-ins. allauth leads to its own pages by these names."""

from allauth.mfa.base import views as base
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.decorators import login_not_required
from django.urls import path
from django.views.generic import RedirectView

from accounts.security import views

urlpatterns = [
    path("", views.security, name="mfa_index"),
    path("second-step/", login_not_required(base.authenticate), name="mfa_authenticate"),
    path("code/", base.reauthenticate, name="mfa_reauthenticate"),
    path("app/", views.SetUpApp.as_view(), name="mfa_activate_totp"),
    path("app/remove/", views.or_security(views.RemoveApp.as_view()), name="mfa_deactivate_totp"),
    path("recovery-codes/", views.recovery_codes, name="mfa_view_recovery_codes"),
    path("recovery-codes/new/", views.MakeCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("passkeys/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("passkeys/add/", views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path(
        "passkeys/<int:pk>/remove/",
        views.or_security(views.RemovePasskey.as_view()),
        name="mfa_remove_webauthn",
    ),
    path(
        "passkeys/<int:pk>/rename/",
        views.or_security(views.RenamePasskey.as_view()),
        name="mfa_edit_webauthn",
    ),
    path("passkeys/confirm/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path(
        "passkeys/sign-in/",
        login_not_required(webauthn.login_webauthn),
        name="mfa_login_webauthn",
    ),
    path("sign-ins/<int:sign_in_id>/end/", views.end_sign_in, name="end_sign_in"),
    path("sign-ins/end-others/", views.end_other_sign_ins, name="end_other_sign_ins"),
]
