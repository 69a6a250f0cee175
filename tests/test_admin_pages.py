"""The admin pages name their fields in the language of their reader."""

from collections.abc import Iterator

from django.contrib import admin
from django.db.models import Field, Model
from django.utils.functional import Promise

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
