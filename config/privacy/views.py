from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.club.current import club
from accounts.page_cache import cached_for_strangers
from config.privacy.retention import RULES


@login_not_required
@cached_for_strangers
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site keeps of people, why, for how long, who sees it, and how to have it deleted."""
    context = {
        "rules": RULES,
        "operator": settings.OPERATOR,
        "contact": settings.OPERATOR_CONTACT,
        "guests_may_play": club().has_guests,
        "addresses_are_logged": settings.LOG_ADDRESSES == "whole",
    }
    return render(request, "privacy.html", context)
