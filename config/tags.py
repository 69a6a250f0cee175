"""Tags that pages use dozens of times: {% url %} and {% translate %}, as Django's but quicker."""

from typing import Any

from django import template
from django.template import defaulttags
from django.template.base import Node, Parser, Token
from django.templatetags import i18n
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from accounts.addresses import address_of

register = template.Library()


class _AddressNode(defaulttags.URLNode):
    """Addresses are looked up once. No application is there twice, so that of the page is not asked
    for."""

    def render(self, context: Any) -> str:
        args = [arg.resolve(context) for arg in self.args]
        kwargs = {name: value.resolve(context) for name, value in self.kwargs.items()}
        try:
            address = address_of(self.view_name.resolve(context), *args, **kwargs)
        except NoReverseMatch:
            if self.asvar is None:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> _AddressNode:
    """{% url 'leagues:season' league.slug season.number %}."""
    node = defaulttags.url(parser, token)
    return _AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


class _WordsNode(Node):
    """Words that stand in the template are translated at once.

    Django makes a lazy text of them and takes that through what is done with variables: six times
    as long. Percent signs are doubled in its messages.
    """

    child_nodelists = ()

    def __init__(self, words: str, message_context: Any, asvar: str | None) -> None:
        self._message = words.replace("%", "%%")
        self._message_context, self._asvar = message_context, asvar

    def render(self, context: Any) -> SafeString:
        if self._message_context is None:
            found = gettext(self._message)
        else:
            found = pgettext(self._message_context.resolve(context), self._message)
        words = SafeString(found.replace("%%", "%"))
        if self._asvar is None:
            return words
        context[self._asvar] = words
        return SafeString()


def translate(parser: Parser, token: Token) -> Node:
    """{% translate "Words" %}; what is no text or has a filter is left to Django's."""
    node = i18n.do_translate(parser, token)
    expression = node.filter_expression
    words = expression.var.literal
    if not isinstance(words, str) or expression.filters or node.noop:
        return node
    return _WordsNode(words, node.message_context, node.asvar)


# Pages load the library by its name, and a second one of that name is against Django's checks.
i18n.register.tag("translate", translate)
