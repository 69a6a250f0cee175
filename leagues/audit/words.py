"""What a line of the log can tell, and its words."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from leagues.models import AuditLine

Kind = AuditLine.Kind


class Did(TextChoices):
    """What was done, and how a line says it; values are stored."""

    CHANGED_SETTINGS = "changed_settings", _("changed the settings of the league")
    GAVE_ROLE = "gave_role", _("gave a role")
    TOOK_ROLE = "took_role", _("removed a role")
    CHANGED_RULES = "changed_rules", _("changed the name or the rules of the season")
    AMENDED_RULES = "amended_rules", _("amended the rules of the running season")
    PLANNED_SEASON = "planned_season", _("planned the season")
    OPENED_SEASON = "opened_season", _("opened the season")
    CLOSED_SEASON = "closed_season", _("closed the season")
    ARCHIVED_SEASON = "archived_season", _("archived the season")
    DELETED_SEASON = "deleted_season", _("deleted a season")
    CHANGED_SIGN_UP = "changed_sign_up", _("changed how members sign up for the season")
    APPROVED_SIGN_UP = "approved_sign_up", _("approved a sign-up")
    REFUSED_SIGN_UP = "refused_sign_up", _("turned down a sign-up")
    PLANNED_SESSION = "planned_session", _("planned the session")
    MOVED_SESSION = "moved_session", _("changed the session")
    CANCELLED_SESSION = "cancelled_session", _("cancelled the session")
    REINSTATED_SESSION = "reinstated_session", _("let the cancelled session take place after all")
    DELETED_SESSION = "deleted_session", _("deleted the session")
    CLOSED_SESSION = "closed_session", _("closed the session")
    REOPENED_SESSION = "reopened_session", _("opened the session again")
    RENAMED = "renamed", _("renamed a guest")
    MERGED = "merged", _("merged a guest with a member")
    PARTED = "parted", _("undid a merge")
    GAVE_POINTS = "gave_points", _("gave or took points")
    CANCELLED_POINTS = "cancelled_points", _("cancelled an adjustment")
    GAVE_BYE = "gave_bye", _("noted that somebody sat out a round")
    NOTED_NO_SHOW = "noted_no_show", _("noted that somebody did not show up for a round")
    FORGOT_ABSENCE = "forgot_absence", _("took back that somebody sat out or did not show up")
    MADE_TEAM = "made_team", _("created a team")
    RENAMED_TEAM = "renamed_team", _("renamed a team")
    DELETED_TEAM = "deleted_team", _("deleted a team")
    JOINED_TEAM = "joined_team", _("added somebody to a team")
    LEFT_TEAM = "left_team", _("took somebody out of a team")
    MADE_INVITE = "made_invite", _("made a link for many to join the season")
    REVOKED_INVITE = "revoked_invite", _("revoked a link for many")
    RENEWED_LINK = "renewed_link", _("renewed the link of the table")
    REVOKED_LINK = "revoked_link", _("revoked the link of the table")
    MADE_ADDRESS = "made_address", _("made private addresses")
    RENEWED_ADDRESS = "renewed_address", _("renewed their private addresses")
    REVOKED_ADDRESS = "revoked_address", _("revoked their private addresses")
    MADE_WEBHOOK = "made_webhook", _("created a webhook")
    CHANGED_WEBHOOK = "changed_webhook", _("changed a webhook")
    DELETED_WEBHOOK = "deleted_webhook", _("deleted a webhook")
    DELETED_PHOTO = "deleted_photo", _("deleted a photo of the sheet")

    @property
    def kind(self) -> AuditLine.Kind:
        return _KINDS[self]


_OF_KIND = {
    Kind.SETTINGS: {Did.CHANGED_SETTINGS},
    Kind.ROLES: {Did.GAVE_ROLE, Did.TOOK_ROLE},
    Kind.RULES: {Did.CHANGED_RULES, Did.AMENDED_RULES},
    Kind.SEASONS: {
        Did.PLANNED_SEASON,
        Did.OPENED_SEASON,
        Did.CLOSED_SEASON,
        Did.ARCHIVED_SEASON,
        Did.DELETED_SEASON,
        Did.CHANGED_SIGN_UP,
        Did.APPROVED_SIGN_UP,
        Did.REFUSED_SIGN_UP,
    },
    Kind.SESSIONS: {
        Did.PLANNED_SESSION,
        Did.MOVED_SESSION,
        Did.CANCELLED_SESSION,
        Did.REINSTATED_SESSION,
        Did.DELETED_SESSION,
        Did.CLOSED_SESSION,
        Did.REOPENED_SESSION,
    },
    Kind.NAMES: {Did.RENAMED},
    Kind.MERGES: {Did.MERGED, Did.PARTED},
    Kind.POINTS: {
        Did.GAVE_POINTS,
        Did.CANCELLED_POINTS,
        Did.GAVE_BYE,
        Did.NOTED_NO_SHOW,
        Did.FORGOT_ABSENCE,
    },
    Kind.TEAMS: {
        Did.MADE_TEAM,
        Did.RENAMED_TEAM,
        Did.DELETED_TEAM,
        Did.JOINED_TEAM,
        Did.LEFT_TEAM,
    },
    Kind.LINKS: {
        Did.MADE_INVITE,
        Did.REVOKED_INVITE,
        Did.RENEWED_LINK,
        Did.REVOKED_LINK,
        Did.MADE_ADDRESS,
        Did.RENEWED_ADDRESS,
        Did.REVOKED_ADDRESS,
        Did.MADE_WEBHOOK,
        Did.CHANGED_WEBHOOK,
        Did.DELETED_WEBHOOK,
    },
    Kind.PHOTOS: {Did.DELETED_PHOTO},
}
_KINDS = {did: kind for kind, dids in _OF_KIND.items() for did in dids}
