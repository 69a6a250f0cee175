"""The ranking of one session: every game of it counts."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Player
from leagues.models import Session
from leagues.standings import counted_games
from leagues.standings.figures import figure_text, share_text, short_text
from leagues.standings.scoring.table import ranking_of_session


class RankedRow(NamedTuple):
    player: Player
    place: int | None
    figure: str
    share: str
    wins: str
    games: int
    heads: int


def ranking_text(session: Session, rows: Iterable[RankedRow]) -> str:
    """A session in a few lines, to send to others: who had which place, and with what."""
    when = date_format(timezone.localtime(session.starts_at), "DATE_FORMAT")
    lines = [f"{row.place}. {row.player.name} {row.figure}" for row in rows if row.place]
    return "\n".join([f"{session.season.league.name} · {session.title} · {when}", *lines])


def ranking(session: Session) -> list[RankedRow]:
    """Who was best in a session; two statements."""
    rules = session.season.season_rules
    rows = ranking_of_session(counted_games.results_of_session(session), rules)
    players = Player.objects.in_bulk([row.player for row in rows])
    return [
        RankedRow(
            player=players[row.player],
            place=row.place,
            figure=figure_text(row.figure, rules.preset),
            share=share_text(row.share),
            wins=short_text(row.wins),
            games=row.games,
            heads=row.heads,
        )
        for row in rows
    ]
