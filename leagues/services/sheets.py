"""Sheets as people bring them: with guests nobody knew before, and games nobody was drawn for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Entrant, Game, GameSeat, Session
from leagues.score_sheet import ScoreSheet
from leagues.services import results
from leagues.services.changing import playing
from leagues.typed_sheet import Reading


def open_game(session: Session, reading: Reading) -> Game:
    """A game of the players of a sheet at the next table of a session.

    Raises LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON).
    """
    with playing(session.season_id):
        sheet = _with_guests(session, reading.sheet, reading.guests)
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


def submit(
    game: Game, reading: Reading, by: Player, now: datetime, *, may_confirm: bool = True
) -> None:
    """As results.submit, after making players of the guests. Raises the same, and NAME_TAKEN."""
    with transaction.atomic():
        sheet = _with_guests(game.session, reading.sheet, reading.guests)
        results.submit(game, sheet, by, now, may_confirm=may_confirm)


def correct(game: Game, reading: Reading, by: Player, reason: str, now: datetime) -> None:
    """As results.correct, after making players of the guests. Raises the same, and NAME_TAKEN."""
    with transaction.atomic():
        sheet = _with_guests(game.session, reading.sheet, reading.guests)
        results.correct(game, sheet, by, reason, now)


def _with_guests(session: Session, sheet: ScoreSheet, guests: Mapping[str, str]) -> ScoreSheet:
    """The sheet with ids of players in place of names."""
    made = {key: _make_guest(session, name) for key, name in guests.items()}
    columns = tuple(
        made[column] if isinstance(column, str) else column for column in sheet.pad.columns
    )
    return replace(sheet, pad=replace(sheet.pad, columns=columns))


def _make_guest(session: Session, name: str) -> int:
    if Entrant.objects.filter(season=session.season_id, player__name__iexact=name).exists():
        raise LeagueError(LeagueErrorCode.NAME_TAKEN)
    return Player.objects.create(name=name).pk
