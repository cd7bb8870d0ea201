"""Checkpoints that are whole or not there, whenever the process is killed."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from accelerate import Accelerator

Rows = list[dict[str, Any]]


def save(accelerator: Accelerator, out: Path | None, rows: Rows) -> None:
    """Write weights, optimizer and the table so far; then drop the one before.

    The folder is renamed to its final name last, which a file system does at once.
    """
    if out is None:
        return
    last = out / f"epoch-{rows[-1]['epoch']:04}"
    fresh = out / "unfinished"
    if accelerator.is_main_process:
        shutil.rmtree(fresh, ignore_errors=True)
    accelerator.wait_for_everyone()
    accelerator.save_state(str(fresh))  # weights as safetensors
    accelerator.wait_for_everyone()
    if accelerator.is_main_process:
        (fresh / "table.json").write_text(json.dumps(rows), encoding="utf-8")
        os.replace(fresh, last)
        for old in checkpoints(out)[:-1]:
            shutil.rmtree(old)


def restore(accelerator: Accelerator, out: Path | None) -> Rows:
    """Load the last whole checkpoint; the table it had, empty where there is none."""
    found = checkpoints(out) if out else []
    if not found:
        return []
    accelerator.load_state(str(found[-1]))
    return json.loads((found[-1] / "table.json").read_text(encoding="utf-8"))


def checkpoints(out: Path) -> list[Path]:
    """The whole checkpoints in a folder, the last one last."""
    return sorted(out.glob("epoch-*"))
