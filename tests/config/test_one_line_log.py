"""Who is refused something writes one line into the log, whatever refused it."""

from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import PlayerFactory
from tests.support.clients import signed_in

pytestmark = pytest.mark.django_db


def test_a_page_that_one_may_not_see_is_one_line_in_the_log(log: StringIO) -> None:
    answer = signed_in(PlayerFactory.create()).get(reverse("leagues:new"))
    assert answer.status_code == 403
    assert log.getvalue().count("\n") == 1
    assert "Forbidden (Permission denied): /leagues/new/" in log.getvalue()


def test_a_filter_that_the_admin_pages_do_not_have_is_one_line_in_the_log(
    log: StringIO, as_staff: Client
) -> None:
    answer = as_staff.get(reverse("admin:games_table_changelist"), {"q[]": "x"})
    assert answer.status_code == 400
    assert log.getvalue().count("\n") == 1


def test_an_error_of_the_site_keeps_its_traceback(
    log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.health.HttpResponse", None)
    answer = Client(raise_request_exception=False).get("/healthz")
    assert answer.status_code == 500
    assert "Traceback (most recent call last)" in log.getvalue()
