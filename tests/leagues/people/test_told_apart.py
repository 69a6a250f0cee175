"""Guests of equal or similar names are told apart by their league and their last visit."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.plain_text import plain
from leagues.models import League, Season
from leagues.people import find
from leagues.people.find import _with_namesakes, candidates_of, guest_notes, is_like
from leagues.people.forms import AddPlayerForm
from leagues.sheets.entering import groups_of
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.support.clients import signed_in
from tests.support.leagues import make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


def test_a_guest_beside_a_namesake_has_a_note_and_nobody_else() -> None:
    season = make_season(name="Thursdays")
    session = make_session(season)
    first, second, alone = make_guest("Dominique"), make_guest("Dominik"), make_guest("Zoé")
    play(session, first, alone)
    season.entrants.create(player=second)
    names = {player.pk: player.name for player in (first, second, alone)}
    notes = guest_notes(season.league, names)
    day = f"{timezone.localtime(session.starts_at):%-d %B %Y}"
    assert notes == {
        first.pk: f"guest of Thursdays, last here {day}",
        second.pk: "guest of Thursdays",
    }


def test_members_need_no_note_and_a_guest_beside_one_has_it(season: Season) -> None:
    guest, member = make_guest("Ana Martin"), PlayerFactory.create(name="Ana Martin")
    play(make_session(season), guest, member)
    notes = guest_notes(season.league, {guest.pk: guest.name, member.pk: member.name})
    assert notes.keys() == {guest.pk}


WORDS = ("Ana", "Anna", "Anaïs", "Léo", "Leonie", "Martin", "Martine", "Al", "Alix", "7")


@given(
    names=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join)),
    guests=st.sets(st.integers(0, 8)),
)
def test_whoever_is_like_anybody_else_is_found(names: list[str], guests: set[int]) -> None:
    people = dict(enumerate(names))
    among = guests & people.keys()
    # The slow way: every guest beside everybody else.
    expected = {
        guest
        for guest in among
        if any(are_like(people[guest], name) for other, name in people.items() if other != guest)
    }
    assert _with_namesakes(among, people) == expected


def are_like(name: str, other: str) -> bool:
    one, two = plain(name), plain(other)
    words = [{word for word in text.split() if len(word) > 2} or {text} for text in (one, two)]
    if words[0] & words[1]:
        return True
    return one[:2] == two[:2] and (is_like(one, two) or is_like(two, one))


def test_nobody_is_compared_where_no_guest_is_among_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    members = {player.pk: player.name for player in PlayerFactory.create_batch(3, name="Ana")}
    monkeypatch.setattr(find, "is_like", lambda *_names: pytest.fail("names are compared"))
    assert guest_notes(make_season().league, members) == {}


def test_leagues_that_not_everybody_reads_are_not_named() -> None:
    season = make_season(name="Tuesdays")
    secret = make_season(name="Secret", visibility=League.Visibility.UNLISTED)
    guest, namesake = make_guest("Dominique"), make_guest("Dominique")
    play(make_session(season, number=1), guest, namesake)
    play(make_session(secret, number=40), guest, PlayerFactory.create())
    notes = guest_notes(season.league, {guest.pk: guest.name, namesake.pk: namesake.name})
    assert all(note.startswith("guest of Tuesdays, last here") for note in notes.values())


def test_the_check_in_the_sheet_and_the_list_of_players_show_it() -> None:
    owner = PlayerFactory.create(name="Olga")
    season = make_season(owner, name="Thursdays")
    session = make_session(season)
    guest, namesake = make_guest("Dominique"), PlayerFactory.create(name="Dominique")
    play(session, guest, namesake)
    html = signed_in(owner).get(url("session", season, session.number)).content.decode()
    assert "guest of Thursdays, last here" in html
    groups = groups_of(candidates_of(session))
    shown = [name for _heading, people in groups for _id, name in people]
    assert any(name.startswith("Dominique (guest of Thursdays") for name in shown)


@pytest.mark.parametrize("name", ["players", "teams"])
def test_nobody_is_compared_for_who_can_choose_nobody(
    name: str, monkeypatch: pytest.MonkeyPatch, season: Season
) -> None:
    season.entrants.create(player=make_guest("Gus"))

    def refuse(*_given: object) -> dict[int, str]:
        raise AssertionError

    monkeypatch.setattr("leagues.people.forms.guest_notes", refuse)
    assert Client().get(url(name, season)).status_code == 200


@pytest.mark.parametrize("name", ["merge", "wishes", "teams", "team"])
def test_lists_to_choose_from_say_which_of_two_guests_of_one_name_is_meant(name: str) -> None:
    owner = PlayerFactory.create(name="Olga")
    season = make_season(owner, name="Thursdays")
    play(make_session(season), make_guest("Gus"), make_guest("Hal"), owner)
    namesake = make_guest("Gus")
    season.entrants.create(player=namesake)
    team = season.teams.create(name="Reds")
    address = {"merge": reverse("leagues:merge", args=[season.league.slug])}.get(name) or url(
        name, season, *([team.pk] if name == "team" else [])
    )
    html = signed_in(owner).get(address, follow=True).content.decode()
    assert "Gus (guest of Thursdays, last here" in html
    assert "Gus (guest of Thursdays)" in html


def test_a_new_league_lists_the_members_of_the_club_before_guests_of_others(season: Season) -> None:
    elsewhere = make_season(name="Thursdays")
    play(make_session(elsewhere), make_guest("Abel"), make_guest("Abela"))
    PlayerFactory.create(name="Zoé")
    form = AddPlayerForm(season)
    field: Any = form.fields["player"]
    groups = [(str(heading), people) for heading, people in [*field.choices][1:]]
    assert [heading for heading, _people in groups] == [
        "Members of the club",
        "Guests of other leagues",
    ]
    assert [str(label).split(" (")[0] for _value, label in groups[1][1]] == ["Abel", "Abela"]
