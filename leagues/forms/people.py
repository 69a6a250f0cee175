"""People to choose from."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator

from leagues.name_search import place_in_list


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        for player in sorted(self.queryset, key=place_in_list):
            yield self.choice(player)


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of some players."""

    iterator = _ByName
