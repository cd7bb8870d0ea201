"""Somebody's file is run in a process of its own, and ended when its time is up."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CHILD = (
    "import json, sys; from mha.check.clinic.process import answer; "
    "answer(json.loads(sys.argv[1]), sys.argv[2])"
)


def in_own_process(wishes: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Examine what a name in a file means, elsewhere.

    Args:
        wishes: the arguments of `doctor`.
        seconds: how long that may take, by the clock.

    Returns:
        ``status``, ``text``, and ``report``, which JSON can hold.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "answer.json"
        command = [sys.executable, "-c", CHILD, json.dumps(wishes), str(place)]
        said = _run(command, seconds)
        if place.exists():
            return json.loads(place.read_text(encoding="utf-8"))
    return _no_answer(str(wishes["layer"]), said)


def _run(command: list[str], seconds: float) -> str:
    """Run it quietly; give why there may be no answer."""
    group = {"start_new_session": True} if os.name == "posix" else {}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **quiet, **group, text=True) as child:
        try:
            _, errors = child.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            _end(child)
            return (
                f"It had not ended after {seconds:g} s: is there a loop without an end?"
            )
    last = errors.strip().splitlines()[-1:] or [f"exit status {child.returncode}"]
    return f"Its process ended without an answer: {last[0]}"


def _end(child: subprocess.Popen) -> None:
    """End it with all that it started."""
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.communicate()


def _no_answer(name: str, why: str) -> dict[str, Any]:
    report = {"name": name, "status": "unknown", "tried": [why]}
    return {
        "status": 2,
        "text": f"? {name} could not be examined. {why}",
        "report": report,
    }


def answer(wishes: dict[str, Any], place: str) -> None:
    """Examine, in this process, and write the answer into a file."""
    import torch

    from mha.check.clinic.doctor import doctor

    torch.set_num_threads(1)
    found = doctor(**wishes)
    told = {"status": found.status, "text": str(found), "report": found.as_dict()}
    Path(place).write_text(json.dumps(told), encoding="utf-8")
