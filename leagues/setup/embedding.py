"""What a site writes into its page to show the standings of a season there."""

from html import escape
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme
from leagues.models import League, Season

HEIGHT = 640
NAMES: dict[Theme, Promise] = {
    Theme.AUTO: _("Same as the reader’s device"),
    Theme.LIGHT: _("Light"),
    Theme.DARK: _("Dark"),
}


class FrameCode(NamedTuple):
    """The HTML of a frame that is as light or dark as its name says."""

    theme: str
    name: Promise
    html: str


def may_be_framed(league: League) -> bool:
    """Whether frames of other sites show something: strangers look through them."""
    return league.may_be_embedded and league.visibility != League.Visibility.MEMBERS


def frame_codes(request: HttpRequest, season: Season) -> list[FrameCode]:
    """The code for each look; none where the league does not permit it."""
    league = season.league
    if not may_be_framed(league):
        return []
    address = season.url_of("embed")
    title = escape(f"{league} · {season}")
    return [
        FrameCode(
            theme.value,
            NAMES[theme],
            f'<iframe src="{request.build_absolute_uri(f"{address}?theme={theme}")}" '
            f'title="{title}" width="100%" height="{HEIGHT}" loading="lazy"></iframe>',
        )
        for theme in Theme
    ]
