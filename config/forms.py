"""How every form of the site is drawn, those of libraries too."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from django.forms import Widget
from django.forms.boundfield import BoundField
from django.forms.renderers import DjangoTemplates, Jinja2
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.utils.safestring import SafeString
from markupsafe import escape


class LabelledField(BoundField):
    """A field whose label stands over it, and so needs neither a colon nor a placeholder.

    Those of allauth repeat the label, in other words.
    """

    def as_widget(
        self,
        widget: Widget | None = None,
        attrs: dict[str, Any] | None = None,
        only_initial: bool = False,
    ) -> SafeString:
        (widget or self.field.widget).attrs.pop("placeholder", None)
        return super().as_widget(widget, attrs, only_initial)

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

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> str:
        """The HTML of a template: of what most fields have as it is written below."""
        if template_name == ERRORS and not context["errors"]:
            return ""
        write = WRITTEN.get(template_name)
        return write(context) if write else super().render(template_name, context, request)

    @cached_property
    def _others(self) -> DjangoTemplates:
        return DjangoTemplates()

    def get_template(self, template_name: str) -> Any:
        """The compiled template of this name, else the other one."""
        try:
            return super().get_template(template_name)
        except TemplateDoesNotExist:
            return self._others.get_template(template_name)


# --- Parts that every field has; by a template each takes several times as long ---------

ERRORS = "django/forms/errors/list/default.html"


def _label(context: Mapping[str, Any]) -> str:
    label, tag = escape(context["label"]), context["tag"]
    if not context["use_tag"]:
        return str(label)
    return f"<{tag}{_attributes(context['attrs'] or {})}>{label}</{tag}>"


def _input(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    about = {"type": widget["type"], "name": widget["name"]}
    if widget["value"] is not None:
        about["value"] = widget["value"]
    return f"<input{_attributes(about)}{_attributes(widget['attrs'])}>"


def _attributes(values: Mapping[str, Any]) -> str:
    """Attributes of an element; True for one without a value, False for none."""
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(value)}"'
        for name, value in values.items()
        if value is not False
    )


# By the name of the template that writes the same.
WRITTEN: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "django/forms/label.html": _label,
    **{
        f"django/forms/widgets/{kind}.html": _input
        for kind in (
            "checkbox", "color", "date", "datetime", "email", "file", "hidden", "number",
            "password", "search", "tel", "text", "time", "url",
        )
    },
}  # fmt: skip
