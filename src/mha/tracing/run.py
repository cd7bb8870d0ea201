"""Runs a module or a function, and notes each of its operations."""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor, nn

from mha.tracing.record import LIMIT, Recorder
from mha.tracing.steps import Origin, Trace, tensors_in

WALKS_BACK = "torch.Tensor.backward", "torch.autograd.backward", "torch.autograd.grad"


def trace(function: Callable, /, *inputs: Any, **kwargs: Any) -> Trace:
    """Run a module or a function, and note each operation of torch with its numbers.

    Of each operation there is the line of source that it came from, what it was made
    from, and its tensors: shape, strides, dtype and numbers, of a large tensor the
    first and last. What it computes, and its gradients, are as without a trace.

    Args:
        function: what is called: a module, or any function of tensors.
        inputs: what it is given.
        kwargs: what it is given by name.

    Returns:
        The operations; ``save("mine.html")`` writes a page on which one steps through.

    Raises:
        TypeError: ``function`` cannot be called, or is a class of modules.
        Exception: what the call itself raises, with a note of the last operation.

    Example:
        >>> import torch
        >>> from mha import trace
        >>> seen = trace(lambda x: (x @ x.mT).softmax(-1), torch.eye(2))
        >>> [step.name for step in seen.steps]
        ['mT', 'matmul', 'softmax']
        >>> seen.steps[2].made_from[0].label
        '#2'
        >>> seen.save("mine.html").name  # doctest: +SKIP
        'mine.html'
    """
    _check(function)
    modules = {id(one): name for name, one in _modules_of(function)}
    recorder = Recorder(_call.__code__, dict(_names(function)), modules)
    for label, tensor in _inputs(function, inputs, kwargs):
        if recorder.found(tensor) is None:
            recorder.origin(tensor, label, "input")
    notes = list(_notes_before(function))
    output = _call(recorder, function, inputs, kwargs)
    returned = [(at, recorder.found(one)) for at, one in tensors_in(output, "")]
    return Trace(
        title=_title(function),
        output=output,
        steps=tuple(recorder.steps),
        origins=tuple(_used(recorder)),
        returned=tuple(returned),
        notes=(*notes, *_notes_after(recorder)),
    )


def _call(recorder: Recorder, function: Callable, inputs: tuple, kwargs: dict) -> Any:
    try:
        with _uncompiled(), recorder:
            return function(*inputs, **kwargs)
    except Exception as error:
        if recorder.steps:
            last = recorder.steps[-1]
            at = f", {last.lines[0].place}" if last.lines else ""
            seen = f"the last of {last.number} operations was {last.name}{at}"
            error.add_note(f"mha.trace: {seen}")
        raise


def _uncompiled():
    """Compiled code runs as it was written: else there is nothing to see of it."""
    if "torch._dynamo" in sys.modules:  # it takes long to load, and compiles nothing
        return torch.compiler.set_stance("force_eager")
    return nullcontext()


def _check(function: object) -> None:
    if isinstance(function, type) and issubclass(function, nn.Module):
        name = function.__name__
        raise TypeError(
            f"trace takes a module, found the class {name}; expected one, as {name}()"
        )
    if not callable(function):
        found = type(function).__name__
        raise TypeError(f"trace takes a module or a function to call, found {found}")


def _used(recorder: Recorder) -> Iterator[Origin]:
    """Inputs, and what an operation that is kept has taken."""
    taken = {ref.key for step in recorder.steps for ref in step.made_from}
    for key, origin in recorder.origins.items():
        if key in taken or origin.kind == "input":
            yield origin


def _title(function: Callable) -> str:
    inner = getattr(function, "_orig_mod", function)
    if isinstance(inner, nn.Module):
        return type(inner).__name__
    if inspect.isbuiltin(inner):  # its class is torch's own affair
        return inner.__name__
    return getattr(inner, "__qualname__", type(inner).__name__)


