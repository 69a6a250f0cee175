"""Tags of Django's that are quicker here, and write the same."""

import pytest
from django.conf import settings
from django.template import Context, Template
from django.templatetags import i18n
from django.urls import NoReverseMatch
from django.utils.translation import override


def rendered(text: str, **context: object) -> str:
    return Template("{% load i18n %}" + text).render(Context(context))


# --- {% url %} --------------------------------------------------------------------------


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


# --- {% translate %} --------------------------------------------------------------------

WORDS = [
    '"Leagues"',
    '"Table" context "of the standings"',
    '"Table" context about',
    '"No such words: 100 % <b>&amp;</b>"',
    '"Leagues"|upper',
    "words",
    '"Leagues" noop',
]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("after", ["", " as there"])
@pytest.mark.parametrize("words", WORDS)
def test_the_same_words_as_djangos(
    words: str, after: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(i18n.register.tags, "theirs", i18n.do_translate)
    about = {"words": "Rules", "about": "of the standings"}
    with override(language):
        ours, theirs = (
            rendered(f"{{% {tag} {words}{after} %}}[{{{{ there }}}}]", **about)
            for tag in ("translate", "theirs")
        )
    assert ours == theirs


def test_words_are_looked_up_in_the_language_of_each_reader() -> None:
    template = Template('{% load i18n %}{% translate "Leagues" %}')
    for language, words in (("en", "Leagues"), ("fr", "Ligues"), ("en", "Leagues")):
        with override(language):
            assert template.render(Context()) == words
