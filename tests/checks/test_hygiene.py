"""The repository holds what it should, and nothing of the machine it was written on."""

import json
import re

import pytest

from tests.support.project import ROOT, project_files, relative

TEXT = (".py", ".html", ".css", ".js", ".md", ".toml", ".txt", ".in", ".sh", ".po", ".svg", "")
# A file may be longer than this only if it is one list of like things.
LONGEST = 450
# All tables of leagues, one after the other; nobody edits a migration that was applied.
LONG_ON_PURPOSE = {"leagues/migrations/0001_squashed_0042_names_of_fields.py"}


def texts() -> list[tuple[str, str]]:
    return [
        (relative(path), path.read_text(encoding="utf-8", errors="strict"))
        for path in project_files(*TEXT)
    ]


def test_no_file_names_a_folder_of_one_machine() -> None:
    pattern = re.compile(r"(?<![\w.{}*/])/(?:work|root|home/\w+|Users/\w+)/")
    assert [name for name, text in texts() if pattern.search(text)] == []


def test_no_file_names_a_package_index() -> None:
    pattern = re.compile(r"pypi\.org|pythonhosted|--(?:extra-)?index-url|--find-links|simple/")
    found = [name for name, text in texts() if pattern.search(text)]
    assert [name for name in found if name not in {"Makefile", HERE}] == []


HERE = relative(ROOT / "tests/checks/test_hygiene.py")


@pytest.mark.parametrize("name", ["base", "dev", "bench"])
def test_every_locked_requirement_has_a_version_and_a_hash(name: str) -> None:
    lines = (ROOT / f"requirements/{name}.txt").read_text().replace("\\\n", " ").splitlines()
    requirements = [line for line in lines if line and not line.lstrip().startswith("#")]
    assert requirements
    assert [r for r in requirements if "==" not in r or "--hash=sha256:" not in r] == []


@pytest.mark.parametrize("folder", ["bench/boardgame", "tests/scripts"])
def test_the_locked_npm_packages_have_a_hash_and_name_no_registry(folder: str) -> None:
    lock = json.loads((ROOT / folder / "package-lock.json").read_text())
    packages = [package for name, package in lock["packages"].items() if name]
    assert [one for one in packages if "integrity" not in one or "resolved" in one] == []


def test_the_docs_name_files_that_are_there() -> None:
    folders = "accounts|bench|config|deploy|games|leagues|monitoring|static|templates|tests"
    pattern = re.compile(rf"(?<![\w./])(?:{folders})/[\w/-]+\.(?:py|js|css|html)\b")
    named = {
        (relative(path), name)
        for path in project_files(".md")
        for name in pattern.findall(path.read_text())
    }
    assert len(named) > 100
    assert sorted(pair for pair in named if not (ROOT / pair[1]).is_file()) == []


def test_no_code_file_outgrows_what_one_reads_at_a_sitting() -> None:
    long = {
        relative(path)
        for path in project_files(".py", ".js", ".css", ".html")
        if len(path.read_text().splitlines()) > LONGEST
    }
    assert long - LONG_ON_PURPOSE == set()


def test_the_changelog_opens_with_what_is_not_released() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"


def test_every_style_sheet_is_loaded_by_a_page() -> None:
    pages = " ".join(path.read_text() for path in project_files(".html"))
    sheets = {path.name: path.read_text() for path in (ROOT / "static/css").glob("*.css")}
    loaded = {name for name in sheets if f"css/{name}" in pages}
    loaded |= {part for name in loaded for part in re.findall(r'@import "(.+?)"', sheets[name])}
    assert sheets.keys() - loaded == set()


def test_the_style_sheets_stay_small_and_ask_for_few_widths_of_the_window() -> None:
    sheets = [path.read_text() for path in (ROOT / "static/css").glob("*.css")]
    assert sum(sheet.count("\n") for sheet in sheets) <= 5000
    # What lies in a box asks for the width of the box, with @container. 47.99rem: below 48rem.
    asked = " ".join(re.findall(r"@media ([^{]+)", " ".join(sheets)))
    widths = {round(float(width)) for width in re.findall(r"width: ([\d.]+)rem", asked)}
    assert widths == {18, 30, 40, 48, 68}
