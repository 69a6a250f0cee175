"""The admin pages name their fields in the language of their reader."""

from collections.abc import Iterable, Iterator

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Field, Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.functional import Promise

from games.models import UploadedRecord
from leagues.models import Adjustment, Merge
from tests.factories import InvitationFactory, PlayerFactory, UserFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_guest, make_season, make_session, play
from tests.support.tables import open_table

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


@pytest.fixture
def staff(db: None) -> Client:
    return signed_in(
        PlayerFactory.create(user=UserFactory.create(is_superuser=True, is_staff=True))
    )


def statements(staff: Client, addresses: Iterable[str]) -> dict[str, int]:
    """How many statements each page takes, without what is asked once and then remembered."""
    counts = {}
    for address in addresses:
        staff.get(address)
        with CaptureQueriesContext(connection) as asked:
            assert staff.get(address).status_code == 200
        counts[address] = len(asked)
    return counts


def add_rows(people: int) -> Iterator[str]:
    """A row of each kind with so many people, who are in no other; the pages of some."""
    session = make_session(make_season())
    season = session.season
    game = play(session, *PlayerFactory.create_batch(people))
    table = open_table(*PlayerFactory.create_batch(people))
    player, by = PlayerFactory.create_batch(2)
    Adjustment.objects.create(
        season=season, session=session, player=player, by=by, points=1, reason="late"
    )
    Merge.objects.create(league=season.league, guest=make_guest(), member=player, by=by)
    InvitationFactory.create(used_by=player.user, for_player=by)
    UploadedRecord.objects.create(uploader=player)
    for row in (season, game, table):
        yield reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])


def test_a_page_asks_for_all_its_people_at_once(staff: Client) -> None:
    few, many = (list(statements(staff, add_rows(people)).values()) for people in (3, 9))
    assert few == many


def test_a_list_asks_for_all_its_rows_at_once(staff: Client) -> None:
    lists = [
        reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")
        for model in admin.site._registry
        if model._meta.app_label in OURS
    ]
    list(add_rows(2))
    few = statements(staff, lists)
    list(add_rows(2))
    assert statements(staff, lists) == few
