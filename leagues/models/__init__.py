"""What a league keeps: seasons and their rules, evenings, games and their history, standings."""

from leagues.models.evening import Attendance, Draw, Reply, Session, Wish
from leagues.models.games import Game, GameSeat, GameVersion
from leagues.models.leagues import Adjustment, Entrant, League, Merge, Role, Season
from leagues.models.tables import Rating, RatingPoint, Standing

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
    "Role",
    "Season",
    "Session",
    "Standing",
    "Wish",
]
