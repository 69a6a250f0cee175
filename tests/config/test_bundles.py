"""What collectstatic puts into one file: the same sheets and modules, in the same order."""

import re
import shutil
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile

from config.bundles import JS_IMPORT, BundleError, bundle_css, bundle_js
from config.static_storage import BundlingStorage, bundles
from tests.support.project import ROOT, project_files

CSS = {
    "css/page.css": '/* All. */\n\n@import "a.css";\n@import "b.css" print;\n\n'
    ".page {\n  gap: 0;\n}\n",
    "css/a.css": '.a::after {\n  content: "/* not a comment */";\n}\n',
    "css/b.css": "/* On paper. */\n.b {\n  color: #000;\n}\n",
}
JS = {
    "js/page.js": 'import { count, Pile } from "./piles.js";\n'
    'import { name } from "./deep/names.js";\n'
    "\n// Starts.\nconst size = count(new Pile());\nreport(name, size);\n",
    "js/piles.js": 'import { name } from "./deep/names.js";\n\nconst few = 3;\n'
    "export class Pile {\n  heads = few;\n}\n\n"
    "export function count(pile) {\n  return pile.heads + name.length;\n}\n",
    "js/deep/names.js": 'export const name = "ox";\nexport async function load() {\n'
    "  await name;\n}\n",
}
JS_FUNCTION = re.compile(r"^(?:export )?(?:async )?function (\w+)\(", re.MULTILINE)


# --- Style sheets ----------------------------------------------------------------------


def test_a_sheet_holds_what_it_imports_in_order_without_comments() -> None:
    assert bundle_css("css/page.css", CSS.__getitem__) == (
        '.a::after{content:"/* not a comment */"}@media print{.b{color:#000}}.page{gap:0}'
    )


def test_spaces_stay_in_strings_and_between_words() -> None:
    sheet = ".a > b :is(i), .c { content: ' : ; }  { 0.5'; margin: -0.5px 10.5px 0.5px ; }\n"
    assert bundle_css("css/page.css", {"css/page.css": sheet}.__getitem__) == (
        ".a>b :is(i),.c{content:' : ; }  { 0.5';margin:-0.5px 10.5px .5px}"
    )


def test_an_imported_sheet_may_be_put_into_a_layer() -> None:
    sheets = CSS | {"css/page.css": '@import "b.css" layer(pages);\n'}
    assert bundle_css("css/page.css", sheets.__getitem__) == ("@layer pages{.b{color:#000}}")


def test_a_sheet_may_name_a_file_of_another_folder() -> None:
    face = '@font-face{src:url("../fonts/serif.woff2")}'
    assert bundle_css("css/page.css", {"css/page.css": face}.__getitem__) == face


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('@import "a.css";\n@import "a.css";\n', "imported twice"),
        ('.page {}\n@import "a.css";\n', "comes first"),
        ('@import url("a.css");\n', "comes first"),
        ('@import "a.css" layer(pages) print;\n', "comes first"),
        ('.page { background: url("cow.svg"); }\n', "beside the bundle"),
        ('.page { background: url("../../cow.svg"); }\n', "beside the bundle"),
    ],
)
def test_a_sheet_that_it_does_not_understand_is_refused(text: str, why: str) -> None:
    with pytest.raises(BundleError, match=why):
        bundle_css("css/page.css", (CSS | {"css/page.css": text}).__getitem__)


# --- Modules ---------------------------------------------------------------------------


def test_a_module_comes_after_what_it_imports_and_each_comes_once() -> None:
    bundle = bundle_js("js/page.js", JS.__getitem__)
    assert bundle == (
        'let name="ox";async function load(){await name}'
        "let few=3;class Pile{heads=few}function count(pile){return pile.heads+name.length}"
        "let size=count(new Pile());report(name,size);"
    )


@pytest.mark.parametrize("declaration", ["const few = 1;", "let few;", "function few() {}"])
def test_a_name_that_two_modules_declare_is_refused(declaration: str) -> None:
    page = JS["js/page.js"] + declaration + "\n"
    with pytest.raises(BundleError, match=r"js/page\.js: js/piles\.js declares few too"):
        bundle_js("js/page.js", (JS | {"js/page.js": page}).__getitem__)


