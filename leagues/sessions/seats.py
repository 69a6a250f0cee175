"""Who sits at which table: drawn from a season's past and its wishes, laid, taken apart."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, groupby

from django.db.models import Max
from django.utils import timezone

from accounts.locks import locked
from accounts.models import Player
from leagues.models import (
    Bye,
    Game,
    GameSeat,
    GameVersion,
    Round,
    Season,
    Session,
    Standing,
    WebhookDelivery,
    Wish,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.service import tell_seated
from leagues.notices.webhooks import service as webhooks
from leagues.people.guests import forget, hold_guests
from leagues.sessions.seating.by_rank import seat_by_rank
from leagues.sessions.seating.draw import (
    DrawInput,
    ImpossibleSizes,
    Pair,
    Rounds,
    TableSizes,
    choose_byes,
    count_meetings,
    draw,
)
from leagues.sessions.seating.final import seat_final
from leagues.sessions.session_life import running
from leagues.standings.board import before_session, sessions_with_standings
from leagues.standings.scoring.final import cut
from leagues.standings.season_lock import hold_players, locked_season


@dataclass(frozen=True, slots=True)
class Proposal:
    """Tables as ids of players, and the seed that gives them again.

    byes: who has no seat since so many people make no tables. unmet: wishes of two drawn people who
    would sit apart. broken: vetoes that cannot be respected. before: the rounds of the season of
    those who are drawn, by which the byes were chosen. by_lot: of those who are drawn for a final,
    who shares the last place that qualifies, where only some of them play. unplaced: who sits at
    its tables without a place before it, and so does not qualify.
    """

    seed: int
    tables: tuple[tuple[int, ...], ...]
    unmet: tuple[Pair, ...]
    broken: tuple[Pair, ...]
    byes: tuple[int, ...] = ()
    before: Mapping[int, Rounds] = field(default_factory=dict)
    by_lot: tuple[int, ...] = ()
    unplaced: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The tables in a line, to tell one proposal from another."""
        return " ".join("-".join(map(str, table)) for table in self.tables)


class NoTables(LeagueError):
    """So many people make no tables of the season's sizes; why is what the sizes say of it."""

    def __init__(self, why: ImpossibleSizes) -> None:
        super().__init__(LeagueErrorCode.TABLE_SIZE)
        self.why = why


def meetings(season: Season) -> Counter[Pair]:
    """In how many games of the season each two people have sat down together."""
    seats = (
        GameSeat.objects.filter(game__session__season=season, player__isnull=False)
        .exclude(game__status=Game.Status.VOIDED)
        .order_by("game")
        .values_list("game", "player")
    )
    of_games = groupby(seats, _first)
    return count_meetings([player for _same, player in seated] for _game, seated in of_games)


def rounds_before(session: Session, players: Collection[int]) -> dict[int, Rounds]:
    """The rounds of the season in which these players sat at a table, or out; two statements."""
    seated = (
        GameSeat.objects.filter(game__round__session__season=session.season_id, player__in=players)
        .exclude(game__status=Game.Status.VOIDED)
        .order_by()
        .values_list("player", "game__round")
        .distinct()
    )
    byes = Bye.objects.filter(
        round__session__season=session.season_id, kind=Bye.Kind.BYE, player__in=players
    )
    out = list(byes.values_list("player", "round__session"))
    sat = Counter(player for player, _round in seated)
    sat_out = Counter(player for player, _session in out)
    tonight = Counter(player for player, of in out if of == session.pk)
    return {
        player: Rounds(sat[player] + sat_out[player], sat_out[player], tonight[player])
        for player in players
    }


def ranked(session: Session, kind: Round.Kind) -> dict[int, int | None]:
    """The places of players, best first, then those who have none, by the newest standings.

    kind: for the final or semi-final that the session is, those before it.
    """
    sessions = sessions_with_standings(session.season)
    is_final = session.is_final and kind == Round.Kind.FINAL
    if is_final or (session.is_semi_final and kind == Round.Kind.SEMI_FINAL):
        sessions = before_session(session, sessions)
    if not sessions:
        return {}
    rows = Standing.objects.filter(session=sessions[-1]).order_by("order")
    return dict(rows.values_list("player", "place"))


