"""What the pages of a reader say of their notices."""

from typing import Any

from django import template
from django.db.models import Count, QuerySet

from accounts.compiled_once import compiled_once
from leagues.models import Notice
from leagues.notices.forms import NoticeChoicesForm

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """How many notices the reader has not read: {% unread_notices as unread %}; one statement."""
    viewer = context.get("viewer")
    return sum(_unread(viewer.pk)) if viewer else 0


@compiled_once
def _unread(player_id: int) -> QuerySet[Notice, int]:
    unread = Notice.objects.of_reader(player_id).filter(read_at=None).order_by()
    return unread.values("player").annotate(all=Count("pk")).values_list("all", flat=True)


@register.simple_tag(takes_context=True)
def notice_choices(context: dict[str, Any]) -> NoticeChoicesForm:
    """How the reader is told each kind of notice: {% notice_choices as choices %}."""
    return NoticeChoicesForm(player=context["viewer"])
