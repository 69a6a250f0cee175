"""The history of a game: every line of it is written here."""

from datetime import datetime

from accounts.models import Player
from leagues.models import Game, GameVersion


def write_line(
    game: Game,
    did: GameVersion.Did,
    by: Player | None,
    now: datetime,
    *,
    reason: str = "",
    pending: bool = False,
) -> None:
    """Who did what, when and why, with the sheet that counts, or the correction that waits.

    by: None where nobody did it but the site itself. Under the season's lock only: it numbers.
    """
    GameVersion.objects.create(
        game=game,
        number=game.versions.count() + 1,
        did=did,
        sheet=(game.pending if pending else None) or game.sheet,
        by=by,
        at=now,
        reason=reason.strip(),
    )
