"""The pages on which organizers look after a season."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from leagues.models import Adjustment, Merge, Season, Session
from leagues.people import players
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import make_game, make_guest, make_season, make_session, play

pytestmark = pytest.mark.django_db


def address(name: str, season: Season, *more: int) -> str:
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number, *more])


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


# --- Closing and copying ---------------------------------------------------------------


def test_a_season_is_closed_with_one_question(browser: Client, season: Season) -> None:
    browser.post(address("close", season))
    season.refresh_from_db()
    assert season.status == Season.Status.CLOSED
    browser.post(address("archive", season))
    season.refresh_from_db()
    assert season.status == Season.Status.ARCHIVED


def test_games_without_a_result_ask_again(browser: Client, season: Season) -> None:
    game = make_game(make_session(season), PlayerFactory.create_batch(3))
    page = browser.get(address("close", season), follow=True)
    assert "1 game has no confirmed result yet." in text(page)
    assert f'href="{game.get_absolute_url()}"' in text(page)
    refused = browser.post(address("close", season))
    assert refused.status_code == 409
    assert "still in play" in text(refused)
    browser.post(address("close", season), {"anyway": "on"})
    season.refresh_from_db()
    assert season.status == Season.Status.CLOSED


def test_a_copy_leads_to_its_rules(browser: Client, season: Season) -> None:
    answer = browser.post(address("copy", season), {"name": "Autumn", "players": "on"})
    made = Season.objects.get(name="Autumn")
    assert answer["Location"] == address("season_edit", made)
    assert browser.post(address("copy", season)).status_code == 422


# --- Players ---------------------------------------------------------------------------


def test_the_organizer_adds_a_member_from_the_list(
    browser: Client, season: Season, ana: Player
) -> None:
    browser.post(address("player_add", season), {"player": ana.pk})
    assert season.entrants.get().player == ana


def test_names_with_accents_stand_beside_those_without(browser: Client, season: Season) -> None:
    for name in ("Zoé", "Élodie", "Emma", "Denis"):
        players.add_guest(season.pk, name)
    for page in ("players", "wishes"):
        shown = text(browser.get(address(page, season)))
        places = [shown.index(name) for name in ("Denis", "Élodie", "Emma", "Zoé")]
        assert places == sorted(places), page


def test_a_mistyped_guest_is_renamed_on_the_page(browser: Client, season: Season) -> None:
    guest = players.add_guest(season.pk, "Bérangere")
    page = browser.get(address("players", season), {"change": guest.pk}).content.decode()
    rename = address("player_rename", season, guest.pk)
    assert rename in page
    said = browser.post(rename, {"name": " Bérangère "}, follow=True)
    assert "The guest is now called Bérangère." in text(said)
    assert "required" in text(browser.post(rename, {"name": " "}, follow=True))


def test_a_name_written_from_right_to_left_is_offered_as_it_was_typed(
    browser: Client, season: Season
) -> None:
    """Nothing invisible counts as a letter of it in the field."""
    guest = players.add_guest(season.pk, "عمر")
    page = browser.get(address("players", season), {"change": guest.pk})
    assert 'value="عمر"' in page.content.decode()


def test_what_may_be_done_with_a_player_is_shown_of_the_one_who_is_asked_for(
    browser: Client, season: Season
) -> None:
    ana, ben = (players.add_guest(season.pk, name) for name in ("Ana", "Ben"))
    page = address("players", season)
    names = ("player_rename", "player_rating", "player_withdraw")
    of_ana, of_ben = ([address(name, season, who.pk) for name in names] for who in (ana, ben))
    closed = browser.get(page).content.decode()
    assert not any(each in closed for each in (*of_ana, *of_ben))
    assert f'href="{page}?change={ben.pk}#player-{ben.pk}"' in closed
    shown = browser.get(page, {"change": ben.pk}).content.decode()
    assert all(each in shown for each in of_ben)
    assert not any(each in shown for each in of_ana)
    assert f'id="player-{ben.pk}"' in shown
    member = signed_in(PlayerFactory.create())
    assert "?change=" not in member.get(page).content.decode()
    assert of_ben[0] not in member.get(page, {"change": ben.pk}).content.decode()


def test_only_names_with_a_place_lead_to_its_explanation(
    browser: Client, season: Season, ana: Player, bob: Player
) -> None:
    players.add_player(season.pk, ana)
    place = address("story", season, ana.pk)
    assert f'href="{place}"' not in text(browser.get(address("players", season)))
    play(make_session(season), ana, bob)
    assert f'href="{place}"' in text(browser.get(address("players", season)))
    assert browser.get(place).status_code == 200


def test_what_cannot_be_added_is_said_on_the_page(browser: Client, season: Season) -> None:
    assert browser.post(address("player_add", season), {"player": 0}).status_code == 422


def test_a_former_member_cannot_be_added(browser: Client, season: Season, ana: Player) -> None:
    gone = PlayerFactory.create(name="Gone", erased_at="2026-01-01T00:00Z")
    offered = browser.get(address("players", season)).context["add_form"].fields["player"]
    people = {person.pk for person in offered.offer.people}
    assert ana.pk in people
    assert gone.pk not in people
    browser.post(address("player_add", season), {"player": gone.pk})
    assert not season.entrants.filter(player=gone).exists()


def test_the_organizer_lets_somebody_withdraw_and_play_again(
    browser: Client, season: Season, ana: Player, bob: Player
) -> None:
    play(make_session(season), ana, bob)
    page = browser.post(address("player_withdraw", season, ana.pk), follow=True)
    assert "Ana has withdrawn." in text(page)
    assert "withdrawn on " in text(page)
    page = browser.post(address("player_return", season, ana.pk), follow=True)
    assert "withdrawn on" not in text(page)


def test_everybody_decides_on_their_own_rating(season: Season, ana: Player, bob: Player) -> None:
    play(make_session(season), ana, bob)
    their = signed_in(ana)
    their.post(address("own_rating", season))
    assert not season.entrants.get(player=ana).is_rated
    assert season.entrants.get(player=bob).is_rated
    their.post(address("own_rating", season), {"rated": "1"})
    assert season.entrants.get(player=ana).is_rated


def test_who_does_not_play_has_no_rating_to_refuse(season: Season) -> None:
    page = signed_in(PlayerFactory.create()).post(address("own_rating", season), follow=True)
    assert "This person is not here." in text(page)


def test_a_stranger_sees_who_plays_and_nothing_to_press(season: Season) -> None:
    players.add_guest(season.pk, "Basile")
    page = text(Client().get(address("players", season)))
    assert "Basile" in page
    assert address("players_named", season) not in page


# --- Points ----------------------------------------------------------------------------


def test_points_are_taken_and_the_reason_is_read_by_everybody(
    browser: Client, season: Season, session: Session, ana: Player, bob: Player
) -> None:
    play(session, ana, bob)
    fields = {"session": session.pk, "points": "-2.5", "reason": "Was late"}
    given = browser.post(address("player_points", season, ana.pk), fields)
    assert given["Location"] == f"{address('players', season)}#points"
    read = text(Client().get(address("players", season)))
    assert "−2.5" in read
    assert "Was late" in read
    browser.post(address("adjustment_cancel", season, Adjustment.objects.get().pk))
    assert "cancelled by Odile" in text(Client().get(address("players", season)))


def test_the_same_points_sent_twice_are_given_once(
    browser: Client, season: Season, session: Session, ana: Player, bob: Player
) -> None:
    play(session, ana, bob)
    fields = {"session": session.pk, "points": "-2.5", "reason": "Was late"}
    for _time in range(2):
        answer = browser.post(address("player_points", season, ana.pk), fields, follow=True)
    assert "The same points are there already, for the same reason." in text(answer)
    assert Adjustment.objects.count() == 1


def test_points_are_given_beside_the_player_by_organizers_alone(
    browser: Client, season: Season, session: Session, ana: Player, bob: Player
) -> None:
    play(session, ana, bob)
    form = f'action="{address("player_points", season, ana.pk)}"'
    page, chosen = address("players", season), {"change": ana.pk}
    assert form in browser.get(page, chosen).content.decode()
    assert form not in browser.get(page).content.decode()
    assert form not in Client().get(page, chosen).content.decode()


def test_the_address_that_points_had_leads_to_them(season: Season) -> None:
    answer = Client().get(address("adjustments", season))
    assert answer["Location"] == f"{address('players', season)}#points"
    assert 'id="points"' in Client().get(address("players", season)).content.decode()


@pytest.mark.parametrize("wrong", [{"points": "0"}, {"points": "5000"}, {"reason": ""}])
def test_points_that_cannot_be_are_refused(
    browser: Client, season: Season, wrong: dict[str, str], session: Session
) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    play(session, ana, bob)
    fields = {"session": session.pk, "points": "1", "reason": "Why"} | wrong
    refused = browser.post(address("player_points", season, ana.pk), fields)
    assert refused.status_code == 422
    assert 'class="errorlist"' in refused.content.decode()
    assert not Adjustment.objects.exists()


def test_of_a_closed_season_no_points_are_taken(
    browser: Client, season: Season, session: Session
) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    play(session, ana, bob)
    browser.post(address("close", season))
    fields = {"session": session.pk, "points": "1", "reason": "Why"}
    answer = browser.post(address("player_points", season, ana.pk), fields, follow=True)
    assert "This season is not running." in text(answer)


# --- Merging ---------------------------------------------------------------------------


def test_a_guest_is_merged_and_parted_again(browser: Client, season: Season) -> None:
    guest, member = make_guest("Basile"), PlayerFactory.create(name="Basile Martin")
    play(make_session(season), guest, *PlayerFactory.create_batch(2))
    page = reverse("leagues:merge", args=[season.league.slug])
    done = browser.post(page, {"guest": guest.pk, "member": member.pk}, follow=True)
    assert "What Basile played now belongs to Basile Martin." in text(done)
    merged = Merge.objects.get()
    undo = reverse("leagues:merge_undo", args=[season.league.slug, merged.pk])
    assert "undone by Odile" in text(browser.post(undo, follow=True))
    assert "There is nothing to undo." in text(browser.post(undo, follow=True))


def test_two_of_one_game_are_refused_on_the_page(browser: Client, season: Season) -> None:
    guest, member = make_guest("Basile"), PlayerFactory.create()
    play(make_session(season), guest, member)
    page = reverse("leagues:merge", args=[season.league.slug])
    refused = browser.post(page, {"guest": guest.pk, "member": member.pk})
    assert refused.status_code == 409
    assert "they are not the same person" in text(refused)


def test_merges_of_another_league_cannot_be_undone_here(browser: Client, season: Season) -> None:
    other = make_season()
    guest = make_guest()
    merged = Merge.objects.create(league=other.league, guest=guest, member=PlayerFactory.create())
    undo = reverse("leagues:merge_undo", args=[season.league.slug, merged.pk])
    assert browser.post(undo).status_code == 404


def test_a_closed_season_offers_nothing_that_would_be_refused(
    browser: Client, season: Season, session: Session
) -> None:
    ana, bob = PlayerFactory.create_batch(2)
    game = play(session, ana, bob)
    browser.post(address("close", season))
    of_game = [*address("season", season).strip("/").split("/")[1:], session.number, game.number]
    for page in (
        address("players", season),
        f"{address('players', season)}?change={ana.pk}",
        reverse("leagues:game", args=of_game),
    ):
        shown = browser.get(page).content.decode()
        for refused in ("/players/add/", "/withdraw/", 'name="points"', "/correct/", "/void/"):
            assert refused not in shown, page
