"""People to choose from."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator

from leagues.name_search import plain


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    """Names as one looks for them in a list: É beside E, where the database puts it after Z."""

    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        for player in sorted(self.queryset, key=lambda one: (plain(one.name), one.pk)):
            yield self.choice(player)


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of some players."""

    iterator = _ByName
