"""A run's circumstances, and how it is written down."""

import json
import os
import platform
import re
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import torch
from torch.utils import collect_env


def circumstances(device: str) -> dict[str, Any]:
    """Machine, versions, threads and load: what a time means nothing without."""
    on_gpu = torch.device(device).type == "cuda"
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "cpu": cpu_name(collect_env.get_cpu_info(collect_env.run) or ""),
            "cores": os.cpu_count(),
            "os": collect_env.get_os(collect_env.run),
            "gpu": torch.cuda.get_device_name(device) if on_gpu else None,
        },
        "versions": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
        },
        "threads": torch.get_num_threads(),
        "load_before": psutil.getloadavg(),
    }


def cpu_name(told: str) -> str:
    """The CPU's name, from the text that torch collects about it.

    Linux tells "Model name: ..." among other lines, Windows "Name: ...", and macOS
    the bare name. Any other text, as a shell's error, is not taken for a name.
    """
    line = r"^\s*(?:Model name|Name):[ \t]*(\S.*)$"
    found = re.search(line, told, re.MULTILINE) or re.fullmatch(r"([^:\n]+)\n*", told)
    return found[1].strip() if found else platform.processor() or "unknown"


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write JSON as `write_whole` does."""
    write_whole(path, (json.dumps(content, indent=1) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is complete or absent, also where the power fails.

    What stood there before stays until the new file is on the disk.

    Raises:
        OSError: the disk is full, or the folder takes no file; says how much is
            needed and how much is free.
    """
    partial = path.with_name(f".{path.name}.partial")
    try:
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        free = shutil.disk_usage(path.parent).free
        why = f"{error.strerror}; {len(content):,} bytes needed, {free:,} free"
        raise OSError(error.errno, why, str(path)) from error
