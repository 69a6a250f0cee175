"""Words about tables in templates."""

from django import template

from games.presenters.facts import describe_options
from games.rules.options import Options

register = template.Library()


@register.filter
def options_in_words(options: Options) -> str:
    """The rules of a table in a line: "Ends past 66 · Known cards only"."""
    return " · ".join(describe_options(options))
