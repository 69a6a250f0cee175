"""The page on which a member signs in."""

from typing import Any

from allauth.account.views import LoginView
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import method_decorator

from accounts.rate_limit import RateLimit, address_of, too_many
from accounts.security import failed_sign_ins
from accounts.security.sign_ins import known_browser

SIGN_INS = RateLimit("sign_in", 30, 60)


@method_decorator(login_not_required, name="dispatch")
class SignInPage(LoginView):  # type: ignore[misc]
    """allauth's page; a browser that the member has used is counted apart from its address."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            email = request.POST.get("login", "")
            if not SIGN_INS.is_allowed(known_browser(request, email) or address_of(request)):
                failed_sign_ins.note(request, failed_sign_ins.TOO_MANY)
                return too_many(request)
        return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
