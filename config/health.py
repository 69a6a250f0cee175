"""The addresses that a proxy or a monitor asks: is this process alive, is it ready?"""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import mail_queue
from config.backup import last_backup
from config.migration_names import missing_and_foreign
from games.play.downtime import pulse_age
from monitoring.outages import has_room

# For all checks together.
SECONDS = 2.0
SECONDS_FOR_REDIS = 1.0
# The keeper gives a sign of life each second.
LATEST_KEEPER_SECONDS = 10.0

OK = "ok"
NO_ANSWER = "does not answer"
NOT_CHECKED = "not checked"
OF_THE_DATABASE = ("database", "migrations", "keeper", "release", "mails")
# What somebody must look at, though the process can serve: 503 for those alone who ask for them.
WARNINGS = ("release", "backup", "mails")
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


# Nights of backups are a day apart, and one may take its time.
LATEST_BACKUP = timedelta(hours=26)


def check_database() -> Findings:
    """Whether the database answers, has this release's tables, and has heard of the keeper."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        migrations, release = _migrations()
        is_migrated = migrations == OK
        keeper, mails = (_keeper(), _mails()) if is_migrated else (NOT_CHECKED, NOT_CHECKED)
    except Error:
        return {"database": NO_ANSWER} | dict.fromkeys(OF_THE_DATABASE[1:], NOT_CHECKED)
    finally:
        connection.close()
    return {
        "database": OK,
        "migrations": migrations,
        "keeper": keeper,
        "release": release,
        "mails": mails,
    }


def _migrations() -> tuple[str, str]:
    """Whether the database has our migrations, and whether it has others."""
    missing, foreign = missing_and_foreign()
    if missing:
        return f"{len(missing)} not applied", OK
    if not foreign:
        return OK, OK
    return OK, f"the database is of a newer one: {len(foreign)} migrations are unknown here"


def _keeper() -> str:
    age = pulse_age(timezone.now())
    if age is None:
        return "has never run"
    seconds = age.total_seconds()
    return OK if seconds <= LATEST_KEEPER_SECONDS else f"last seen {seconds:.0f} s ago"


def _mails() -> str:
    now = timezone.now()
    since = mail_queue.late_since(now)
    return OK if since is None else f"the oldest waits for {(now - since).total_seconds():.0f} s"


def _backup() -> str:
    made_at = last_backup.made_at()
    if made_at is None:
        return "this machine has made none"
    age = timezone.now() - made_at
    return OK if age <= LATEST_BACKUP else f"the last one is {age.total_seconds() / 3600:.0f} h old"


def check_layer() -> Findings:
    """Whether every Redis answers; a site of one process has none."""
    if not settings.REDIS_URLS:
        return {"layer": OK}
    # Five megabytes that a small club does without.
    import redis

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


def check_disk() -> Findings:
    """Whether what is written here, or was written to another disk just now, has room."""
    return {"disk": OK if has_room(settings.VAR_DIR) else "full"}


PROBES = (
    Probe(OF_THE_DATABASE, check_database),
    Probe(("layer",), check_layer),
    Probe(("disk",), check_disk),
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

    `?exclude=layer` ignores a check, and may be repeated; `?include=warnings` adds those that a
    proxy must not heed.
    """
    found = findings() | {"backup": _backup()}
    warnings = {name: found.pop(name) for name in WARNINGS}
    excluded = request.GET.getlist("exclude")
    said = {name: text for name, text in found.items() if name not in excluded}
    if "warnings" in request.GET.getlist("include"):
        said |= warnings
    is_ready = set(said.values()) <= {OK}
    answer = {"ready": is_ready, "release": settings.RELEASE, "checks": found, "warnings": warnings}
    response = JsonResponse(answer, status=200 if is_ready else 503)
    # Proxies ask every other second, and the log has a line of what is away already.
    response._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001 - Django's mark
    return response
