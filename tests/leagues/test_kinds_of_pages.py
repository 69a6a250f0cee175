"""How many kinds of pages leagues have; `pytest -s` on this file lists them.

A kind is a name in leagues/urls.py whose address answers a browser with a whole page;
what leads on to another page, a file or an answer to a script is none.
"""

from http import HTTPStatus

import pytest
from django.db import transaction
from django.urls import URLPattern

from accounts.models import Player
from leagues.models import League
from leagues.urls import urlpatterns
from tests.leagues.test_permissions import Club

pytestmark = pytest.mark.django_db

# Its address needs what this club has not: a sheet that was just sent by its link.
MORE = {"score_link_sent"}


def kinds(club: Club, person: str) -> set[str]:
    return {str(each.name) for each in urlpatterns if is_page(club, person, each)} | MORE


def is_page(club: Club, person: str, pattern: URLPattern) -> bool:
    with transaction.atomic():
        answer = club.ask(person, "GET", club.address(pattern))
        # What the address is about was made for it.
        transaction.set_rollback(True)
    is_whole = answer.status_code == HTTPStatus.OK and not answer.streaming
    return is_whole and b"<html" in answer.content


def test_there_are_few_kinds_of_pages() -> None:
    club = Club(League.Visibility.PUBLIC)
    member = kinds(club, "player")
    # Who owns the league and runs the club, too, reaches most.
    Player.objects.filter(name="owner").update(is_organizer=True)
    organizer = kinds(club, "owner")
    assert "new" in organizer
    print(len(member), sorted(member))  # noqa: T201 - whoever counts reads it
    print(len(organizer), sorted(organizer))  # noqa: T201

    assert len(member) <= 23
    assert len(organizer) <= 38
