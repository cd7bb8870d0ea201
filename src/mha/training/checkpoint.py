"""Checkpoints: one file after each epoch, whole or not there, that can run no code."""

import hashlib
import io
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from accelerate import Accelerator
from torch import nn

from mha.record import write_whole

Rows = list[dict[str, Any]]
DIGEST = 32  # bytes of a file's beginning: the sha256 of all that follows


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
        out.mkdir(parents=True, exist_ok=True)
        last, buffer = out / f"epoch-{rows[-1]['epoch']:04}.checkpoint", io.BytesIO()
        state = {name: own.state_dict() for name, own in _owners(accelerator, model)}
        state |= {"optimizer": optimizer.state_dict(), "rows": rows}
        torch.save(state, buffer)
        payload = buffer.getvalue()
        write_whole(last, hashlib.sha256(payload).digest() + payload)
        for path in checkpoints(out):
            if path != last:
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
    content = found[-1].read_bytes()
    try:
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            raise ValueError("its sha256 is another than was written")
        # Whatever the file holds, weights_only keeps it from running as code.
        state = torch.load(io.BytesIO(content[DIGEST:]), "cpu", weights_only=True)
        for name, owner in _owners(accelerator, model):
            owner.load_state_dict(state[name])
        optimizer.load_state_dict(state["optimizer"])
        return state["rows"]
    except (LookupError, RuntimeError, TypeError, UnpicklingError, ValueError) as error:
        why = " ".join(str(error).split())[:200]
        then = f"goes on from {found[-2].stem}" if found[1:] else "begins anew"
        raise ValueError(
            f"{found[-1]} is damaged, or no checkpoint of this model ({why}): move it "
            f"away, and the same command {then}"
        ) from error


def checkpoints(out: Path) -> list[Path]:
    """The checkpoints in a folder, the last one last."""
    return sorted(out.glob("epoch-*.checkpoint"))


def progress(out: Path) -> str:
    """What is kept of a run, and how it goes on."""
    if not (found := checkpoints(out)):
        return f"nothing is kept yet in {out}: the same command begins anew"
    epoch = int(found[-1].stem.removeprefix("epoch-"))
    return f"kept up to epoch {epoch} in {out}: the same command goes on from there"


def _owners(accelerator: Accelerator, model: nn.Module) -> list[tuple[str, Any]]:
    """What has a state beside the optimizer; half precision scales its losses."""
    scaler = accelerator.scaler
    return [("model", model)] + ([("scaler", scaler)] if scaler else [])
