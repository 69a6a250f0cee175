"""The page on which people are checked in, found by their names, and sent home again."""

import re
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from accounts.privacy import erase
from leagues.models import Entrant, League, Role, Season, Session
from leagues.people.players import add_guest
from leagues.sessions import session_life
from leagues.sessions.check_in import FEW_PLAYERS
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import check_in
from tests.support.leagues import make_guest, make_member_with, make_season, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def test_players_of_the_season_are_one_tap_away(
    client: Client, organizer: Player, season: Season, ada: Player, ben: Player
) -> None:
    play(make_session(season), ada, ben)
    session = make_session(season)
    page = client.get(url("session", session)).content.decode()
    assert f'name="player" value="{ada.pk}"' in re.sub(r"\s+", " ", page)
    client.post(url("arrive", session), {"player": ada.pk})
    assert session.attendances.get().player == ada


def test_a_tap_with_htmx_brings_the_lists_alone(
    client: Client, organizer: Player, session: Session, ada: Player
) -> None:
    answer = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<div id="lists"')
    assert f"{ada.name} is here." in text(answer)
    again = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    assert again.status_code == HTTPStatus.CONFLICT
    assert "This person is here already." in text(again)
    assert 'id="lists"' in again.content.decode()


def test_a_page_that_is_pushed_the_lists_is_answered_what_was_done_alone(
    client: Client, organizer: Player, session: Session, ada: Player, ben: Player
) -> None:
    check_in(session, ben)
    live = {"player": ada.pk, "live": "1"}
    answer = client.post(url("arrive", session), live, headers=HTMX)
    assert text(answer).split() == [*ada.name.split(), "is", "here.", "Undo"]
    again = client.post(url("arrive", session), live, headers=HTMX)
    assert again.status_code == HTTPStatus.CONFLICT
    assert text(again).strip() == "This person is here already."


def test_a_tap_costs_the_same_however_many_people_there_are(
    client: Client, organizer: Player
) -> None:
    taken = set()
    for count in (2, 30):
        session = make_session(make_season())
        play(session, *people(4))
        check_in(session, *people(count))
        newcomer = people(1)[0]
        with CaptureQueriesContext(connection) as queries:
            live = {"player": newcomer.pk, "live": "1"}
            client.post(url("arrive", session), live, headers=HTMX)
        taken.add(len(queries))
        with CaptureQueriesContext(connection) as queries:
            client.post(url("leave", session), live, headers=HTMX)
            client.post(url("arrive", session), live, headers=HTMX)
        taken.add(-len(queries))
    assert len(taken) == 2, taken


def taps(client: Client, session: Session) -> list[str]:
    """The names to tap in their order, a star at those who are here."""
    page = client.get(url("session", session)).content.decode()
    tap = r'class="button tap[^"]*".*?tap__name">([^<]*)<(.*?)</button>'
    found = re.findall(tap, page, re.DOTALL)
    return [name + ("*" if "is here" in rest else "") for name, rest in found]


def arrives(client: Client, session: Session, name: str) -> None:
    client.post(url("arrive", session), {"player": Player.objects.get(name=name).pk}, headers=HTMX)


@pytest.fixture
def regulars() -> list[str]:
    """As many as let the rest of the club disappear from the list."""
    return [f"Player {letter}" for letter in "ABCDEFGHIJKLM"]


def test_names_stay_in_their_place_whoever_comes(
    client: Client, organizer: Player, regulars: list[str], session: Session
) -> None:
    for name in regulars:
        add_guest(session.season_id, name)
    PlayerFactory.create(name="Dora of the club")
    assert taps(client, session) == regulars
    arrives(client, session, "Player C")
    arrives(client, session, "Dora of the club")
    client.post(url("add_guest", session), {"name": "A new guest"})
    expected = [name + ("*" if name == "Player C" else "") for name in regulars]
    assert taps(client, session) == [*expected, "Dora of the club*", "A new guest*"]
    client.post(url("leave", session), {"player": Player.objects.get(name="Player C").pk})
    assert taps(client, session) == [*regulars, "Dora of the club*", "A new guest*"]


def test_the_club_stays_in_its_place_whoever_comes_to_a_first_evening(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(organizer))
    for name in ("Ada", "Ben", "Zoé"):
        PlayerFactory.create(name=name)
    assert taps(client, session) == ["Ada", "Ben", "Orga", "Zoé"]
    arrives(client, session, "Ben")
    client.post(url("add_guest", session), {"name": "Albert"})
    arrives(client, session, "Zoé")
    assert taps(client, session) == ["Ada", "Ben*", "Orga", "Zoé*", "Albert*"]
    client.post(url("leave", session), {"player": Player.objects.get(name="Albert").pk})
    assert taps(client, session) == ["Ada", "Ben*", "Orga", "Zoé*"]


