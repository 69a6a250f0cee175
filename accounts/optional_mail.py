"""Mails that their reader can turn off by a link in them, signed in or not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.club.current import club
from accounts.models import User


@dataclass(frozen=True, slots=True)
class TurnOffLink:
    """The link that turns mails of one kind off and does nothing else.

    view: the name of its page, which takes the token. salt: keeps the tokens of one kind from
    turning off another.
    """

    view: str
    salt: str

    def token_of(self, pk: int) -> str:
        """What the link in the mails of somebody (an id) proves."""
        return signing.dumps(pk, salt=self.salt)

    def pk_of(self, token: str) -> int | None:
        """Whose mails a token is from; None if it is none of ours."""
        try:
            return int(signing.loads(token, salt=self.salt))
        except (signing.BadSignature, TypeError, ValueError):
            return None

    def address_of(self, pk: int) -> str:
        """The link in the mails of somebody (an id)."""
        return settings.SITE_URL + reverse(self.view, args=[self.token_of(pk)])


def compose(
    user: User, subject: str, template: str, context: Mapping[str, Any], off: str
) -> EmailMessage:
    """A mail in the active language, to be sent; the template also gets `zone` and `off`.

    off: the link that turns these mails off.
    """
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return EmailMessage(
        # Names may hold ends of lines; a subject may not.
        subject=f"[{club().club_name}] " + " ".join(subject.split()),
        body=render_to_string(template, {**context, "zone": zone, "off": off}),
        to=[user.email],
        headers={
            "List-Unsubscribe": f"<{off}>",
            # RFC 8058: a mail program may do it with one tap, by a POST.
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
