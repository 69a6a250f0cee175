"""fail2ban reads who failed to sign in, and nobody can put another's address there."""

import logging
import re
from pathlib import Path

import pytest

from accounts.security.failed_sign_ins import LINE, WRONG_PASSWORD
from monitoring.logs import JsonFormatter, TextFormatter
from tests.support.project import ROOT

FILTER: Path = ROOT / "deploy/fail2ban/sixieme-filter.conf"
# As settings.LOGGING names them.
FORMATTERS = [TextFormatter("{asctime} {levelname} {name}: {message}", style="{"), JsonFormatter()]
OURS = "accounts.security.failed_sign_ins"


def found(logger: str, message: str, formatter: logging.Formatter) -> str | None:
    """The address that fail2ban finds in a line of the journal."""
    (pattern,) = re.findall(r"^failregex = (.*)$", FILTER.read_text(), re.MULTILINE)
    record = logging.LogRecord(logger, logging.WARNING, "", 0, message, (), None)
    match = re.search(
        pattern.replace("<ADDR>", r"(?P<address>[0-9a-f.:]+)"),
        f"club sixieme@8001[77]: {formatter.format(record)}",
    )
    return match and match["address"]


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::7"])
def test_it_reads_the_address_of_a_failed_sign_in(
    address: str, formatter: logging.Formatter
) -> None:
    assert found(OURS, LINE % (address, WRONG_PASSWORD), formatter) == address


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize(
    ("logger", "message"),
    [
        (OURS, LINE % ("address #0a1b2c3d4e", WRONG_PASSWORD)),
        ("django.request", f"Not Found: /{OURS}: {LINE % ('203.0.113.7', WRONG_PASSWORD)}"),
        (
            "django.request",
            f'Not Found: /"logger": "{OURS}", "message": "{LINE % ("203.0.113.7", WRONG_PASSWORD)}',
        ),
    ],
    ids=["hashed", "as text", "as JSON"],
)
def test_it_reads_no_address_that_a_visitor_wrote(
    logger: str, message: str, formatter: logging.Formatter
) -> None:
    assert found(logger, message, formatter) is None
