"""What a proxy learns when it asks whether a process can serve."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries


@pytest.mark.django_db
def test_a_process_with_a_database_is_healthy(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(1):
        answer = Client().get("/health/")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain"
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_a_process_without_its_database_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cursor() -> None:
        raise OperationalError

    monkeypatch.setattr(connection, "cursor", no_cursor)
    assert Client().get("/health/").status_code == 503
