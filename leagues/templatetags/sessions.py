"""What leagues have to say in the lobby."""

from typing import Any

from django import template
from django.utils import timezone

from leagues.setup.home import ComingSessions, coming_sessions

register = template.Library()


@register.simple_tag(name="coming_sessions", takes_context=True)
def of_the_reader(context: dict[str, Any]) -> ComingSessions:
    """The sessions that run or are to come: {% coming_sessions as following %}; one statement."""
    return coming_sessions(context["viewer"], timezone.now())
