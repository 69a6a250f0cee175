"""Games of a session that nobody was drawn for."""

from collections.abc import Sequence

from django.db.models import Max

from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game, GameSeat, Session
from leagues.services.changing import playing
from leagues.services.guests import make_guests
from leagues.typed_sheet import Reading


def open_game(session: Session, reading: Reading) -> Game:
    """A game of the players of a sheet, guests among them, at the next table of a session.

    Raises LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON).
    """
    with playing(session.season_id) as season:
        sheet = reading.sheet.with_players(make_guests(season, reading.guests))
        return seat(session, sheet.players, sheet.replaced)


def seat(
    session: Session, players: Sequence[int], replaced: Sequence[int | None] | None = None
) -> Game:
    """The same with players by their ids, under the season's lock."""
    if len(set(players)) < len(players):
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    last = session.games.aggregate(last=Max("number"))["last"] or 0
    options = session.season.season_rules.options
    game = Game.objects.create(session=session, number=last + 1, options=options.to_json())
    absent = replaced or [None] * len(players)
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=index, player_id=player, substitute_for_id=missing)
        for index, (player, missing) in enumerate(zip(players, absent, strict=True))
    )
    return game
