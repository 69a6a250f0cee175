"""What leagues have to say in the lobby and on the screen of the club."""

from typing import Any

from django import template
from django.utils import timezone

from leagues.models import Season, Session, Standing
from leagues.setup.home import ComingSessions, Step, coming_sessions, first_steps, running_seasons
from leagues.standings.session_ranking import RankedRow, ranking

register = template.Library()


@register.simple_tag(name="coming_sessions", takes_context=True)
def of_the_reader(context: dict[str, Any]) -> ComingSessions:
    """The sessions that run or are to come: {% coming_sessions as following %}; one statement."""
    return coming_sessions(context["viewer"], timezone.now())


@register.simple_tag(takes_context=True)
def rankings_tonight(context: dict[str, Any]) -> list[tuple[Session, list[RankedRow]]]:
    """The sessions that run now with their rankings: {% rankings_tonight as rankings %}."""
    near = coming_sessions(context["viewer"], timezone.now()).tonight
    running = [session for session in near if session.status == Session.Status.RUNNING]
    return [(session, ranking(session)) for session in running]


@register.simple_tag(name="running_seasons", takes_context=True)
def of_the_club(context: dict[str, Any]) -> list[tuple[Season, list[Standing]]]:
    """The seasons that run with who leads: {% running_seasons as seasons %}."""
    return running_seasons(context["viewer"])


@register.inclusion_tag("leagues/setup/first_steps.html", name="first_steps", takes_context=True)
def of_the_organizer(context: dict[str, Any]) -> dict[str, Any]:
    """The first steps of a club, for who runs it and has not hidden them: {% first_steps %}."""
    is_shown = context["viewer_is_organizer"] and not context["user"].hides_first_steps
    steps: list[Step] = first_steps(context["viewer"]) if is_shown else []
    return {"steps": steps, "csrf_token": context.get("csrf_token")}
