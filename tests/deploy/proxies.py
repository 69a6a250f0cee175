"""nginx and Caddy with the examples of deploy/, on free ports, in front of a federation."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.deploy.federation import NAME, Federation
from tests.deploy.visits import Proxy, Visit
from tests.support.processes import free_port, start, stop, wait_for
from tests.support.programs import NGINX, require
from tests.support.project import ROOT

MAIN = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/sixieme.conf;
}}
"""

CADDY_OPTIONS = """
{{
    admin off
    # The site's name is nobody's: Caddy signs its certificate itself.
    local_certs
    skip_install_trust
    http_port {http_port}
    https_port {https_port}
}}
import {example}
"""


@contextmanager
def nginx(federation: Federation, folder: Path) -> Iterator[Proxy]:
    """nginx with deploy/nginx/sixieme.conf."""
    server, openssl = require(NGINX)
    proxy = Proxy(free_port(), free_port(), folder / "certificate.pem")
    key = folder / "key.pem"
    make_certificate(openssl, proxy.authority, key)
    example = (ROOT / "deploy/nginx/sixieme.conf").read_text()
    (folder / "sixieme.conf").write_text(
        replaced(
            example,
            {
                r"\n *listen \[::\]:.*": "",
                r"listen 80\b": f"listen 127.0.0.1:{proxy.http_port}",
                r"listen 443\b": f"listen 127.0.0.1:{proxy.https_port}",
                r"127\.0\.0\.1:8001": f"127.0.0.1:{federation.ports[0]}",
                r"127\.0\.0\.1:8002": f"127.0.0.1:{federation.ports[1]}",
                r"/etc/letsencrypt/\S+/fullchain\.pem": str(proxy.authority),
                r"/etc/letsencrypt/\S+/privkey\.pem": str(key),
                r"/var/lib/sixieme": str(federation.folder),
            },
        )
    )
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder))
    command: list[str | Path] = [server, "-e", folder / "error.log", "-c", main]
    with serving(command, folder / "log", proxy):
        yield proxy


@contextmanager
def caddy(federation: Federation, folder: Path) -> Iterator[Proxy]:
    """Caddy with deploy/caddy/Caddyfile."""
    server = shutil.which("caddy")
    if server is None:
        pytest.skip("missing here - Caddy: apt-get install caddy")
    proxy = Proxy(free_port(), free_port(), folder / "caddy/pki/authorities/local/root.crt")
    main = folder / "Caddyfile"
    main.write_text(
        CADDY_OPTIONS.format(
            http_port=proxy.http_port,
            https_port=proxy.https_port,
            example=ROOT / "deploy/caddy/Caddyfile",
        )
    )
    environment = {
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "SIXIEME_SITE": NAME,
        "SIXIEME_UPSTREAMS": " ".join(f"127.0.0.1:{port}" for port in federation.ports),
        "SIXIEME_VAR": str(federation.folder),
    }
    command: list[str | Path] = [server, "run", "--config", main, "--adapter", "caddyfile"]
    with serving(command, folder / "log", proxy, environment):
        yield proxy


@contextmanager
def serving(
    command: Sequence[str | Path], log: Path, proxy: Proxy, env: dict[str, str] | None = None
) -> Iterator[None]:
    """The proxy runs, and speaks TLS, inside the with block."""
    process = start(command, log, env=env)
    try:
        wait_for(process, log, lambda: speaks_tls(proxy))
        yield
    finally:
        stop(process)


def speaks_tls(proxy: Proxy) -> bool:
    try:
        with closing(Visit(proxy)) as visit:
            visit.connect()
    except OSError:
        return False
    return True


def replaced(text: str, replacements: dict[str, str]) -> str:
    """The text with every pattern replaced at once; each must be found."""
    for pattern in replacements:
        assert re.search(pattern, text), f"the example has no {pattern}"
    values = list(replacements.values())
    one_of_them = "|".join(f"({pattern})" for pattern in replacements)
    return re.sub(one_of_them, lambda match: values[(match.lastindex or 0) - 1], text)


def make_certificate(openssl: str, certificate: Path, key: Path) -> None:
    """A certificate for the site's name that signs itself."""
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}"]
    command += ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
