"""A class with some of its lines changed, as somebody might have written it."""

import inspect
import itertools
import linecache
import sys
import textwrap
from collections.abc import Callable
from typing import Any

NUMBERS = itertools.count()


def corrupted(
    kind: type, *edits: tuple[str, str], also: tuple[Callable, ...] = ()
) -> Any:
    """Give a class whose source has each first part replaced by the second.

    Args:
        kind: a class of a module that has its source.
        edits: what stands there, and what shall; each must be there.
        also: functions that it calls, which are changed with it.
    """
    parts = [textwrap.dedent(inspect.getsource(one)) for one in (*also, kind)]
    source = "\n\n".join(parts)
    for before, after in edits:
        assert before in source, before
        source = source.replace(before, after)
    return _run(source, kind)


def _run(source: str, kind: type) -> Any:
    file = f"<corrupted {kind.__name__} {next(NUMBERS)}>"
    lines = source.splitlines(keepends=True)
    linecache.cache[file] = (len(source), None, lines, file)
    space = dict(vars(sys.modules[kind.__module__]))
    exec(compile(source, file, "exec"), space)
    return space[kind.__name__]
