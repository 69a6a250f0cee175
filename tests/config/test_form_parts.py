"""What is written without a template is what the template of that name writes."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import Jinja2
from django.test.html import parse_html

from config.forms import ERRORS, WRITTEN, Renderer, _input

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
@pytest.mark.parametrize("template", [name for name in WRITTEN if WRITTEN[name] is _input])
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


KINDS = [("a", "A"), ("b", ODD), (ODD, [("c", "C"), ("d", ODD)])]


class Example(forms.Form):
    name = forms.CharField(label=ODD, help_text="Once <b>only</b>")
    day = forms.DateField(initial="2026-11-29", label="")
    is_there = forms.BooleanField(required=False)
    kind = forms.ChoiceField(choices=KINDS, widget=forms.RadioSelect, help_text="One")
    kinds = forms.MultipleChoiceField(choices=KINDS, widget=forms.CheckboxSelectMultiple)
    other = forms.ChoiceField(choices=KINDS, widget=forms.Select(attrs={"class": ODD}))
    several = forms.MultipleChoiceField(choices=KINDS)
    said = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), disabled=True)
    token = forms.CharField(widget=forms.HiddenInput, required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, required=False)
    required_css_class = "is-required"


class Hidden(forms.Form):
    number = forms.IntegerField(widget=forms.HiddenInput)
    token = forms.CharField(widget=forms.HiddenInput)


SENT = [
    None,
    {},
    {"name": ODD, "day": "no day", "is_there": "on", "number": "none"},
    {"kind": "b", "kinds": ["a", "d"], "other": "c", "several": ["b", "c"], "said": ODD},
]


@pytest.mark.parametrize("auto_id", ["id_%s", False])
@pytest.mark.parametrize("sent", SENT)
@pytest.mark.parametrize("kind", [Example, Hidden])
def test_a_whole_form(
    kind: type[forms.Form], sent: dict[str, Any] | None, auto_id: str | bool
) -> None:
    ours, theirs = (kind(sent, auto_id=auto_id, renderer=each()) for each in (Renderer, _Theirs))
    assert parse_html(ours.as_div()) == parse_html(theirs.as_div())
    assert ours.as_div().count("<input") == (2 if kind is Hidden else 13)


def test_a_form_without_fields_is_nothing() -> None:
    assert forms.Form(renderer=Renderer()).as_div() == ""


class _Theirs(Jinja2):
    bound_field_class = Renderer.bound_field_class
