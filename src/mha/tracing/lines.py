"""Where an operation was called from: lines of source, and the modules around them."""

import linecache
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import torch
from torch import nn

HERE = str(Path(__file__).parent)
TORCH = str(Path(torch.__file__).parent)
SITE = sysconfig.get_path("purelib"), sysconfig.get_path("platlib")
LIBRARIES = (str(Path(__file__).parents[1]), *SITE)
STANDARD = sysconfig.get_path("stdlib")
MOST_LINES = 6  # of a call that goes over several


@dataclass(frozen=True)
class Line:
    """A line of source, or the few that one call goes over.

    Args:
        file: by the name that one finds it by.
        number: the first line's, from 1.
        before: what stands before the call.
        call: the part of the line that is the call.
        after: what stands after it.
        whose: "yours", "library" or "torch".
    """

    file: str
    number: int
    before: str
    call: str
    after: str
    whose: str

    @property
    def place(self) -> str:
        """Where it stands, as "mine.py:12"."""
        return f"{self.file}:{self.number}"


def called_from(
    frame: FrameType | None, end: CodeType, name: str
) -> tuple[tuple[Line, ...], list[nn.Module]]:
    """The lines that lead to an operation, and the modules that run it.

    Args:
        frame: where the operation is called.
        end: the code that started it all; what called that is nobody's concern.
        name: the operation's: where torch has a function of this name around it, the
            line that calls the function tells more.

    Returns:
        The innermost line outside torch; then, where they are others, the reader's own
        and torch's. And each module one of whose methods runs, the innermost first.
    """
    found: dict[str, Line] = {}
    modules = []
    while frame is not None and frame.f_code is not end:
        code = frame.f_code
        whose = _whose(code.co_filename)
        around = whose == "torch" and code.co_name.strip("_") == name.strip("_")
        if whose and whose not in found and not around:
            found[whose] = line_of(code, frame.f_lasti, code.co_filename, whose)
        if isinstance(own := frame.f_locals.get("self"), nn.Module):
            modules.append(own)
        frame = frame.f_back
    if list(found)[:1] == ["torch"]:  # the innermost: it is told last
        found["torch"] = found.pop("torch")
    elif list(found)[:1] == ["yours"]:
        found = {"yours": found["yours"]}
    else:
        found.pop("torch", None)
    return tuple(found.values()), modules


@cache
def _whose(file: str) -> str:
    """Whose a file is; nobody's, if it leads to the recorder or is Python's own."""
    if file.startswith((HERE, str(Path(TORCH, "overrides.py")), "<frozen")):
        return ""
    if file.startswith(TORCH):
        return "torch"
    if file.startswith(LIBRARIES):
        return "library"
    return "" if file.startswith(STANDARD) else "yours"


@cache
def line_of(code: CodeType, instruction: int, file: str, whose: str) -> Line:
    """The line that an instruction stands on, and which part of it is the call.

    The same lines in two files, or in two cells, are equal as code: the file is named.
    """
    first, last, start, end = list(code.co_positions())[instruction // 2]
    first = first or code.co_firstlineno
    cut = (last or first) >= first + MOST_LINES
    last, end = (first + MOST_LINES - 1, None) if cut else (last or first, end)
    lines = (linecache.getline(file, n) for n in range(first, last + 1))
    before, call, after = _parts([line.rstrip("\n") for line in lines], start, end)
    after += "\n…" if cut else ""
    return Line(short(file), first, before, call, after, whose)


def _parts(lines: list[str], start: int | None, end: int | None) -> tuple:
    """What stands before the call, the call, and after it; columns count bytes."""
    rest = len(lines[-1].encode()) - (end or 0) if end else 0
    raw = "\n".join(lines).encode()
    stop = len(raw) - max(rest, 0)
    cut = raw[: start or 0], raw[start or 0 : stop], raw[stop:]
    before, call, after = (part.decode(errors="replace") for part in cut)
    indent = len(lines[0]) - len(lines[0].lstrip())
    return before[indent:], call.replace("\n" + " " * indent, "\n"), after


@cache
def short(file: str) -> str:
    """A file by the name one finds it by: from the working folder, or a package's."""
    path = Path(file)
    if "ipykernel" in file or file.startswith("<ipython-input"):
        return "a cell of the notebook"
    for root in (*SITE, Path.cwd()):
        if path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return "/".join(path.parts[-2:])
