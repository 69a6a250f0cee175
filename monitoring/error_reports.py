"""Send errors to a service that speaks Sentry's protocol, where the operator has named one."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from monitoring.redaction import hide_secrets

NOT_INSTALLED = (
    "SENTRY_DSN is set, but sentry-sdk is not installed: "
    "python -m pip install --require-hashes -r requirements/sentry.txt"
)
# The parts of a report that are sent; others hold cookies, forms, addresses or variables.
KEPT = {
    "event_id",
    "exception",
    "level",
    "logentry",
    "logger",
    "message",
    "platform",
    "release",
    "sdk",
    "timestamp",
    "transaction",
}


def start(dsn: str) -> None:
    """Report errors from now on. Raises ImproperlyConfigured where the package is missing."""
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(NOT_INSTALLED) from None
    sentry_sdk.init(
        dsn=dsn,
        before_send=stripped,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def stripped(event: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """A report without what the log leaves out too (monitoring/redaction.py)."""
    kept = {name: _without_secrets(value) for name, value in event.items() if name in KEPT}
    request = event.get("request") or {}
    asked = {name: request[name] for name in ("method", "url") if name in request}
    if asked:
        # What follows the question mark may be anything.
        asked["url"] = str(asked.get("url", "")).partition("?")[0]
        kept["request"] = _without_secrets(asked)
    return kept


def _without_secrets(value: Any) -> Any:
    match value:
        case str():
            return hide_secrets(value)
        case dict():
            # Variables of a frame, should the package send them all the same.
            return {name: _without_secrets(each) for name, each in value.items() if name != "vars"}
        case list() | tuple():
            return [_without_secrets(each) for each in value]
    return value
