"""The addresses that a proxy or a monitor asks: is this process alive, is it ready?"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.downtime import pulse_age

# For all checks together.
SECONDS = 2.0
SECONDS_FOR_REDIS = 1.0
# The keeper gives a sign of life each second.
LATEST_KEEPER_SECONDS = 10.0

OK = "ok"
NO_ANSWER = "does not answer"
NOT_CHECKED = "not checked"
# By the name of a check, OK or what is wrong.
Findings = Mapping[str, str]


class Probe:
    """Checks on a thread of their own, the first of which the others need; never twice at once.

    While a check hangs, whoever asks waits for that one.
    """

    def __init__(self, names: Sequence[str], check: Callable[[], Findings]) -> None:
        self.names = names
        self._check = check
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=names[0])
        self._running: Future[Findings] | None = None

    def start(self) -> None:
        """Begin to check, unless the last check has not ended."""
        if self._running is None or self._running.done():
            self._running = self._thread.submit(self._check)

    def result(self, seconds: float) -> Findings:
        """What was found, or after these seconds that there is no answer."""
        assert self._running is not None  # noqa: S101 - started before
        try:
            return self._running.result(max(0.0, seconds))
        except NotInTime:
            return dict.fromkeys(self.names, NOT_CHECKED) | {self.names[0]: NO_ANSWER}


_is_migrated = False


def check_database() -> Findings:
    """Whether the database answers, has this release's tables, and has heard of the keeper."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        migrations = _migrations()
        keeper = _keeper() if migrations == OK else NOT_CHECKED
    except Error:
        return {"database": NO_ANSWER, "migrations": NOT_CHECKED, "keeper": NOT_CHECKED}
    finally:
        connection.close()
    return {"database": OK, "migrations": migrations, "keeper": keeper}


def _migrations() -> str:
    # Reading all migrations takes a tenth of a second, and nobody takes one back while we run.
    global _is_migrated
    if not _is_migrated:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if missing:
            return f"{missing} not applied"
        _is_migrated = True
    return OK


def _keeper() -> str:
    age = pulse_age(timezone.now())
    if age is None:
        return "has never run"
    seconds = age.total_seconds()
    return OK if seconds <= LATEST_KEEPER_SECONDS else f"last seen {seconds:.0f} s ago"


def check_layer() -> Findings:
    """Whether every Redis answers; a site of one process has none."""
    for url in settings.REDIS_URLS:
        patience = {
            "socket_connect_timeout": SECONDS_FOR_REDIS,
            "socket_timeout": SECONDS_FOR_REDIS,
        }
        try:
            with redis.Redis.from_url(url, **patience) as server:
                server.ping()
        except (redis.RedisError, OSError):
            return {"layer": NO_ANSWER}
    return {"layer": OK}


PROBES = (
    Probe(("database", "migrations", "keeper"), check_database),
    Probe(("layer",), check_layer),
)


def findings() -> dict[str, str]:
    """What all checks find. Takes hardly more than SECONDS."""
    deadline = time.monotonic() + SECONDS
    for probe in PROBES:
        probe.start()
    found: dict[str, str] = {}
    for probe in PROBES:
        found |= probe.result(deadline - time.monotonic())
    return found


@login_not_required
@never_cache
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; looks at nothing else."""
    return HttpResponse("ok\n", "text/plain")


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 if all that a process needs answers, otherwise 503; the JSON says what does not.

    `?exclude=layer` ignores a check, and may be repeated.
    """
    found = findings()
    excluded = request.GET.getlist("exclude")
    is_ready = all(said == OK for name, said in found.items() if name not in excluded)
    response = JsonResponse({"ready": is_ready, "checks": found}, status=200 if is_ready else 503)
    # Proxies ask every other second, and the log has a line of what is away already.
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - Django's mark
    return response