def _owners(function: Callable) -> Iterator[tuple[str, object]]:
    """What a function reaches by name: itself, its object, what it closes over."""
    yield "", function
    yield "", getattr(function, "__self__", None)
    inner = inspect.unwrap(function)
    if inspect.isfunction(inner):
        seen = inspect.getclosurevars(inner)
        yield from {**seen.globals, **seen.nonlocals}.items()


def _modules_of(function: Callable) -> Iterator[tuple[str, nn.Module]]:
    for name, owner in _owners(function):
        if isinstance(owner, nn.Module):
            for inside, module in owner.named_modules():
                path = ".".join(filter(None, (name, inside)))
                yield path.replace("_orig_mod.", "").removesuffix("_orig_mod"), module


def _names(function: Callable) -> Iterator[tuple[int, tuple[str, str]]]:
    """The names of parameters, buffers, and of tensors that a function closes over."""
    for name, owner in _owners(function):
        for label, tensor in tensors_in(owner, name):
            yield id(tensor), (label, "from outside")
    for path, module in _modules_of(function):
        for kind, own in (
            ("parameter", module._parameters),
            ("buffer", module._buffers),
        ):
            for name, tensor in own.items():
                yield id(tensor), (".".join(filter(None, (path, name))), kind)


def _inputs(
    function: Callable, inputs: tuple, kwargs: dict
) -> list[tuple[str, Tensor]]:
    inner = getattr(function, "_orig_mod", function)  # of what is compiled
    called = inner.forward if isinstance(inner, nn.Module) else inner
    try:
        given = inspect.signature(called).bind(*inputs, **kwargs).arguments
    except (TypeError, ValueError):  # a wrong call says so itself
        given = {"inputs": inputs, **kwargs}
    return [pair for name, one in given.items() for pair in tensors_in(one, name)]


def _notes_before(function: Callable) -> Iterator[str]:
    modules = [module for _, module in _modules_of(function)]
    if any(map(_is_compiled, [function, *modules])):
        yield (
            "What torch.compile had compiled ran as it was written. Compiled, several "
            "operations become one, and the last digits may differ."
        )
    if any(isinstance(one, torch.jit.ScriptModule) for one in modules):
        yield "Operations inside scripted modules (torch.jit) cannot be seen."
    if any(map(_has_fast_path, modules)) and torch.backends.mha.get_fastpath_enabled():
        yield (
            "Untraced, PyTorch may run its encoder layers as one fused operation here, "
            "since they are in eval mode and need no gradient. The trace shows the way "
            "written out, and the last digits may differ."
        )


def _is_compiled(one: object) -> bool:
    marks = ("_orig_mod", "_torchdynamo_orig_callable", "_compiled_call_impl")
    return any(
        vars(one).get(mark) is not None for mark in marks if hasattr(one, "__dict__")
    )


def _has_fast_path(module: nn.Module) -> bool:
    fast = nn.MultiheadAttention, nn.TransformerEncoderLayer, nn.TransformerEncoder
    if not isinstance(module, fast) or module.training:
        return False
    learns = any(one.requires_grad for one in module.parameters())
    return not (torch.is_grad_enabled() and learns)


def _notes_after(recorder: Recorder) -> Iterator[str]:
    if recorder.left_out:
        yield (
            f"Of {LIMIT + recorder.left_out:,} operations, here are {LIMIT:,}. "
            "Trace one of its modules to see the others."
        )
    if not recorder.steps:
        yield (
            "No operation of torch was seen: it may have computed with something else, "
            "in another thread, or in code that torch.jit has scripted."
        )
    tensors = [out.numbers for step in recorder.steps for out in step.outputs]
    if any(one.device.startswith("cuda") for one in tensors):
        yield "Numbers were copied from the GPU after each operation: it took longer."
    if not recorder.seen.isdisjoint(WALKS_BACK):
        yield "It also walked back: what computes gradients is not shown."
