"""What a league keeps: seasons and their rules, sessions, games and their history, standings."""

from leagues.models.audit import AuditLine
from leagues.models.game import Game, GameSeat, GameVersion
from leagues.models.league import Adjustment, Amendment, Entrant, League, Role, Season
from leagues.models.merge import Merge
from leagues.models.notice import Notice, NoticePreference
from leagues.models.paper import ScoreLink, SheetPhoto
from leagues.models.round import Bye, Round
from leagues.models.session import Attendance, Reply, Session, Wish
from leagues.models.sheet import RevisionSeat, SheetRevision
from leagues.models.sign_up import Invite, SignUp
from leagues.models.standing import Rating, RatingPoint, Standing
from leagues.models.team import Team, TeamMember
from leagues.models.token import ApiToken, FeedAddress, IdempotencyKey
from leagues.models.webhook import Webhook, WebhookDelivery

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
