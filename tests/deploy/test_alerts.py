"""The alert rules and the runbook name figures that the site has, and sections that are there."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY
from pytest_django import Settings

from config import metrics_page
from config.backup import last_backup
from games.services import downtime
from tests.support.project import ROOT

ALERTS = (ROOT / "deploy/prometheus/alerts.yaml").read_text()
RUNBOOK = (ROOT / "docs/watching.md").read_text()
# It is imported with the first request.
COLLECTOR = metrics_page.SiteCollector


@pytest.mark.django_db
def test_every_figure_that_is_named_is_counted(settings: Settings, tmp_path: Path) -> None:
    downtime.beat(timezone.now())
    settings.VAR_DIR = tmp_path
    last_backup.note(timezone.now())
    counted = {
        f"{family.name}{ending}"
        for family in REGISTRY.collect()
        for ending in ("", "_total", "_count", "_bucket")
    }
    named = set(re.findall(r"\bsixieme_\w+", ALERTS + RUNBOOK))
    assert len(named) >= 10
    assert named <= counted


def test_every_alert_leads_to_a_section_of_the_runbook() -> None:
    titles = re.findall(r"^## (.+)$", RUNBOOK, re.MULTILINE)
    anchors = {re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-") for title in titles}
    alerts = re.findall(r"- alert: (\w+)", ALERTS)
    led = re.findall(r"runbook: docs/watching\.md#([a-z-]+)", ALERTS)
    assert len(led) == len(alerts) >= 6
    assert set(led) <= anchors
    assert set(re.findall(r"\(#([a-z-]+)\)", RUNBOOK)) <= anchors


def test_alerts_reach_somebody_and_the_disk_is_measured() -> None:
    prometheus = (ROOT / "deploy/prometheus/prometheus.yaml").read_text()
    assert "alertmanagers:" in prometheus
    assert "node_filesystem_avail_bytes" in ALERTS
    assert "- job_name: node" in prometheus
