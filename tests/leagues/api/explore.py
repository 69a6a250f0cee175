"""`python -m tests.leagues.api.explore SCHEMATHESIS`: Schemathesis on every read and write.

SCHEMATHESIS: where it is installed (docs/api.md). The site and its club are made for it, with a
token that may write all; the limits on how often a program may ask are lifted. Ends with its code.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from tests.leagues.api.explored import stage
from tests.support.site import SteadySite


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.leagues.api.explore")
    parser.add_argument("schemathesis")
    parser.add_argument("--examples", type=int, default=30, help="of each endpoint")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sixieme-") as folder:
        site = SteadySite(Path(folder))
        site.start()
        try:
            settings, token = site.do(stage)
            (Path(folder) / "schemathesis.toml").write_text(settings)
            done = subprocess.run(
                [
                    asked.schemathesis,
                    "run",
                    f"{site.url}/api/v1/openapi.json",
                    f"--header=Authorization: Bearer {token}",
                    f"--max-examples={asked.examples}",
                    f"--seed={asked.seed}",
                    "--continue-on-failure",
                ],
                cwd=folder,
                check=False,
            )
        finally:
            site.stop()
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
