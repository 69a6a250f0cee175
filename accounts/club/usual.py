"""Parts of the settings of the club with a form of their own, as what a new table offers first.

Higher floors register a form whose fields are those of their own form for something new, so that it
checks what organizers choose. Stored is the JSON of what differs from the form's own first values.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.club.current import club


@dataclass(frozen=True, slots=True)
class Part:
    """make: a form, called with data (or None), prefix and initial."""

    label: Promise
    make: Callable[..., forms.BaseForm]


# By the name of the field of ClubSettings.
PARTS: dict[str, Part] = {}


def offered(name: str) -> dict[str, Any]:
    """What a form offers first, by the names of its fields; what is not there is as usual."""
    return unpacked(getattr(club(), name))


def unpacked(text: str) -> dict[str, Any]:
    """What is stored, by the names of fields."""
    found: dict[str, Any] = json.loads(text or "{}")
    return found


def packed(form: forms.BaseForm) -> str:
    """What a valid form says, to be stored; empty where all of it is as usual."""
    changed = {
        name: form.cleaned_data.get(name)
        for name, field in form.fields.items()
        if form.cleaned_data.get(name) not in (None, "", _first(field))
    }
    return json.dumps(changed, sort_keys=True) if changed else ""


def in_words(name: str, text: str) -> str:
    """What is stored, as the form calls it."""
    fields = PARTS[name].make(None, prefix=name, initial={}).fields
    told = [
        f"{fields[key].label}: {_value_in_words(fields[key], value)}"
        for key, value in unpacked(text).items()
        if key in fields
    ]
    return "; ".join(told) or _("as usual")


def _first(field: forms.Field) -> Any:
    if field.initial is None and isinstance(field, forms.BooleanField):
        return False
    return field.initial


def _value_in_words(field: forms.Field, value: Any) -> str:
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return str({str(key): words for key, words in choices}.get(str(value), value))
    return _("yes") if value is True else str(value)
