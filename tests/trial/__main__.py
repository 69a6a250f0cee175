"""Work through docs/operations.md as an operator does, on a Debian with systemd; print the times.

    make operator-trial                     as root; needs debootstrap and systemd-container
    make operator-trial FOLDER=/srv/trial   where the Debian is kept for the next trial

What is run are the lines of the guide themselves, and the units as they are.
"""

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.project import ROOT
from tests.trial.machine import Machine, missing, run

GUIDE = (ROOT / "docs/operations.md").read_text()
NAME = "club.example"
OWNER, PASSWORD = "owner@club.example", "a-pass-phrase-of-the-owner"
HTTPS = f"curl --silent --show-error --insecure --resolve {NAME}:443:127.0.0.1"
HERE = "sixieme/tests/trial"


class Trial:
    """A machine, and a log of what was typed on it and how long that took."""

    def __init__(self, folder: Path) -> None:
        self.typed = 0
        self.began = time.monotonic()
        lines = [line for section in SECTIONS for line in lines_of(section)]
        wanted = [line.split()[3:] for line in lines if line.startswith("apt-get install --yes")]
        packages = {name for names in wanted for name in names} | TOOLS
        self.machine = Machine(folder, sorted(packages))

    def type(self, line: str) -> str:
        """Run a line of the guide, and log it."""
        begun = time.monotonic()
        said = self.machine.run(line)
        self.typed += 1
        print(f"{time.monotonic() - self.began:6.1f} s {time.monotonic() - begun:6.1f} s  # {line}")
        return said

    def note(self, text: str) -> None:
        print(f"{time.monotonic() - self.began:6.1f} s           {text}", flush=True)

    @contextmanager
    def measured(self, port: int = 8000) -> Iterator[None]:
        """Note for how long nobody answered at a port of the machine."""
        watch = f"setsid python3 {HERE}/away.py {port} > /dev/null 2>&1 &"
        self.machine.run(f"rm -f /tmp/enough; {watch}")
        time.sleep(1)
        yield
        self.machine.run("touch /tmp/enough; sleep 1")
        self.note(f"the site was away for {self.machine.run('cat /tmp/away')} s at most")


MOST_LINES = 8
MOST_KILOBYTES = 180_000
# Of the trial, not of an operator.
TOOLS = {"curl", "openssl", "nginx"}
SECTIONS = ("### Install on Debian", "### A federation")


