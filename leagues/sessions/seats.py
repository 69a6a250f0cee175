"""Who sits at which table: tables laid from a draw, taken apart, joined late; wishes about them."""

from collections.abc import Collection, Sequence

from django.db.models import Max

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Draw, Game, GameSeat, GameVersion, Session, Wish
from leagues.people.guests import forget_guest
from leagues.season_lock import locked_games, locked_season
from leagues.sessions.session_life import running
from leagues.sheets.new_games import next_number


def lay_tables(
    session: Session,
    tables: Sequence[Sequence[int]],
    seed: int,
    by: Player,
    done: Collection[int] = (),
) -> Draw:
    """The tables of a draw, for people (ids) who are here and sit nowhere.

    done: numbers of tables that have played to the end although their sheets are not entered.
    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE).
    """
    with running(session) as found:
        people = [player for table in tables for player in table]
        if not people or not set(people) <= set(free_players(found, done)):
            raise LeagueError(LeagueErrorCode.LATE)
        last = found.draws.aggregate(last=Max("number"))["last"] or 0
        first = next_number(found)
        draw = Draw.objects.create(
            session=found,
            number=last + 1,
            seed=seed,
            present=sorted(people),
            last_table=first + len(tables) - 1,
            by=by,
        )
        options = found.season.season_rules.options.to_json()
        for number, players in enumerate(tables, first):
            game = Game.objects.create(session=found, number=number, draw=draw, options=options)
            GameSeat.objects.bulk_create(
                GameSeat(game=game, index=index, player_id=player)
                for index, player in enumerate(players)
            )
    return draw


def free_players(session: Session, done: Collection[int] = ()) -> list[int]:
    """Ids of those who are here and sit at no table in play, ascending."""
    in_play = session.games.filter(status=Game.Status.SEATED).exclude(
        kind=Game.Kind.SHEET, number__in=done
    )
    seated = GameSeat.objects.filter(game__in=in_play, player__isnull=False)
    here = session.attendances.filter(left_at=None).exclude(player__in=seated.values("player"))
    return sorted(here.values_list("player_id", flat=True))


def take_apart(session: Session, numbers: Collection[int]) -> None:
    """Let the people of tables that have not begun stand up again: all of these tables, or none.

    A game with a history stays; guests whom nothing else names are forgotten. Raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, TABLE_BEGUN).
    """
    with running(session) as found:
        games = [_untouched(found, number) for number in sorted(set(numbers))]
        if GameVersion.objects.filter(game__in=games).exists():
            raise LeagueError(LeagueErrorCode.TABLE_BEGUN)
        guests = Player.objects.filter(league_seats__game__in=games, user=None).order_by("pk")
        stood_up = list(guests.distinct())
        for game in games:
            game.delete()
        found.draws.filter(games=None).delete()
        for guest in stood_up:
            forget_guest(guest)


def join_table(session: Session, number: int, player: Player) -> None:
    """Seat somebody who came late at a table that has not begun.

    Raises LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, NOT_PRESENT, TABLE_BEGUN, TABLE_SIZE).
    """
    with running(session) as found:
        if player.pk not in free_players(found):
            raise LeagueError(LeagueErrorCode.NOT_PRESENT)
        game = _untouched(found, number)
        seated = game.seats.count()
        if seated >= found.season.season_rules.most:
            raise LeagueError(LeagueErrorCode.TABLE_SIZE)
        GameSeat.objects.create(game=game, index=seated, player=player)


def set_wish(season_id: int, one: Player, other: Player, kind: Wish.Kind) -> None:
    """Two people are always, or never, to sit at the same table.

    Raises LeagueError(SAME_PERSON).
    """
    if one == other:
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    first, second = sorted((one.pk, other.pk))
    with locked_season(season_id) as season:
        Wish.objects.update_or_create(
            season=season, first_id=first, second_id=second, defaults={"kind": kind}
        )


def remove_wish(season_id: int, wish_id: int) -> None:
    """Take a wish back, if it is still there."""
    with locked_season(season_id) as season:
        season.wishes.filter(pk=wish_id).delete()


def _untouched(session: Session, number: int) -> Game:
    game = locked_games(session.games.untouched()).filter(number=number).first()
    if game is None:
        raise LeagueError(LeagueErrorCode.TABLE_BEGUN)
    return game
