"""What a league keeps: seasons and their rules, sessions, games and their history, standings."""

from leagues.models.game import Game, GameSeat, GameVersion
from leagues.models.league import Adjustment, Entrant, League, Role, Season
from leagues.models.merge import Merge
from leagues.models.session import Attendance, Draw, Reply, Session, Wish
from leagues.models.sheet import RevisionSeat, SheetRevision
from leagues.models.standing import Rating, RatingPoint, Standing

__all__ = [
    "Adjustment",
    "Attendance",
    "Draw",
    "Entrant",
    "Game",
    "GameSeat",
    "GameVersion",
    "League",
    "Merge",
    "Rating",
    "RatingPoint",
    "Reply",
    "RevisionSeat",
    "Role",
    "Season",
    "Session",
    "SheetRevision",
    "Standing",
    "Wish",
]
