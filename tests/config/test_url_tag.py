"""{% url %}, which looks an address up once."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch


def rendered(text: str, **context: object) -> str:
    return Template(text).render(Context(context))


def test_an_address_by_place_and_by_name() -> None:
    assert rendered("{% url 'leagues:season' slug 3 %}", slug="ours") == "/leagues/ours/3/"
    by_name = "{% url page slug=slug number=number %}"
    about = {"page": "leagues:season", "slug": "ours", "number": 4}
    assert rendered(by_name, **about) == "/leagues/ours/4/"


def test_an_address_for_later() -> None:
    text = "{% url 'leagues:league' slug as there %}[{{ there }}]"
    assert rendered(text, slug="ours") == "[/leagues/ours/]"


def test_an_address_for_later_that_is_not_there_is_empty() -> None:
    assert rendered("{% url 'leagues:league' slug as there %}[{{ there }}]", slug="") == "[]"


def test_an_address_that_is_not_there_is_an_error() -> None:
    with pytest.raises(NoReverseMatch):
        rendered("{% url 'leagues:league' slug %}", slug="")
