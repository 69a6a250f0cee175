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


def _form(context: Mapping[str, Any]) -> str:
    hidden = "".join(str(field) for field in context["hidden_fields"])
    errors = str(context["errors"])
    groups = []
    for field, _errors in context["fields"]:
        classes = field.css_classes()
        opening = f'<div class="{escape(classes)}">' if classes else "<div>"
        groups.append(f"{opening}{field.as_field_group()}")
    if groups:
        return f"{errors}{'</div>'.join(groups)}{hidden}</div>"
    return f"{errors}<div>{hidden}</div>" if context["errors"] else hidden


def _field(context: Mapping[str, Any]) -> str:
    """A field with its label, its help and what is wrong with it."""
    field = context["field"]
    opening = closing = label = about = ""
    if field.use_fieldset:
        told = field.aria_describedby
        opening = f'<fieldset aria-describedby="{escape(told)}">' if told else "<fieldset>"
        closing = "</fieldset>"
    if field.label:
        label = field.legend_tag() if field.use_fieldset else field.label_tag()
    if field.help_text:
        own = f' id="{escape(field.auto_id)}_helptext"' if field.auto_id else ""
        about = f'<div class="helptext"{own}>{field.help_text}</div>'
    errors = field.errors
    return f"{opening}{label}\n{about}{errors or ''}\n{field}{closing}"


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


def _textarea(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    opening = f'<textarea name="{escape(widget["name"])}"{_attributes(widget["attrs"])}>'
    return f"{opening}\n{escape(widget['value'] or '')}</textarea>"


def _select(context: Mapping[str, Any]) -> str:
    widget = context["widget"]
    parts = [f'<select name="{escape(widget["name"])}"{_attributes(widget["attrs"])}>']
    for name, choices, _index in widget["optgroups"]:
        if name:
            parts.append(f'<optgroup label="{escape(name)}">')
        parts += [
            f'<option value="{escape(each["value"])}"{_attributes(each["attrs"])}>'
            f"{escape(each['label'])}</option>"
            for each in choices
        ]
        if name:
            parts.append("</optgroup>")
    return f"{''.join(parts)}</select>"


def _choices(context: Mapping[str, Any]) -> str:
    """Buttons or boxes to choose from, each in its label."""
    widget = context["widget"]
    own = {name: widget["attrs"].get(name) or False for name in ("id", "class")}
    parts = [f"<div{_attributes(own)}>"]
    for name, choices, _index in widget["optgroups"]:
        if name:
            parts.append(f"<div><label>{escape(name)}</label>")
        parts += [f"<div>{_choice(each)}</div>" for each in choices]
        if name:
            parts.append("</div>")
    return f"{''.join(parts)}</div>"


def _choice(widget: Mapping[str, Any]) -> str:
    choice = _input({"widget": widget})
    if not widget["wrap_label"]:
        return choice
    own = widget["attrs"].get("id")
    return f"<label{_attributes({'for': own or False})}>{choice} {escape(widget['label'])}</label>"


def _attributes(values: Mapping[str, Any]) -> str:
    """Attributes of an element; True for one without a value, False for none."""
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(value)}"'
        for name, value in values.items()
        if value is not False
    )


# By the name of the template that writes the same.
WRITTEN: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "django/forms/div.html": _form,
    "django/forms/field.html": _field,
    "django/forms/label.html": _label,
    "django/forms/widgets/checkbox_select.html": _choices,
    "django/forms/widgets/radio.html": _choices,
    "django/forms/widgets/select.html": _select,
    "django/forms/widgets/textarea.html": _textarea,
    **{
        f"django/forms/widgets/{kind}.html": _input
        for kind in (
            "checkbox", "color", "date", "datetime", "email", "file", "hidden", "number",
            "password", "search", "tel", "text", "time", "url",
        )
    },
}  # fmt: skip
