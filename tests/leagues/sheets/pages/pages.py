"""Score sheets as a browser without scripts uses them."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from accounts.models import Player
from leagues.models import Game, Session


def address(game: Game, page: str = "game") -> str:
    """The address of a page of a game."""
    session = game.session
    season = session.season
    return reverse(
        f"leagues:{page}",
        args=[season.league.slug, season.number, session.number, game.number],
    )


def address_in(session: Session, page: str) -> str:
    """The address of a page of a session."""
    season = session.season
    return reverse(f"leagues:{page}", args=[season.league.slug, season.number, session.number])


def fields(
    players: Sequence[Player | None],
    rounds: Sequence[Sequence[object]] = (),
    *,
    totals: Sequence[object] | None = None,
    version: int = 1,
    **more: Any,
) -> dict[str, Any]:
    """The fields of a sheet; None is a column without a player."""
    columns = range(len(players))
    found: dict[str, Any] = {"version": version, "mode": "rounds" if totals is None else "totals"}
    for n, player in enumerate(players):
        found |= {f"p{n}": player.pk if player else "", f"g{n}": "", f"f{n}": ""}
        found[f"t{n}"] = "" if totals is None else totals[n]
    for row, cells in enumerate(rounds):
        found |= {f"r{row}c{n}": cells[n] for n in columns}
    return found | more
