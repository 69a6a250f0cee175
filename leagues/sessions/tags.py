"""The slips of a session in templates."""

from django import template

from leagues.sessions.print_views import slips_in_words

register = template.Library()
register.simple_tag(slips_in_words)