def can_still_decide(semi_final: Session) -> bool:
    """Whether a semi-final has tables in play, or no results yet and may get some."""
    games = Game.objects.filter(session=semi_final)
    if games.filter(status__in=[Game.Status.SEATED, Game.Status.SUBMITTED]).exists():
        return True
    is_over = semi_final.status == Session.Status.CLOSED
    return not is_over and not games.counting().filter(size__gt=0).exists()


def propose(
    session: Session,
    players: Collection[int],
    seed: int,
    met: Mapping[Pair, int],
    kind: Round.Kind = Round.Kind.EVERYBODY,
    finalists: int = 0,
) -> Proposal:
    """The best tables for these people by the season's sizes, meetings and wishes.

    kind: how they are seated; finalists: how many play the final or semi-final it is. As many as
    make no tables sit out. The same arguments give the same tables. Raises NoTables.
    """
    rules = session.season.season_rules
    wishes = list(session.season.wishes.values_list("kind", "first", "second"))
    wanted = DrawInput(
        players=players,
        sizes=TableSizes(rules.fewest, rules.preferred, rules.most),
        met=met,
        together=[(one, two) for what, one, two in wishes if what == Wish.Kind.TOGETHER],
        apart=[(one, two) for what, one, two in wishes if what == Wish.Kind.APART],
    )
    before = rounds_before(session, players)
    places = {} if kind == Round.Kind.EVERYBODY else ranked(session, kind)
    by_lot: tuple[int, ...] = ()
    unplaced: tuple[int, ...] = ()
    try:
        if kind in (Round.Kind.FINAL, Round.Kind.SEMI_FINAL):
            placed = {player: place for player, place in places.items() if place}
            here = {player: place for player, place in placed.items() if player in players}
            by_lot = cut(here, finalists).level
            final = seat_final(
                wanted,
                [*_with_lots(placed, seed), *places],
                finalists,
                seed,
                before=before,
                in_snake_order=kind == Round.Kind.SEMI_FINAL,
            )
            found, out = final.seating, final.byes
            of_final = chain.from_iterable(found.tables[: final.final_tables])
            unplaced = tuple(player for player in of_final if player not in placed)
        else:
            out = choose_byes(players, wanted.sizes, before, seed)
            seated = replace(wanted, players=set(players).difference(out))
            by_rank = kind == Round.Kind.BY_RANK
            found = seat_by_rank(seated, list(places), seed) if by_rank else draw(seated, seed)
    except ImpossibleSizes as error:
        raise NoTables(error) from error
    return Proposal(seed, found.tables, found.unmet, found.broken, out, before, by_lot, unplaced)


def _with_lots(places: Mapping[int, int], seed: int) -> list[int]:
    """Players by their places, those who share one in an order that is drawn by lot."""
    lots = random.Random(seed)  # noqa: S311 (a draw that can be repeated, no secret)
    return sorted(places, key=lambda player: (places[player], lots.random()))


def last_laid(session: Session) -> tuple[int, str] | None:
    """The seed of the last round of a session, and its tables in a line as `Proposal.text`."""
    last = session.rounds.last()
    if last is None:
        return None
    seats = (
        GameSeat.objects.filter(game__round=last, player__isnull=False)
        .order_by("game__number", "index")
        .values_list("game", "player")
    )
    tables = ("-".join(str(player) for _game, player in of) for _game, of in groupby(seats, _first))
    return last.seed, " ".join(tables)


def _first(pair: Pair) -> int:
    return pair[0]


