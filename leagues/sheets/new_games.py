"""Games of a session that belong to no round: sheets entered without a seating."""

from collections.abc import Mapping, Sequence

from leagues.models import Game, GameSeat, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.guests import make_guests
from leagues.sheets.form import guest_key
from leagues.sheets.score_sheet import ScoreSheet
from leagues.standings.season_lock import hold_players, locked_open_season


def unstored_game(session: Session) -> Game:
    """A game of a session that is not there yet."""
    return Game(session=session, options=session.season.season_rules.options.to_json())


def open_game(
    session: Session, sheet: ScoreSheet, guests: Mapping[str, str], number: int = 0
) -> Game:
    """A game of the players of a sheet, at the next table of a session.

    guests: the names of new players by what stands for them on the sheet. number: of the table that
    was offered when it was asked for, so that what is sent twice opens one. Raises
    LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON, PLAYER_GONE, SESSION_CANCELLED).
    """
    with locked_open_season(session.season_id) as season:
        opened = opened_already(session, sheet, number)
        if opened is not None:
            return opened
        sheet = sheet.with_players(make_guests(season, guests))
        return seat(session, sheet.players, sheet.replaced)


def opened_already(session: Session, sheet: ScoreSheet, number: int) -> Game | None:
    """The game that was opened at this table, if it is that of the same people."""
    games = session.games.filter(number=number, round=None).prefetch_related("seats__player")
    game = games.first()
    if game is None:
        return None
    seated = [seat.player for seat in game.seats.all()]
    columns = sheet.pad.columns
    is_same = len(columns) == len(seated) and all(
        player is not None and column in {player.pk, guest_key(player.name)}
        for column, player in zip(columns, seated, strict=True)
    )
    return game if is_same else None


def seat(
    session: Session, players: Sequence[int], replaced: Sequence[int | None] | None = None
) -> Game:
    """A game of these players (ids) at the next table; under the season's lock only.

    Raises LeagueError(SAME_PERSON, PLAYER_GONE, SESSION_CANCELLED).
    """
    if len(set(players)) < len(players):
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    absent = replaced or [None] * len(players)
    hold_players({*players, *(missing for missing in absent if missing is not None)})
    if Session.objects.get(pk=session.pk).status == Session.Status.CANCELLED:
        raise LeagueError(LeagueErrorCode.SESSION_CANCELLED)
    game = unstored_game(session)
    game.number = game.table_number = session.next_game_number()
    game.save()
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=index, player_id=player, substitute_for_id=missing)
        for index, (player, missing) in enumerate(zip(players, absent, strict=True))
    )
    return game
