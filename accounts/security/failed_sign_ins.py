"""A line of the log for each sign-in that fails, with its reason; fail2ban can read it."""

import hashlib
import logging
import secrets
from ipaddress import ip_address

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

logger = logging.getLogger(__name__)

# deploy/fail2ban/sixieme-filter.conf reads the line up to the colon.
LINE = "sign-in failed from %s: %s"
WRONG_PASSWORD = "unknown email address or wrong password"  # noqa: S105 - no password
WRONG_CODE = "wrong code or passkey"
TOO_MANY = "too many tries"

# Known to this process alone, so that nobody finds the address of a mark later.
_KEY = secrets.token_bytes(16)


def note(request: HttpRequest, reason: str) -> None:
    """Log that somebody was not let in; never who they said they were."""
    logger.warning(LINE, _whence(request), reason)


def _whence(request: HttpRequest) -> str:
    """The address, or with LOG_ADDRESSES=hashed a mark that is the same for the same address."""
    try:
        address = str(ip_address(get_adapter().get_client_ip(request)))
    except (ValueError, PermissionDenied):
        return "an unknown address"
    if settings.LOG_ADDRESSES == "whole":
        return address
    return f"address #{hashlib.blake2b(address.encode(), key=_KEY, digest_size=5).hexdigest()}"