def lines_of(heading: str) -> list[str]:
    """The commands of a section of the guide, in order, those of its lists too."""
    text = GUIDE.partition(f"\n{heading}\n")[2]
    text = re.split(r"^##", text, maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^ {4}(?: {2,3})?(\S.*)$", text, re.MULTILINE)


def install(trial: Trial) -> None:
    """From an empty Debian to the first card through HTTPS."""
    machine = trial.machine
    begun, typed = time.monotonic(), trial.typed
    lines = lines_of("### Install on Debian")
    for line in lines[: lines.index("sixieme-manage createsuperuser") + 1]:
        if line.startswith("git clone"):
            # Where the project is from is not the trial's business.
            run("git", "clone", "--quiet", ROOT, machine.root / "root/sixieme")
            trial.note(line)
            trial.typed += 1
        elif line.startswith("systemctl reload-or-restart caddy"):
            # Nobody vouches for the name: Caddy signs its certificate itself.
            machine.run(
                "sed -i '1i {\\n local_certs\\n skip_install_trust\\n}' /etc/caddy/Caddyfile"
            )
            trial.type(line)
        elif line.endswith("createsuperuser"):
            variables = f"DJANGO_SUPERUSER_PASSWORD={PASSWORD}"
            machine.run(f"echo {variables} >> /etc/sixieme/environment")
            trial.type(f"{line} --no-input --email {OWNER}")
            machine.run(f"sed -i '/{variables}/d' /etc/sixieme/environment")
        else:
            trial.type(line)
    played = machine.run(f"python3 {HERE}/first_card.py {NAME} {OWNER} {PASSWORD}")
    trial.note(played.strip())
    seconds = time.monotonic() - begun
    trial.note(f"FIRST CARD after {seconds:.0f} s and {trial.typed - typed} lines")
    assert trial.typed - typed <= MOST_LINES
    machine.run(f"apt-get install --yes {' '.join(sorted(TOOLS))}; systemctl stop nginx")
    kilobytes = machine.run('du -sk "$(readlink -f /opt/sixieme/current)" | cut -f1')
    trial.note(f"a release with its packages takes {int(kilobytes) / 1000:.0f} MB")
    assert int(kilobytes) <= MOST_KILOBYTES
    page = f"{HTTPS} https://{NAME}/account/login/ | grep -o '/static/[^\"]*css' | head -1"
    for proxy in ("caddy", "nginx"):
        if proxy == "nginx":
            through_nginx(trial)
        status = machine.run(f"{HTTPS} -o /dev/null -w '%{{http_code}}' https://{NAME}$({page})")
        assert status == "200", f"{proxy}: {status}"
        trial.note(f"a static file through {proxy}: {status}")
    machine.run("systemctl stop nginx; systemctl start caddy")


def first_evening(trial: Trial) -> None:
    """What the guide ends the first evening with."""
    backup, ready = lines_of("### The first evening")
    trial.type(backup)
    said = trial.type(ready)
    assert '"ready": true' in said, said
    assert '"backup": "ok"' in said, said


def through_nginx(trial: Trial) -> None:
    """nginx with the file that was written for it, in the place of Caddy."""
    trial.machine.run(
        "systemctl stop caddy;"
        f" mkdir -p /etc/letsencrypt/live/{NAME};"
        " openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=club.example"
        f" -out /etc/letsencrypt/live/{NAME}/fullchain.pem"
        f" -keyout /etc/letsencrypt/live/{NAME}/privkey.pem 2> /dev/null;"
        " rm -f /etc/nginx/sites-enabled/default;"
        " cp /etc/sixieme/nginx.conf /etc/nginx/sites-enabled/sixieme.conf;"
        " systemctl restart nginx"
    )


def every_night(trial: Trial) -> None:
    """A backup by the timer's unit, and one that fails."""
    trial.type("systemctl start sixieme-backup")
    assert '"backup": "ok"' in trial.machine.run("curl -s 127.0.0.1:8000/readyz")
    trial.machine.run(
        "rm -rf /var/lib/sixieme/kept; mv /var/lib/sixieme/backups /var/lib/sixieme/kept"
    )
    trial.machine.run(
        "touch /var/lib/sixieme/backups; systemctl start sixieme-backup || true; sleep 8"
    )
    said = trial.machine.run("journalctl -u 'sixieme-failed@*' --no-pager")
    assert "sixieme-backup.service has failed" in said, said
    trial.machine.run(
        "rm /var/lib/sixieme/backups; mv /var/lib/sixieme/kept /var/lib/sixieme/backups"
    )
    trial.note("a backup that fails is told")


def wrong_settings(trial: Trial) -> None:
    """What used to end in a restart loop or a silence ends with a sentence."""
    machine = trial.machine
    machine.run("cp -p /etc/sixieme/environment /etc/sixieme/good")
    for line in (
        "TIME_ZONE=Paris",
        "SITE_URL=https://club.example/cards",
        "ALLOWED_HOSTS=https://club.example",
        "REDIS_URL=localhost:6379",
        "DATABASE_URL=postgres://me:a/b@127.0.0.1/club",
    ):
        machine.run(f"echo '{line}' >> /etc/sixieme/environment")
        begun = time.monotonic()
        machine.run("systemctl restart sixieme", check=False)
        seconds = time.monotonic() - begun
        said = machine.run(
            "journalctl -u sixieme -n 20 -o cat --no-pager | grep 'A setting is wrong'"
        )
        assert line.partition("=")[0] in said, said
        assert machine.run("systemctl is-active sixieme", check=False).strip() == "failed"
        trial.note(f"{seconds:.1f} s: {said.strip().splitlines()[-1][:110]}")
        machine.run("cp -p /etc/sixieme/good /etc/sixieme/environment")
    # An address of the machine that is not 127.0.0.1 stands for one of a private network.
    machine.run("ip address add 10.9.9.9/32 dev lo; echo BIND=10.9.9.9 >> /etc/sixieme/environment")
    machine.run("sed -i 's/^ALLOWED_HOSTS=/&10.9.9.9,/' /etc/sixieme/environment")
    machine.run("systemctl restart sixieme && curl -sf http://10.9.9.9:8000/healthz")
    trial.note("it serves at a private address")
    machine.run("cp -p /etc/sixieme/good /etc/sixieme/environment; systemctl restart sixieme")


def full_disk(trial: Trial) -> None:
    """It starts on a full disk, shows pages and says what is missing."""
    machine = trial.machine
    machine.run(
        "systemctl stop sixieme; mv /var/lib/sixieme /var/lib/kept; mkdir /var/lib/sixieme;"
        " mount -t tmpfs -o size=150m,mode=711 tmpfs /var/lib/sixieme;"
        " cp -a /var/lib/kept/. /var/lib/sixieme; chown sixieme: /var/lib/sixieme;"
        " systemctl start sixieme"
    )
    machine.run("dd if=/dev/zero of=/var/lib/sixieme/fill bs=4k 2> /dev/null", check=False)
    trial.type("systemctl restart sixieme")
    said = machine.run("curl -s 127.0.0.1:8000/readyz")
    assert '"disk": "full"' in said, said
    page = "curl -s -o /dev/null -w '%{http_code}' -H 'X-Forwarded-Proto: https'"
    status = machine.run(f"{page} 127.0.0.1:8000/rules/")
    assert status == "200", status
    machine.run(
        "systemctl stop sixieme; umount /var/lib/sixieme; rmdir /var/lib/sixieme;"
        " mv /var/lib/kept /var/lib/sixieme; systemctl start sixieme"
    )
    trial.note("it starts on a full disk")


def upgrade_and_back(trial: Trial) -> None:
    """The next release, which has a migration, and back."""
    machine = trial.machine
    machine.run(
        "cd sixieme && cat > games/migrations/0999_of_tomorrow.py <<'E'\n"
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('games', '{newest('games')}')]\n"
        "    operations = [migrations.RunSQL('CREATE TABLE tomorrow (id integer)', 'DROP TABLE tomorrow')]\n"
        "E\ngit add -A && git -c user.name=t -c user.email=t@t.example commit -qm tomorrow"
    )
    with trial.measured():
        trial.type("sixieme-upgrade sixieme")
    assert "[X] 0999_of_tomorrow" in machine.run("sixieme-manage showmigrations games")
    with trial.measured():
        trial.type("sixieme-rollback")
    assert "0999" not in machine.run("sixieme-manage showmigrations games")
    assert machine.run("systemctl is-active sixieme-keeper", check=False).strip() == "inactive"


