"""`make check`: lint, types and the tests nearest to what has changed, within a minute.

What has changed: since this branch left main, committed or not. A test file is near a changed file
that it imports, directly or through others, or that lies in a folder of the same name. The nearest
run, as many as usually take BUDGET seconds of a processor (tests/seconds.json, from `make costs`).
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.support.costs import recorded
from tests.support.project import ROOT

BUDGET = 30.0
FARTHEST = 3
CODE = ("accounts", "bench", "config", "games", "leagues", "monitoring", "tests")
# Ways of each of them to everything.
CHECKS = (
    ["ruff", "check", "--quiet", "."],
    ["ruff", "format", "--quiet", "--check", "."],
    ["mypy", "--no-error-summary"],
)
IMPORT = re.compile(r"^(?:from (\S+) import (?:\(([^)]*)\)|(.*))|import (\S+).*)$", re.MULTILINE)


def git(*arguments: str) -> list[str]:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def changed_files() -> set[str]:
    """What is not as where this branch left main, by path."""
    base = git("merge-base", "HEAD", "main")[0]
    files = {*git("diff", "--name-only", base), *git("ls-files", "-o", "--exclude-standard")}
    return {file for file in files if (ROOT / file).is_file()}


def imports() -> dict[str, set[str]]:
    """For each Python file of the project, those that it imports."""
    files = {
        str(file.relative_to(ROOT)) for folder in CODE for file in (ROOT / folder).rglob("*.py")
    }
    return {file: files.intersection(_named_in((ROOT / file).read_text())) for file in files}


def _named_in(text: str) -> Iterator[str]:
    """The files that import statements may mean."""
    for package, several, one, module in IMPORT.findall(text):
        path = (package or module).replace(".", "/")
        yield from (f"{path}.py", f"{path}/__init__.py")
        for name in re.findall(r"\w+", re.sub(r" as \w+|#.*", "", several or one)):
            yield f"{path}/{name}.py"


def distances(changed: Iterable[str], imported: Mapping[str, set[str]]) -> dict[str, int]:
    """How far the test files are from what has changed: 0 if changed, nearer if of its folders."""
    near = dict.fromkeys(changed, 0)
    for distance in range(1, FARTHEST + 1):
        reached = set(near)
        for file, named in imported.items():
            if file not in near and named & reached:
                near[file] = distance
    found = {}
    for file in imported:
        if not re.match(r"tests/.*/test_\w+\.py$", file):
            continue
        shared = max((_shared_folders(file, one) for one in changed), default=0)
        if near.get(file) == 0:
            found[file] = 0
        elif file in near or shared:
            found[file] = 2 * FARTHEST + near.get(file, FARTHEST) - 2 * shared
    return found


def _shared_folders(test: str, file: str) -> int:
    """How many folders of a test are those of a file; scripts and styles are the browsers'."""
    names = Path(file.replace("static/", "browser/", 1)).parts[:-1]
    return sum(folder in names for folder in Path(test).parts[1:-1])


def nearest(near: Mapping[str, int], seconds: Mapping[str, float]) -> list[str]:
    """The nearest, and of these the quickest first, that fit into the budget."""
    chosen, spent = [], 0.0
    for file in sorted(near, key=lambda file: (near[file], seconds.get(file, 0.0), file)):
        if near[file] == 0 or spent + seconds.get(file, 0.0) <= BUDGET:
            spent += seconds.get(file, 0.0)
            chosen.append(file)
    return chosen


def main() -> int:
    changed = changed_files()
    tests = nearest(distances(changed, imports()), recorded())
    sys.stdout.write(f"{len(changed)} files have changed; {len(tests)} files of tests are near.\n")
    programs = Path(sys.executable).parent
    commands = [[str(programs / name), *rest] for name, *rest in CHECKS]
    if tests:
        commands.append([sys.executable, "-m", "pytest", "--quiet", "--numprocesses=2", *tests])
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    return max(process.wait() for process in running)


if __name__ == "__main__":
    sys.exit(main())
