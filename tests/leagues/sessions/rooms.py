"""Evenings for tests: people who are here, tables of theirs started online."""

from typing import Any

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.rules.options import Options
from leagues.models import Game, Season, Session
from leagues.sessions import online, session_life
from tests.factories import PlayerFactory
from tests.support.leagues import make_game, make_season, make_session, standings_computed_once
from tests.support.tables import people

ONE_ROUND = Options(max_rounds=1)


def short_season(**rules: Any) -> Season:
    """A season whose games are over after one round."""
    return make_season(**{"options": ONE_ROUND, **rules})


def check_in(session: Session, *players: Player) -> None:
    """Let these people be here."""
    with standings_computed_once():
        for player in players:
            session_life.arrive(session, player, timezone.now())


def table_of(session: Session, *players: Player) -> Game:
    """A table at which these people are seated, all of them here."""
    check_in(session, *players)
    return make_game(session, players)


def start(game: Game, by: Player | None = None, **options: Any) -> Table:
    """The live table of a game that is started online."""
    online.start_online(
        game.session, [game.number], by or PlayerFactory.create(), timezone.now(), **options
    )
    game.refresh_from_db()
    assert game.table is not None
    return game.table


def live_game(season: Season | None = None, count: int = 3) -> tuple[Game, Table]:
    """A game of a new session, in play online."""
    session = make_session(season or short_season())
    game = table_of(session, *people(count))
    return game, start(game)
