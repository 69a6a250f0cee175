"""How a card is called and drawn in each deck, and whose deck a page is in."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Deck, Player
from games.models import Table
from games.page import decks
from games.rules.cards import LAST_CARD
from tests.support.clients import signed_in
from tests.support.project import ROOT
from tests.support.tables import people, start_table


@pytest.mark.parametrize(
    ("language", "deck", "name"),
    [
        ("en", Deck.BULLS, "55, 7 bull heads"),
        ("en", Deck.DUCKS, "55, 7 ducks"),
        ("en", Deck.ELEMENTS, "55, caesium (Cs), 7 shields"),
        ("fr", Deck.BULLS, "55, 7 têtes de bœuf"),
        ("fr", Deck.DUCKS, "55, 7 canards"),
        ("fr", Deck.ELEMENTS, "55, césium (Cs), 7 blasons"),
    ],
)
def test_a_card_says_what_it_is_in_its_deck(language: str, deck: str, name: str) -> None:
    with translation.override(language):
        assert f'aria-label="{name}"' in decks.card(55, deck)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["1 bull head", "1 duck", "1 shield"]),
        ("fr", ["1 tête de bœuf", "1 canard", "1 blason"]),
    ],
)
def test_one_penalty_is_said_in_the_singular(language: str, words: list[str]) -> None:
    with translation.override(language):
        assert [decks.count_heads(1, deck) for deck in Deck] == words


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("deck", Deck)
def test_the_drawings_of_every_deck_are_there(deck: str, language: str) -> None:
    with translation.override(language):
        file = ROOT / decks.sprite(deck).lstrip("/")
        assert f'id="c{LAST_CARD}"' in file.read_text(encoding="utf-8")


def test_only_the_deck_with_words_has_drawings_of_each_language() -> None:
    with translation.override("fr"):
        names = [decks.sprite(deck).rpartition("/")[2] for deck in Deck]
    assert names == ["bulls.svg", "ducks.svg", "elements.fr.svg"]


def prefer(player: Player, deck: str) -> None:
    player.user.deck = deck
    player.user.save()


def deck_shown(client: Client, table: Table) -> str:
    return str(client.get(table.get_absolute_url()).context["deck"])


@pytest.mark.django_db
class TestWhoSeesWhichDeck:
    def test_a_stranger_sees_the_deck_of_the_table(self) -> None:
        table = start_table(*people(2), visibility="public", deck=Deck.DUCKS)
        assert deck_shown(Client(), table) == "ducks"

    def test_a_member_without_a_wish_sees_the_deck_of_the_table(self) -> None:
        ada, ben = people(2)
        assert deck_shown(signed_in(ben), start_table(ada, ben, deck=Deck.ELEMENTS)) == "elements"

    def test_a_member_with_a_wish_sees_their_own_deck(self) -> None:
        ada, ben = people(2)
        prefer(ben, Deck.BULLS)
        table = start_table(ada, ben, deck=Deck.DUCKS)
        assert [deck_shown(signed_in(who), table) for who in (ada, ben)] == ["ducks", "bulls"]

    def test_the_words_of_a_table_are_those_of_the_deck(self) -> None:
        ada, ben = people(2)
        page = signed_in(ada).get(start_table(ada, ben, deck=Deck.DUCKS).get_absolute_url())
        text = page.content.decode()
        assert "Whoever has the fewest ducks" in text
        assert "duck" in text
        assert "bull head" not in text

    def test_the_reveal_draws_from_the_same_file_as_the_page(self) -> None:
        ada, ben = people(2)
        table = start_table(ada, ben, deck=Deck.ELEMENTS)
        page = signed_in(ada).get(table.get_absolute_url(), headers={"accept-language": "fr"})
        text = page.content.decode()
        assert f'data-sprite="{page.context["sprite"]}"' in text
        assert f'href="{page.context["sprite"]}#c' in text


@pytest.mark.django_db
class TestTheDeckOfATable:
    FORM = {
        "seat_count": "3", "bots": "0", "bot_level": "gap", "limit": "66", "visibility": "club",
    }  # fmt: skip

    def test_the_host_chooses_it(self) -> None:
        (ada,) = people(1)
        signed_in(ada).post(reverse("games:open"), self.FORM | {"deck": "elements"})
        assert Table.objects.get().deck == "elements"

    def test_the_form_offers_the_hosts_own_deck_first(self) -> None:
        (ada,) = people(1)
        prefer(ada, Deck.DUCKS)
        form = signed_in(ada).get(reverse("games:open")).context["form"]
        assert form["deck"].value() == "ducks"

    def test_without_a_choice_it_is_the_hosts_own(self) -> None:
        (ada,) = people(1)
        prefer(ada, Deck.DUCKS)
        signed_in(ada).post(reverse("games:open"), self.FORM)
        assert Table.objects.get().deck == "ducks"

    def test_an_unknown_one_opens_no_table(self) -> None:
        (ada,) = people(1)
        answer = signed_in(ada).post(reverse("games:open"), self.FORM | {"deck": "cats"})
        assert answer.status_code == 422
        assert not Table.objects.exists()
