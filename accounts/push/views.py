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
    """Send notices to this browser, too."""
    asked = [request.POST.get(name, "") for name in ("address", "p256dh", "auth")]
    user = access.current_user(request)
    try:
        service.add_device(request, user, *asked)
    except service.BadSubscription:
        messages.error(request, _("This browser cannot get notices."))
    except service.TooManyDevices:
        number = {"number": service.MOST_DEVICES}
        messages.error(
            request, _("You have %(number)d devices already: remove one first.") % number
        )
    else:
        messages.success(request, _("This device gets your notices now."))
    return redirect(part("notices"))


@limited(CHANGES)
@require_POST
def remove(request: HttpRequest, device_id: int) -> HttpResponse:
    """Send nothing any more to one of the reader's devices; nothing where it is gone."""
    access.current_user(request).push_devices.filter(pk=device_id).delete()
    messages.success(request, _("This device gets no notices any more."))
    return redirect(part("notices"))
