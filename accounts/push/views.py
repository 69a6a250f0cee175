"""Switch notices on and off on a device; the page is that of the account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import access
from accounts.account_page import part
from accounts.push import service
from accounts.rate_limit import RateLimit, limited

CHANGES = RateLimit("push", 30, 300)


@limited(CHANGES)
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Send notices to this browser, too.

    renewed: the browser has got another address by itself, and nobody is told. It is taken where
    the earlier one was known: somebody else may have signed in since, who never asked for notices
    here.
    """
    asked = [request.POST.get(name, "") for name in ("address", "p256dh", "auth")]
    user = access.current_user(request)
    is_renewed = "renewed" in request.POST
    if is_renewed and not service.is_known(request, user):
        return redirect(part("notices"))
    level, said = messages.ERROR, _("This browser cannot get notices.")
    try:
        service.add_device(request, user, *asked)
    except service.BadSubscription:
        pass
    except service.TooManyDevices:
        number = {"number": service.MOST_DEVICES}
        said = _("You have %(number)d devices already: remove one first.") % number
    else:
        level, said = messages.SUCCESS, _("This device gets your notices now.")
    if not is_renewed:
        messages.add_message(request, level, said)
    return redirect(part("notices"))


@limited(CHANGES)
@require_POST
def remove(request: HttpRequest, device_id: int) -> HttpResponse:
    """Send nothing any more to one of the reader's devices; nothing where it is gone."""
    access.current_user(request).push_devices.filter(pk=device_id).delete()
    messages.success(request, _("This device gets no notices any more."))
    return redirect(part("notices"))
