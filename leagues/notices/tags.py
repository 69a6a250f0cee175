"""What the pages of a reader say of their notices."""

from typing import Any

from django import template

from leagues.models.notice import unread
from leagues.notices.forms import NoticeChoicesForm

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """How many notices the reader has not read: {% unread_notices as unread %}; one statement."""
    viewer = context.get("viewer")
    return sum(unread(viewer.pk)) if viewer else 0


@register.simple_tag(takes_context=True)
def notice_choices(context: dict[str, Any]) -> NoticeChoicesForm:
    """How the reader is told each kind of notice: {% notice_choices as choices %}."""
    return NoticeChoicesForm(player=context["viewer"])
