"""Sees each operation of torch while a function runs, and notes what it did."""

import sys
import weakref
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType

from torch import Tensor
from torch.overrides import TorchFunctionMode

from mha.tracing.calls import OPENED, names_of, written_call
from mha.tracing.lines import called_from
from mha.tracing.numbers import read
from mha.tracing.steps import Origin, Output, Ref, Step, tensors_in

LIMIT = 2000  # operations that are kept
MOST_OUTPUTS = 8  # of one operation
# Functions of these modules are looked into, but for those that compute nothing.
INSIDE = ("torch.nn.functional", "torch.functional", "torch._tensor")
CLOSED = ("__repr__", "__format__", "__deepcopy__", "__reduce_ex__", "backward")
# These take numbers out of a tensor, and what follows may depend on them.
READS = {f"torch.Tensor.{one}" for one in ("item", "tolist")}
READS |= {f"torch.Tensor.__{one}__" for one in ("bool", "int", "float", "index")}
READS |= {
    "torch.equal",
    "torch.allclose",
    "torch.Tensor.equal",
    "torch.Tensor.allclose",
}


class Recorder(TorchFunctionMode):
    """Notes the operations of whatever runs inside it.

    Args:
        end: the code that starts the run; what called that is not looked at.
        names: of parameters and other tensors, and their kinds, by identity.
        modules: the modules' names, by identity.
    """

    def __init__(
        self,
        end: CodeType,
        names: dict[int, tuple[str, str]],
        modules: dict[int, str],
    ):
        super().__init__()
        self.end, self.names, self.modules = end, names, modules
        self.steps: list[Step] = []
        self.origins: dict[str, Origin] = {}
        self.left_out = 0
        self.seen: set[str] = set()  # names of all functions that were called
        self._known: dict[int, tuple[weakref.ref, Ref]] = {}
        self._open: list[Callable] = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        """Run an operation, and note it."""
        kwargs = kwargs or {}
        if inside := self._body(func):
            self._open.append(func)
            try:
                with self:
                    return inside(*args, **kwargs)
            finally:
                self._open.pop()
        given = [one for _, one in tensors_in((args, kwargs), "")]
        refs = {id(one): self.ref(one) for one in given}
        before = [_version(one) for one in given]
        result = func(*args, **kwargs)
        name, full = names_of(func)
        self.seen.add(full)
        changed = _changed(given, before, full)
        made = [one for _, one in tensors_in(result, "")]
        if made or changed or full in READS:
            call = written_call(full, name, args, kwargs, lambda one: refs[id(one)])
            self._note(name, full, call, result, made, changed, given, refs)
        return result

    def _body(self, func: Callable) -> Callable | None:
        """A function that torch wrote in Python: it runs as it is, and is seen inside.

        Such a function first asks whether somebody wants to have the call, and we do.
        Its copy asks nobody.
        """
        if not isinstance(func, FunctionType) or func in self._open:
            return None
        if func.__module__ not in INSIDE or func.__name__ in CLOSED:
            return None
        if not set(OPENED) & set(func.__code__.co_names):
            return None
        nobody = dict.fromkeys(OPENED, lambda *_: False)
        space = {**func.__globals__, **nobody}
        parts = func.__name__, func.__defaults__, func.__closure__
        copy = FunctionType(func.__code__, space, *parts)
        copy.__kwdefaults__ = func.__kwdefaults__
        return copy

    def ref(self, tensor: Tensor) -> Ref:
        """What made a tensor; one that nothing here made becomes an origin."""
        held, ref = self._known.get(id(tensor), (None, None))
        if ref is None or held is None or held() is not tensor:
            label, kind = self.names.get(id(tensor), ("a tensor", "from outside"))
            ref = self.origin(tensor, label, kind)
        return ref

    def origin(self, tensor: Tensor, label: str, kind: str) -> Ref:
        """Note a tensor that was there before."""
        key = f"o{len(self.origins) + 1}"
        self.origins[key] = Origin(key, label, kind, read(tensor))
        return self._know(tensor, Ref(key, label))

    def found(self, tensor: Tensor) -> Ref | None:
        """What made a tensor, where that is known."""
        held, ref = self._known.get(id(tensor), (None, None))
        return ref if held is not None and held() is tensor else None

    def _know(self, tensor: Tensor, ref: Ref) -> Ref:
        self._known[id(tensor)] = weakref.ref(tensor), ref
        return ref

    def _note(self, name, full, call, result, made, changed, given, refs) -> None:
        if len(self.steps) == LIMIT:
            self.left_out += 1
            return
        number = len(self.steps) + 1
        new = [one for one in made if not any(one is other for other in changed)]
        outputs = [self._changed_output(one, number, refs) for one in changed]
        outputs += [self._output(one, given, refs) for one in new[:MOST_OUTPUTS]]
        frame = sys._getframe(2)
        lines, modules = called_from(frame, self.end, name)
        own = next((one for one in modules if id(one) in self.modules), None)
        path = self.modules[id(own)] if own is not None else ""
        kind = type(own or next(iter(modules), None)).__name__ if modules else ""
        value = repr(result)[:80] if full in READS else ""
        self.steps.append(
            Step(number, name, full, call, lines, path, kind, tuple(outputs), value)
        )
        for place, one in enumerate(new):
            if not any(one is other for other in given):
                several = f"[{place}]" if len(made) > 1 else ""
                self._know(one, Ref(str(number), f"#{number}{several}"))

    def _output(self, tensor: Tensor, given: list[Tensor], refs: dict) -> Output:
        numbers = read(tensor)
        if any(tensor is one for one in given):
            return Output(numbers, "same", refs[id(tensor)])
        for one in given:
            if _share(tensor, one):
                return Output(numbers, "view", refs[id(one)])
        return Output(numbers)

    def _changed_output(self, tensor: Tensor, number: int, refs: dict) -> Output:
        """A tensor that has changed; whatever lies in its memory has, too."""
        also = []
        for held, ref in list(self._known.values()):
            other = held()
            if other is None or (other is not tensor and not _share(other, tensor)):
                continue
            also += [ref] if other is not tensor else []
            self._know(other, Ref(ref.key, ref.label, number))
        return Output(read(tensor), "changed", refs[id(tensor)], tuple(also))


def _version(tensor: Tensor) -> int | None:
    """How often a tensor was changed in place; an inference tensor does not count."""
    return None if tensor.is_inference() else tensor._version


def _changed(
    given: list[Tensor], before: Iterable[int | None], full: str
) -> list[Tensor]:
    """Which of the tensors were changed in place, one for each memory."""
    name = full.split(".")[-1]
    by_name = name == "__setitem__" or (name.endswith("_") and not name.endswith("__"))
    changed: list[Tensor] = []
    for place, (one, count) in enumerate(zip(given, before, strict=True)):
        moved = by_name and not place if count is None else _version(one) != count
        if moved and not any(_share(one, other) for other in changed):
            changed.append(one)
    return changed


def _share(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors lie in the same memory."""
    if one is other:
        return True
    try:
        places = (x.untyped_storage().data_ptr() for x in (one, other))
        first, second = places
    except (RuntimeError, NotImplementedError):
        return False
    return first == second != 0
