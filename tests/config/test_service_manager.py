"""What systemd is told about the start of a server process."""

import shutil
import socket
import sqlite3
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.support.processes import free_port, start, stop
from tests.support.project import ROOT
from tests.support.site import Site

# Stands for an address of a private network: nobody answers at 127.0.0.1.
ELSEWHERE = "127.0.0.2"
NEWEST = "SELECT app, name, applied FROM django_migrations WHERE app = 'leagues' ORDER BY id DESC"


def test_a_start_has_succeeded_when_pages_are_served_wherever_that_is(
    migrated: Path, tmp_path: Path
) -> None:
    site = Site(tmp_path)
    file = shutil.copy(migrated, tmp_path)
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        newest = database.execute(NEWEST).fetchone()
        database.execute("DELETE FROM django_migrations WHERE app = ? AND name = ?", newest[:2])
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(tmp_path / "notify"))
            manager.settimeout(60)
            env = site.environment | {
                "BIND": ELSEWHERE,
                "KEEPER": "separate",
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
            }
            port = free_port()
            command = [sys.executable, "manage.py", "web", "--port", str(port)]
            process = start(command, site.log, env=env, cwd=ROOT)
            try:
                said = manager.recv(1000).decode()
                assert said == "STATUS=Not ready: migrations: 1 not applied"
                database.execute("INSERT INTO django_migrations VALUES (NULL, ?, ?, ?)", newest)
                assert manager.recv(1000).decode().startswith("READY=1\n")
                with closing(HTTPConnection(ELSEWHERE, port, timeout=10)) as connection:
                    connection.request("GET", "/healthz", headers={"Host": "127.0.0.1"})
                    assert connection.getresponse().status == 200
            finally:
                stop(process)
    assert process.returncode == 0
