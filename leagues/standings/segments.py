"""The standings of a season are one place: a page for each way to look at them."""

from typing import Any

from django.db.models import QuerySet, TextChoices
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.compiled_once import compiled_once
from leagues.models import Season, Team
from leagues.pages.shared import season_context
from leagues.standings.scoring.what_it_takes import can_be_told


class Segment(TextChoices):
    """The pages; the value is the name of the address."""

    TABLE = "season", pgettext_lazy("of the standings", "Table")
    TAKES = "what_it_takes", _("What would it take?")
    TEAMS = "teams", _("Teams")
    CHARTS = "charts", _("Charts")


def standings_context(request: HttpRequest, season: Season, segment: Segment) -> dict[str, Any]:
    """Context of leagues/season_base.html for one of the pages of the standings."""
    missing = set()
    names = {each: each.label for each in Segment}
    if season.final:
        names[Segment.TAKES] = _("Final")
    elif not season.is_open or not can_be_told(season.season_rules):
        missing.add(Segment.TAKES)
    if not _teams(season.pk):
        missing.add(Segment.TEAMS)
    links = [
        (names[each], season.url_of(each), each is segment)
        for each in Segment
        if each is segment or each not in missing
    ]
    is_draft = season.status == Season.Status.DRAFT
    return season_context(request, season, "standings") | {"segments": [] if is_draft else links}


@compiled_once
def _teams(season_id: int) -> QuerySet[Team, int]:
    """The id of a team, if there is one."""
    return Team.objects.filter(season=season_id).order_by().values_list("pk", flat=True)[:1]
