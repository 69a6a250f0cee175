"""What the header of a page says of the reader's notices."""

from typing import Any

from django import template

from leagues.models import Notice

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: dict[str, Any]) -> int:
    """How many notices the reader has not read: {% unread_notices as unread %}; one statement."""
    viewer = context.get("viewer")
    return Notice.objects.of_reader(viewer).filter(read_at=None).count() if viewer else 0
