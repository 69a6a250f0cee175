"""What inventory.py says, of what is said at tables and of reports."""

from tests.config.privacy.inventory import EMPTIED, GOES, STAYS, Erased, Told

PERSONAL: dict[str, dict[str, tuple[Told, Erased]]] = {
    "games.Message": {
        "author": ("talk.messages.table", STAYS),
        "text": ("talk.messages.text", EMPTIED),
        "reaction": ("talk.messages.reaction", EMPTIED),
        "at": ("talk.messages.at", STAYS),
    },
    "games.Silence": {
        "player": ("talk.silenced_at", GOES),
        "until": ("reports.may_write_from", GOES),
    },
    "games.ReportCase": {
        "about": ("reports.about_me.text", GOES),
        "text": ("reports.about_me.text", EMPTIED),
        "decision": ("reports.about_me.decision", GOES),
        "decided_at": ("reports.about_me.at", GOES),
        "silenced_until": ("reports.about_me.may_write_from", GOES),
        "decided_by": ("", EMPTIED),  # it is about another person
    },
    "games.ReportedLine": {
        "author": ("reports.my_messages.text", GOES),
        "text": ("reports.my_messages.text", EMPTIED),
        "at": ("reports.my_messages.at", GOES),
    },
    "games.Report": {
        "by": ("reports.made.reason", GOES),
        "reason": ("reports.made.reason", GOES),
        "words": ("reports.made.words", EMPTIED),
        "at": ("reports.made.at", GOES),
    },
    "games.Mute": {
        "player": ("talk.muted", GOES),
        "muted": ("", GOES),  # what another person does not want to read
    },
}

IMPERSONAL = {
    "games.Message": "id table number changed to",
    "games.Silence": "id table",
    "games.ReportCase": "id table number picture to_spectators opened_at",
    "games.ReportedLine": "id case number",
    "games.Report": "id case",
    "games.Mute": "id",
}
