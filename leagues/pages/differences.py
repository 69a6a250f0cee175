"""Where a form that was sent differs from what others have stored meanwhile."""

from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounts.names import MISSING


class FieldDifference(NamedTuple):
    """A field that was sent with another value than the one that is stored."""

    place: str | Promise | None
    mine: str
    theirs: str


def differences_of(form: forms.BaseForm) -> list[FieldDifference]:
    """Where a form that was sent differs from what it began with, in the order of its fields.

    A field the form itself has left out, since another choice makes it meaningless, is no
    difference.
    """
    form.is_valid()
    meant = {*form.cleaned_data, *form.errors}
    return [
        FieldDifference(
            form[name].label,
            _text(form.fields[name], form[name].value()),
            _text(form.fields[name], form[name].initial),
        )
        for name in form.changed_data
        if name in meant
    ]


def _text(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if isinstance(field.widget, forms.RadioSelect):
        labels = {str(key): label for key, label in field.widget.choices}
        return str(labels.get(str(value), value))
    return MISSING if value in (None, "") else str(value)
