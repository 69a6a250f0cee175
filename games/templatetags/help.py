"""Worked examples in the rules' pages, and the way to the rules from elsewhere."""

from typing import Any

from django import template

from games.help import examples_shown
from games.help.chapters import Chapter, chapter_named, chapters_of
from games.rules.options import Options

register = template.Library()


@register.inclusion_tag("games/help/example.html", takes_context=True)
def example(context: dict[str, Any], name: str) -> dict[str, Any]:
    """A worked example (games/help/examples.py), drawn with the deck of the page."""
    return {"name": name, "example": examples_shown.present_example(name, context["deck"])}


@register.inclusion_tag("games/help/rule_link.html")
def rule_link(slug: str) -> dict[str, Chapter | None]:
    """A link to a chapter, beside the option it explains."""
    return {"chapter": chapter_named(slug)}


@register.filter
def chapters(options: Options) -> list[Chapter]:
    """The chapters of the rules that a table with these options plays by."""
    return chapters_of(options)
