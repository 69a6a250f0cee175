"""Style sheets and JavaScript modules, each put into one file with everything it imports.

The sources are what a browser loads as they are: `@import "base.css";` in a sheet, with a medium or
a layer as in `layer(pages)`, and `import { show } from "./regions.js";` in a module. Other
forms are refused with a BundleError, so a bundle never does anything else than its sources.
"""

import posixpath
import re
from collections.abc import Callable, Iterator

from rjsmin import jsmin

Read = Callable[[str], str]

CSS_IMPORT = re.compile(
    r'^@import "(?P<path>[\w./-]+)"(?: (?:layer\((?P<layer>[a-z]+)\)|(?P<media>[a-z]+)))?;\n',
    re.MULTILINE,
)
CSS_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|/\*.*?\*/', re.DOTALL)
# Outside of strings nobody needs space around these signs or behind a colon, the last semicolon of
# a rule, or the zero of 0.5.
CSS_STRING_OR_SPACE = re.compile(
    r'(?P<string>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')'
    r"|\s*;\s*(?=\})|\s*(?P<sign>[{};,>~])\s*|(?<=:)\s+|(?<![\w.-])0(?=\.\d)"
)
# One that leads out of the folder of the sheets leads to the same file from the bundle.
CSS_URL = re.compile(r'url\((?!"\.\./[\w-]+/[\w.-]+"\))')

JS_IMPORT = re.compile(
    r'^import \{(?P<names>[\w$,\s]+)\} from "(?P<path>\.{1,2}/[\w./-]+)";\n', re.MULTILINE
)
JS_EXPORT = re.compile(
    r"^export (?P<declaration>(?:const|function|async function|class) (?P<name>[\w$]+))",
    re.MULTILINE,
)
JS_DECLARATION = re.compile(
    r"^(?:export )?(?:const|let|function|async function|class) (?P<name>[\w$]+)", re.MULTILINE
)
# Outside of strings: let does in a bundle what const does, a block ends without ";", and after a
# brace a line goes on, since every statement of ours ends with a semicolon.
JS_STRING_OR_SPARE = re.compile(
    r'(?P<string>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|`(?:\\.|[^`\\])*`)'
    r"|\b(?P<const>const)\b|(?<=\})\n(?=\w)|;(?=\})"
)
JS_REFUSED = {
    "an import or export of this form": re.compile(r"^\s*(?:import|export)\b.*$", re.MULTILINE),
    "a dynamic import or import.meta": re.compile(r"^.*\bimport\s*[.(].*$", re.MULTILINE),
    "await outside of a function": re.compile(r"^(?!.*\basync\b)\S.*\bawait\b.*$", re.MULTILINE),
    "a template in a template": re.compile(r"^.*\$\{[^}`\n]*`.*$", re.MULTILINE),
}


class BundleError(Exception):
    """A source is missing, or says something that the bundler does not understand."""


def bundle_css(name: str, read: Read) -> str:
    """The sheet after the sheets it imports, in their order, without comments and spaces.

    read: returns the text of a source by its name, such as "css/base.css".
    """
    text = "".join(_css_parts(name, read, set()))
    return CSS_STRING_OR_SPACE.sub(lambda found: found["string"] or found["sign"] or "", text)


def bundle_js(name: str, read: Read) -> str:
    """The module after the modules it imports, in one scope, without comments.

    What a module declares has its name in the whole bundle: a name declared twice is refused. It
    must be loaded as a module, like its sources. read: as for `bundle_css`.
    """
    modules: dict[str, str] = {}
    _add_module(name, read, modules, {}, ())
    return JS_STRING_OR_SPARE.sub(
        lambda found: found["string"] or ("let" if found["const"] else ""),
        jsmin("".join(modules.values())),
    )


# --- Style sheets ----------------------------------------------------------------------


def _css_parts(name: str, read: Read, done: set[str]) -> Iterator[str]:
    if name in done:
        raise BundleError(f"{name} is imported twice")
    done.add(name)
    text = CSS_STRING_OR_COMMENT.sub(_drop_comment, read(name)).lstrip()
    while found := CSS_IMPORT.match(text):
        part = "".join(_css_parts(_beside(name, found["path"]), read, done))
        if found["layer"]:
            part = f"@layer {found['layer']} {{\n{part}}}\n"
        yield f"@media {found['media']} {{\n{part}}}\n" if found["media"] else part
        text = text[found.end() :].lstrip()
    if "@import" in text:
        raise BundleError(f'{name}: @import "name.css"; comes first, each on its own line')
    if CSS_URL.search(text):
        raise BundleError(f"{name}: url() would be looked up beside the bundle")
    yield _flush_left(text)


def _drop_comment(found: re.Match[str]) -> str:
    return "" if found.group().startswith("/*") else found.group()


# --- Modules ---------------------------------------------------------------------------


def _add_module(
    name: str,
    read: Read,
    modules: dict[str, str],
    exports: dict[str, set[str]],
    importers: tuple[str, ...],
) -> None:
    """Add a module after those it imports: the order in which a browser would run them."""
    if name in importers:
        raise BundleError(f"Modules import each other: {' → '.join([*importers, name])}")
    if name in modules:
        return
    text = read(name)
    for found in JS_IMPORT.finditer(text):
        part = _beside(name, found["path"])
        _add_module(part, read, modules, exports, (*importers, name))
        if missing := set(_names(found)) - exports[part]:
            raise BundleError(f"{name}: {part} does not export {', '.join(sorted(missing))}")
    exports[name] = {found["name"] for found in JS_EXPORT.finditer(text)}
    declared = set(JS_DECLARATION.findall(text))
    for other, body in modules.items():
        if both := declared & set(JS_DECLARATION.findall(body)):
            raise BundleError(f"{name}: {other} declares {', '.join(sorted(both))} too")
    modules[name] = _bare(name, text)


def _bare(name: str, text: str) -> str:
    """A module without its imports and exports."""
    body = JS_EXPORT.sub(r"\g<declaration>", JS_IMPORT.sub("", text))
    for what, pattern in JS_REFUSED.items():
        if found := pattern.search(body):
            raise BundleError(f"{name}: cannot bundle {what}: {found.group().strip()}")
    return f"{body}\n"


def _names(found: re.Match[str]) -> list[str]:
    """What an import names; one that renames is refused, since "a as b" is exported by nobody."""
    return [name.strip() for name in found["names"].split(",") if name.strip()]


# --- Both ------------------------------------------------------------------------------


def _beside(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _flush_left(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())
