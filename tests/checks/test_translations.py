"""Every sentence of the site has a French one, and the compiled catalogues are up to date."""

import gettext
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs import GETTEXT, require
from tests.support.project import ROOT

DOMAINS = ["django"]
CATALOGUES = Path("locale/fr/LC_MESSAGES")
SOURCES = [
    *("config", "accounts", "games", "leagues", "monitoring"),
    *("templates", "static", "locale", "manage.py"),
]


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project in which the words to translate have been collected anew."""
    require(GETTEXT)
    copy = tmp_path_factory.mktemp("words")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name)
        else:
            shutil.copy(ROOT / name, copy / name)
    for domain in DOMAINS:
        subprocess.run(
            [sys.executable, "manage.py", "makemessages", "--locale=fr", "-d", domain],
            cwd=copy,
            check=True,
            capture_output=True,
        )
    return copy


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("fault", ["untranslated", "only-fuzzy", "only-obsolete"])
def test_no_sentence_of_the_catalogue_is(collected: Path, domain: str, fault: str) -> None:
    catalogue = collected / CATALOGUES / f"{domain}.po"
    command = ["msgattrib", f"--{fault}", "--no-wrap", str(catalogue)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if found:
        pytest.fail(f"{fault} in {domain}.po:\n{found}", pytrace=False)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalogue_is_that_of_its_source(domain: str, tmp_path: Path) -> None:
    *_, msgfmt = require(GETTEXT)
    source, fresh = ROOT / CATALOGUES / f"{domain}.po", tmp_path / "fresh.mo"
    subprocess.run([msgfmt, "--check", "-o", fresh, source], check=True, capture_output=True)
    assert words(source.with_suffix(".mo")) == words(fresh)


def words(compiled: Path) -> dict[str, str]:
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined,no-any-return]
