"""Organizers draw the semi-final and the final: by what, with what said, together, and again."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.models import Game, Role, Season, Session
from leagues.models.errors import LeagueErrorCode
from leagues.people import players
from leagues.season_rules import SeasonRules
from leagues.sessions import seats, session_life
from leagues.setup.amending import amend, preview_amendment
from leagues.standings import store
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.leagues.finals.test_semi_final_of_a_season import NAMES, RULES, Club
from tests.support.clients import signed_in
from tests.support.leagues import enter, make_member_with, play, refused

pytestmark = pytest.mark.django_db

WAITS = "The semi-final is not decided yet"


class LevelClub(Club):
    """Flo and Guy share the sixth place, the last that qualifies for the semi-final."""

    first_heads = 10, 15, 20, 25, 30, 40, 40, 70


class Desk:
    """An organizer at the page of a session."""

    def __init__(self, club: Club, session: Session, by: Client) -> None:
        self.club, self.session, self.browser = club, session, by
        self.html = ""

    def look(self, seed: int = 1) -> str:
        """What the draw of this number would be, as words."""
        asked: dict[str, Any] = {"seed": seed, "player": seats.free_players(self.session)}
        address = url("seating", self.club.season, self.session.number)
        self.html = self.browser.get(address, asked, follow=True).content.decode()
        return words_of(self.html).replace("\u2068", "").replace("\u2069", "")

    def accept(self) -> Any:
        """Use the tables that were looked at."""
        address = url("draw", self.club.season, self.session.number)
        form = self.html[self.html.index(f'action="{address}"') :]
        sent: dict[str, Any] = {"player": []}
        for field in form[: form.index("</form>")].split("<input")[1:]:
            name, value = (field.split(f'{key}="')[1].split('"')[0] for key in ("name", "value"))
            if name == "player":
                sent["player"].append(value)
            else:
                sent[name] = value
        return self.browser.post(address, sent, follow=True)


def at(club: Club, session: Session) -> Desk:
    return Desk(club, session, signed_in(club.owner))


def tables_of(session: Session) -> list[set[str]]:
    games = session.games.exclude(status=Game.Status.VOIDED).order_by("number")
    return [{seat.player.name for seat in game.seats.all() if seat.player} for game in games]


def test_who_of_those_level_at_the_cut_plays_is_drawn_by_lot_and_the_table_makes_it_so() -> None:
    club = LevelClub()
    html = words_of(club.page(club.owner))
    assert "6 Flo level 6 Guy level" in html
    assert "1 seat is left for those who are level" in html
    club.arrive(club.semi, *NAMES)
    for guest in ("Ida", "Jim"):
        session_life.arrive_guest(club.semi, guest, timezone.now())
    desk = at(club, club.semi)
    said = {seed: desk.look(seed) for seed in range(6)}
    assert all("Flo and Guy share the last place that qualifies." in each for each in said.values())
    # Beside the semi-final, at the third table, sits whom the lot left out.
    chosen = {seed: each[each.index("Table 3") :][:120] for seed, each in said.items()}
    with_flo = [seed for seed, each in chosen.items() if "Flo" in each]
    assert with_flo
    assert len(with_flo) < len(chosen)
    desk.look(with_flo[0])
    assert desk.accept().status_code == HTTPStatus.OK
    assert [("Flo" in table, "Guy" in table) for table in tables_of(club.semi)] == [
        (False, "Guy" in tables_of(club.semi)[0]),
        (False, "Guy" in tables_of(club.semi)[1]),
        (True, False),
    ]
    for game in club.semi.games.all():
        enter(game, [5, 20, 30, 70] if game.seats.count() == 4 else [5, 20, 70])
    decided = {name: by for _place, name, by in club.order(club.semi)}
    assert club.names(club.semi).index("Guy") < 6 <= club.names(club.semi).index("Flo")
    assert decided["Flo"] in {"semi_final", "figure"}
    assert store.rebuild(club.season.pk) == 0


def test_the_lot_is_not_drawn_where_one_of_them_cannot_come() -> None:
    club = LevelClub()
    club.semi.replies.create(player=club.people["Guy"], comes=False)
    assert "6 Flo qualified 6 Guy cannot come" in words_of(club.page(club.owner))
    # Everybody may know who qualifies, not who stays at home.
    assert "6 Flo level 6 Guy level" in words_of(club.page())
    club.arrive(club.semi, *[name for name in NAMES if name != "Guy"])
    assert "share the last place" not in at(club, club.semi).look()


def test_a_final_is_not_drawn_unwarned_while_the_semi_final_is_open() -> None:
    club = Club()
    club.arrive(club.semi, *NAMES[:6])
    club.draw(club.semi)
    one, other = club.semi.games.order_by("number")
    club.arrive(club.final, "Guy", "Hal", "Ana")
    desk = at(club, club.final)
    assert WAITS in desk.look()
    enter(one, [70, 10, 30])
    assert WAITS in desk.look()
    Season.objects.filter(pk=club.season.pk).update(second_person=True)
    enter(other, [70, 10, 30])
    other.refresh_from_db()
    assert other.status == Game.Status.SUBMITTED
    assert WAITS in desk.look()
    assert "The semi-final decides who qualifies." in club.page()
    Game.objects.filter(pk=other.pk).update(status=Game.Status.VOIDED)
    assert WAITS not in desk.look()


def test_who_fills_a_table_without_a_place_plays_along_and_the_draw_says_so() -> None:
    club = Club(min_games=2)
    play(club.first, *[club.people[name] for name in NAMES[:5]])
    club.arrive(club.semi, *NAMES[:6])
    said = at(club, club.semi).look()
    assert "Without a place in the standings, and so playing along without qualifying: Flo." in said
    assert "playing along" not in at(Club(), club.semi).look()


def test_a_game_beside_the_final_does_not_change_who_plays_it() -> None:
    club = Club()
    club.play_semi()
    club.arrive(club.final, *NAMES)
    ida = PlayerFactory.create(name="Ida")
    # Guests and the last two play a first game while the finalists are still at dinner.
    play(club.final, club.people["Hal"], club.people["Guy"], ida, PlayerFactory.create(name="Jim"))
    assert "Table 1 Ana Dan Flo" in at(club, club.final).look()


def test_two_organizers_who_draw_at_once_draw_it_once() -> None:
    club = Club()
    club.arrive(club.semi, *NAMES[:6])
    other = make_member_with(Role.Kind.ORGANIZER, club.season.league)
    first, second = at(club, club.semi), Desk(club, club.semi, signed_in(other))
    first.look(1)
    second.look(2)
    assert first.accept().status_code == HTTPStatus.OK
    late = second.accept()
    assert "Somebody has just changed this: please look again." in words_of(late.content.decode())
    assert club.semi.rounds.count() == 1
    assert tables_of(club.semi) == [{"Ana", "Dan", "Eve"}, {"Bob", "Cléo", "Flo"}]


def test_a_draw_that_is_taken_back_leaves_nothing_and_comes_out_the_same_again() -> None:
    club = Club()
    club.arrive(club.semi, *NAMES[:6])
    assert club.draw(club.semi)[0] == ["Ana", "Dan", "Eve"]
    four = SeasonRules(**RULES | {"semi_final": 4})
    seen = preview_amendment(club.season, four).seen
    with refused(LeagueErrorCode.LATE):
        amend(club.season.pk, four, "A vote", seen, club.owner, timezone.now())
    seats.take_apart(club.semi, [game.number for game in club.semi.games.all()])
    assert not club.semi.rounds.exists()
    assert club.draw(club.semi)[0] == ["Ana", "Dan", "Eve"]
    seats.take_apart(club.semi, [game.number for game in club.semi.games.all()])
    amend(club.season.pk, four, "A vote", seen, club.owner, timezone.now())
    club.season.refresh_from_db()
    session = Session.objects.get(pk=club.semi.pk)
    session.season = club.season
    # Four sit at one table; Eve and Flo make none.
    assert club.draw(session) == [["Ana", "Bob", "Cléo", "Dan"]]


def test_whoever_withdraws_after_the_final_was_drawn_is_missed_there() -> None:
    club = Club()
    club.play_semi()
    club.arrive(club.final, *NAMES[:6])
    assert club.draw(club.final)[0] == ["Flo", "Dan", "Ana"]
    players.withdraw(club.season.pk, club.people["Dan"], timezone.now())
    assert "The drawn tables no longer seat" in club.page(club.owner)
    seats.take_apart(club.final, [game.number for game in club.final.games.all()])
    session_life.leave(club.final, club.people["Dan"], timezone.now())
    assert club.draw(club.final)[0] == ["Flo", "Ana", "Bob"]
    assert "The drawn tables no longer seat" not in club.page(club.owner)


def test_a_semi_final_with_one_table_and_one_with_fewer_people_than_seats() -> None:
    club = Club(semi_final=4)
    club.arrive(club.semi, "Ana", "Cléo", "Dan")
    assert club.draw(club.semi) == [["Ana", "Cléo", "Dan"]]
    enter(club.semi.games.get(), [70, 5, 20])
    # Bob stayed at home: he is behind whoever played for the final.
    assert club.order(club.semi)[:4] == [
        (1, "Cléo", ""), (2, "Dan", "semi_final"), (3, "Ana", "semi_final"),
        (4, "Bob", "semi_final"),
    ]  # fmt: skip


def test_people_who_make_no_tables_are_told_how_many_would() -> None:
    club = Club(most=4)
    club.arrive(club.semi, *NAMES[:5])
    assert "That many people cannot be split into tables" in at(club, club.semi).look()


def test_the_rules_say_it_in_both_places() -> None:
    html = page(Club().season, "rules")
    assert "the best 6 who come and had a place before it are seated in snake order" in html
