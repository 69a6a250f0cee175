"""Settings for the tests: the real ones, with a weak hasher and files that need no collecting.

TEST_DATABASE_URL chooses another engine than a SQLite file.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests")
if "SIXIEME_VAR" not in os.environ:
    # The processes that pytest starts inherit this folder, so only its maker removes it.
    os.environ["SIXIEME_VAR"] = tempfile.mkdtemp(prefix="sixieme-test-")
    atexit.register(shutil.rmtree, os.environ["SIXIEME_VAR"], ignore_errors=True)

from config.settings import *  # noqa: F403
from config.settings import DATABASES, STORAGES, VAR_DIR, database

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True

if os.environ.get("TEST_DATABASE_URL"):
    DATABASES["default"] = database(os.environ["TEST_DATABASE_URL"])
else:
    # A file, not memory: threads of a race and a server process must see the same rows.
    file = Path(VAR_DIR) / "test.sqlite3"
    DATABASES["default"] = database(f"sqlite:///{file}") | {"TEST": {"NAME": str(file)}}

# Tests move the clock and the bots themselves.
KEEPER = "separate"
