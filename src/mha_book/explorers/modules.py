"""A script as an ES module: what it imports and what it exports, and on which line.

The scripts use a few forms of `import` and `export`, at the start of a line. Every
other form is refused, and so is what no JavaScript engine would accept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NoReturn

NAMES, FROM = r"\{(?P<names>[^}]*)\}", r'\s*from\s*"(?P<path>\.[\w./-]+)"'
IMPORT = re.compile(rf"^import\s*{NAMES}{FROM};", re.MULTILINE)
PASSED_ON = re.compile(rf"^export\s*(?:{NAMES}|\*){FROM};", re.MULTILINE)
LISTED = re.compile(rf"^export\s*{NAMES};", re.MULTILINE)
KINDS = r"(?:const|class|(?:async )?function\*?)"
DECLARED = re.compile(rf"^export (?={KINDS} (?P<name>[\w$]+))", re.MULTILINE)
# A function or a class would have a name that the module can use too.
DEFAULT = re.compile(r"^export default (?!async\b|function\b|class\b)", re.MULTILINE)
FORMS = (IMPORT, PASSED_ON, LISTED, DECLARED, DEFAULT)
ANY_FORM = re.compile(
    r"^[ \t]*(?:import|export)\b.*|^.*\bimport\s*[(.].*", re.MULTILINE
)
EXPECTED = (
    'import { … } from "./…"; export { … } from "./…"; export * from "./…"; '
    "export { … }; export const, function or class with one name; or export default "
    "and an expression"
)

# What is no code: comments, strings, regular expressions (after what no number ends).
STRING = r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'"
REGULAR = (
    r"(?<=[(,=:\[!&|?{};>])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/"
)
TOKEN = re.compile(rf"//[^\n]*|/\*.*?\*/|{STRING}|{REGULAR}|[`{{}}]", re.DOTALL)
TEMPLATE = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*(`|\$\{)", re.DOTALL)


@dataclass(frozen=True)
class Module:
    """A script that has been read.

    Attributes:
        path: its file.
        text: what stands in it.
        language: of what it imports, "words.de.js" is taken for "words.js" where this
            is "de" and there is such a file.
    """

    path: Path
    text: str
    language: str = "en"

    @property
    def name(self) -> str:
        """Its folder and its file: every explorer has an index.js."""
        return f"{self.path.parent.name}/{self.path.name}"

    @cached_property
    def code(self) -> str:
        """The text, as long, with spaces for comments and templates."""
        return blank_out(self.text)

    @cached_property
    def imports(self) -> list[re.Match[str]]:
        """Its import statements, and its exports from other modules."""
        return [
            match for form in (IMPORT, PASSED_ON) for match in form.finditer(self.code)
        ]

    @cached_property
    def exports(self) -> dict[str, str]:
        """What it exports by itself: each name, and what that is called inside."""
        found: dict[str, str] = {}
        for statement, outside, inside in self._exported():
            if outside in found:
                fault = f"found {outside} a second time, expected each name once"
                self.refuse(statement.start(), fault)
            found[outside] = inside
        return found

    def _exported(self) -> Iterator[tuple[re.Match[str], str, str]]:
        """Each export: its statement, its name, and what it is called inside."""
        for match in DECLARED.finditer(self.code):
            yield match, match["name"], match["name"]
        for match in LISTED.finditer(self.code):
            for inside, outside in pairs_of(match["names"]):
                yield match, outside, inside
        for match in PASSED_ON.finditer(self.code):
            for inside, outside in pairs_of(match["names"] or ""):
                yield match, outside, f"{source_name(match)}.{inside}"
        for match in DEFAULT.finditer(self.code):
            yield match, "default", "$default"

    def target(self, statement: re.Match[str]) -> Path:
        """The file from which one of its imports takes."""
        path = _resolved(self.path.parent, statement["path"])
        translated = path.with_suffix(f".{self.language}.js")
        return translated if translated.is_file() else path

    def refuse(self, start: int, fault: str) -> NoReturn:
        """Raise ValueError, which names the file, the line and the fault."""
        line = self.text.count("\n", 0, start) + 1
        raise ValueError(f"{self.name}, line {line}: {fault}")


@cache
def _resolved(folder: Path, path: str) -> Path:
    """Each is asked for again and again, and asks the system about every folder."""
    return (folder / path).resolve()


def read_module(path: Path, language: str = "en") -> Module:
    """A script whose every import and export has a form that can be linked.

    Raises:
        ValueError: one has not; the file, the line and what was expected are named.
        FileNotFoundError: the file, or one that it imports, is not there.
    """
    module = _module(path, path.read_text(encoding="utf-8"), language)
    for statement in module.imports:
        if not module.target(statement).is_file():
            raise FileNotFoundError(
                f"{module.name} imports {statement['path']}, which is not there"
            )
    return module


@cache
def _module(path: Path, text: str, language: str) -> Module:
    """One text is looked through once, though many scripts import it."""
    module = Module(path, text, language)
    known = {match.start() for form in FORMS for match in form.finditer(module.code)}
    for match in ANY_FORM.finditer(module.code):
        if match.start() not in known:
            form = match[0].strip()
            module.refuse(match.start(), f"found {form!r}, expected {EXPECTED}")
    _check_declarations(module)
    return module


def _check_declarations(module: Module) -> None:
    """What is exported is one name, and keeps its value."""
    bare = blank_out(module.text, strings=True)
    for match in DECLARED.finditer(module.code):
        if _has_comma(bare, match.end()):
            fault = (
                f"found several names beside {match['name']}, expected an export each"
            )
            module.refuse(match.start(), fault)
    for match in LISTED.finditer(module.code):
        for name, _ in pairs_of(match["names"]):
            if re.search(
                rf"^(?:let|var)\b[^;]*\b{re.escape(name)}\b", bare, re.MULTILINE
            ):
                fault = f"found {name} declared by let or var, expected const"
                module.refuse(match.start(), fault)


def _has_comma(code: str, start: int) -> bool:
    """Whether a declaration names more than one thing, outside all its brackets."""
    depth = 0
    for character in code[start:]:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in ",;}":
            return character == ","
    return False


def blank_out(text: str, *, strings: bool = False) -> str:
    """The text with spaces for comments and templates, or for strings too."""
    return "".join(
        part if is_code or (not strings and part[:1] in "\"'") else _spaces(part)
        for part, is_code in _parts(text)
    )


def without_comments(text: str) -> str:
    """A script as a page loads it: each line where it was, without its comments."""
    return "".join(
        "\n" * part.count("\n") if part[:2] in ("//", "/*") and not is_code else part
        for part, is_code in _parts(text)
    )


def _spaces(part: str) -> str:
    return re.sub(r"[^\n]", " ", part)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in parts, each with whether it is code; what a template holds is not."""
    place = 0
    depths: list[int] = []  # of the braces that are open in each template's ${…}
    while match := TOKEN.search(text, place):
        yield text[place : match.start()], not depths
        token, start, place = match[0], match.start(), match.end()
        if depths and token in "{}":
            depths[-1] += 1 if token == "{" else -1
        is_closed = bool(depths) and depths[-1] == 0  # back in the template's text
        if is_closed:
            depths.pop()
        if is_closed or token == "`":
            rest = TEMPLATE.match(text, place)
            place = rest.end() if rest else len(text)
            depths += [1] * bool(rest and rest[1] == "${")
            yield text[start:place], False
        else:
            yield token, token in "{}" and not depths
    yield text[place:], not depths


def pairs_of(names: str) -> list[tuple[str, str]]:
    """Each ``a`` or ``a as b`` of a list, as (a, a) or (a, b)."""
    parts = [part.split() for part in names.split(",") if part.strip()]
    return [(part[0], part[-1]) for part in parts]


def source_name(statement: re.Match[str]) -> str:
    """What the module is called from which a statement passes on."""
    return f"$from{statement.start()}"