def newest(app: str) -> str:
    return max(path.stem for path in (ROOT / app / "migrations").glob("0*.py"))


def restore(trial: Trial) -> None:
    """A restore beside the site, then in its place."""
    trial.type("sixieme-manage backup")
    backup = trial.machine.run("ls -d /var/lib/sixieme/backups/sixieme-* | tail -1").strip()
    trial.type(f"sixieme-manage --var /var/lib/sixieme/try restore {backup}")
    refused = trial.machine.run(
        f"SIXIEME_VAR=/tmp/x sixieme-manage restore {backup} 2>&1", check=False
    )
    assert "would be ignored" in refused, refused
    trial.type("systemctl stop sixieme")
    trial.type(f"sixieme-manage restore {backup} --replace")
    trial.type("sixieme-manage check_integrity")
    trial.type("systemctl start sixieme")


def become_a_federation(trial: Trial) -> None:
    """PostgreSQL in the place of the file, then two web processes, Redis and the keeper."""
    machine = trial.machine
    machine.run(
        "apt-get install --yes postgresql redis-server > /dev/null; systemctl start postgresql redis-server"
    )
    machine.run("runuser -u postgres -- psql -qc \"CREATE ROLE sixieme LOGIN PASSWORD 'p-w'\"")
    machine.run("runuser -u postgres -- createdb --owner=sixieme sixieme")
    url = "postgres://sixieme:p-w@127.0.0.1/sixieme"
    trial.type("systemctl stop sixieme")
    trial.type(f"sixieme-manage move_database {url}")
    machine.run(
        f"echo 'DATABASE_URL={url}\nREDIS_URL=redis://127.0.0.1:6379/0\nKEEPER=separate' >> /etc/sixieme/environment"
    )
    trial.type("systemctl disable sixieme")
    for line in lines_of("### A federation"):
        if line.startswith(("systemctl enable", "systemctl start sixieme.target")):
            trial.type(line)
    assert '"ready": true' in machine.run("sleep 3; curl -s 127.0.0.1:8001/readyz")
    # What the small club went back from: its migration is applied again.
    author = "-c user.name=t -c user.email=t@t.example"
    machine.run(f"cd sixieme && git {author} commit --quiet --allow-empty -m next")
    with trial.measured(8001):
        trial.type("sixieme-upgrade sixieme")
    with trial.measured(8001):
        trial.type("sixieme-rollback")
    active = machine.run("systemctl is-active sixieme@8001 sixieme@8002 sixieme-keeper").split()
    assert active == ["active"] * 3, active


def main() -> int:
    parser = argparse.ArgumentParser(prog="make operator-trial")
    parser.add_argument(
        "--folder", type=Path, default=Path(tempfile.gettempdir()) / "sixieme-trial"
    )
    folder: Path = parser.parse_args().folder
    if lacking := missing():
        print(f"{', '.join(lacking)} missing: apt-get install debootstrap systemd-container")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    trial = Trial(folder)
    trial.machine.make()
    trial.note("an empty Debian is there")
    try:
        for part in (
            install,
            first_evening,
            every_night,
            wrong_settings,
            full_disk,
            upgrade_and_back,
            restore,
            become_a_federation,
        ):
            trial.note(f"--- {part.__doc__}")
            part(trial)
        trial.note(f"all done, {trial.typed} lines typed")
    except (RuntimeError, AssertionError) as error:
        print(error)
        print(trial.machine.run("journalctl -u 'sixieme*' -n 40 --no-pager", check=False))
        return 1
    finally:
        trial.machine.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
