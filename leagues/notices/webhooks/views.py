"""The webhooks of a league for its owners: made, tested, changed, and what became of each post."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from accounts.outgoing import (
    MOST_CHARACTERS,
    PROBLEMS,
    BadAddress,
    PostProblem,
    read_address,
)
from accounts.rate_limit import RateLimit
from leagues.models import League, Webhook, WebhookDelivery
from leagues.notices.webhooks import service
from leagues.pages.access import Level, acting_player, get_league
from leagues.pages.shared import (
    TOO_OFTEN,
    RefusalsIn,
    command,
    league_context,
    open_form,
    posted,
    status_of_form,
    url_of,
)

Event, Status = WebhookDelivery.Event, WebhookDelivery.Status

# By league.
TESTS = RateLimit("webhook_test", 5, 60)
# For so long the page looks by itself whether a test has arrived.
SOON = timedelta(seconds=30)


class EventsForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a webhook is told."""

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = tuple(service.TOLD_OF.values())

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        if not any(found.get(name) for name in service.TOLD_OF.values()):
            raise forms.ValidationError(_("Choose at least one thing that it is told."))
        return found


class WebhookForm(EventsForm):
    """A new webhook."""

    address = forms.CharField(
        label=_("Address"),
        max_length=MOST_CHARACTERS,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "The https address that Discord or Slack shows you, or that of your own program. "
            "Whoever knows it can write there: it is not shown again."
        ),
    )

    class Meta(EventsForm.Meta):
        fields = ("format", *service.TOLD_OF.values())
        widgets = {"format": forms.RadioSelect}

    field_order = ("format", "address")

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"].strip()
        try:
            read_address(address)
        except BadAddress as error:
            if error.problem is PostProblem.INSIDE:
                raise forms.ValidationError(str(PROBLEMS[PostProblem.INSIDE])) from None
            raise forms.ValidationError(
                _("Enter an address that begins with https://, without a user name or a port.")
            ) from None
        return address


@open_form
@sensitive_post_parameters("address")
@sensitive_variables("form", "secret")
def webhooks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The webhooks of a league, and a form for a new one.

    The secret of a new one is shown in the answer to the form, this once.
    """
    league = get_league(request, slug, Level.OWNER)
    form = WebhookForm(posted(request), instance=Webhook(league=league))
    if form.is_valid():
        hook = form.instance
        hook.language = get_language() or settings.LANGUAGE_CODE
        with RefusalsIn(form):
            secret = service.make(
                hook, form.cleaned_data["address"], acting_player(request), timezone.now()
            )
            messages.success(request, gettext("The webhook is created: send a test."))
            if secret:
                return _page(request, league, hook, secret=secret)
            return redirect("leagues:webhook", slug, hook.pk)
    context = league_context(request, league) | {
        "form": form,
        "webhooks": league.webhooks.all(),
        "has_room": league.webhooks.count() < service.MOST,
    }
    return render(request, "leagues/webhooks/webhooks.html", context, status=status_of_form(form))


@open_form
def webhook(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponseBase:
    """One webhook: what it is told, and its log."""
    league, hook = _found(request, slug, webhook_id)
    form = EventsForm(posted(request), instance=hook)
    if form.is_valid():
        service.change(hook, acting_player(request))
        messages.success(request, gettext("Saved."))
        return redirect("leagues:webhook", slug, webhook_id)
    return _page(request, league, hook, form)


@command("webhook")
def webhook_test(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponseBase:
    """Send a test, which the log tells of."""
    league, hook = _found(request, slug, webhook_id)
    if TESTS.is_allowed(str(league.pk)):
        service.test(hook, timezone.now())
        messages.success(
            request, gettext("The test is on its way: the log tells whether it arrives.")
        )
    else:
        messages.error(request, TOO_OFTEN)
    return redirect(url_of("webhook#log", slug, webhook_id))


@open_form
@require_POST
@sensitive_variables("secret")
def webhook_secret(request: HttpRequest, slug: str, webhook_id: int) -> HttpResponseBase:
    """Another secret, shown in the answer, this once."""
    league, hook = _found(request, slug, webhook_id)
    if hook.format != Webhook.Format.JSON:
        return redirect("leagues:webhook", slug, webhook_id)
    secret = service.renew_secret(hook, acting_player(request))
    return _page(request, league, hook, secret=secret)


@command("webhooks")
def webhook_delete(request: HttpRequest, slug: str, webhook_id: int) -> None:
    """Tell it nothing any more."""
    _league, hook = _found(request, slug, webhook_id)
    service.delete(hook, acting_player(request))
    messages.success(request, gettext("The webhook is deleted."))


# --- Steps -----------------------------------------------------------------------------


def _found(request: HttpRequest, slug: str, webhook_id: int) -> tuple[League, Webhook]:
    league = get_league(request, slug, Level.OWNER)
    hook = get_object_or_404(Webhook, league=league, pk=webhook_id)
    hook.league = league
    return league, hook


def _page(
    request: HttpRequest,
    league: League,
    hook: Webhook,
    form: EventsForm | None = None,
    *,
    secret: str = "",
) -> HttpResponse:
    form = form or EventsForm(instance=hook)
    log = list(hook.deliveries.select_related("season"))
    lately = timezone.now() - SOON
    context = league_context(request, league) | {
        "webhook": hook,
        "form": form,
        "secret": secret,
        "is_signed": hook.format == Webhook.Format.JSON,
        "log": [
            (delivery, delivery.problem and PROBLEMS[PostProblem(delivery.problem)])
            for delivery in log
        ],
        "looks_again": any(
            delivery.event == Event.TEST and delivery.status == Status.WAITING
            for delivery in log
            if delivery.at > lately
        ),
    }
    status = HTTPStatus.OK if secret else status_of_form(form)
    return render(request, "leagues/webhooks/webhook.html", context, status=status)