def lay_tables(
    session: Session,
    tables: Sequence[Sequence[int]],
    seed: int,
    by: Player,
    done: Collection[int] = (),
    *,
    is_released: bool = True,
    kind: Round.Kind = Round.Kind.EVERYBODY,
) -> Round:
    """The next round: tables for people (ids) who are here and sit nowhere; the others sit out.

    done: numbers of games that have been played to the end although their sheets are not entered.
    Unless it is released, only organizers and scorers see the round. Raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, LATE).
    """
    with running(session) as found:
        people = [player for table in tables for player in table]
        free = free_players(found, done)
        if not people or not set(people) <= set(free):
            raise LeagueError(LeagueErrorCode.LATE)
        last = found.rounds.aggregate(last=Max("number"))["last"] or 0
        first = found.next_game_number()
        laid = Round.objects.create(
            session=found,
            number=last + 1,
            kind=kind,
            seed=seed,
            last_game=first + len(tables) - 1,
            released_at=timezone.now() if is_released else None,
            by=by,
        )
        options = found.season.season_rules.options.to_json()
        games = Game.objects.bulk_create(
            Game(
                session=found,
                number=first + number - 1,
                round=laid,
                table_number=number,
                options=options,
            )
            for number in range(1, len(tables) + 1)
        )
        GameSeat.objects.bulk_create(
            GameSeat(game=game, index=index, player_id=player)
            for game, players in zip(games, tables, strict=True)
            for index, player in enumerate(players)
        )
        sit_out = [player for player in free if player not in people]
        Bye.objects.bulk_create(Bye(round=laid, player_id=player, by=by) for player in sit_out)
        if is_released:
            tell_seated(games, by)
            _tell_webhooks(laid)
    return laid


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

    Guests whom nothing else names are forgotten. Raises
    LeagueError(SEASON_NOT_OPEN, SESSION_NOT_OPEN, TABLE_BEGUN).
    """
    with running(session) as found:
        games = list(locked(found.games.filter(number__in=numbers)))
        if len(games) != len(set(numbers)):
            raise LeagueError(LeagueErrorCode.TABLE_BEGUN)
        require_not_begun(games)
        seated = GameSeat.objects.filter(game__in=games, player__isnull=False)
        guests = hold_guests(found.season.league, set(seated.values_list("player_id", flat=True)))
        for game in games:
            game.delete()
        found.rounds.filter(games=None).delete()
        forget(guests)


def require_not_begun(games: Iterable[Game]) -> None:
    """Refuse to change tables at which something was written or played, or said to be so.

    That a guest who sits there became a member is no beginning; the log of the league has it too.
    Raises LeagueError(TABLE_BEGUN).
    """
    games = list(games)
    merges = [GameVersion.Did.MERGED, GameVersion.Did.PARTED]
    has_history = GameVersion.objects.filter(game__in=games).exclude(did__in=merges).exists()
    if has_history or not all(game.is_untouched for game in games):
        raise LeagueError(LeagueErrorCode.TABLE_BEGUN)


def release_round(row: Round, now: datetime, by: Player | None) -> None:
    """Show everybody who sits where in a hidden round, and tell those who sit there.

    Under the season's lock.
    """
    row.released_at = now
    row.save(update_fields=["released_at"])
    tell_seated(row.games.filter(status=Game.Status.SEATED), by)
    _tell_webhooks(row)


def _tell_webhooks(row: Round) -> None:
    season = row.session.season
    if season.league.has_webhooks:
        webhooks.tell(season, WebhookDelivery.Event.TABLES, [row.pk])


def set_wish(season_id: int, one: Player, other: Player, kind: Wish.Kind) -> None:
    """Two people are always, or never, to sit at the same table.

    Raises LeagueError(SAME_PERSON, PLAYER_GONE).
    """
    if one == other:
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    first, second = sorted((one.pk, other.pk))
    with locked_season(season_id) as season:
        hold_players([first, second], joining=True)
        Wish.objects.update_or_create(
            season=season, first_id=first, second_id=second, defaults={"kind": kind}
        )


def remove_wish(season_id: int, wish_id: int) -> None:
    """Take a wish back, if it is still there."""
    with locked_season(season_id) as season:
        season.wishes.filter(pk=wish_id).delete()
