"""A season with a final: planned, qualified for, played, corrected and taken out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Role, Season, Session, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people import merging, players
from leagues.sessions import replying, session_life
from leagues.sessions.session_life import SessionPlan
from leagues.sheets import results
from leagues.standings import store
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    sheet_of,
)

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


class Club:
    """A season of five: after one session they stand in the order of their names."""

    def __init__(self) -> None:
        self.season: Season = make_season(final=3)
        self.ana, self.bob, self.cleo, self.dan, self.eve = (
            PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo", "Dan", "Eve")
        )
        self.first = make_session(self.season)
        play(self.first, self.ana, self.bob, self.cleo, self.dan, self.eve)
        self.final = make_session(self.season, is_final=True)

    def order(self, session: Session) -> list[tuple[int | None, str, str]]:
        store.ensure_up_to_date(Season.objects.get(pk=self.season.pk))
        rows = Standing.objects.filter(session=session).order_by("order")
        return [(row.place, row.player.name, row.decided_by) for row in rows]

    def page(self, reader: Player | None = None) -> str:
        client = signed_in(reader) if reader else Client()
        return " ".join(client.get(url("what_it_takes", self.season)).content.decode().split())


BEFORE = [
    (1, "Ana", ""),
    (2, "Bob", "figure"),
    (3, "Cléo", "figure"),
    (4, "Dan", "figure"),
    (5, "Eve", "figure"),
]
AFTER = [
    (1, "Cléo", ""),
    (2, "Bob", "final"),
    (3, "Ana", "final"),
    (4, "Dan", "final"),
    (5, "Eve", "figure"),
]


@pytest.fixture
def club() -> Club:
    """Anew for each test."""
    return Club()


def test_the_final_decides_and_what_was_before_it_stays(club: Club) -> None:
    play(club.final, club.cleo, club.bob, club.ana)
    assert club.order(club.first) == BEFORE
    assert club.order(club.final) == AFTER
    assert store.rebuild(club.season.pk) == 0


def test_a_correction_and_a_voided_final_are_followed(club: Club) -> None:
    scorer = PlayerFactory.create()
    game = play(club.final, club.cleo, club.bob, club.ana)
    order = [club.cleo, club.bob, club.ana]
    results.correct(game, sheet_of(order, totals=[70, 10, 20]), scorer, "misread", timezone.now())
    assert [name for _place, name, _by in club.order(club.final)][:3] == ["Bob", "Ana", "Cléo"]
    game.refresh_from_db()
    results.void(game, scorer, "played twice", timezone.now())
    assert club.order(club.first) == BEFORE
    assert club.order(club.final) == []
    game.refresh_from_db()
    results.restore(game, scorer, "no, once", timezone.now())
    assert store.rebuild(club.season.pk) == 0


def test_who_was_a_finalist_follows_from_a_correction_of_what_was_before(club: Club) -> None:
    play(club.final, club.cleo, club.bob, club.ana, club.dan)
    assert [name for _place, name, _by in club.order(club.final)][:3] == ["Cléo", "Bob", "Ana"]
    before = [club.ana, club.bob, club.cleo, club.dan, club.eve]
    sheet = sheet_of(before, totals=[0, 10, 30, 20, 70])
    results.correct(
        club.first.games.get(), sheet, PlayerFactory.create(), "misread", timezone.now()
    )
    # Dan was third before it, so Cléo was only an opponent.
    order = club.order(club.final)
    assert [name for _place, name, _by in order] == ["Bob", "Ana", "Dan", "Cléo", "Eve"]
    assert [decided_by for _place, _name, decided_by in order[1:4]] == ["final"] * 3
    assert store.rebuild(club.season.pk) == 0


def test_two_finalists_who_are_one_person_are_one_finalist_and_two_again() -> None:
    season = make_season(final=3)
    names = ("Ana", "Bob", "Cléo", "Dan", "Eve", "Fay")
    ana, bob, cleo, dan, eve, fay = (PlayerFactory.create(name=name) for name in names)
    guest = make_guest("Bobby")
    first, final = make_session(season), make_session(season, is_final=True)
    play(first, ana, guest, cleo, eve)
    play(first, bob, dan, fay)
    # The best three are Ana, Bob and Bobby; with Bobby as Bob: Ana, Bob and Dan.
    play(final, guest, ana, dan)
    play(final, cleo, bob)

    def order() -> list[tuple[int | None, str]]:
        store.ensure_up_to_date(Season.objects.get(pk=season.pk))
        rows = Standing.objects.filter(session=final).order_by("order")
        return [(row.place, str(row.player.name)) for row in rows]

    apart = order()
    assert apart[:2] == [(1, "Bobby"), (2, "Ana")]
    merged = merging.merge(season.league, guest, bob, PlayerFactory.create(), timezone.now())
    together = order()
    assert together[:3] == [(1, "Bob"), (2, "Ana"), (3, "Dan")]
    assert len(together) == len(apart) - 1
    assert store.rebuild(season.pk) == 0
    merging.undo(merged, ana, timezone.now())
    assert order() == apart
    assert store.rebuild(season.pk) == 0


def test_the_next_in_line_plays_and_a_finalist_who_withdraws_has_no_place(club: Club) -> None:
    play(club.final, club.dan, club.cleo, club.bob)
    assert [name for _place, name, _by in club.order(club.final)][:4] == [
        "Dan", "Cléo", "Bob", "Ana",
    ]  # fmt: skip
    players.withdraw(club.season.pk, club.dan, timezone.now())
    assert [(place, name) for place, name, _by in club.order(club.final)] == [
        (1, "Cléo"), (2, "Bob"), (3, "Ana"), (4, "Eve"), (None, "Dan"),
    ]  # fmt: skip
    assert store.rebuild(club.season.pk) == 0


def test_a_session_becomes_the_final_and_is_it_no_longer(club: Club) -> None:
    play(club.final, club.cleo, club.bob, club.ana)
    plan = SessionPlan(club.final.starts_at)
    session_life.change_session(club.final, plan)
    assert club.order(club.final)[0][1] == "Cléo"
    assert "final" not in [row[2] for row in club.order(club.final)]
    session_life.change_session(club.final, SessionPlan(club.final.starts_at, is_final=True))
    assert club.order(club.final) == AFTER


def test_a_season_has_one_final_and_nothing_after_it(club: Club) -> None:
    begins = club.final.starts_at

    def refusal(plan: SessionPlan, session: Session | None = None) -> LeagueErrorCode:
        def change() -> None:
            if session:
                session_life.change_session(session, plan)
            else:
                session_life.plan_session(club.season.pk, plan)

        with pytest.raises(LeagueError) as refused:
            change()
        return refused.value.code

    assert refusal(SessionPlan(begins + DAY)) is LeagueErrorCode.AFTER_THE_FINAL
    assert refusal(SessionPlan(begins + DAY, is_final=True)) is LeagueErrorCode.FINAL_PLANNED
    assert refusal(SessionPlan(begins + DAY), club.first) is LeagueErrorCode.AFTER_THE_FINAL
    early = SessionPlan(club.first.starts_at - DAY, is_final=True)
    assert refusal(early, club.final) is LeagueErrorCode.AFTER_THE_FINAL
    session_life.plan_session(club.season.pk, SessionPlan(begins - DAY))


def test_only_a_season_with_a_final_can_plan_one(owner: Player) -> None:
    for count, shown in ((0, False), (3, True)):
        season = make_season(owner, final=count)
        html = signed_in(owner).get(url("session_new", season)).content.decode()
        assert ('name="is_final"' in html) is shown
        assert ("called by its number, and a final simply “Final”." in html) is shown
        assert signed_in(owner).get(url("final", season)).status_code == (302 if shown else 404)


def test_the_page_says_who_qualifies_and_how_it_went(club: Club) -> None:
    html = club.page()
    assert html.count("qualified</b>") == 3
    assert html.count("next in line</span>") == 2
    play(club.final, club.cleo, club.bob, club.ana)
    html = club.page()
    assert "qualified</b>" not in html
    assert html.index("place 3 in the final") < html.index("place 1 in the final")


def test_whoever_comes_to_the_final_after_all_qualifies_again(club: Club) -> None:
    Session.objects.filter(pk=club.final.pk).update(status=Session.Status.PLANNED)
    replying.reply(club.final, club.ana, timezone.now(), comes=False)
    session_life.arrive(club.final, club.ana, timezone.now())
    scorer = make_member_with(Role.Kind.SCORER, club.season.league)
    assert "cannot come </td>" not in club.page(scorer)
    assert club.page(scorer).count("qualified</b>") == 3
    assert club.page(scorer).index("Ana") < club.page(scorer).index("qualified</b>")


def test_only_scorers_are_told_who_cannot_come(club: Club) -> None:
    Session.objects.filter(pk=club.final.pk).update(status=Session.Status.PLANNED)
    replying.reply(club.final, club.ana, timezone.now(), comes=False)
    scorer = make_member_with(Role.Kind.SCORER, club.season.league)
    assert "cannot come </td>" in club.page(scorer)
    assert club.page(scorer).count("qualified</b>") == 3
    assert "cannot come </td>" not in club.page()
    assert "cannot come </td>" not in club.page(club.bob)