def test_who_is_here_stays_in_place_and_cannot_be_tapped_again(
    client: Client, organizer: Player, session: Session, ada: Player
) -> None:
    answer = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    tap = re.search(rf'<button type="(\w+)"[^>]*id="tap-{ada.pk}"[^>]*>', answer.content.decode())
    assert tap is not None
    assert tap[1] == "button"
    assert 'aria-disabled="true"' in tap[0]
    assert 'name="player"' not in tap[0]


def test_a_refusal_moves_no_name(
    client: Client, organizer: Player, session: Session, ada: Player
) -> None:
    check_in(session, ada)
    refused = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX)
    lists, _tag, said = refused.content.decode().partition('hx-swap-oob="innerHTML:#said"')
    assert "This person is here already." in said
    assert "alert" not in lists


def test_a_search_leaves_what_the_last_tap_did_to_be_undone(
    client: Client, organizer: Player, session: Session
) -> None:
    answer = client.get(url("session", session), {"q": "a"}, headers=HTMX)
    assert 'id="lists"' in answer.content.decode()
    assert "#said" not in answer.content.decode()


@pytest.mark.parametrize("typed", ["zoe", "ZOÉ", "zoé d", "duval", " Zoe "])
def test_names_are_found_whatever_their_accents(
    client: Client, organizer: Player, typed: str, session: Session
) -> None:
    PlayerFactory.create(name="Zoé Duval")
    assert "Zoé Duval" in text(client.get(url("session", session), {"q": typed}))


def test_a_season_with_few_players_offers_the_whole_club(
    client: Client, organizer: Player, session: Session
) -> None:
    PlayerFactory.create(name="Zoé")
    PlayerFactory.create(name="Élodie", erased_at=timezone.now())
    page = text(client.get(url("session", session)))
    assert "Also in the club" not in page, "nobody stands before them"
    assert "Zoé" in page
    assert "Élodie" not in page


def test_the_first_evening_of_a_season_offers_guests_of_last_month_and_none_of_years_ago(
    client: Client, organizer: Player, session: Session, league: League
) -> None:
    before = Season.objects.create(league=league, number=7, status=Season.Status.OPEN)
    for name, days in (("Ancien", 400), ("Récente", 30)):
        then = session.starts_at - timedelta(days=days)
        guest = make_guest(name)
        Entrant.objects.create(season=before, player=guest)
        play(make_session(before, starts_at=then), guest, organizer)
    Season.objects.filter(pk=before.pk).update(status=Season.Status.CLOSED)
    page = text(client.get(url("session", session)))
    assert "Récente" in page
    assert "Ancien" not in page
    assert "Ancien" in text(client.get(url("session", session), {"q": "ancien"}))


def test_who_comes_to_the_first_evening_does_not_take_the_club_out_of_sight(
    client: Client, organizer: Player, season: Season, session: Session
) -> None:
    PlayerFactory.create(name="Zoé")
    check_in(session, *people(FEW_PLAYERS))
    assert "Zoé" in text(client.get(url("session", session)))
    later = make_session(season)
    assert "Zoé" not in text(client.get(url("session", later)))


@pytest.mark.parametrize("typed", ["Olivier", "olivi", "Olvier", "Olivier Wright", "Olivéir"])
def test_a_name_with_a_slip_is_asked_about_before_it_becomes_a_guest(
    client: Client, organizer: Player, typed: str, session: Session
) -> None:
    PlayerFactory.create(name="Oliver Wright")
    page = client.get(url("session", session), {"q": typed})
    assert "Do you mean one of these? Oliver Wright" in text(page)
    assert f"Add “{typed}” as a guest" in text(page)
    assert "data-enter" not in page.content.decode()


def test_a_name_like_no_other_is_asked_about_nobody(
    client: Client, organizer: Player, session: Session
) -> None:
    PlayerFactory.create(name="Victor")
    assert "Do you mean" not in text(client.get(url("session", session), {"q": "Hector"}))


def test_guests_are_marked_before_and_after_they_come(
    client: Client, organizer: Player, session: Session, ada: Player
) -> None:
    client.post(url("add_guest", session), {"name": "Hector"})
    assert "Hector guest" in text(client.get(url("session", session)))
    client.post(url("leave", session), {"player": session.attendances.get().player.pk})
    check_in(session, add_guest(session.season_id, "Igor"))
    client.post(url("leave", session), {"player": session.attendances.get().player.pk})
    assert "Igor guest" in text(client.get(url("session", session)))
    # Who has left the club is nobody's guest.
    check_in(session, ada)
    erase(ada)
    page = text(client.get(url("session", session)))
    assert "former player" in page
    assert "former player guest" not in page


