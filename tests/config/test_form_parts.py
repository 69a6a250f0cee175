"""What is written without a template is what the template of that name writes."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import Jinja2

from config.forms import ERRORS, WRITTEN, Renderer

ODD = 'Ann\'s <b>"A&B"</b>'
ATTRIBUTES: list[dict[str, Any]] = [
    {},
    {"id": "id_name", "required": True, "disabled": False, "maxlength": 20, "title": ODD},
]


def same(template: str, context: dict[str, Any]) -> str:
    """The HTML of both, which may not differ."""
    written = Renderer().render(template, context)
    assert written == Jinja2().render(template, context)
    return written


@pytest.mark.parametrize("attrs", ATTRIBUTES)
@pytest.mark.parametrize("value", [None, "", 0, ODD])
@pytest.mark.parametrize("template", [name for name in WRITTEN if "widgets" in name])
def test_an_input(template: str, value: object, attrs: dict[str, Any]) -> None:
    widget = {"type": "text", "name": ODD, "value": value, "attrs": attrs}
    assert same(template, {"widget": widget}).startswith("<input type=")


@pytest.mark.parametrize("attrs", [None, *ATTRIBUTES])
@pytest.mark.parametrize("use_tag", [True, False])
def test_a_label(attrs: dict[str, Any] | None, use_tag: bool) -> None:
    context = {"label": ODD, "attrs": attrs, "use_tag": use_tag, "tag": "legend"}
    assert ("<legend" in same("django/forms/label.html", context)) is use_tag


@pytest.mark.parametrize("said", [[], [ODD]])
def test_a_list_of_errors(said: list[str]) -> None:
    errors = forms.utils.ErrorList(said, renderer=Renderer())
    assert bool(same(ERRORS, errors.get_context())) is bool(said)


class Example(forms.Form):
    name = forms.CharField(label=ODD, help_text="Once")
    day = forms.DateField(initial="2026-11-29")
    is_there = forms.BooleanField(required=False)
    kind = forms.ChoiceField(choices=[("a", "A"), ("b", ODD)], widget=forms.RadioSelect)


@pytest.mark.parametrize("sent", [None, {"name": ODD, "day": "no day", "is_there": "on"}])
def test_a_whole_form(sent: dict[str, str] | None) -> None:
    ours, theirs = (Example(sent, renderer=each()) for each in (Renderer, _Theirs))
    assert ours.as_div() == theirs.as_div()
    assert ours.as_div().count("<input") == 5


class _Theirs(Jinja2):
    bound_field_class = Renderer.bound_field_class
