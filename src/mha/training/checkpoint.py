"""Checkpoints: one file after each epoch, whole or not there, that can run no code."""

import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator
from safetensors import SafetensorError, safe_open
from safetensors.torch import load, save
from torch import Tensor, nn

from mha.record import write_whole

Rows = list[dict[str, Any]]
# What reading a file raises that is cut off, replaced, or another model's.
DAMAGE = (SafetensorError, LookupError, RuntimeError, TypeError, ValueError)


def save_checkpoint(
    accelerator: Accelerator,
    out: Path | None,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    rows: Rows,
) -> None:
    """Write weights, optimizer and the table so far; then drop the checkpoint before.

    Random numbers need no place in it: each epoch begins with its own.
    """
    if out is not None and accelerator.is_main_process:
        last = out / f"epoch-{rows[-1]['epoch']:04}.safetensors"
        earlier = [path for path in checkpoints(out) if path != last]
        scaler = accelerator.scaler and accelerator.scaler.state_dict()
        about = {"rows": rows, "scaler": scaler}
        out.mkdir(parents=True, exist_ok=True)
        write_whole(last, _packed(_tensors(model, optimizer), about))
        for path in earlier:
            path.unlink()
    accelerator.wait_for_everyone()


def restore_checkpoint(
    accelerator: Accelerator,
    out: Path | None,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
) -> Rows:
    """Load the last checkpoint; the table it had, empty where there is none.

    Raises:
        ValueError: the file is damaged, or no checkpoint of this model.
    """
    found = checkpoints(out) if out else []
    if not found:
        return []
    try:
        tensors, about = _unpacked(found[-1])
        _restore(tensors, model, optimizer)
        if accelerator.scaler:
            accelerator.scaler.load_state_dict(about["scaler"])
        return about["rows"]
    except DAMAGE as error:
        why = " ".join(str(error).split())[:200]
        then = f"goes on from {found[-2].stem}" if found[1:] else "begins anew"
        raise ValueError(
            f"{found[-1]} is damaged, or no checkpoint of this model ({why}): move it "
            f"away, and the same command {then}"
        ) from error


def checkpoints(out: Path) -> list[Path]:
    """The checkpoints in a folder, the last one last."""
    return sorted(out.glob("epoch-*.safetensors"))


def progress(out: Path) -> str:
    """What is kept of a run, and how it goes on."""
    if not (found := checkpoints(out)):
        return f"nothing is kept yet in {out}: the same command begins anew"
    epoch = int(found[-1].stem.removeprefix("epoch-"))
    return f"kept up to epoch {epoch} in {out}: the same command goes on from there"


def model_bytes(model: nn.Module) -> bytes:
    """The parameters, as a file of safetensors has them."""
    return save(_copies("", model.state_dict()))


def _tensors(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    tensors = _copies("model.", model.state_dict())
    for number, state in optimizer.state_dict()["state"].items():
        tensors |= _copies(f"optimizer.{number}.", state)
    return tensors


def _copies(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """On the CPU and apart: safetensors takes no two that share memory."""
    return {
        f"{prefix}{name}": tensor.detach().to("cpu", copy=True).contiguous()
        for name, tensor in tensors.items()
    }


def _restore(
    tensors: dict[str, Tensor], model: nn.Module, optimizer: torch.optim.Optimizer
) -> None:
    weights, state = {}, {}
    for full, tensor in tensors.items():
        whose, name = full.split(".", 1)
        if whose == "model":
            weights[name] = tensor
        else:
            number, name = name.split(".")
            state.setdefault(int(number), {})[name] = tensor
    model.load_state_dict(weights)
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})


def _packed(tensors: dict[str, Tensor], about: dict[str, Any]) -> bytes:
    text = json.dumps(about)
    return save(tensors, {"about": text, "sha256": _sha256(tensors, text)})


def _unpacked(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    with safe_open(path, "pt") as file:
        about = file.metadata()
    tensors = load(path.read_bytes())
    if _sha256(tensors, about["about"]) != about["sha256"]:
        raise ValueError("its sha256 is another than was written")
    return tensors, json.loads(about["about"])


def _sha256(tensors: dict[str, Tensor], text: str) -> str:
    found = hashlib.sha256(text.encode())
    for name in sorted(tensors):
        found.update(name.encode())
        found.update(tensors[name].reshape(-1).view(torch.uint8).numpy().tobytes())
    return found.hexdigest()
