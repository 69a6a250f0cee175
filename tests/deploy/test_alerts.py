"""The alert rules, the dashboard and the runbook name figures and sections that are there."""

import json
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from prometheus_client import REGISTRY
from pytest_django import Settings

from config import metrics_page
from config.backup import last_backup
from games.play import downtime
from tests.support.project import ROOT

ALERTS = (ROOT / "deploy/prometheus/alerts.yaml").read_text()
DASHBOARD = (ROOT / "deploy/grafana/sixieme.json").read_text()
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
        for ending in ("", "_total", "_count", "_bucket", "_info")
    }
    named = set(re.findall(r"\b(?:sixieme|process)_\w+", ALERTS + DASHBOARD + RUNBOOK))
    assert len(named) >= 10
    assert named <= counted


def test_every_alert_leads_to_a_section_of_the_runbook() -> None:
    titles = re.findall(r"^## (.+)$", RUNBOOK, re.MULTILINE)
    anchors = {re.sub(r"[^a-z -]", "", title.lower()).replace(" ", "-") for title in titles}
    alerts = re.findall(r"- alert: (\w+)", ALERTS)
    led = re.findall(r"runbook: docs/watching\.md#([a-z-]+)", ALERTS)
    assert len(led) == len(alerts) >= 6
    assert set(led) <= anchors
    assert set(re.findall(r"docs/watching\.md#([a-z-]+)", DASHBOARD)) <= anchors
    assert set(re.findall(r"\(#([a-z-]+)\)", RUNBOOK)) <= anchors


def test_alerts_reach_somebody_and_the_disk_is_measured() -> None:
    prometheus = (ROOT / "deploy/prometheus/prometheus.yaml").read_text()
    assert "alertmanagers:" in prometheus
    assert "node_filesystem_avail_bytes" in ALERTS
    assert "- job_name: node" in prometheus


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DASHBOARD)["panels"]
    return found


def test_every_signal_of_the_runbook_has_a_panel() -> None:
    table = RUNBOOK.partition("## The signals")[2].partition("## First, always")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    signals = set(re.findall(r"`((?:sixieme_)\w+)", "".join(rows)))
    assert len(signals) >= 6
    assert {signal for signal in signals if signal not in DASHBOARD} == set()


def test_each_panel_of_the_dashboard_asks_the_chosen_prometheus_and_has_a_place() -> None:
    board = json.loads(DASHBOARD)
    variables = {variable["name"] for variable in board["templating"]["list"]}
    assert board["schemaVersion"] >= 36
    assert len({panel["id"] for panel in panels()}) == len(panels())
    squares = []
    for panel in panels():
        for asked in (panel, *panel["targets"]):
            assert asked["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        named = set(re.findall(r"\$\{?([a-z]\w*)", json.dumps(panel)))
        assert named <= variables
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        squares.append({(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])})
    assert not any(first & second for first, second in combinations(squares, 2))


def test_prometheus_reads_the_rules_and_every_question_of_the_dashboard(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("missing here - promtool: apt-get install prometheus")
    questions = [target["expr"] for panel in panels() for target in panel["targets"]]
    asked = [
        question.replace("$__rate_interval", "1m").replace("$instance", ".*")
        for question in questions
    ]
    rules = [
        {"record": f"question:{number}", "expr": question} for number, question in enumerate(asked)
    ]
    # JSON is YAML.
    board = {"groups": [{"name": "dashboard", "rules": rules}]}
    (tmp_path / "dashboard.yaml").write_text(json.dumps(board))
    (tmp_path / "alerts.yaml").write_text(ALERTS)
    done = subprocess.run(
        [promtool, "check", "rules", "dashboard.yaml", "alerts.yaml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(questions) > 15
