"""Games of a session that nobody was drawn for."""

from collections.abc import Sequence

from django.db.models import Max

from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game, GameSeat, Session
from leagues.people.guests import hold_players, make_guests
from leagues.season_lock import playing
from leagues.sheets.typed_sheet import Reading, guest_key


def next_number(session: Session) -> int:
    """The number of the next table of a session.

    That of a table which was taken apart does not come back: lists and slips of that round name it.
    """
    laid: int | None = session.games.aggregate(last=Max("number"))["last"]
    drawn: int | None = session.draws.aggregate(last=Max("last_table"))["last"]
    return max(laid or 0, drawn or 0) + 1


def open_game(session: Session, reading: Reading, number: int = 0) -> Game:
    """A game of the players of a sheet, guests among them, at the next table of a session.

    number: of the table that was offered when it was asked for, so that what is sent twice opens
    one. Raises LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON, PLAYER_GONE).
    """
    with playing(session.season_id) as season:
        opened = opened_already(session, reading, number)
        if opened is not None:
            return opened
        sheet = reading.sheet.with_players(make_guests(season, reading.guests))
        return seat(session, sheet.players, sheet.replaced)


def opened_already(session: Session, reading: Reading, number: int) -> Game | None:
    """The game that was opened at this table, if it is that of the same people."""
    games = session.games.filter(number=number, draw=None).prefetch_related("seats__player")
    game = games.first()
    if game is None:
        return None
    seated = [seat.player for seat in game.seats.all()]
    columns = reading.sheet.pad.columns
    is_same = len(columns) == len(seated) and all(
        player is not None and column in {player.pk, guest_key(player.name)}
        for column, player in zip(columns, seated, strict=True)
    )
    return game if is_same else None


def seat(
    session: Session, players: Sequence[int], replaced: Sequence[int | None] | None = None
) -> Game:
    """The same with players by their ids, under the season's lock."""
    if len(set(players)) < len(players):
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    absent = replaced or [None] * len(players)
    hold_players({*players, *(missing for missing in absent if missing is not None)})
    options = session.season.season_rules.options
    number = next_number(session)
    game = Game.objects.create(session=session, number=number, options=options.to_json())
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=index, player_id=player, substitute_for_id=missing)
        for index, (player, missing) in enumerate(zip(players, absent, strict=True))
    )
    return game
