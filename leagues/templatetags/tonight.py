"""What leagues have to say in the lobby."""

from typing import Any

from django import template
from django.utils import timezone

from leagues.presenters.leagues import evenings_about_now

register = template.Library()


@register.inclusion_tag("leagues/tonight.html", takes_context=True)
def tonight(context: dict[str, Any]) -> dict[str, Any]:
    """The sessions that run or are about to: {% tonight %}; one statement."""
    return {"evenings": evenings_about_now(context["viewer"], timezone.now())}
