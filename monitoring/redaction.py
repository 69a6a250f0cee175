"""Hide what is secret in a text that leaves the site: a line of the log, a report of an error."""

import re

HIDDEN = "…"
# What follows in an address is a secret: whoever has it may do something without signing in.
SECRET_PATHS = (
    "members/join",
    "members/new-password",
    "guest/link",
    "leagues/join",
    "leagues/score",
    "leagues/feeds",
    "leagues/notices/off",
    "reminders/off",
    "invites/off",
    "account/password/reset/key",
    "account/confirm-email",
)
SLASH = "(?:/|%2F)"
# Who writes "//" or "/./" gets no page, but an address in the log.
SLASHES = SLASH + "[/.]*"


def _pattern_of_paths() -> str:
    """Any of SECRET_PATHS with what follows, also as a part of a query."""
    paths = "|".join(path.replace("/", SLASHES) for path in SECRET_PATHS)
    return rf"(?P<path>{SLASH}(?:{paths}){SLASHES})(?:(?!%2F)[^/\s])+"


def _pattern_of_tokens() -> str:
    """A token as the site makes them, anywhere in an address."""
    # Base64, which always has small and capital letters, or a hash in hex.
    base64 = r"(?-i:(?=[^/=\s]*[a-z])(?=[^/=\s]*[A-Z]))[\w.:%~-]{24,}"
    return rf"(?P<token>{SLASH}|=)(?:{base64}|[\w-]*[0-9a-f]{{32,}})"


# No unbounded repetition before a sign that may be missing: it would take the square of the length.
_SECRETS = re.compile(
    "|".join(
        (
            _pattern_of_paths(),
            _pattern_of_tokens(),
            r"(?P<cookie>\b(?:sessionid|csrftoken|csrfmiddlewaretoken|guest|token)=)[^;\s&'\"]+",
            r"(?P<scheme>\b(?:Bearer|Basic) )\S+",
            # The address of a webhook, and the secret that signs its posts.
            r"(?P<hook>/api/webhooks/|hooks\.slack\.com/)[^\s'\"]+",
            r"\bsixieme_hook_[\w-]+",
            # The password in the address of a database.
            r"(?P<server>://)[^@/\s]{1,300}@",
            # A mail address.
            r"[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63})+",
            # The seed of a deal.
            r"\b[0-9a-f]{64}\b",
        )
    ),
    re.IGNORECASE,
)


def hide_secrets(text: str) -> str:
    """The text with dots for tokens in addresses, cookies, passwords, mail addresses and seeds."""
    return _SECRETS.sub(
        lambda found: (found[found.lastgroup] if found.lastgroup else "") + HIDDEN, text
    )
