"""How every form of the site is drawn, those of libraries too."""

from functools import cached_property
from typing import Any

from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates, Jinja2
from django.template import TemplateDoesNotExist
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

    They take half the time of the others and write the same elements. The admin pages have none for
    their fields, which are drawn by the others.
    """

    bound_field_class = LabelledField

    @cached_property
    def _others(self) -> DjangoTemplates:
        return DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """The compiled template of this name, else the other one."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._others.get_template(template_name)
