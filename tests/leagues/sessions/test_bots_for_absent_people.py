"""Bots play for absent people: every page says so, and who never touched a game has none of it."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.play import playing
from games.rules.options import Ending, Options
from games.table import store
from leagues.exports.results import FIELDS, results_rows
from leagues.models import Game, GameSeat, Standing
from leagues.season_rules import Away, Bots
from leagues.standings.board import sessions_with_standings
from leagues.standings.store import rebuild
from leagues.standings.why import why_context
from tests.leagues.exports.files import body
from tests.leagues.sessions.pages import text, url
from tests.leagues.sessions.rooms import short_season, start, table_of
from tests.leagues.sheets.pages.pages import address
from tests.support.leagues import make_game, make_guest, make_season, make_session
from tests.support.tables import people, play_first

pytestmark = pytest.mark.django_db(transaction=True)


def finish(table: Table, until: int = 10) -> None:
    """People who are not away play their first card until that turn, then the bot plays on."""
    while not (snapshot := store.fresh(table.pk)).has_ended:
        game = snapshot.game
        for seat in game.decision.seats:
            snapshot = store.fresh(table.pk)
            if snapshot.seats[seat].bot or snapshot.away[seat]:
                continue
            if game.round.number > 1 or game.round.turn > until:
                playing.step_away(table.pk, seat, timezone.now())
            else:
                play_first(table, seat)
        table.refresh_from_db()
        if table.due_at:
            playing.tend(table.pk, table.due_at)


def of_players(game: Game) -> dict[Player, GameSeat]:
    game.refresh_from_db()
    return {seat.player: seat for seat in game.seats.select_related("player") if seat.player}


def with_a_guest(**rules: object) -> tuple[Game, list[Player], Player]:
    """A game of two people and of a guest for whom the bot played all of it."""
    guest, players = make_guest(), people(2)
    game = table_of(make_session(short_season(**rules)), *players, guest)
    finish(start(game, bot_for_absent=True))
    return game, players, guest


def test_who_never_touched_a_game_has_none_of_it_by_default() -> None:
    game, players, guest = with_a_guest()
    seats = of_players(game)
    assert [seats[player].counts_for for player in players] == players
    assert seats[guest].counts_for is None
    assert game.size == 3
    played = Standing.objects.filter(games__gt=0).values_list("player", flat=True)
    assert set(played) == {player.pk for player in players}
    assert rebuild(game.session.season.pk) == 0


def test_their_seat_is_treated_as_a_bots() -> None:
    game, players, guest = with_a_guest(bots=Bots.LEFT_OUT)
    seats = of_players(game)
    assert game.size == 2
    assert seats[guest].place is None
    assert {seats[player].place for player in players} <= {1, 2}


def test_a_game_in_which_everybody_was_away_counts_for_nobody(players: list[Player]) -> None:
    session = make_session(short_season())
    game = make_game(session, players)
    finish(start(game, bot_for_absent=True))
    assert {seat.counts_for for seat in of_players(game).values()} == {None}
    assert not Standing.objects.filter(games__gt=0).exists()


def test_a_season_may_count_it_all_the_same() -> None:
    game, _players, guest = with_a_guest(away=Away.COUNTS)
    assert of_players(game)[guest].counts_for == guest
    assert of_players(game)[guest].bot_turns == 10


def test_who_played_one_card_has_the_game_and_it_says_how_much_the_bot_played() -> None:
    players = people(2)
    game = table_of(make_session(short_season()), *players)
    finish(start(game), until=3)
    for player, seat in of_players(game).items():
        assert seat.counts_for == player
        assert seat.bot_turns == 7


def test_cards_that_the_clock_chose_are_the_bots_too() -> None:
    players = people(2)
    game = table_of(make_session(short_season(), time_per_choice=30), *players)
    table = start(game)
    now = timezone.now()
    while not (snapshot := store.fresh(table.pk)).has_ended:
        while snapshot.game and snapshot.game.decision and 0 in snapshot.game.decision.seats:
            snapshot = play_first(table, 0)
        table.refresh_from_db()
        now = max(now, table.due_at or now) + timedelta(seconds=1)
        playing.tend(table.pk, now)
    seats = of_players(game)
    assert (seats[players[0]].bot_turns, seats[players[1]].bot_turns) == (0, 10)
    assert seats[players[1]].counts_for is None


def test_who_is_out_has_no_turns_after_that() -> None:
    options = Options(ending=Ending.ELIMINATION, limit=10, max_rounds=2)
    players = people(2)
    game = table_of(make_session(make_season(options=options)), *players)
    finish(start(game, seats=4))
    seats = of_players(game)
    played = {player: seats[player].bot_turns for player in players}
    assert game.rounds in {1, 2}
    assert set(played.values()) <= {0, 10 * (game.rounds - 1)}


def test_a_game_that_everybody_played_themselves_is_not_marked() -> None:
    game = table_of(make_session(short_season()), *people(2))
    finish(start(game, seats=3))
    assert list(game.seats.values_list("bot_turns", flat=True)) == [0, 0, 0]


# --- Where it is said ------------------------------------------------------------------


def test_the_page_of_the_game_says_it() -> None:
    game, _players, _guest = with_a_guest()
    page = text(Client().get(address(game)))
    assert "Dominique the bot played 10 turns counts for nobody" in page


def test_why_says_it_of_oneself_and_of_the_others() -> None:
    game, players, guest = with_a_guest(away=Away.COUNTS)
    season = game.session.season
    (session,) = sessions_with_standings(season)
    rows = {
        player: why_context(Standing.objects.get(player=player), season, session)["rows"][0]
        for player in (guest, players[0])
    }
    assert "The bot played 10 turns." in rows[guest].notes
    assert "Dominique (the bot: 10 turns)" in rows[players[0]].notes
    address = reverse("leagues:story", args=[season.league.slug, season.number, guest.pk])
    assert "The bot played 10 turns." in text(Client().get(address))


def test_the_exports_say_it() -> None:
    game, _players, guest = with_a_guest()
    season = game.session.season
    rows = [dict(zip(FIELDS, row, strict=True)) for row in results_rows(season, None)]
    assert [row["bot_turns"] for row in rows] == [0, 0, 10]
    assert [row["rank"] is None for row in rows] == [False] * 3
    address = reverse("leagues:results_json", args=[season.league.slug, season.number])
    seats = json.loads(body(Client().get(address)))["games"][0]["seats"]
    (of_guest,) = [seat for seat in seats if seat["player_id"] == guest.pk]
    assert (of_guest["bot_turns"], of_guest["counts_for_id"]) == (10, None)


def test_who_starts_a_table_reads_it_beforehand(client: Client, organizer: Player) -> None:
    sentence = "the game does not count for them if they do not play themselves"
    for away, is_said in ((Away.IF_PLAYED, True), (Away.COUNTS, False)):
        session = make_session(short_season(away=away))
        table_of(session, *people(2), make_guest())
        assert (sentence in text(client.get(url("session", session)))) is is_said
