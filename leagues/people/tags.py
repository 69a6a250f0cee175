"""The players of a season in templates."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.live.regions import kept_rows, render_rows
from leagues.people.players import EntrantLine

register = template.Library()


@register.simple_tag(takes_context=True)
def entrants(context: template.Context, lines: tuple[EntrantLine, ...], chosen: int) -> SafeString:
    """The players as rows of a list: {% entrants lines chosen %}.

    Of one who is chosen by an organizer, and of the reader, what can be done is shown.
    """
    season, me, may_organize = context["season"], context["me"], context["may_organize"]
    shown = {chosen} if may_organize else {me.pk} if me else set()
    more = {
        line.pk: _actions(context, line)
        for line in lines
        if line.pk in shown and (line.may_be_changed or not may_organize)
    }
    page = season.url_of("players")
    around = (
        pgettext("what is said of a player", "Change"),
        f"{page}?change=" if may_organize else "",
        season.url_of("story", 0).removesuffix("0/"),
    )
    if more:
        return render_rows("leagues/entrants", *around, lines, more)
    return kept_rows("leagues/entrants", *around, lines, ())


def _actions(context: template.Context, line: EntrantLine) -> SafeString:
    known: dict[str, Any] = {**context.flatten(), "line": line}  # type: ignore[dict-item]
    return SafeString(render_to_string("leagues/people/entrant_actions.html", known))
