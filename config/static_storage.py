"""What `collectstatic` makes of the static files: bundles, hashed names, compressed copies."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.bundles import BundleError, bundle_css, bundle_js

# Our own folders; packages name their files as they like.
BUNDLED = {"css": bundle_css, "js": bundle_js}

Source = tuple[Storage, str]


class BundlingStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collected sheets and modules hold what they import; without collectstatic browsers load it.

    Templates name the same files either way.
    """

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
