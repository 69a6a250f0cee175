"""Many at the same moment: each result is recorded once, each person comes and sits once."""

from collections.abc import Callable
from http import HTTPStatus
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from games.models import Table
from games.signals import game_ended
from leagues import receivers
from leagues.models import Game, GameSeat, GameVersion, League, Merge, Role, Season, Session
from leagues.models.errors import LeagueError
from leagues.people import merging, players
from leagues.sessions import online, seats, session_life
from leagues.setup import league_life, season_life
from leagues.sheets import stored
from tests.factories import PlayerFactory
from tests.leagues.sessions.pages import url
from tests.leagues.sessions.rooms import check_in, live_game, table_of
from tests.support.clients import signed_in
from tests.support.leagues import (
    make_guest,
    make_member_with,
    make_season,
    make_session,
    play,
    texts_of,
)
from tests.support.races import at_once
from tests.support.tables import people, play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 6
many_times = pytest.mark.parametrize(
    "attempt", [0, 1, *(pytest.param(n, marks=pytest.mark.thorough) for n in (2, 3, 4))]
)


def unexpected(results: list[object]) -> list[object]:
    return [
        result
        for result in results
        if isinstance(result, Exception) and not isinstance(result, LeagueError)
    ]


def test_signals_and_sweeps_at_the_same_moment_record_a_game_once() -> None:
    game, table = live_game()
    game_ended.disconnect(dispatch_uid="leagues.record")
    try:
        play_to_the_end(table)
    finally:
        receivers.connect()
    now = timezone.now()
    signal, sweep = lambda: online.record_table(table.pk, now), lambda: online.collect(now)
    results = at_once(signal, sweep, signal, sweep, signal, sweep)
    assert unexpected(results) == []
    assert [result for result in results if result] in ([True], [1])
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert GameVersion.objects.filter(game=game).count() == 1


def test_six_organizers_who_start_a_table_deal_once() -> None:
    game = table_of(make_session(make_season()), *people(3))
    by = PlayerFactory.create()
    start = lambda: online.start_online(game.session, [1], by, timezone.now())  # noqa: E731
    results = at_once(*[start] * THREADS)
    assert unexpected(results) == []
    assert results.count(None) == 1
    game.refresh_from_db()
    assert game.table is not None


def test_six_taps_on_a_name_are_one_arrival(session: Session, ada: Player) -> None:
    results = at_once(*[lambda: session_life.arrive(session, ada, timezone.now())] * THREADS)
    assert unexpected(results) == []
    assert results.count(None) == 1
    assert session.attendances.count() == 1


def test_a_draw_accepted_six_times_seats_everybody_once(session: Session) -> None:
    check_in(session, *people(8))
    free = seats.free_players(session)
    proposal = seats.propose(session, free, 7, seats.meetings(session.season))
    by = PlayerFactory.create()
    lay = lambda: seats.lay_tables(session, proposal.tables, 7, by)  # noqa: E731
    results = at_once(*[lay] * THREADS)
    assert unexpected(results) == []
    assert session.rounds.count() == 1
    assert session.games.count() == 2


def sending(session: Session, seed: int) -> Callable[[], int]:
    """An organizer who looks at a draw and will send it; returns the status of the answer."""
    browser = signed_in(make_member_with(Role.Kind.ORGANIZER, session.season.league))
    free = seats.free_players(session)
    tables = seats.propose(session, free, seed, seats.meetings(session.season)).text
    sent = {"seed": seed, "player": free, "kind": "everybody", "tables": tables}
    alone = {"HX-Request": "true"}
    return lambda: browser.post(url("draw", session), sent, headers=alone).status_code


def sent_at_once(monkeypatch: pytest.MonkeyPatch, *draws: Callable[[], int]) -> list[object]:
    """Each finds that nothing is laid yet before any of them lays its tables."""
    gate, propose = Barrier(len(draws), timeout=30), seats.propose

    def meet(*args: Any) -> seats.Proposal:
        proposal = propose(*args)
        gate.wait()
        return proposal

    monkeypatch.setattr(seats, "propose", meet)
    return at_once(*draws)


