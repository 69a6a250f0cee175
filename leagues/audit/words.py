"""What a line of the log can tell, and its words."""

from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.models import AuditLine

Kind = AuditLine.Kind


class Did(Enum):
    """What was done; values are stored."""

    CHANGED_SETTINGS = "changed_settings"
    GAVE_ROLE = "gave_role"
    TOOK_ROLE = "took_role"
    CHANGED_RULES = "changed_rules"
    AMENDED_RULES = "amended_rules"
    PLANNED_SEASON = "planned_season"
    OPENED_SEASON = "opened_season"
    CLOSED_SEASON = "closed_season"
    ARCHIVED_SEASON = "archived_season"
    DELETED_SEASON = "deleted_season"
    CHANGED_SIGN_UP = "changed_sign_up"
    APPROVED_SIGN_UP = "approved_sign_up"
    REFUSED_SIGN_UP = "refused_sign_up"
    PLANNED_SESSION = "planned_session"
    MOVED_SESSION = "moved_session"
    CANCELLED_SESSION = "cancelled_session"
    REINSTATED_SESSION = "reinstated_session"
    DELETED_SESSION = "deleted_session"
    CLOSED_SESSION = "closed_session"
    REOPENED_SESSION = "reopened_session"
    RENAMED = "renamed"
    MERGED = "merged"
    PARTED = "parted"
    GAVE_POINTS = "gave_points"
    CANCELLED_POINTS = "cancelled_points"
    GAVE_BYE = "gave_bye"
    NOTED_NO_SHOW = "noted_no_show"
    FORGOT_ABSENCE = "forgot_absence"
    MADE_TEAM = "made_team"
    RENAMED_TEAM = "renamed_team"
    DELETED_TEAM = "deleted_team"
    JOINED_TEAM = "joined_team"
    LEFT_TEAM = "left_team"
    MADE_INVITE = "made_invite"
    REVOKED_INVITE = "revoked_invite"
    RENEWED_LINK = "renewed_link"
    REVOKED_LINK = "revoked_link"
    MADE_ADDRESS = "made_address"
    RENEWED_ADDRESS = "renewed_address"
    REVOKED_ADDRESS = "revoked_address"
    MADE_WEBHOOK = "made_webhook"
    CHANGED_WEBHOOK = "changed_webhook"
    DELETED_WEBHOOK = "deleted_webhook"
    DELETED_PHOTO = "deleted_photo"

    @property
    def kind(self) -> AuditLine.Kind:
        return _KINDS[self]

    @property
    def words(self) -> Promise:
        return WORDS[self]


WORDS: dict[Did, Promise] = {
    Did.CHANGED_SETTINGS: _("changed the settings of the league"),
    Did.GAVE_ROLE: _("gave a role"),
    Did.TOOK_ROLE: _("removed a role"),
    Did.CHANGED_RULES: _("changed the name or the rules of the season"),
    Did.AMENDED_RULES: _("amended the rules of the running season"),
    Did.PLANNED_SEASON: _("planned the season"),
    Did.OPENED_SEASON: _("opened the season"),
    Did.CLOSED_SEASON: _("closed the season"),
    Did.ARCHIVED_SEASON: _("archived the season"),
    Did.DELETED_SEASON: _("deleted a season"),
    Did.CHANGED_SIGN_UP: _("changed how members sign up for the season"),
    Did.APPROVED_SIGN_UP: _("approved a sign-up"),
    Did.REFUSED_SIGN_UP: _("turned down a sign-up"),
    Did.PLANNED_SESSION: _("planned the session"),
    Did.MOVED_SESSION: _("changed the session"),
    Did.CANCELLED_SESSION: _("cancelled the session"),
    Did.REINSTATED_SESSION: _("let the cancelled session take place after all"),
    Did.DELETED_SESSION: _("deleted the session"),
    Did.CLOSED_SESSION: _("closed the session"),
    Did.REOPENED_SESSION: _("opened the session again"),
    Did.RENAMED: _("renamed a guest"),
    Did.MERGED: _("merged a guest with a member"),
    Did.PARTED: _("undid a merge"),
    Did.GAVE_POINTS: _("gave or took points"),
    Did.CANCELLED_POINTS: _("cancelled an adjustment"),
    Did.GAVE_BYE: _("noted that somebody sat out a round"),
    Did.NOTED_NO_SHOW: _("noted that somebody did not show up for a round"),
    Did.FORGOT_ABSENCE: _("took back that somebody sat out or did not show up"),
    Did.MADE_TEAM: _("created a team"),
    Did.RENAMED_TEAM: _("renamed a team"),
    Did.DELETED_TEAM: _("deleted a team"),
    Did.JOINED_TEAM: _("added somebody to a team"),
    Did.LEFT_TEAM: _("took somebody out of a team"),
    Did.MADE_INVITE: _("made a link for many to join the season"),
    Did.REVOKED_INVITE: _("revoked a link for many"),
    Did.RENEWED_LINK: _("renewed the link of the table"),
    Did.REVOKED_LINK: _("revoked the link of the table"),
    Did.MADE_ADDRESS: _("made private addresses"),
    Did.RENEWED_ADDRESS: _("renewed their private addresses"),
    Did.REVOKED_ADDRESS: _("revoked their private addresses"),
    Did.MADE_WEBHOOK: _("created a webhook"),
    Did.CHANGED_WEBHOOK: _("changed a webhook"),
    Did.DELETED_WEBHOOK: _("deleted a webhook"),
    Did.DELETED_PHOTO: _("deleted a photo of the sheet"),
}

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
