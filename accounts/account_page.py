"""The page of one's own account: profile, email address, password, second step, data."""

from typing import Any

from allauth.account.views import ConfirmEmailView, EmailView, LogoutView, PasswordChangeView
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator

from accounts import access
from accounts.adapter import WAITS
from accounts.club import sign_up_requests
from accounts.forms import ChangePasswordForm, EraseForm, ProfileForm
from accounts.push import service as push
from accounts.security.part import security_context
from accounts.security.sign_ins import words


def account_page(request: HttpRequest, status: int = 200, **refused: Any) -> HttpResponse:
    """The page; refused: forms that were sent and refused, by their names in the template."""
    user = access.current_user(request)
    context = {
        "form": ProfileForm(instance=user, player=access.current_player(request)),
        "password_form": ChangePasswordForm(user=user) if user.has_usable_password() else None,
        "push_key": push.public_key(),
        "push_devices": [
            (device, words(device.browser, device.system)) for device in push.devices_of(user)
        ],
        "erase_form": EraseForm(),
        **_mail_context(request),
        **security_context(request, refused),
    }
    return render(request, "accounts/account.html", context | refused, status=status)


def part(name: str, *, is_open: bool = False) -> str:
    """The address of a part of the page; is_open: one that is there only when it is asked for."""
    query = f"?open={name}" if is_open else ""
    return f"{reverse('accounts:profile')}{query}#{name}"


def _mail_context(request: HttpRequest) -> dict[str, Any]:
    """The address that waits to be confirmed, and the form for another one."""
    page = MailAddressPage()
    page.setup(request)
    form = page.get_form_class()(user=request.user)
    context: dict[str, Any] = page.get_context_data(form=form)
    names = ("new_emailaddress", "current_emailaddress")
    return {name: context[name] for name in names} | {"mail_form": form}


class MailAddressPage(EmailView):  # type: ignore[misc]
    """What allauth does with an address; it is asked for on the page of the account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
        # allauth would first write a row for an address that it does not know.
        return redirect(part("email"))

    def get_success_url(self) -> str:
        return part("email")

    def form_invalid(self, form: Any) -> HttpResponse:
        return account_page(self.request, 422, mail_form=form)


@method_decorator(login_not_required, name="dispatch")
class ConfirmPage(ConfirmEmailView):  # type: ignore[misc]
    """What allauth does with the link of its mail; who has signed up can withdraw by it, too."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        waits = sign_up_requests.user_of_link(kwargs["key"])
        if waits is None:
            return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
        if request.method == "POST" and "withdraw" in request.POST:
            sign_up_requests.withdraw(waits)
        elif not sign_up_requests.is_confirmed(waits):
            self.extra_context = {"waits": True}
            return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]
        request.session[WAITS] = waits
        return redirect("account_inactive")


class PasswordPage(PasswordChangeView):  # type: ignore[misc]
    """What allauth does with a new password; it is asked for on the page of the account."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect(part("password"))

    def form_invalid(self, form: Any) -> HttpResponse:
        return account_page(self.request, 422, password_form=form)


class SignOutPage(LogoutView):  # type: ignore[misc]
    """What allauth does to sign out; the button is in the menu of every page."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("accounts:profile")
