"""The figures of this process for Prometheus, for whoever may read them."""

import time
from collections.abc import Iterator
from datetime import datetime
from ipaddress import ip_address

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from accounts import mail_queue
from config.backup import last_backup
from games.page.consumer import HUBS as TABLES
from games.play.downtime import pulse_age
from games.play.keeper import due_tables
from games.reminders.sending import waiting_since as reminders_since
from leagues.notices.sending import waiting_since as notices_since
from leagues.sessions.consumers import HUBS as SEASONS
from leagues.sessions.consumers import SESSION_HUBS as SESSIONS
from leagues.standings.rating_store import RATINGS
from leagues.standings.store import STANDINGS
from monitoring.metrics import DATABASE_ERRORS, STARTED_AT

PAGES = {"table": TABLES, "season": SEASONS, "session": SESSIONS}


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All figures in the text format of Prometheus; 404 for whoever may not read them."""
    if not (_has_token(request) or _is_from_monitor(request)):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    return (
        bool(settings.METRICS_TOKEN)
        and kind == "Bearer"
        and constant_time_compare(token, settings.METRICS_TOKEN)
    )


def _is_from_monitor(request: HttpRequest) -> bool:
    """Whether it comes straight from one of METRICS_FROM; a proxy may stand at such an address."""
    if not settings.METRICS_FROM or "X-Forwarded-For" in request.headers:
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FROM)


class SiteCollector(Collector):
    """The figures that are read when they are asked for: sockets, the keeper, waiting work."""

    def __init__(self) -> None:
        # When this process first saw that standings or ratings were out of date.
        self._outdated_since: dict[tuple[str, int], float] = {}

    def describe(self) -> list[Metric]:
        """Nothing: what is registered would otherwise be read at once."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Every figure; without the database those of this process alone."""
        yield InfoMetricFamily("sixieme_release", "What runs.", {"version": settings.RELEASE})
        backup = last_backup.made_at()
        if backup is not None:
            help_text = (
                "When this machine made its last complete backup; absent where it made none."
            )
            yield GaugeMetricFamily(
                "sixieme_last_backup_timestamp_seconds", help_text, backup.timestamp()
            )
        yield from _sockets()
        answers = 1
        try:
            yield from (*_keeper(timezone.now()), self._oldest_work(timezone.now()))
        except Error:
            DATABASE_ERRORS.labels("metrics").inc()
            answers = 0
        yield GaugeMetricFamily("sixieme_database_up", "Whether the database answers.", answers)

    def _oldest_work(self, now: datetime) -> Metric:
        found = GaugeMetricFamily(
            "sixieme_oldest_work_seconds",
            "How long the oldest work waits that should have been done; 0 where none does.",
            labels=["queue"],
        )
        for queue, since in (
            ("notices", notices_since(now)),
            ("reminders", reminders_since(now)),
            ("mails", mail_queue.late_since(now)),
        ):
            found.add_metric([queue], _seconds_since(since, now))
        seen, begun = time.monotonic(), self._outdated_since
        self._outdated_since = {
            key: begun.get(key, seen)
            for key in (
                *(("standings", season_id) for season_id in STANDINGS.waiting_ids()),
                *(("ratings", league_id) for league_id in RATINGS.waiting_ids()),
            )
        }
        for queue in ("standings", "ratings"):
            own = [since for (kind, _id), since in self._outdated_since.items() if kind == queue]
            found.add_metric([queue], seen - min(own, default=seen))
        return found


def _sockets() -> Iterator[Metric]:
    opened = GaugeMetricFamily("sixieme_sockets", "Open sockets, by kind of page.", labels=["page"])
    for page, hubs in PAGES.items():
        opened.add_metric([page], len(hubs.sockets()))
    yield opened
    viewers = sum(socket.is_spectator for socket in TABLES.sockets())
    yield GaugeMetricFamily("sixieme_viewers", "Open sockets of tables that only watch.", viewers)


def _keeper(now: datetime) -> Iterator[Metric]:
    age = pulse_age(now)
    # Where no keeper has ever run, it is late once this process has waited for it for so long.
    lag = time.monotonic() - STARTED_AT if age is None else age.total_seconds()
    help_text = "How long ago a keeper last gave its sign of life, which it does each second."
    yield GaugeMetricFamily("sixieme_keeper_lag_seconds", help_text, lag)
    due = due_tables(now)
    help_text = "How long the move of a bot or of the clock waits that is due longest."
    overdue = _seconds_since(due[0][1] if due else None, now)
    yield GaugeMetricFamily("sixieme_overdue_move_seconds", help_text, overdue)


def _seconds_since(since: datetime | None, now: datetime) -> float:
    return 0.0 if since is None else max(0.0, (now - since).total_seconds())


REGISTRY.register(SiteCollector())
