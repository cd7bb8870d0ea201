"""A layer is made from a class, of which only the name is known."""

import importlib.util
import inspect
import itertools
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from torch import nn

from mha.check.clinic.facts import DROPOUT, GROUPS, HEAD_DIM, HEADS, WIDTH, WORDS
from mha.check.guard import Stumble, call

E, H, T = 12, 3, 16
SIZES: dict[str, Any] = {
    **dict.fromkeys(WORDS, T),
    **dict.fromkeys(HEAD_DIM, E // H),
    **dict.fromkeys(WIDTH, E),
    **dict.fromkeys(HEADS, H),
    **dict.fromkeys(GROUPS, H),
    **dict.fromkeys(DROPOUT, 0.0),
    **dict.fromkeys(("d_out", "dim_out", "out_dim", "d_v", "vdim", "kdim"), E),
    **dict.fromkeys(("layer_idx", "layer_id", "layer_number"), 0),
    **dict.fromkeys(("vocab_size", "num_embeddings"), 64),
    **dict.fromkeys(("bias", "qkv_bias", "use_bias", "attention_bias"), False),
    "d_v": E // H,
    "max_batch_size": 4,
    "attention_probs_dropout_prob": 0.0,
    "hidden_dropout_prob": 0.0,
    "n_layer": 1,
}
CONFIGS = ("config", "args", "cfg", "params", "model_args", "hparams")


class Unmade(Exception):
    """A class could not be built; the message says what was tried."""


def load(target: str) -> tuple[Any, dict[str, Any]]:
    """Give what ``file.py:Name`` or ``package.module:Name`` means, and all beside it.

    Raises:
        Unmade: there is no such file, or no such name in it.
    """
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise Unmade(f"{target!r} is no file.py:Name, nor package.module:Name.")
    try:
        module = call(_imported, place, seconds=120.0)
    except Stumble as stumble:
        raise Unmade(f"{place} cannot be imported. {stumble.told}") from stumble
    if not hasattr(module, name):
        raise Unmade(f"{place} has no {name}.")
    return getattr(module, name), vars(module)


def _imported(place: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    if not place.endswith(".py"):
        return importlib.import_module(place)
    sys.path.insert(0, str(Path(place).resolve().parent))
    spec = importlib.util.spec_from_file_location(Path(place).stem, place)
    if spec is None or spec.loader is None or not Path(place).exists():
        raise FileNotFoundError(f"there is no file {place}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def made(what: Any, init: str = "", space: dict[str, Any] | None = None) -> nn.Module:
    """Give a layer: as it is, built from its class, or as somebody says.

    Args:
        what: a module, its class, or a function that gives one.
        init: an expression, such as ``MyAttention(12, 3)``.
        space: names that this may use.

    Raises:
        Unmade: no way worked.
    """
    if isinstance(what, nn.Module):
        return what
    tried = []
    ways = [lambda: eval(init, dict(space or {}))] if init else _ways(what, space or {})
    for way in ways:
        try:
            layer = call(way, seconds=30.0)
        except Stumble as stumble:
            tried.append(stumble.told)
            continue
        if isinstance(layer, nn.Module):
            return layer
        tried.append(f"It gives a {type(layer).__name__}, and no module.")
    told = " ".join(dict.fromkeys(tried)) or f"{what!r} is no class."
    raise Unmade(f"It could not be built. {told} Say how: --init 'MyAttention(12, 3)'.")


def _ways(made_by: Any, space: dict[str, Any]) -> Iterator[Any]:
    if not callable(made_by):
        return
    takes = inspect.signature(made_by).parameters
    named = {one.name: one for one in takes.values() if one.name not in ("self",)}
    for config in _configs(named, made_by, space):
        yield lambda config=config: made_by(**_given(named, config))
    positional = [one for one in named.values() if one.default is one.empty]
    for count in (len(positional), 2, 1, 0):
        yield lambda count=count: made_by(*(E, H, E // H, E // H, T)[:count])


def _given(named: dict[str, inspect.Parameter], config: Any) -> dict[str, Any]:
    """What a class gets by its names: sizes always, the rest where it must be."""
    sizes = {*WIDTH, *HEADS, "d_out", "dim_out"}
    given = {}
    for name, one in named.items():
        needed = one.default is one.empty and one.kind is not one.VAR_KEYWORD
        if name in CONFIGS and needed:
            given[name] = config
        elif name in SIZES and (needed or name in sizes) and one.default is not None:
            given[name] = SIZES[name]
    return given


def _configs(named: dict, made_by: Any, space: dict[str, Any]) -> Iterator[Any]:
    """Configurations: of the class that is asked for, or of any that fits by name."""
    if not set(named) & set(CONFIGS):
        yield None
        return
    hints = getattr(made_by, "__init__", made_by)
    try:
        found = [typing.get_type_hints(hints).get(one) for one in CONFIGS]
    except (NameError, TypeError):
        found = []
    beside = (
        one for name, one in space.items() if name.lower().endswith(("config", "args"))
    )
    for kind in itertools.chain(found, beside):
        if isinstance(kind, type):
            yield from _filled(kind)
    yield SimpleNamespace(**SIZES)


def _filled(kind: type) -> Iterator[Any]:
    """A configuration with the sizes that it knows."""
    known = inspect.signature(kind).parameters
    sizes = {name: SIZES[name] for name in known if name in SIZES}
    try:
        made_one = kind(**sizes)
    except Exception:
        return
    yield made_one