@pytest.mark.parametrize(
    "text", ["`\n  // not a  comment\n}\nconst a`", '"} const \\" const"', "'const'"]
)
def test_text_keeps_every_character(text: str) -> None:
    bundle = bundle_js("js/page.js", {"js/page.js": f"const text = {text};\n"}.__getitem__)
    assert f"let text={text};" in bundle


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('import page from "./piles.js";\n', "import or export of this form"),
        ('import * as piles from "./piles.js";\n', "import or export of this form"),
        ('import "./piles.js";\n', "import or export of this form"),
        ('import { Pile } from "elsewhere";\n', "import or export of this form"),
        ("export default 3;\n", "import or export of this form"),
        ("export let size = 3;\n", "import or export of this form"),
        ('export { Pile } from "./piles.js";\n', "import or export of this form"),
        ('const piles = import("./piles.js");\n', "dynamic import"),
        ("const here = import.meta.url;\n", "import.meta"),
        ("const answer = await fetch(url);\n", "await outside of a function"),
        ("const name = `a${b ? `c` : d}`;\n", "a template in a template"),
        ('import { Pile } from "./piles.js";\nexport const Pile = 3;\n', "declares Pile too"),
        ('import { Pile as P } from "./piles.js";\n', "does not export Pile as P"),
        ('import { nobody } from "./piles.js";\n', "does not export nobody"),
    ],
)
def test_a_module_that_it_does_not_understand_is_refused(text: str, why: str) -> None:
    with pytest.raises(BundleError, match=f"js/page.js: .*{why}"):
        bundle_js("js/page.js", (JS | {"js/page.js": text}).__getitem__)


def test_modules_that_import_each_other_are_refused() -> None:
    sources = {
        "js/a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "js/b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
    }
    with pytest.raises(BundleError, match=r"js/a\.js → js/b\.js → js/a\.js"):
        bundle_js("js/a.js", sources.__getitem__)


# --- Ours ------------------------------------------------------------------------------


def collected() -> dict[str, str]:
    """Our sheets and modules as collectstatic would write them."""
    sources = {
        path: (storage, path)
        for finder in finders.get_finders()
        for path, storage in finder.list([])
    }
    return {
        name: made.open(path).read().decode() for name, (made, path) in bundles(sources).items()
    }


def loaded_by_pages() -> set[str]:
    """The sheets and modules that templates name."""
    text = " ".join(path.read_text() for path in project_files(".html"))
    return set(re.findall(r"{% static '((?:css|js)/[\w./]+)' %}", text))


def test_what_pages_load_imports_nothing_any_more() -> None:
    files = collected()
    for name in loaded_by_pages():
        assert not re.search(r"^(?:@?import|export)\b", files[name], re.MULTILINE), name


def test_every_source_is_loaded_by_a_page_and_stands_once_in_a_bundle() -> None:
    files = collected()
    sources = {path.name: path.read_text() for path in (ROOT / "static/js").glob("*.js")}
    loaded: set[str] = set()
    for page in loaded_by_pages():
        if not page.endswith(".js"):
            continue
        parts = [page.removeprefix("js/")]
        for name in parts:
            imported = {found["path"][2:] for found in JS_IMPORT.finditer(sources[name])}
            parts += imported - set(parts)
            for function in JS_FUNCTION.findall(sources[name]):
                assert files[page].count(f"function {function}(") == 1, (page, function)
        loaded |= set(parts)
    assert loaded == set(sources)


def test_a_bundle_is_named_by_all_that_is_in_it(tmp_path: Path) -> None:
    sources = StaticFilesStorage(location=tmp_path / "static", base_url="/static/")
    for name in CSS:
        sources.save(name, ContentFile(CSS[name]))
    first = collect(sources, tmp_path / "collected")
    (tmp_path / "static/css/a.css").write_text(".a {}\n")
    second = collect(sources, tmp_path / "collected")
    assert first["css/page.css"] != second["css/page.css"]
    assert first["css/b.css"] == second["css/b.css"]
    assert ".a{}" in (tmp_path / "collected" / second["css/page.css"]).read_text()


def test_a_missing_source_is_named(tmp_path: Path) -> None:
    sources = StaticFilesStorage(location=tmp_path / "static", base_url="/static/")
    sources.save("css/page.css", ContentFile(CSS["css/page.css"]))
    with pytest.raises(BundleError, match=r"There is no css/a\.css"):
        collect(sources, tmp_path / "collected")


def collect(sources: StaticFilesStorage, folder: Path) -> dict[str, str]:
    """The names under which collectstatic keeps these sources, by their own names."""
    shutil.copytree(sources.location, folder, dirs_exist_ok=True)
    storage = BundlingStorage(location=folder, base_url="/static/")
    paths = {f"css/{name}": (sources, f"css/{name}") for name in sources.listdir("css")[1]}
    list(storage.post_process(paths))
    return {name: storage.stored_name(name) for name in paths}


def test_comments_go_and_strings_templates_and_patterns_stay() -> None:
    kept = ('"a = ( b ) // c"', "'c , d'", "`${e} : f // g`", "/x ?[^/ ,] = /")
    text = "".join(f"run(a / 2, {literal}); // at once\n" for literal in kept)
    bundle = bundle_js("js/page.js", {"js/page.js": text}.__getitem__)
    assert ";".join(f"run(a/2,{literal})" for literal in kept) in bundle
