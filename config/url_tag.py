"""The tag {% url %}, which pages use dozens of times, with addresses that are looked up once."""

from typing import Any

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from accounts.addresses import address_of

register = template.Library()


class _AddressNode(defaulttags.URLNode):
    """Django's, but for the application that a page belongs to: none is there twice."""

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
    """{% url 'leagues:season' league.slug season.number %}, as Django's."""
    node = defaulttags.url(parser, token)
    return _AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
