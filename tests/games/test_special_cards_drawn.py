"""The special cards as drawn and named: seven kinds that nobody takes for one another."""

import re

from django.utils import translation

from drawing import specials
from games.page import special_cards
from games.rules.cards import OxKind, SpecialKind


def test_every_kind_has_a_face_of_its_own_colour() -> None:
    drawn = re.findall(r'<symbol id="(\w+)"', specials.draw())
    assert {*SpecialKind, "back"} <= set(drawn)
    assert len(set(specials.GROUNDS.values())) == len({*SpecialKind, *OxKind})


def test_every_kind_has_a_name_and_a_sentence_in_both_languages() -> None:
    for kind in SpecialKind:
        with translation.override("en"):
            english = special_cards.name(kind), special_cards.sentence(kind)
            assert f'aria-label="{english[0]}"' in special_cards.face(kind)
        with translation.override("fr"):
            assert special_cards.name(kind) in special_cards.face(kind)
    with translation.override("fr"):
        assert special_cards.name(SpecialKind.SHIFT) == "Glisser"
