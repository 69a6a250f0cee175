"""How every form of the site is drawn, those of libraries too."""

from typing import Any

from django.forms.boundfield import BoundField
from django.forms.renderers import Jinja2
from django.utils.safestring import SafeString


class LabelledField(BoundField):
    """A field whose label stands over it, and so needs no colon."""

    def label_tag(
        self,
        contents: str | None = None,
        attrs: dict[str, Any] | None = None,
        label_suffix: str | None = None,
        tag: str | None = None,
    ) -> SafeString:
        return super().label_tag(contents, attrs, label_suffix or "", tag)


class Renderer(Jinja2):
    """Django's own forms around fields of this kind, from its compiled templates.

    They take half the time of the others and write the same elements.
    """

    bound_field_class = LabelledField
