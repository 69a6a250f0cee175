"""What `collectstatic` makes of the static files: bundles, hashed names, compressed copies."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config import VERSION
from config.bundles import BundleError, bundle_css, bundle_js

# Our own folders; packages name their files as they like.
BUNDLED = {"css": bundle_css, "js": bundle_js}

Source = tuple[Storage, str]


class BundlingStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collected sheets and modules hold what they import; without collectstatic browsers load it.

    Templates name the same files either way. Each release has a list of its own, so that processes
    of two releases find their files in one folder.
    """

    manifest_name = f"staticfiles-{VERSION}.json"

    def post_process(
        self, paths: Mapping[str, Source], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        if not dry_run:
            paths = {**paths, **bundles(paths)}
        yield from super().post_process(paths, dry_run=dry_run, **options)


def bundles(paths: Mapping[str, Source]) -> dict[str, Source]:
    """The bundles of all sheets and modules of ours, under the names of their sources."""

    def read(name: str) -> str:
        if name not in paths:
            raise BundleError(f"There is no {name}")
        storage, path = paths[name]
        with storage.open(path) as file:
            text: bytes = file.read()
            return text.decode()

    made = InMemoryStorage()
    for name in paths:
        folder = PurePosixPath(name).parts[0]
        if folder in BUNDLED:
            made.save(name, ContentFile(BUNDLED[folder](name, read).encode()))
    return {name: (made, name) for name in paths if made.exists(name)}


def collect() -> None:
    """Collect the static files, unless these very ones are collected, and let a proxy read them."""
    root = Path(settings.STATIC_ROOT)
    mark, sources = root / ".collected", _digest_of_sources()
    if not mark.is_file() or mark.read_text() != sources:
        call_command("collectstatic", interactive=False, verbosity=0)
        mark.write_text(sources)
    # Whatever the umask of the process is: nothing in there is secret.
    for path in (root, *root.rglob("*")):
        mode = 0o755 if path.is_dir() else 0o644
        if path.stat().st_mode & 0o777 != mode:
            path.chmod(mode)


def _digest_of_sources() -> str:
    """Changes whenever a file that is collected, or the code that makes bundles, does."""
    found = [Path(__file__), Path(__file__).with_name("bundles.py")]
    for finder in get_finders():
        found += [Path(storage.path(name)) for name, storage in finder.list([])]
    states = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in found)
    return hashlib.sha256(repr((VERSION, states)).encode()).hexdigest()
