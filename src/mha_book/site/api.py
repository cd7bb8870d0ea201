"""The package's reference: what autodoc makes of docstrings, made easier to read.

Types stand beside the arguments, as the shapes do, and not in the signature. Docstrings
name things in single backticks: what the page documents is linked by its last part, so
that rooms may speak of each other; the rest, PyTorch's types among it, is shown as
code, for the build asks no other site what it documents.
"""

import inspect
import re
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.inspect import stringify_signature
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import stringify_annotation

ARGUMENTS = re.compile(r"    ([\w, ]+): ")  # what an item under Args begins with
MODULE = re.compile(r"\b(?:\w+\.)+(?=\w)")  # torch. of torch.Tensor


def setup(app: Sphinx) -> dict[str, bool]:
    """Register what changes signatures and docstrings, and what links names."""
    app.connect("autodoc-process-signature", without_types)
    app.connect("autodoc-process-docstring", with_types, priority=400)  # then napoleon
    app.connect("missing-reference", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def without_types(
    app: Sphinx,
    what: str,
    name: str,
    documented: Any,
    options: dict,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """A signature's names and defaults alone."""
    if not signature or ":" not in signature:  # of a property, or without types
        return signature, None if what == "class" else returned
    own = inspect.signature(documented)
    parameters = list(own.parameters.values())
    if what == "method":
        parameters = parameters[1:]  # self
    short = stringify_signature(
        own.replace(parameters=parameters),
        show_annotation=False,
        show_return_annotation=False,
    )
    return short, None if what == "class" else returned


def with_types(
    app: Sphinx,
    what: str,
    name: str,
    documented: Any,
    options: dict,
    lines: list[str],
) -> None:
    """Put each argument's type behind its name, where a docstring lists arguments."""
    if "Args:" not in lines:
        return
    called = documented.__init__ if inspect.isclass(documented) else documented
    types = inspect.get_annotations(called)
    for number in range(lines.index("Args:") + 1, len(lines)):
        if lines[number] and not lines[number].startswith(" "):
            return  # the next part
        if found := ARGUMENTS.match(lines[number]):
            names = found[1].split(", ")
            kinds = dict.fromkeys(named(types[n]) for n in names if n in types)
            if len(kinds) == 1:
                kind = f"    {found[1]} ({next(iter(kinds))}): "
                lines[number] = kind + lines[number][found.end() :]


def named(kind: Any) -> str:
    """A type as its readers call it: Tensor, and not torch.Tensor."""
    return MODULE.sub("", stringify_annotation(kind))


def link(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.TextElement
) -> nodes.Node | None:
    """A link to what is documented under this name, or the name as code."""
    if node.get("refdomain") != "py":
        return None
    objects = env.get_domain("py").get_objects()
    last = node["reftarget"].rpartition(".")[2]
    found = {
        (page, anchor)
        for name, _, _, page, anchor, _ in objects
        if name.rpartition(".")[2] == last
    }
    if len(found) != 1:
        return shown
    ((page, anchor),) = found
    return make_refnode(app.builder, node["refdoc"], page, anchor, shown)
