"""What a league keeps: seasons and their rules, sessions, games and their history, standings."""

from leagues.models.audit import AuditLine
from leagues.models.game import Game, GameSeat, GameVersion
from leagues.models.league import Adjustment, Amendment, Entrant, League, Role, Season
from leagues.models.notice import Notice, NoticePreference, Webhook, WebhookDelivery
from leagues.models.people import Invite, Merge, SignUp, Team, TeamMember
from leagues.models.session import Attendance, Bye, Reply, Round, Session, Wish
from leagues.models.sheet import RevisionSeat, ScoreLink, SheetPhoto, SheetRevision
from leagues.models.standing import Rating, RatingPoint, Standing
from leagues.models.token import ApiToken, FeedAddress, IdempotencyKey

__all__ = [
    "Adjustment",
    "Amendment",
    "ApiToken",
    "Attendance",
    "AuditLine",
    "Bye",
    "Entrant",
    "FeedAddress",
    "Game",
    "GameSeat",
    "GameVersion",
    "IdempotencyKey",
    "Invite",
    "League",
    "Merge",
    "Notice",
    "NoticePreference",
    "Rating",
    "RatingPoint",
    "Reply",
    "RevisionSeat",
    "Role",
    "Round",
    "ScoreLink",
    "Season",
    "Session",
    "SheetPhoto",
    "SheetRevision",
    "SignUp",
    "Standing",
    "Team",
    "TeamMember",
    "Webhook",
    "WebhookDelivery",
    "Wish",
]
