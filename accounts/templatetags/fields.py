"""How the forms of an account look, those of allauth as well as ours."""

from django import template
from django.forms import BaseForm

register = template.Library()


@register.filter
def without_colons(form: BaseForm) -> BaseForm:
    """`form`, each label of which stands over its field and so needs no colon."""
    form.label_suffix = ""
    return form
