"""Every sentence has one in each language, and the compiled catalogues are up to date."""

import gettext
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Language
from tests.support.programs import GETTEXT, require
from tests.support.project import ROOT

# English is in the code.
LANGUAGES = sorted(path.name for path in (ROOT / "locale").iterdir())
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
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--all"],
        cwd=copy,
        check=True,
        capture_output=True,
    )
    return copy


def test_each_language_of_the_site_has_what_a_language_needs() -> None:
    spoken = [code for code, _name in settings.LANGUAGES]
    assert sorted(spoken) == sorted(["en", *LANGUAGES])
    assert [language.value for language in Language] == ["", *spoken]
    assert [code for code in spoken if not (ROOT / "config/formats" / code).is_dir()] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", ["untranslated", "only-fuzzy", "only-obsolete"])
def test_no_sentence_of_the_catalogue_is(collected: Path, language: str, fault: str) -> None:
    catalogue = collected / catalogue_of(language)
    command = ["msgattrib", f"--{fault}", "--no-wrap", str(catalogue)]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if found:
        pytest.fail(f"{fault} in {language}:\n{found}", pytrace=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_its_source(language: str, tmp_path: Path) -> None:
    *_, msgfmt = require(GETTEXT)
    source, fresh = ROOT / catalogue_of(language), tmp_path / "fresh.mo"
    subprocess.run([msgfmt, "--check", "-o", fresh, source], check=True, capture_output=True)
    assert words(source.with_suffix(".mo")) == words(fresh)


def catalogue_of(language: str) -> Path:
    return Path(f"locale/{language}/LC_MESSAGES/django.po")


def words(compiled: Path) -> dict[str, str]:
    with compiled.open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
