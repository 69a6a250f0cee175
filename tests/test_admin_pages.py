"""The admin pages name their fields in the language of their reader."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Field, Model
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.functional import Promise

from tests.factories import PlayerFactory, UserFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play

OURS = {"accounts", "games", "leagues"}


def shown_fields() -> Iterator[tuple[type[Model], str]]:
    """The fields of our models that a list, a form or a table of an admin page names."""
    for model, page in admin.site._registry.items():
        if model._meta.app_label in OURS:
            named = {*page.list_display, *(page.fields or ()), *page.readonly_fields}
            for field in model._meta.fields:
                is_in_form = not page.fields and field.editable
                if field.name in named or (is_in_form and field.name not in (page.exclude or ())):
                    yield model, field.name
            for inline in page.inlines:
                editable = [field.name for field in inline.model._meta.fields if field.editable]
                yield from ((inline.model, str(name)) for name in inline.fields or editable)


def test_every_field_of_the_admin_pages_has_a_name_that_is_translated() -> None:
    fields = list(shown_fields())
    assert len(fields) > 50
    untranslated = []
    for model, name in fields:
        field = model._meta.get_field(name)
        assert isinstance(field, Field)
        if not isinstance(field.verbose_name, Promise) and not field.primary_key:
            untranslated.append(f"{model.__name__}.{name}")
    assert untranslated == []


@pytest.mark.django_db
def test_the_page_of_a_season_or_game_asks_for_all_its_people_at_once() -> None:
    staff = PlayerFactory.create(user=UserFactory.create(is_staff=True, is_superuser=True))
    browser = signed_in(staff)
    # What is asked once and then remembered, such as content types.
    session = make_session(make_season())
    browser.get(reverse("admin:leagues_season_change", args=[session.season_id]))
    game = play(session, *PlayerFactory.create_batch(2))
    browser.get(reverse("admin:leagues_game_change", args=[game.pk]))
    counts = []
    for people in (3, 9):
        session = make_session(make_season())
        game = play(session, *PlayerFactory.create_batch(people))
        for page, row in (("season", session.season), ("game", game)):
            address = reverse(f"admin:leagues_{page}_change", args=[row.pk])
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(address).status_code == 200
            counts.append(len(asked))
    assert counts[:2] == counts[2:]
