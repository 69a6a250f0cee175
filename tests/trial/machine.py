"""A Debian with systemd in a folder, started by systemd-nspawn, without a network but its own."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.support.project import ROOT

# What a Debian has that somebody installed from its images.
PACKAGES = "systemd,systemd-sysv,ca-certificates,iproute2,procps"
NEEDED = ("debootstrap", "systemd-nspawn", "nsenter")


def missing() -> list[str]:
    """The programs that this machine lacks for a trial."""
    return [program for program in NEEDED if shutil.which(program) is None]


class Machine:
    """base: a Debian that is copied, made on first need. packages: that the docs install later."""

    def __init__(self, folder: Path, packages: list[str]) -> None:
        self.base, self.root = folder / "base", folder / "root"
        self._packages = packages

    def make(self) -> None:
        """Make the Debian, with what it will install lying ready, and start it."""
        if not (self.base / "made").exists():
            shutil.rmtree(self.base, ignore_errors=True)
            run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", self.base)
            (self.base / "made").touch()
        shutil.rmtree(self.root, ignore_errors=True)
        run("cp", "-a", self.base, self.root)
        archives = "--download-only", "--yes", "--quiet", "--no-install-recommends"
        run("chroot", self.root, "apt-get", "update", "--quiet")
        run("chroot", self.root, "apt-get", "install", *archives, *self._packages)
        # The same packages of Python as everywhere, from a folder: the machine has no network.
        wheels = self.root / "srv/wheels"
        wheels.mkdir()
        # Its Python may be older than ours, and so need more.
        text = (ROOT / "requirements/base.txt").read_text()
        (wheels / "base.txt").write_text(re.sub(r" ; python_\w+ [^\\\n]+", " ", text))
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps")
        run(*pip, "--dest", wheels, "-r", wheels / "base.txt")
        (self.root / "etc/pip.conf").write_text(
            "[global]\nno-index = true\nfind-links = /srv/wheels\n"
        )
        (self.root / "etc/apt/apt.conf.d/trial").write_text('APT::Install-Recommends "false";\n')
        (self.root / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")
        self.start()

    def start(self) -> None:
        """Start it; returns when systemd has started everything."""
        options = "--register=no", "--keep-unit", "--private-network", "--console=pipe", "--quiet"
        self._nspawn = subprocess.Popen(
            ["systemd-nspawn", *options, "--boot", "-D", self.root],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
            pids = children.read_text().split()
            if pids:
                self._pid = pids[0]
                if self.run("systemctl is-system-running", check=False).strip() in {
                    "running",
                    "degraded",
                }:
                    return
            time.sleep(0.5)
        raise RuntimeError("the Debian does not start")

    def stop(self) -> None:
        """Switch it off."""
        self.run("systemctl poweroff", check=False)
        try:
            self._nspawn.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()

    def run(self, line: str, *, check: bool = True) -> str:
        """What a line of a root's shell prints. Raises RuntimeError where it fails."""
        done = subprocess.run(
            ["nsenter", "-t", self._pid, "-a", "/bin/bash", "-c", f"cd; {line}"],
            env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", "HOME": "/root"}
            | {"DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise RuntimeError(f"{line}\nended with {done.returncode}:\n{done.stdout}")
        return done.stdout


def run(*command: str | Path) -> None:
    """Run a program of this machine quietly. Raises RuntimeError with what it said."""
    done = subprocess.run(
        command, env=os.environ | {"LC_ALL": "C.UTF-8"}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        words = " ".join(map(str, command))
        raise RuntimeError(f"{words}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
