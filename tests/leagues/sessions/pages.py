"""Pages of an evening for tests: their addresses and their words."""

import re
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from leagues.models import Session


def url(name: str, session: Session) -> str:
    """The address of a page of a session."""
    season = session.season
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, session.number])


def text(answer: Any) -> str:
    """The words of a page, its blanks made single."""
    assert isinstance(answer, HttpResponse)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))