def test_an_arrival_is_undone_by_one_tap(
    client: Client, organizer: Player, session: Session, ada: Player
) -> None:
    page = client.post(url("arrive", session), {"player": ada.pk}, headers=HTMX).content.decode()
    said = page[page.index('hx-swap-oob="innerHTML:#said"') :]
    assert f'action="{url("leave", session)}"' in said
    assert f'value="{ada.pk}">Undo' in said
    client.post(url("leave", session), {"player": ada.pk}, headers=HTMX)
    assert not session.attendances.exists()


def test_an_unknown_name_becomes_a_guest(client: Client, organizer: Player) -> None:
    session = make_session(make_season())
    page = client.get(url("session", session), {"q": "Hector"})
    assert "Add “Hector” as a guest" in text(page)
    client.post(url("add_guest", session), {"name": "Hector"})
    assert session.attendances.get().player.name == "Hector"


def test_a_known_name_does_not(client: Client, organizer: Player, session: Session) -> None:
    check_in(session, make_guest("Hector"))
    page = text(client.get(url("session", session), {"q": "hector"}))
    assert "as a guest" not in page
    assert "Hector is here" in page


@pytest.mark.parametrize("name", ["  ", "|", "a\u202eb", "x" * 41])
def test_a_guest_needs_a_name_that_looks_like_what_it_is(
    client: Client, organizer: Player, name: str, session: Session
) -> None:
    answer = client.post(url("add_guest", session), {"name": name}, headers=HTMX)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert 'role="alert"' in answer.content.decode()
    assert not session.attendances.exists()


def test_a_mistyped_guest_is_renamed_where_they_were_typed(
    client: Client, organizer: Player, session: Session
) -> None:
    client.post(url("add_guest", session), {"name": "Hectro"})
    guest = session.attendances.get().player
    assert "Rename Hectro" in text(client.get(url("session", session)))
    new = {"player": guest.pk, "name": "Hector"}
    page = client.post(url("check_in_rename", session), new, follow=True)
    assert page.redirect_chain == [(f"{url('session', session)}#who", HTTPStatus.FOUND)]
    assert "Rename Hector" in text(page)
    answer = client.post(url("check_in_rename", session), new | {"name": "Hugo"}, headers=HTMX)
    assert "The guest is now called Hugo." in text(answer)


def test_only_who_organizes_renames_and_only_guests(
    client: Client, organizer: Player, season: Season, session: Session, ada: Player
) -> None:
    check_in(session, ada, make_guest("Hector"), make_guest("عمر"))
    page = client.get(url("session", session))
    assert "Rename Hector" in text(page)
    assert 'value="عمر"' in page.content.decode()
    assert f"Rename {ada.name}" not in text(page)
    new = {"player": ada.pk, "name": "Zoé"}
    answer = client.post(url("check_in_rename", session), new, headers=HTMX)
    assert answer.status_code == HTTPStatus.CONFLICT
    scorer = make_member_with(Role.Kind.SCORER, season.league)
    assert scorer.user is not None
    client.force_login(scorer.user)
    assert "Rename" not in text(client.get(url("session", session)))


def test_a_member_checks_in_alone_once_the_evening_runs(client: Client) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    ada = PlayerFactory.create()
    assert ada.user is not None
    client.force_login(ada.user)
    assert "I am here" not in text(client.get(url("session", session)))
    client.post(url("come", session))
    assert not session.attendances.exists()
    session_life.begin_session(session)
    assert "I am here" in text(client.get(url("session", session)))
    client.post(url("come", session))
    assert session.attendances.get().player == ada
    assert "I am here" not in text(client.get(url("session", session)))


def test_the_evening_is_opened_to_members_by_one_button(client: Client, organizer: Player) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    assert 'id="begin"' in client.get(url("session", session)).content.decode()
    client.post(url("session_begin", session))
    session.refresh_from_db()
    assert session.status == Session.Status.RUNNING


def test_what_a_member_says_beforehand_is_a_hint_at_the_check_in(
    client: Client, organizer: Player
) -> None:
    session = make_session(make_season(), status=Session.Status.PLANNED)
    member = PlayerFactory.create(name="Zoé")
    assert member.user is not None
    own = Client()
    own.force_login(member.user)
    assert "Are you coming?" in text(own.get(url("session", session)))
    own.post(url("reply", session), {"comes": "no"})
    assert "You said you cannot come." in text(own.get(url("session", session)))
    assert "Cannot come: Zoé" not in text(own.get(url("session", session)))
    assert "Cannot come: Zoé" in text(client.get(url("session", session)))
    assert "Zoé cannot come" in text(client.get(url("session", session)))
    PlayerFactory.create(name="Ada")
    own.post(url("reply", session), {"comes": "yes"})
    lists = client.get(url("session", session)).content.decode().partition('id="to-come"')[2]
    assert lists.index("Zoé") < lists.index("Ada"), "who comes is tapped first"
    client.post(url("arrive", session), {"player": member.pk})
    assert "cannot come" not in text(own.get(url("session", session)))
