"""The catalogue's English and French follow the typography of their language."""

import json
import re
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.support.programs import GETTEXT, require
from tests.support.project import ROOT

CATALOGUE = ROOT / "locale/fr/LC_MESSAGES/django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
TAG = re.compile(r"<[^>]*>")
FIELD = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? (".*")$', re.MULTILINE)

IN_BOTH = {
    "two spaces in a row": r"[ \u00a0]{2}",
    "a straight quotation mark or apostrophe": r"[\"']",
    "three dots for an ellipsis": r"\.\.\.",
    "a hyphen for a dash": r" - ",
    "a narrow space": r"[\u2009\u202f]",
}
IN_FRENCH = {
    "no non-breaking space before : ; ! ? % »": r"(?<=[^\u00a0])[:;!?%»]",
    "no non-breaking space after «": r"«(?!\u00a0)",
    "an English quotation mark": r"[“”‘]",
    "an ordinal other than 1er, 1re, 2e": r"(?!1er\b|1re\b)\d ?(?:er|i?[eè]re|[iè]*[eè]mes?)\b",
    "a number sign without n° and a non-breaking space": r"[Nn]o\.? ?\d|N°|n°(?!\u00a0)|№",
}
IN_ENGLISH = {
    "a space before a punctuation mark": r"[ \u00a0][:;!?%,.](?!\w)",
    "French quotation marks": r"[«»]",
}


class Entry(NamedTuple):
    """One entry of the catalogue; English and French have a form for each number."""

    context: str
    english: list[str]
    french: list[str]


def entries() -> Iterator[Entry]:
    """Yield what the catalogue holds, except its header."""
    *_, msgattrib, _ = require(GETTEXT)
    command = [msgattrib, "--no-wrap", str(CATALOGUE)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for block in re.sub(r'"\n"', "", text).split("\n\n"):
        found: dict[str, list[str]] = {"msgctxt": [], "msgid": [], "msgid_plural": [], "msgstr": []}
        for field, quoted in FIELD.findall(block):
            found[field].append(json.loads(quoted))
        if any(found["msgid"]):
            english = found["msgid"] + found["msgid_plural"]
            yield Entry(" ".join(found["msgctxt"]), english, found["msgstr"])


def faults(text: str, *rules: dict[str, str]) -> list[str]:
    """Name the rules that a text breaks, its tags and placeholders left aside."""
    shown = TAG.sub("", PLACEHOLDER.sub("x", text).replace("%%", "%"))
    return [name for rule in rules for name, bad in rule.items() if re.search(bad, shown)]


def last_mark(text: str) -> str:
    mark = text.rstrip()[-1:]
    return mark if mark in ".:;!?…," else ""


def placeholders(texts: list[str]) -> set[str]:
    return {name for text in texts for name in PLACEHOLDER.findall(text)}


def report(found: list[str]) -> None:
    if found:
        pytest.fail("\n".join(found), pytrace=False)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Prêt ?", "no non-breaking space before : ; ! ? % »"),
        ("Prêt?", "no non-breaking space before : ; ! ? % »"),
        ("Prêt\u202f?", "a narrow space"),
        ("La cote : 51,8\u00a0%", "no non-breaking space before : ; ! ? % »"),
        ("%(share)s %%", "no non-breaking space before : ; ! ? % »"),
        ("le mot « passe\u00a0»", "no non-breaking space after «"),
        ("le mot “passe”", "an English quotation mark"),
        ("l'hôte", "a straight quotation mark or apostrophe"),
        ("Tirage...", "three dots for an ellipsis"),
        ("la 2ème place", "an ordinal other than 1er, 1re, 2e"),
        ("la 1ère place", "an ordinal other than 1er, 1re, 2e"),
        ("règle n° 1", "a number sign without n° and a non-breaking space"),
        ("deux  espaces", "two spaces in a row"),
    ],
)
def test_a_fault_of_french_typography_is_found(text: str, fault: str) -> None:
    assert fault in faults(text, IN_BOTH, IN_FRENCH)


@pytest.mark.parametrize(
    "text",
    [
        "Est-ce l’une de ces personnes\u00a0?",
        "«\u00a0Lente\u00a0» passe à 51,8\u00a0%, au 1er et au 2e tour…",
        "Règle n°\u00a01\u00a0: <b class='strong'>%(names)s</b>",
        "%(number)s\u00a0%%",
        "{count}\u00a0h",
    ],
)
def test_good_french_has_no_fault(text: str) -> None:
    assert faults(text, IN_BOTH, IN_FRENCH) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("51.8 %", "a space before a punctuation mark"),
        ("%(number)s\u00a0%%", "a space before a punctuation mark"),
        ("Ready ?", "a space before a punctuation mark"),
        ("somebody's", "a straight quotation mark or apostrophe"),
        ("the «table»", "French quotation marks"),
    ],
)
def test_a_fault_of_english_typography_is_found(text: str, fault: str) -> None:
    assert fault in faults(text, IN_BOTH, IN_ENGLISH)


def test_every_sentence_has_good_typography() -> None:
    found = [
        f"{language}: {fault}: {text}"
        for entry in entries()
        for language, texts, rules in (
            ("English", entry.english, IN_ENGLISH),
            ("French", entry.french, IN_FRENCH),
        )
        for text in texts
        for fault in faults(text, IN_BOTH, rules)
    ]
    report(found)


def test_a_translation_has_the_placeholders_of_its_sentence() -> None:
    """A form for one thing may leave out its number; the others name everything."""
    found = [
        f"{entry.english[-1]} / {french}"
        for entry in entries()
        for french in entry.french
        if not placeholders([french]) <= placeholders(entry.english)
        or (french is entry.french[-1] and placeholders([french]) != placeholders(entry.english))
    ]
    report(found)


def test_a_translation_ends_like_its_sentence() -> None:
    found = [
        f"{english} / {french}"
        for entry in entries()
        for english, french in zip(entry.english, entry.french, strict=True)
        if last_mark(english) != last_mark(french)
        or english.startswith(" ") != french.startswith(" ")
        or english.endswith(" ") != french.endswith(" ")
    ]
    report(found)


def test_no_french_word_before_a_name_would_lose_its_vowel() -> None:
    """« Parcours de Odile » is none: whoever is named may begin with a vowel."""
    before = re.compile(
        r"\b(?:de|que|lorsque|puisque|si) %\((?:name|names|player|who|host|other)\)s"
    )
    found = [french for entry in entries() for french in entry.french if before.search(french)]
    report(found)
