"""What leagues have to say in the lobby."""

from typing import Any

from django import template
from django.utils import timezone

from leagues.presenters.leagues import Evenings, coming_evenings

register = template.Library()


@register.simple_tag(name="coming_evenings", takes_context=True)
def of_the_reader(context: dict[str, Any]) -> Evenings:
    """The sessions that run or are to come: {% coming_evenings as evenings %}; one statement."""
    return coming_evenings(context["viewer"], timezone.now())
