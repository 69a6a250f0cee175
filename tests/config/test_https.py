"""The site behind HTTPS, in a process of its own: settings are read once."""

import json
import os
import subprocess
import sys

import pytest

from tests.support.project import ROOT

ASK = """
import json, sys, django
django.setup()
from django.test import Client
told = {}
for address in ("/healthz", "/account/login/?next=/x/"):
    for scheme in ("http", "https"):
        headers = {"X-Forwarded-Proto": scheme, "Host": "club.example"}
        answer = Client(headers=headers).head(address)
        told[f"{scheme}{address}"] = [answer.status_code, dict(answer.headers)]
        told[f"{scheme}{address}"].append(answer.cookies.output())
json.dump(told, sys.stdout)
"""


def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    own = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "HTTPS": "1",
        "ALLOWED_HOSTS": "club.example",
        "SECRET_KEY": "a-long-key-of-many-different-signs-0123456789-abcdefgh",
        "DATABASE_URL": "sqlite:///:memory:",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | own | settings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("subdomains", ["0", "1"])
def test_django_finds_nothing_to_warn_of(subdomains: str) -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level=WARNING", HSTS_SUBDOMAINS=subdomains)
    assert done.returncode == 0, done.stderr


def test_django_finds_nothing_in_the_example_of_a_server() -> None:
    text = (ROOT / "deploy/systemd/environment.example").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    example = dict(line.split("=", 1) for line in lines)
    # What the operator has to fill in.
    example |= {"SECRET_KEY": "a-long-key-of-many-different-signs-0123456789-abcdefgh"}
    assert example["HTTPS"] == "1"
    done = run("manage.py", "check", "--deploy", "--fail-level=WARNING", **example)
    assert done.returncode == 0, done.stderr


def test_plain_http_is_led_to_https_except_where_the_process_itself_is_asked() -> None:
    done = run("-c", ASK, DJANGO_SETTINGS_MODULE="config.settings_test")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    status, headers, _cookies = told["http/account/login/?next=/x/"]
    assert (status, headers["Location"]) == (301, "https://club.example/account/login/?next=/x/")
    assert told["http/healthz"][0] == 200
    status, headers, cookies = told["https/account/login/?next=/x/"]
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Secure" in cookies
