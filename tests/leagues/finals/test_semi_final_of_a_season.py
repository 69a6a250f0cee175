"""A season with a semi-final: planned, drawn, played, corrected and taken out."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.models import Player
from leagues.models import Game, Role, Round, Season, Session, Standing
from leagues.models.errors import LeagueErrorCode
from leagues.people import players
from leagues.season_rules import SeasonRules
from leagues.sessions import seats, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.setup.amending import amend, preview_amendment
from leagues.sheets import results
from leagues.standings import store
from tests.factories import PlayerFactory
from tests.leagues.browsing import page, url, words_of
from tests.leagues.setup.forms import sent
from tests.support.clients import signed_in
from tests.support.leagues import (
    enter,
    make_game,
    make_member_with,
    make_season,
    make_session,
    play,
    refused,
    sheet_of,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
RULES: dict[str, Any] = {"final": 3, "semi_final": 6, "fewest": 3, "preferred": 3, "min_games": 1}
NAMES = ("Ana", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal")


class Club:
    """A season of eight: after one session they stand in the order of their names."""

    first_heads: tuple[int, ...] = (10, 15, 20, 25, 30, 35, 40, 70)

    def __init__(self, **rules: int) -> None:
        self.owner = PlayerFactory.create(name="Odile")
        self.season: Season = make_season(self.owner, **RULES | rules)
        self.people = {name: PlayerFactory.create(name=name) for name in NAMES}
        self.first = make_session(self.season)
        self.game(self.first, **dict(zip(NAMES, self.first_heads, strict=True)))
        self.semi = make_session(self.season, is_semi_final=True)
        self.final = make_session(self.season, is_final=True)

    def game(self, session: Session, **heads: int) -> Game:
        at = [self.people[name] for name in heads]
        return enter(make_game(session, at), [*heads.values()])

    def play_semi(self) -> Game:
        """As the example of docs/leagues.md: Flo, Dan and Ana go on. Returns the second table."""
        self.game(self.semi, Ana=20, Dan=10, Eve=70)
        return self.game(self.semi, Bob=25, Cléo=70, Flo=5)

    def order(self, session: Session) -> list[tuple[int | None, str, str]]:
        store.ensure_up_to_date(Season.objects.get(pk=self.season.pk))
        rows = Standing.objects.filter(session=session).order_by("order")
        return [(row.place, row.player.name, row.decided_by) for row in rows]

    def names(self, session: Session) -> list[str]:
        return [name for _place, name, _by in self.order(session)]

    def arrive(self, session: Session, *names: str) -> None:
        for name in names:
            session_life.arrive(session, self.people[name], timezone.now())

    def draw(self, session: Session) -> list[list[str]]:
        """The draw that the page of the session proposes, accepted."""
        kind = Round.Kind.SEMI_FINAL if session.is_semi_final else Round.Kind.FINAL
        rules = self.season.season_rules
        number = rules.semi_final if session.is_semi_final else rules.final
        free = seats.free_players(session)
        proposal = seats.propose(session, free, 1, {}, kind, number)
        seats.lay_tables(session, proposal.tables, 1, self.owner, kind=kind)
        known = {player.pk: name for name, player in self.people.items()}
        return [[known[player] for player in table] for table in proposal.tables]

    def page(self, reader: Player | None = None) -> str:
        return page(self.season, "what_it_takes", by=reader)


AFTER_SEMI = [
    (1, "Flo", ""),
    (2, "Dan", "semi_final"),
    (3, "Ana", "semi_final"),
    (4, "Bob", "semi_final"),
    (5, "Cléo", "semi_final"),
    (6, "Eve", "semi_final"),
    (7, "Guy", "semi_final"),
    (8, "Hal", "figure"),
]
AFTER_FINAL = [
    (1, "Ana", ""),
    (2, "Dan", "final"),
    (3, "Flo", "final"),
    (4, "Bob", "final"),
    (5, "Cléo", "semi_final"),
    (6, "Eve", "semi_final"),
    (7, "Guy", "semi_final"),
    (8, "Hal", "figure"),
]


def test_the_semi_final_decides_and_then_the_final_and_what_was_before_stays() -> None:
    club = Club()
    club.play_semi()
    club.game(club.final, Ana=10, Dan=20, Flo=70)
    assert club.names(club.first) == [*NAMES]
    assert club.order(club.semi) == AFTER_SEMI
    assert club.order(club.final) == AFTER_FINAL
    assert store.rebuild(club.season.pk) == 0


def test_both_are_drawn_by_the_standings_and_the_next_in_line_plays_for_who_is_not_here() -> None:
    club = Club()
    club.arrive(club.semi, "Ana", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal")
    # Bob stays at home: Guy is the sixth. Hal alone makes no table and sits out.
    assert club.draw(club.semi) == [["Ana", "Eve", "Flo"], ["Cléo", "Dan", "Guy"]]
    assert [bye.player.name for bye in club.semi.rounds.get().byes.all()] == ["Hal"]
    for game, totals in zip(club.semi.games.all(), ([70, 20, 5], [30, 10, 70]), strict=True):
        enter(game, totals)
    # The winners Flo and Dan, of 95 and 110 heads; of the second Eve, 20 of 95, before Cléo.
    assert club.names(club.semi)[:4] == ["Flo", "Dan", "Eve", "Cléo"]
    club.arrive(club.final, "Ana", "Bob", "Cléo", "Dan", "Flo")
    assert club.draw(club.final) == [["Flo", "Dan", "Cléo"]]


def test_a_semi_final_that_is_corrected_after_the_final_was_played_moves_who_is_behind() -> None:
    club = Club()
    game = club.play_semi()
    club.game(club.final, Ana=10, Dan=20, Flo=70)
    at = [club.people[name] for name in ("Bob", "Cléo", "Flo")]
    corrected = sheet_of(at, totals=[70, 5, 25])
    results.correct(game, corrected, club.owner, "misread", timezone.now())
    # Cléo has won the table; but who played the final played it.
    assert club.names(club.semi)[:5] == ["Cléo", "Dan", "Ana", "Flo", "Bob"]
    assert club.names(club.final) == ["Ana", "Dan", "Flo", "Cléo", "Bob", "Eve", "Guy", "Hal"]
    assert store.rebuild(club.season.pk) == 0


def test_a_semi_final_that_is_taken_out_decides_nothing() -> None:
    club = Club()
    club.game(club.semi, Cléo=5, Ana=20, Bob=70)
    assert club.names(club.semi)[:2] == ["Cléo", "Ana"]
    results.void(club.semi.games.get(), club.owner, "not a game", timezone.now())
    assert club.order(club.semi) == []
    club.game(club.final, Guy=5, Ana=10, Hal=70)
    assert club.order(club.final)[:4] == [
        (1, "Guy", ""), (2, "Ana", "final"), (3, "Hal", "final"), (4, "Bob", "final"),
    ]  # fmt: skip
    assert store.rebuild(club.season.pk) == 0


def test_the_page_says_that_others_sit_at_the_final_than_qualify_since_a_correction() -> None:
    club = Club()
    game = club.play_semi()
    club.arrive(club.final, *NAMES[:6])
    assert club.draw(club.final)[0] == ["Flo", "Dan", "Ana"]
    warning = "The drawn tables no longer seat"
    assert warning not in club.page(club.owner)
    at = [club.people[name] for name in ("Bob", "Cléo", "Flo")]
    results.correct(game, sheet_of(at, totals=[70, 5, 25]), club.owner, "misread", timezone.now())
    assert warning in club.page(club.owner)
    assert warning not in club.page()
    seats.take_apart(club.final, [game.number for game in club.final.games.all()])
    assert club.draw(club.final)[0] == ["Cléo", "Dan", "Ana"]
    assert warning not in club.page(club.owner)


def test_whoever_withdraws_between_both_leaves_the_seat_to_the_next_in_line() -> None:
    club = Club()
    club.play_semi()
    players.withdraw(club.season.pk, club.people["Dan"], timezone.now())
    assert [(place, name) for place, name, _by in club.order(club.semi)][:3] == [
        (1, "Flo"), (2, "Ana"), (3, "Bob"),
    ]  # fmt: skip
    html = club.page()
    # Three of Flo, Ana, Bob, Cléo, Eve and so on.
    assert html.count("qualified</b>") == 3
    assert store.rebuild(club.season.pk) == 0


def test_who_has_too_few_games_does_not_qualify_and_has_no_place_by_it() -> None:
    club = Club(min_games=2)
    late = PlayerFactory.create(name="Zoé")
    play(club.first, *club.people.values())
    play(club.semi, late, *list(club.people.values())[:3])
    assert club.names(club.semi)[:3] == ["Ana", "Bob", "Cléo"]
    assert club.order(club.semi)[-1] == (None, "Zoé", "")


def test_a_session_is_the_semi_final_and_is_it_no_longer() -> None:
    club = Club()
    club.play_semi()
    session_life.change_session(club.semi, SessionPlan(club.semi.starts_at))
    assert "semi_final" not in {by for _place, _name, by in club.order(club.semi)}
    plan = SessionPlan(club.semi.starts_at, is_semi_final=True)
    session_life.change_session(club.semi, plan)
    assert club.order(club.semi) == AFTER_SEMI


def test_a_season_has_one_semi_final_before_its_final_and_one_instead_of_a_cancelled_one() -> None:
    club = Club()
    before = SessionPlan(club.semi.starts_at - DAY, is_semi_final=True)
    with refused(LeagueErrorCode.SEMI_FINAL_PLANNED):
        session_life.plan_session(club.season.pk, before)
    with refused(LeagueErrorCode.AFTER_THE_FINAL):
        plan = SessionPlan(club.final.starts_at + DAY, is_semi_final=True)
        session_life.change_session(club.semi, plan)
    with refused(LeagueErrorCode.BOTH_FINALS):
        plan = SessionPlan(club.final.starts_at, is_final=True, is_semi_final=True)
        session_life.change_session(club.final, plan)
    session_life.cancel_session(club.semi, "Snow")
    again = session_life.plan_session(club.season.pk, before)
    with refused(LeagueErrorCode.SEMI_FINAL_PLANNED):
        session_life.reinstate_session(club.semi)
    club.game(again, Bob=5, Ana=20, Dan=70)
    assert club.names(again)[:3] == ["Bob", "Ana", "Dan"]


def test_the_form_of_a_session_asks_for_it_where_the_rules_have_one() -> None:
    club = Club()
    browser = signed_in(club.owner)
    html = browser.get(url("session_edit", club.season, club.semi.number)).content.decode()
    assert 'name="is_semi_final"' in html
    both = {"starts_at": "2026-10-20T19:00", "is_final": "on", "is_semi_final": "on"}
    answer = browser.post(url("session_edit", club.season, club.semi.number), both)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "A session is the semi-final or the final, not both." in answer.content.decode()
    without = make_season(club.owner, final=3)
    assert 'name="is_semi_final"' not in browser.get(url("session_new", without)).content.decode()


def test_the_draw_of_its_session_is_in_snake_order_at_once() -> None:
    club = Club()
    club.arrive(club.semi, *NAMES[:6])
    browser = signed_in(club.owner)
    asked: dict[str, Any] = {"seed": 1, "player": [player.pk for player in club.people.values()]}
    html = browser.get(url("seating", club.season, club.semi.number), asked, follow=True)
    said = words_of(html.content.decode())
    assert "Table 1 Ana Dan Eve " in said
    assert "Table 2 Bob Cléo Flo " in said
    assert '<option value="semi_final" selected>' in html.content.decode()


def test_the_page_says_who_qualifies_for_both_and_how_they_went() -> None:
    club = Club()
    html = club.page()
    assert (html.count("qualified</b>"), html.count("next in line</span>")) == (6, 2)
    assert "The semi-final decides who qualifies." in html
    club.play_semi()
    html = club.page()
    assert html.index("place 3 in the semi-final") < html.index("place 1 in the semi-final")
    assert (html.count("qualified</b>"), html.count("next in line</span>")) == (3, 5)
    club.game(club.final, Ana=10, Dan=20, Flo=70)
    assert club.page().count("in the final</b>") == 3
    assert club.page().count("in the semi-final</b>") == 6


def test_its_session_is_named_for_what_it_is() -> None:
    club = Club()
    assert [each.title for each in (club.first, club.semi, club.final)] == [
        "Session 1", "Semi-final", "Final",
    ]  # fmt: skip
    with override("fr"):
        assert club.semi.title == "Demi-finale"
    club.semi.name = "Evening of knives"
    assert club.semi.title == "Evening of knives"


def test_without_its_rule_a_session_is_like_any_other_until_the_rule_is_back() -> None:
    club = Club()
    Season.objects.filter(pk=club.season.pk).update(final=0, semi_final=0)
    semi, final = Session.objects.exclude(pk=club.first.pk).order_by("number")
    assert [semi.title, final.title] == ["Session 2", "Session 3"]
    html = page(Season.objects.get(pk=club.season.pk), "session_edit", 3, by=club.owner)
    assert 'name="is_final"' not in html
    later = SessionPlan(club.final.starts_at + DAY)
    added = session_life.plan_session(club.season.pk, later)
    session_life.change_session(final, SessionPlan(final.starts_at, "Last", is_final=True))
    session_life.drop_session(added)
    Season.objects.filter(pk=club.season.pk).update(final=3)
    with refused(LeagueErrorCode.AFTER_THE_FINAL):
        session_life.plan_session(club.season.pk, later)


def test_the_rule_does_not_come_back_while_a_session_is_planned_after_the_final() -> None:
    club = Club()
    draft = Season.objects.filter(pk=club.season.pk)
    draft.update(status=Season.Status.DRAFT, final=0, semi_final=0)
    later = session_life.plan_session(club.season.pk, SessionPlan(club.final.starts_at + DAY))

    def bring_back() -> str:
        season = draft.get()
        fields = sent(season_name="Spring", final=3, version=season.plan_version)
        address = url("season_edit", season)
        return signed_in(club.owner).post(address, fields, follow=True).content.decode()

    html = bring_back()
    assert "No session of a season comes after its final." in html
    assert "changed on another page" not in html
    assert draft.get().final == 0
    session_life.cancel_session(later, "The hall is taken.")
    assert "Saved." in bring_back()
    assert draft.get().final == 3


def test_a_session_that_was_the_semi_final_can_be_the_final_once_there_is_no_such_rule() -> None:
    club = Club()
    session_life.drop_session(club.final)
    Season.objects.filter(pk=club.season.pk).update(semi_final=0)
    address = url("session_edit", club.season, club.semi.number)
    asked = {"starts_at": f"{club.semi.starts_at:%Y-%m-%dT%H:%M}", "is_final": "on"}
    assert signed_in(club.owner).post(address, asked).status_code == HTTPStatus.FOUND
    semi = Session.objects.get(pk=club.semi.pk)
    assert (semi.is_final, semi.is_semi_final) == (True, False)


def test_what_it_takes_is_not_foretold_from_the_semi_final_on() -> None:
    club = Club()
    club.season.sessions.filter(pk=club.first.pk).update(status=Session.Status.CLOSED)
    assert "Only the semi-final and the final decide" in page(club.season, "what_it_takes")


def test_it_needs_a_final_with_fewer_players() -> None:
    season = make_season(opened=False)
    browser = signed_in(season.league.roles.get(kind=Role.Kind.OWNER).player)
    for final, refuses in ((0, True), (6, True), (8, True), (5, False)):
        form = sent(season_name="Spring", final=final, semi_final=6)
        form["seen"] = str(Season.objects.get(pk=season.pk).plan_version)
        answer = browser.post(url("season_edit", season), form)
        assert ("A semi-final needs a final" in answer.content.decode()) is refuses


def test_the_rule_can_be_amended_until_its_tables_are_drawn() -> None:
    club = Club(semi_final=0)
    wanted = SeasonRules(**RULES)
    by, now = club.owner, timezone.now()
    seen = preview_amendment(club.season, wanted).seen
    amend(club.season.pk, wanted, "A vote", seen, by, now)
    scorer = make_member_with(Role.Kind.SCORER, club.season.league)
    assert "Players in the semi-final: 0 → 6" in words_of(page(club.season, "rules", by=scorer))
    club.season.refresh_from_db()
    four = SeasonRules(**RULES | {"semi_final": 4})
    seen = preview_amendment(club.season, four).seen
    club.arrive(club.semi, *NAMES[:6])
    club.draw(club.semi)
    with refused(LeagueErrorCode.LATE):
        amend(club.season.pk, four, "A vote", seen, by, now)
    form = sent(reason="A vote", **RULES | {"semi_final": 4})
    signed_in(by).post(url("rules_amend", club.season), form)
    club.season.refresh_from_db()
    assert club.season.semi_final == 6
    # Other rules can be amended all the same.
    other = SeasonRules(**RULES, drop_percent=20)
    seen = preview_amendment(club.season, other).seen
    amend(club.season.pk, other, "A vote", seen, by, now)
    club.play_semi()
    assert club.names(club.semi)[0] == "Flo"
