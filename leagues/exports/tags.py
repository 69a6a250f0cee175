"""What the page of one's account says of tokens for programs."""

from typing import Any

from django import template
from django.utils import timezone

from leagues.exports.token_views import TokenForm
from leagues.models import ApiToken

register = template.Library()


@register.inclusion_tag("leagues/tokens/tokens.html", takes_context=True)
def own_tokens(context: dict[str, Any]) -> dict[str, Any]:
    """The reader's tokens, and the form of another one: {% own_tokens %}."""
    return {
        "form": context.get("token_form") or TokenForm(),
        "tokens": ApiToken.objects.filter(player=context["viewer"]),
        "now": timezone.now(),
    }
