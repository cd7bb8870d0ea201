"""What a trace is made of: where it began, and its operations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torch import Tensor

from mha.tracing.lines import Line
from mha.tracing.numbers import Numbers


@dataclass(frozen=True)
class Ref:
    """A tensor, by what made it.

    Args:
        key: a step's number, or an origin's key.
        label: as it is written: "#3", "x", "query.weight".
        changed: the step that has changed it in place since; 0 for none.
    """

    key: str
    label: str
    changed: int = 0


@dataclass(frozen=True)
class Origin:
    """A tensor that no operation of the trace has made.

    Args:
        key: its own, apart from all others.
        label: the argument's or the parameter's name.
        kind: "input", "parameter", "buffer" or "from outside".
        numbers: as it was when the trace first met it.
    """

    key: str
    label: str
    kind: str
    numbers: Numbers


@dataclass(frozen=True)
class Output:
    """A tensor that an operation gave back, or changed.

    Args:
        numbers: as they were when the operation had ended.
        kind: "new", "view", "same" or "changed".
        of: what it is a view of, the same as, or changed.
        also: what else lies in the memory that was changed.
    """

    numbers: Numbers
    kind: str = "new"
    of: Ref | None = None
    also: tuple[Ref, ...] = ()


@dataclass(frozen=True)
class Step:
    """One operation.

    Args:
        number: its place in the order, from 1.
        name: as "softmax".
        full: its name in torch, as "torch.Tensor.softmax".
        call: it as one would write it, words and references.
        lines: where it was called from, the most telling first.
        module: the module whose code ran, as "layers.0"; "" for the outermost.
        kind: that module's class.
        outputs: the tensors that it made or changed.
        value: what it gave that is no tensor, as ``item`` does.
    """

    number: int
    name: str
    full: str
    call: tuple[str | Ref, ...]
    lines: tuple[Line, ...]
    module: str
    kind: str
    outputs: tuple[Output, ...]
    value: str = ""

    @property
    def made_from(self) -> tuple[Ref, ...]:
        """What it was given, each once."""
        return tuple(dict.fromkeys(one for one in self.call if isinstance(one, Ref)))


@dataclass(frozen=True, eq=False)
class Trace:
    """What `mha.trace` has seen: the operations, in their order, with their numbers.

    Args:
        title: what was called.
        output: what it returned, as without a trace.
        steps: the operations.
        origins: inputs, and parameters and other tensors that the operations took.
        returned: which tensors it returned: where in the output, and what made them.
        notes: what the trace does not show, in words.
    """

    title: str
    output: Any = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    origins: tuple[Origin, ...] = field(repr=False)
    returned: tuple[tuple[str, Ref | None], ...] = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.steps)

    def save(self, path: str | Path, beside: "Trace | None" = None) -> Path:
        """Write one page that needs nothing else, and no network.

        Args:
            path: of the file, as "mine.html".
            beside: another run, with which each number is compared.

        Returns:
            the file's path.

        Raises:
            TypeError: ``beside`` is no trace.
            OSError: there is no such folder, or it takes no file.
        """
        from mha.tracing.page import write_page  # drawing is not needed before

        if not isinstance(beside, Trace | None):
            found = type(beside).__name__
            raise TypeError(f"beside must be what mha.trace gave, found {found}")
        return write_page(self, Path(path), beside)


def tensors_in(
    value: object, label: str, depth: int = 4
) -> Iterator[tuple[str, Tensor]]:
    """Each tensor in lists, tuples and mappings, and where it stands in them."""
    if isinstance(value, Tensor):
        yield label, value
    elif depth and isinstance(value, Mapping):
        for key, one in value.items():
            yield from tensors_in(one, f"{label}[{key!r}]", depth - 1)
    elif depth and isinstance(value, list | tuple):
        for place, one in enumerate(value):
            yield from tensors_in(one, f"{label}[{place}]", depth - 1)
