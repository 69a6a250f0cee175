"""Reports of errors: only where they are asked for, and without what is secret."""

import os
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

from monitoring import error_reports
from monitoring.error_reports import stripped
from tests.support.project import ROOT

DSN = "https://key@errors.example/1"
EVENT: dict[str, Any] = {
    "level": "error",
    "server_name": "host",
    "user": {"id": 7, "email": "ada@club.example", "ip_address": "10.0.0.1"},
    "breadcrumbs": {"values": [{"message": "the hand is 55, 104"}]},
    "extra": {"hand": [55, 104]},
    "contexts": {"state": {"seed": "0f" * 32}},
    "logentry": {"message": "Not Found: %s", "params": ["/leagues/score/s3cret/"]},
    "exception": {
        "values": [
            {
                "type": "IntegrityError",
                "value": "Key (email)=(ada@club.example) already exists.",
                "stacktrace": {"frames": [{"function": "save", "vars": {"token": "s3cret"}}]},
            }
        ]
    },
    "request": {
        "method": "POST",
        "url": "https://club.example/guest/link/s3cret/?next=s3cret",
        "query_string": "next=s3cret",
        "cookies": {"sessionid": "s3cret"},
        "headers": {"Cookie": "sessionid=s3cret", "Authorization": "Bearer s3cret"},
        "data": {"card": "55"},
        "env": {"REMOTE_ADDR": "10.0.0.1"},
    },
}


def test_a_report_holds_nothing_that_the_log_hides() -> None:
    report = stripped(EVENT, {})
    for secret in ("s3cret", "ada@club.example", "10.0.0.1", "104", "0f0f", "'55'"):
        assert secret not in str(report), secret


def test_a_report_still_says_what_happened_and_where() -> None:
    report = stripped(EVENT, {})
    (error,) = report["exception"]["values"]
    assert (error["type"], error["value"]) == ("IntegrityError", "Key (email)=(…) already exists.")
    assert error["stacktrace"]["frames"][0]["function"] == "save"
    assert report["request"] == {"method": "POST", "url": "https://club.example/guest/link/…/"}


def test_the_package_is_told_to_collect_nothing_about_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: dict[str, Any] = {}
    package = ModuleType("sentry_sdk")
    package.init = told.update  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentry_sdk", package)
    error_reports.start(DSN)
    assert told["dsn"] == DSN
    assert told["send_default_pii"] is False
    assert told["include_local_variables"] is False
    assert told["before_send"] is stripped


def test_a_dsn_without_the_package_stops_the_start_with_a_sentence() -> None:
    # None in sys.modules is what Python takes for a package that is not there.
    program = "import sys; sys.modules['sentry_sdk'] = None; import django; django.setup()"
    own = {"SENTRY_DSN": DSN, "DJANGO_SETTINGS_MODULE": "config.settings_test"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        "SENTRY_DSN is set, but sentry-sdk is not installed: "
        "python -m pip install --require-hashes -r requirements/sentry.txt"
    )
