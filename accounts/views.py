"""The pages of a person of the club: their profile, invitations, and the way in."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import access, services
from accounts.account_page import account_page
from accounts.adapter import WAITS
from accounts.club import sign_up_requests
from accounts.club.current import club
from accounts.forms import InvitationForm, ProfileForm
from accounts.models import AskFirst, Invitation, Language, RevealSpeed, SingleKeys, User
from accounts.rate_limit import RateLimit, limited

INVITATIONS_SHOWN = 100
# An organizer may invite a whole class at once.
INVITATIONS = RateLimit("invitation", 50, 300)
TABLE_PREFERENCES = {
    "reveal_speed": RevealSpeed.values,
    "ask_first": AskFirst.values,
    "single_keys": SingleKeys.values,
}


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """A person's own account; sent, their name and preferences."""
    if request.method != "POST":
        return account_page(request)
    user, player = access.current_user(request), access.current_player(request)
    form = ProfileForm(request.POST, instance=user, player=player)
    if not form.is_valid():
        return account_page(request, 422, form=form)
    form.save()
    messages.success(request, _("Saved."))
    return redirect("accounts:profile")


@require_POST
def set_table_preferences(request: HttpRequest) -> HttpResponse:
    """Store how a person likes to play; a table's page sends what they have changed."""
    chosen = {name: request.POST[name] for name in TABLE_PREFERENCES if name in request.POST}
    if not chosen or any(value not in TABLE_PREFERENCES[name] for name, value in chosen.items()):
        return HttpResponseBadRequest()
    User.objects.filter(pk=access.current_user(request).pk).update(**chosen)
    return HttpResponse(status=204)


@require_POST
def hide_first_steps(request: HttpRequest) -> HttpResponse:
    """Show the first steps of a club no longer to this login."""
    User.objects.filter(pk=access.current_user(request).pk).update(hides_first_steps=True)
    return redirect("games:lobby")


@never_cache
@limited(INVITATIONS)
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """The organizers' list of invitations; a new one answers with its link, this once.

    No redirect follows the creation: the link would have to be stored for it.
    """
    organizer = access.require_organizer(request)
    form = InvitationForm(request.POST if request.method == "POST" else None)
    link = ""
    if form.is_valid():
        _invitation, token = services.invite(
            organizer, form.cleaned_data["note"], form.cleaned_data.get("for_player")
        )
        link = request.build_absolute_uri(reverse("accounts:join", args=[token]))
        form = InvitationForm()
    found = Invitation.objects.select_related("created_by", "for_player", "used_by__player")
    context = {"form": form, "link": link, "invitations": found[:INVITATIONS_SHOWN]}
    status = 422 if form.errors else 200
    return render(request, "accounts/invitations.html", context, status=status)


@require_POST
def revoke_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    invitation = access.get_invitation_for_organizer(request, invitation_id)
    if services.revoke(invitation):
        messages.success(request, _("The invitation is revoked."))
    else:
        messages.error(request, _("This invitation was no longer valid."))
    return redirect("accounts:invitations")


@login_not_required
@never_cache
@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The link of an invitation: on to the sign-up, leaving the token behind."""
    if request.user.is_authenticated:
        messages.info(request, _("You have an account already: this link is for somebody else."))
        return redirect("accounts:profile")
    if club().signup_is_closed:
        return render(request, "account/signup_closed.html", status=403)
    invitation = access.find_invitation(token)
    if not invitation:
        return render(request, "accounts/invitation_unusable.html", status=404)
    access.accept_invitation(request, invitation)
    response = redirect("account_signup")
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def closed_account(request: HttpRequest) -> HttpResponse:
    """What is told whose login is closed, or waits for approval in this browser.

    Sent, they withdraw their sign-up.
    """
    number = request.session.get(WAITS, 0)
    if request.method == "POST":
        sign_up_requests.withdraw(number)
        return redirect("account_inactive")
    user = User.objects.select_related("sign_up_request").filter(pk=number).first()
    if user and user.is_active:
        messages.success(request, _("You are in: sign in with your password."))
        del request.session[WAITS]
        return redirect("account_login")
    asked = getattr(user, "sign_up_request", None)
    context = {"asked": asked, "is_deleted": bool(number) and user is None}
    return render(request, "account/account_inactive.html", context)


@login_not_required
@csrf_exempt
@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Django's language switch, which a signed-in person's profile remembers.

    Only members must send a CSRF token. Strangers' pages hold none, so that all strangers get the
    same page; another site could change nothing but the language of this browser.
    """
    if request.user.is_authenticated:
        return _set_language_of_member(request)
    return i18n.set_language(request)


@csrf_protect
def _set_language_of_member(request: HttpRequest) -> HttpResponse:
    language = request.POST.get("language")
    if language in {Language.ENGLISH, Language.FRENCH}:
        services.choose_language(access.current_user(request), language)
    return i18n.set_language(request)
