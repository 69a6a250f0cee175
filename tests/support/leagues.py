"""Leagues for tests: created, played and entered through the services."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone

from accounts.models import Player
from leagues.models import (
    Game,
    GameSeat,
    League,
    Role,
    Season,
    Session,
    SheetRevision,
    Standing,
    Webhook,
)
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.webhooks import service as webhooks
from leagues.season_rules import SeasonRules
from leagues.setup.league_life import create_league, set_role
from leagues.setup.season_life import open_season
from leagues.sheets import results
from leagues.sheets.form import GUEST, guest_key
from leagues.sheets.score_sheet import Pad, ScoreSheet
from leagues.standings import season_lock
from tests.factories import PlayerFactory

LAST_TOTAL = 70
"""Heads of the last of a game that somebody wins: the base game ends past 66."""


@contextmanager
def standings_computed_once() -> Iterator[None]:
    """What changes of leagues put out of date inside the block is computed once, at its end."""
    usual: Callable[[partial[int]], None] = vars(season_lock)["after_commit"]
    waiting: dict[tuple[Any, ...], partial[int]] = {}

    def wait(work: partial[int]) -> None:
        waiting[work.func, work.args] = work

    with mock.patch.object(season_lock, "after_commit", wait):
        yield
    for work in waiting.values():
        usual(work)


def make_season(
    owner: Player | None = None,
    *,
    name: str = "Tuesdays",
    visibility: League.Visibility = League.Visibility.PUBLIC,
    opened: bool = True,
    **rules: Any,
) -> Season:
    """The first season of a new league, running; `rules` are those of SeasonRules."""
    league = League(name=name, visibility=visibility)
    rules_of = SeasonRules(**rules)
    season = create_league(owner or PlayerFactory.create(), league, "Spring", rules_of)
    if opened:
        open_season(season.pk, timezone.now())
    season.refresh_from_db()
    return season


def make_member_with(kind: Role.Kind, league: League, **player: Any) -> Player:
    """A member with this role in a league."""
    made = PlayerFactory.create(**player)
    set_role(league, made, kind)
    return made


def make_guest(name: str = "Dominique") -> Player:
    """Somebody without a login."""
    return PlayerFactory.create(user=None, name=name)


def make_session(season: Season, **fields: Any) -> Session:
    """The next session of a season, running; each begins a week after the one before."""
    number = season.sessions.count() + 1
    begins = timezone.now() + timedelta(weeks=number - 50)
    defaults = {"number": number, "starts_at": begins, "status": Session.Status.RUNNING}
    return Session.objects.create(season=season, **{**defaults, **fields})


def make_game(session: Session, players: Sequence[Player], **fields: Any) -> Game:
    """A game of score sheet at which these people were seated; nothing is entered yet."""
    options = session.season.season_rules.options.to_json()
    number = fields.pop("number", session.games.count() + 1)
    numbers = {"number": number, "table_number": number}
    game = Game.objects.create(session=session, **{**numbers, "options": options, **fields})
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=index, player=player) for index, player in enumerate(players)
    )
    return game


def make_webhook(
    league: League,
    format: Webhook.Format = Webhook.Format.JSON,  # noqa: A002 - the field's name
    address: str = "",
    **fields: Any,
) -> Webhook:
    """A webhook of a league, with an address of its own; its secret is `hook.plain_secret`."""
    address = address or f"https://chat.example.org/hooks/T{league.webhooks.count()}P"
    hook = Webhook(league=league, format=format, **{"language": "en", **fields})
    by = Role.objects.filter(league=league, kind=Role.Kind.OWNER)[0].player
    vars(hook)["plain_secret"] = webhooks.make(hook, address, by, timezone.now())
    return hook


def sheet_of(
    players: Sequence[Player],
    *,
    totals: Sequence[int] | None = None,
    rounds: Sequence[Sequence[int | None]] = (),
    replaced: Sequence[Player | None] | None = None,
    is_cut_short: bool = False,
) -> ScoreSheet:
    """A sheet of totals alone, or of rounds (each a row by player)."""
    pad = Pad(
        columns=tuple(player.pk for player in players),
        rounds=tuple(map(tuple, rounds)),
        totals=None if totals is None else tuple(totals),
        is_cut_short=is_cut_short,
    )
    absent = replaced or [None] * len(players)
    return ScoreSheet(pad, tuple(person.pk if person else None for person in absent))


def sheet_with_guest(member: Player, guest: str) -> tuple[ScoreSheet, dict[str, str]]:
    """Totals of a member and a new guest, and the guest's name by what stands for them there."""
    key = guest_key(guest)
    pad = Pad(columns=(member.pk, key), totals=(12, LAST_TOTAL))
    return ScoreSheet(pad, (None, None)), {key: guest}


def texts_of(*who: Player | str, **texts: str) -> dict[str, str]:
    """The fields of a sheet of these players, guests by name; texts: its other fields."""
    for n, player in enumerate(who):
        texts[f"p{n}"] = GUEST if isinstance(player, str) else str(player.pk)
        texts[f"g{n}"] = player if isinstance(player, str) else ""
        texts[f"f{n}"] = ""
        texts.setdefault(f"t{n}", "")
    return texts


def enter(
    game: Game,
    totals: Sequence[int] | None = None,
    *,
    by: Player | None = None,
    players: Sequence[Player] | None = None,
    **sheet: Any,
) -> Game:
    """Enter totals, or `rounds=...`, for who sits at a game; it counts unless the season asks
    for a second person."""
    if players is None:
        seats = game.seats.select_related("player").order_by("index")
        players = [seat.player for seat in seats if seat.player]
    entered = sheet_of(players, totals=totals, **sheet)
    results.submit(game, entered, by or PlayerFactory.create(), timezone.now())
    game.refresh_from_db()
    return game


def totals_of(revision: SheetRevision | None) -> list[int | None] | None:
    """The totals on a sheet that was submitted, by column; None where there is no sheet."""
    return None if revision is None else [seat.total for seat in revision.seats.all()]


def play(session: Session, *players: Player, **entering: Any) -> Game:
    """A new game that these people finished in this order, the winner first, without ties."""
    totals = [10 + 5 * place for place in range(len(players) - 1)] + [LAST_TOTAL]
    return enter(make_game(session, players), totals, **entering)


def played_season(*players: Player) -> Season:
    """A running season in which these have played one game, the winner first."""
    season = make_season()
    play(make_session(season), *players)
    return season


def refused(code: LeagueErrorCode) -> pytest.RaisesExc[LeagueError]:
    """`with refused(code):` what is refused with it."""
    return pytest.raises(LeagueError, match=code.value)


def games_counted() -> int:
    """How many games of all players the standings count."""
    return sum(Standing.objects.values_list("games", flat=True))