@many_times
def test_a_draw_sent_twice_at_the_same_moment_is_laid_once_and_refused_to_nobody(
    attempt: int, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_in(session, *people(8))
    draws = [sending(session, 7), sending(session, 7)]
    assert sent_at_once(monkeypatch, *draws) == [HTTPStatus.FOUND, HTTPStatus.FOUND]
    assert session.rounds.get().seed == 7
    assert GameSeat.objects.filter(game__session=session).count() == 8


@many_times
def test_of_two_draws_sent_at_the_same_moment_one_is_laid_and_the_other_refused(
    attempt: int, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_in(session, *people(9))
    answers = sent_at_once(monkeypatch, sending(session, 7), sending(session, 8))
    assert sorted(map(str, answers)) == ["302", "409"]
    assert session.rounds.get().seed == (7, 8)[answers.index(HTTPStatus.FOUND)]
    assert GameSeat.objects.filter(game__session=session).count() == 9


def type_into(game: Game, text: str) -> None:
    """Save a draft on top of the version of the game that is known."""
    seats = game.seats.order_by("index").select_related("player")
    texts = texts_of(*[seat.player for seat in seats if seat.player], r0c0=text, r0c1=text)
    stored.save_draft(game, texts, PlayerFactory.create(), "a-page", timezone.now())


@many_times
def test_a_table_that_is_dealt_has_no_sheet_begun(attempt: int) -> None:
    game = table_of(make_session(make_season()), *people(2))
    by = PlayerFactory.create()
    seen = Game.objects.get(pk=game.pk)
    results = at_once(
        lambda: online.start_online(game.session, [1], by, timezone.now()),
        lambda: type_into(seen, "7"),
    )
    assert unexpected(results) == []
    assert results.count(None) == 1
    game.refresh_from_db()
    assert (game.kind == Game.Kind.LIVE) is (game.draft is None)


@many_times
def test_a_table_is_taken_apart_or_its_sheet_is_begun(attempt: int) -> None:
    game = table_of(make_session(make_season()), *people(2))
    seen = Game.objects.get(pk=game.pk)
    results = at_once(
        lambda: seats.take_apart(game.session, [1]),
        lambda: type_into(seen, "7"),
    )
    assert unexpected(results) == []
    assert results.count(None) == 1
    assert game.session.games.exists() is (results[1] is None)


@many_times
def test_what_is_typed_while_a_guest_is_merged_is_kept_or_refused(attempt: int) -> None:
    guest, member = make_guest(), PlayerFactory.create()
    game = table_of(make_session(make_season()), guest, *people(1))
    type_into(game, "1")
    seen = Game.objects.get(pk=game.pk)
    league, by = game.session.season.league, PlayerFactory.create()
    results = at_once(
        lambda: merging.merge(league, guest, member, by, timezone.now()),
        lambda: type_into(seen, "2"),
    )
    assert unexpected(results) == []
    draft = stored.draft_of(Game.objects.get(pk=game.pk))
    assert draft.texts["r0c0"] == ("2" if results[1] is None else "1")
    assert draft.texts["p0"] == str(member.pk)


def test_two_forms_sent_at_once_merge_a_guest_once() -> None:
    guest, member = make_guest(), PlayerFactory.create()
    game = table_of(make_session(make_season()), guest, *people(1))
    league, by = game.session.season.league, PlayerFactory.create()
    merge = lambda: merging.merge(league, guest, member, by, timezone.now())  # noqa: E731
    results = at_once(*[merge] * THREADS)
    assert unexpected(results) == []
    assert Merge.objects.count() == 1


@many_times
def test_a_table_dealt_while_the_league_becomes_the_members_is_for_members(
    attempt: int, season: Season
) -> None:
    game, by = table_of(make_session(season), *people(2)), PlayerFactory.create()
    season.league.visibility = League.Visibility.MEMBERS
    results = at_once(
        lambda: online.start_online(game.session, [1], by, timezone.now()),
        lambda: league_life.change_league(season.league),
    )
    assert unexpected(results) == []
    assert Table.objects.get(league_game=game).visibility == Table.Visibility.CLUB


@many_times
def test_who_leaves_the_club_while_they_are_checked_in_hinders_nobody(
    attempt: int, season: Season
) -> None:
    (ada, *others) = people(3)
    check_in(make_session(season), ada)
    play(make_session(season), ada, *others)
    session = make_session(season)
    results = at_once(
        lambda: session_life.arrive(session, ada, timezone.now()),
        lambda: privacy.erase(ada),
        lambda: players.set_rated(season.pk, ada, ada, is_rated=False),
    )
    assert unexpected(results) == []


@many_times
def test_of_changes_made_on_the_same_settings_and_rules_one_of_each_is_stored(attempt: int) -> None:
    season = make_season(opened=False)
    league, plan = season.league, season.plan_version
    settings = league.settings_version

    def rename(name: str) -> None:
        other = League.objects.get(pk=league.pk)
        other.name = name
        league_life.change_league(other, settings)

    def change(name: str) -> None:
        season_life.change_plan(season.pk, name, season.season_rules, plan)

    results = at_once(
        lambda: rename("Mondays"),
        lambda: rename("Fridays"),
        lambda: change("Autumn"),
        lambda: change("Winter"),
    )
    assert unexpected(results) == []
    assert [results[:2].count(None), results[2:].count(None)] == [1, 1]
