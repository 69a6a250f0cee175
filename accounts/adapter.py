"""What allauth asks the club: who may sign up, and how a login is saved."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows import email_verification
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language

from accounts import access, services
from accounts.club import sign_up_requests
from accounts.club.current import club
from accounts.models import User
from accounts.security import failed_sign_ins
from accounts.security.sign_ins import known_browser

# What allauth calls the links of its mails; none has a query.
LINKS = {"activate_url", "login_url", "password_reset_url", "signup_url"}

# In the session of who waits for approval: the id of their login.
WAITS = "waits"

WRONG_PASSWORDS = "5/5m/key"
WRONG_PASSWORDS_ELSEWHERE = "10/m/ip,5/5m/key"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """To everybody, or to those who came by an invitation that can still be used.

        Where organizers approve, to everybody as long as not too many wait.
        """
        if club().signup_is_closed:
            return False
        if access.accepted_invitation(request) is not None:
            return True
        return club().signup_is_open or (club().needs_approval and sign_up_requests.has_room())

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: forms.Form,
        commit: bool = True,
    ) -> User:
        """Save the login with its player; one that organizers must approve gets its player then.

        The password is hashed first: argon2 takes its time, and the database's only write lock
        must not wait for it.
        """
        super().save_user(request, user, form, commit=False)
        if club().signup_is_closed:
            raise services.InvitationUnusableError
        invitation = access.accepted_invitation(request)
        name = form.cleaned_data["name"]
        if not invitation and club().needs_approval:
            sign_up_requests.ask(user, name, get_language() or club().main_language)
            return user
        if not invitation and not club().signup_is_open:
            raise services.InvitationUnusableError
        services.register(user, name, invitation)
        request.session.pop("invitation", None)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to this site, whatever Host a request named."""
        context = context | {
            "site": urlsplit(settings.SITE_URL).netloc,
            "club": club().club_name,
        }
        if settings.IS_SITE_URL_KNOWN:
            for name in context.keys() & LINKS:
                path = urlsplit(context[name]).path
                context[name] = settings.SITE_URL + path
        super().send_mail(template_prefix, email, context)

    def format_email_subject(self, subject: str) -> str:
        """The subject after the name of the club."""
        return f"[{club().club_name}] {subject}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password that is tried: for its login, and for an address not in a known browser.

        A known browser has a count of its own. allauth's has the Host, of which everybody may
        choose the port.
        """
        email = credentials["email"].lower()
        browser = known_browser(request, email)
        rates = WRONG_PASSWORDS if browser else WRONG_PASSWORDS_ELSEWHERE
        # allauth takes back what was counted for the right password.
        self._login_failed_rl_usage = ratelimit.consume(
            request,
            app="accounts",
            action="wrong_passwords",
            config={"wrong_passwords": rates},
            key=f"{email} {browser}",
        )
        if not self._login_failed_rl_usage:
            failed_sign_ins.note(request, failed_sign_ins.TOO_MANY)
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **_credentials: Any) -> None:
        """Log a wrong password."""
        failed_sign_ins.note(request, failed_sign_ins.WRONG_PASSWORD)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponseBase:
        """To who waits for approval: that they do, once their address is confirmed."""
        if not sign_up_requests.waits(user.pk):
            return super().respond_user_inactive(request, user)  # type: ignore[no-any-return]
        address = EmailAddress.objects.filter(user=user).first()
        if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory" and address and not address.verified:
            email_verification.send_verification_email_to_address(request, address, signup=True)
            return self.respond_email_verification_sent(request, user)  # type: ignore[no-any-return]
        request.session[WAITS] = user.pk
        return redirect("account_inactive")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """To the sign-in, or to the page of who waits for approval."""
        if sign_up_requests.waits(email_address.user_id):
            self.request.session[WAITS] = email_address.user_id
            return reverse("account_inactive")
        return str(super().get_email_verification_redirect_url(email_address))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; False, and a message, when another login has taken it meanwhile."""
        try:
            with transaction.atomic():
                is_confirmed = bool(super().confirm_email(request, email_address))
                if is_confirmed and sign_up_requests.waits(email_address.user_id):
                    sign_up_requests.tell_organizers()
                return is_confirmed
        except IntegrityError:
            text = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, text, {"email": email_address.email})
            return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")
