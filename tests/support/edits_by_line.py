"""Which small mistakes one line of a file could have, found in its own text.

Each is one that people make: a sign, a bound, an argument left out, two arguments the
wrong way round. A list of all of them is what `planted` draws its sample from.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

NEXT = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
PAIRS = ["min max", "any all", "ones zeros", "sin cos", "triu tril", "amin amax"]
NAMES = {a: b for pair in PAIRS for a, b in (pair.split(), pair.split()[::-1])}
# What is no code that runs: types are for people and pyrefly, and before Python 3.12
# the parts of an f-string have no place of their own.
UNREAD = (ast.JoinedStr, ast.Import, ast.ImportFrom)
UNREAD_FIELDS = ("annotation", "returns", "decorator_list", "type_params")

# In JavaScript as oxfmt writes it: an operator has a space on either side.
SCRIPT_PAIRS = ["=== !==", "< <=", "> >=", "+ -", "* /", "&& ||"]
SCRIPT = {rf" {re.escape(a)} ": f" {b} " for a, b in map(str.split, SCRIPT_PAIRS)}
SCRIPT |= {rf" {re.escape(b)} ": f" {a} " for a, b in map(str.split, SCRIPT_PAIRS)}
SCRIPT |= {r"\btrue\b": "false", r"\bfalse\b": "true", r"!(?=[\w(])": ""}
SCRIPT |= {r"\bMath\.max\b": "Math.min", r"\bMath\.min\b": "Math.max"}
SCRIPT |= {r"\.some\(": ".every(", r"\.every\(": ".some("}
WHOLE_NUMBER = r"(?<![\w.#])\d+(?![\w.])"


@dataclass(frozen=True)
class Edit:
    """One place in one line, and what would stand there instead."""

    path: Path
    line: int  # the first is 1
    start: int  # in the line, in bytes, as Python counts columns
    end: int
    text: str

    def lines(self) -> tuple[str, str]:
        """The line as it is, and as it would be."""
        stands = self.path.read_bytes().splitlines()[self.line - 1]
        planted = stands[: self.start] + self.text.encode() + stands[self.end :]
        return stands.decode(), planted.decode()

    def whole(self) -> str:
        """The file with the fault in it."""
        lines = self.path.read_text("utf-8").split("\n")
        lines[self.line - 1] = self.lines()[1]
        return "\n".join(lines)


def possible(path: Path) -> list[Edit]:
    """Every edit of a Python or JavaScript file that leaves it readable."""
    if path.suffix == ".js":
        return list(_in_script(path))
    tree = ast.parse(path.read_text("utf-8"))
    return [edit for node in _code(tree) for edit in _of_node(path, node)]


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a tree that run."""
    for name, value in ast.iter_fields(node):
        inside = value if isinstance(value, list) else [value]
        for child in inside if name not in UNREAD_FIELDS else ():
            if isinstance(child, ast.AST) and not isinstance(child, UNREAD):
                yield child
                yield from _code(child)


def _of_node(path: Path, node: ast.AST) -> Iterator[Edit]:
    if getattr(node, "lineno", None) is None or node.lineno != node.end_lineno:
        return
    for text in _variants(node):
        yield Edit(path, node.lineno, node.col_offset, node.end_col_offset, text)


def _variants(node: ast.AST) -> Iterator[str]:
    yield from _with_another_operator(node)
    match node:
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield ast.unparse(operand)
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(value)) | ast.Constant(float(value)):
            yield repr(value + 1)
        case ast.IfExp(test, body, orelse):
            yield ast.unparse(ast.IfExp(test, orelse, body))
        case ast.Name(name) if name in NAMES:
            yield NAMES[name]
    yield from _left_out(node)


def _with_another_operator(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.BinOp(left, op, right) if type(op) in NEXT:
            yield ast.unparse(ast.BinOp(left, NEXT[type(op)](), right))
        case ast.BoolOp(op, values):
            yield ast.unparse(ast.BoolOp(NEXT[type(op)](), values))
        case ast.Compare(left, [op, *more], values):
            yield ast.unparse(ast.Compare(left, [NEXT[type(op)](), *more], values))


def _left_out(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Return(ast.expr()):
            yield "return None"
        case ast.Expr(ast.Call()):
            yield "pass"
        case ast.Call(function, arguments, words):
            yield from _called_otherwise(function, arguments, words)


def _called_otherwise(function, arguments, words) -> Iterator[str]:
    if words:
        yield ast.unparse(ast.Call(function, arguments, words[:-1]))
    if len(arguments) > 1:
        first, second, *more = arguments
        yield ast.unparse(ast.Call(function, [second, first, *more], words))
    if isinstance(function, ast.Attribute) and function.attr in NAMES:
        other = ast.Attribute(function.value, NAMES[function.attr])
        yield ast.unparse(ast.Call(other, arguments, words))


def _in_script(path: Path) -> Iterator[Edit]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if re.match(r"\s*(//|/?\*|import\b|export \{)", line):
            continue
        code = line.split(" // ")[0]
        for pattern, text in SCRIPT.items():
            for found in re.finditer(pattern, code):
                yield _placed(path, number, code, found, text)
        for found in re.finditer(WHOLE_NUMBER, code):
            yield _placed(path, number, code, found, str(int(found[0]) + 1))


def _placed(path: Path, number: int, code: str, found: re.Match, text: str) -> Edit:
    start, end = (len(code[:place].encode()) for place in found.span())
    return Edit(path, number, start, end, text)
