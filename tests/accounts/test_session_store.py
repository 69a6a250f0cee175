"""Sessions of browsers in the database."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    """That of a session which holds something."""
    store = SessionStore()
    store["invitation"] = 7
    store.create()
    assert store.session_key
    return store.session_key


def test_it_reads_what_was_stored(key: str) -> None:
    assert SessionStore(key)["invitation"] == 7


def test_it_reads_what_djangos_own_store_wrote_and_the_other_way_round(key: str) -> None:
    assert db.SessionStore(key)["invitation"] == 7
    theirs = db.SessionStore()
    theirs["invitation"] = 8
    theirs.create()
    assert SessionStore(theirs.session_key)["invitation"] == 8


def test_a_session_that_has_expired_is_empty(key: str) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    store = SessionStore(key)
    assert store.get("invitation") is None
    assert store.session_key is None


def test_a_key_that_is_not_there_is_not_taken_over() -> None:
    store = SessionStore("somebodys-own-key")
    assert store.get("invitation") is None
    assert store.session_key is None
