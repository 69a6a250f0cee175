"""Names that look like what they are, in every script."""

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils.html import conditional_escape

from accounts.club.forms import ClubForm
from accounts.forms import DisplayNameField, LegibleField
from accounts.models import Player
from accounts.names import (
    is_legible,
    join_names,
    legible,
    shown,
    without,
    without_in_title,
    written,
)
from games.seats.forms import OpenTableForm
from leagues.people.teams.views import TeamNameForm
from leagues.setup.forms import LeagueForm
from tests.factories import PlayerFactory
from tests.support.tables import open_table


@pytest.mark.parametrize("name", ["Zoé", "李娜", "O’Neil-Smith", "हिन्दी", "77", "!", "🐮", "한글"])
def test_a_name_may_be_of_any_script(name: str) -> None:
    assert is_legible(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "\u2800\u2800", "\uffa0", "Zo\u115fé", "Zo\u200dé", "\u0301", "\U000e0041"],
)
def test_a_name_of_which_something_cannot_be_seen_is_refused(name: str) -> None:
    assert not is_legible(name)


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Zoé", "Bye zoé, bye ZOÉ!", "Bye …, bye …!"),
        ("J. P.", "J. P.’s table", "…’s table"),
        ("🐮", "thanks 🐮", "thanks …"),
        ("Ann", "Anna and Joann", "Anna and Joann"),
        ("Zo\u00e9", "Bye Zoe\u0301!", "Bye …!"),
        ("Zoe\u0301", "Bye ZO\u00c9!", "Bye …!"),
        ("Zoe", "Bye Zoe\u0301!", "Bye Zoe\u0301!"),
        ("Jean Luc", "To Jean\u00a0Luc and\nJEAN  LUC", "To … and\n…"),
    ],
)
def test_a_name_is_taken_out_of_a_text(name: str, text: str, left: str) -> None:
    assert without(text, name) == left


@pytest.mark.parametrize(
    ("name", "title", "left"),
    [
        ("Marie", "Rue Marie Curie", "Rue Marie Curie"),
        ("Marie", "Coupe Marie", "Coupe Marie"),
        ("Marie", "École Sainte-Marie", "École Sainte-Marie"),
        ("Marie", "Chez Marie", "Chez …"),
        ("marie", "2 rue du Port, chez MARIE, 3e étage", "2 rue du Port, chez …, 3e étage"),
        ("Marie", "Chez Marie Curie", "Chez Marie Curie"),
        ("Marie", "Chez Marie-Claire", "Chez Marie-Claire"),
        ("Marie", "At Marie's", "At …'s"),
        ("Marie", "Marie’s birthday", "…’s birthday"),
        ("Marie", "MARIE", "…"),
        ("Coupe", "Coupe d’hiver", "Coupe d’hiver"),
        ("Zo\u00e9", "Chez Zoe\u0301, au port", "Chez …, au port"),
        ("Zo\u00e9", "Rue Zoe\u0301 Curie", "Rue Zoe\u0301 Curie"),
        ("Marie Curie", "Rue Marie Curie", "Rue …"),
        ("Marie Curie", "Coupe Marie Curie", "Coupe …"),
    ],
)
def test_a_title_loses_a_name_of_one_word_only_where_it_means_the_person(
    name: str, title: str, left: str
) -> None:
    assert without_in_title(title, name) == left


def test_a_name_written_from_right_to_left_stands_apart_in_a_page() -> None:
    """Whatever figure follows it, it does not change places with it."""
    name, other = shown("عمر <b>"), shown("Zoé")
    page = Template("<a title='{{ name }}'>{{ name }} 12, {{ other }} 7</a>")
    told = page.render(Context({"name": name, "other": other}))
    apart = "\u2068عمر &lt;b&gt;\u2069"
    assert told == f"<a title='{apart}'>{apart} 12, Zoé 7</a>"
    assert join_names([name, "Zoé", "דוד"]) == "\u2068عمر <b>\u2069, Zoé and \u2068דוד\u2069"


@pytest.mark.django_db
def test_what_sets_a_name_apart_is_not_kept() -> None:
    player = PlayerFactory.create(name="عمر")
    player.refresh_from_db()
    assert type(written(player.name)) is str
    assert json.dumps(player.name, ensure_ascii=False) == '"عمر"'
    player.save()
    assert Player.objects.filter(name="عمر").get() == player
    assert DisplayNameField().clean(conditional_escape(player.name)) == player.name


@pytest.mark.django_db
def test_names_stand_apart_in_the_lobby(client: Client) -> None:
    omar, other = PlayerFactory.create(name="עמר"), PlayerFactory.create()
    open_table(omar, seats=3)
    assert other.user is not None
    client.force_login(other.user)
    assert "\u2068עמר\u2069" in client.get(reverse("games:lobby")).content.decode()


def test_names_that_look_alike_are_written_alike() -> None:
    apart = "Zoe\u0301"
    assert DisplayNameField().clean(apart) == legible(apart) == "Zo\u00e9"
    assert LegibleField().clean(f"Chez {apart}") == "Chez Zo\u00e9"


@pytest.mark.parametrize("form", [ClubForm, OpenTableForm, TeamNameForm, LeagueForm])
def test_what_people_name_is_written_as_their_names_are(form: Any) -> None:
    """Also what was copied from a page, where it stood apart."""
    field = form.base_fields["name"]
    assert field.clean("  \u2068The  Zoe\u0301s\u2069 ") == "The Zo\u00e9s"
    with pytest.raises(ValidationError, match="invisible"):
        field.clean("The\u200b Zo\u00e9s")
