"""How many small mistakes the tests find: `make faults` plants some, one at a time.

From each part of the project a sample is drawn, by chance, from all edits that a line
of it could have. Each is planted in a copy of the project, and the part's own tests run
until one is red. What stays green was missed, or changes nothing that anybody could
see: which of the two, a reader of the line says (`why` in the stored file).
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import cyclopts
from tqdm import tqdm

from edits_by_line import Edit
from mha import __version__
from mha.record import circumstances, write_whole
from mha_book.results.checks.noticed import FAULTS
from planted_parts import PARTS, Part
from project import PROJECT

KINDS = "not (slow or browser or notebook)"
NOT_COPIED = (".git", ".venv", "_build", "runs", "__pycache__", "node_modules")


def main(
    out: Path = FAULTS, *, part: Sequence[str] = (), sample: int = 8, seed: int = 0
) -> None:
    """Plant a sample in each part, and store what was found.

    Args:
        out: the stored file; the lines of other parts stay.
        part: parts; all, unless said otherwise.
        sample: how many edits of each part.
        seed: which of them.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_project(Path(folder))
        for name in part or PARTS:
            run = {"part": name, "seed": seed} | examine(
                PARTS[name], copy, sample, name, seed
            )
            keep(out, run)


def copy_project(folder: Path) -> Path:
    """A copy in which a fault does no harm; what was built is only linked to."""
    copy = folder / "project"
    shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for name in (".venv", "_build"):
        if (PROJECT / name).exists():
            (copy / name).symlink_to((PROJECT / name).resolve())
    return copy


def examine(
    part: Part, copy: Path, sample: int, name: str, seed: int
) -> dict[str, Any]:
    """What the part's tests say of the sound copy, and of each fault."""
    edits, about = part.edits(), circumstances("cpu")
    chosen = random.Random(f"{seed} {name}").sample(edits, min(sample, len(edits)))
    start = time.perf_counter()
    red, told = run_tests(copy, part.tests)
    if red:
        raise SystemExit(f"{name}: red without a fault: {red}")
    seconds = round(time.perf_counter() - start, 1)
    passed = int(re.search(r"(\d+) passed", told)[1])
    found = [
        planted(edit, part.tests, copy, 3 * seconds + 60)
        for edit in tqdm(chosen, desc=name, file=sys.stdout)
    ]
    command = f"make faults SAMPLE={sample} SEED={seed}"
    about |= {"version": __version__, "command": command, "possible": len(edits)}
    return about | {"tests": passed, "seconds": seconds, "faults": found}


def planted(edit: Edit, tests: tuple[str, ...], copy: Path, limit: float) -> dict:
    """One fault, and the test that noticed it, if any did."""
    place = edit.path.relative_to(PROJECT)
    target = copy / place
    sound = target.read_bytes()
    write_anew(target, edit.whole().encode())
    try:
        own = own_tests(place, tests)
        red = (own and run_tests(copy, own, limit)[0]) or run_tests(copy, tests, limit)[
            0
        ]
    finally:
        write_anew(target, sound)
    before, after = (line.strip() for line in edit.lines())
    told = {"file": place.as_posix(), "line": edit.line, "before": before}
    return told | {"after": after, "verdict": "found" if red else "missed", "by": red}


def write_anew(target: Path, content: bytes) -> None:
    """Write a module, and forget how it was compiled.

    Python knows a compiled module by size and second, and two faults can share these.
    """
    target.write_bytes(content)
    Path(cache_from_source(target)).unlink(missing_ok=True)


def own_tests(place: Path, tests: tuple[str, ...]) -> tuple[str, ...]:
    """Those that have the module's name: they run first, since they are red soonest."""
    files = [f for one in tests for f in sorted((PROJECT / one).rglob("test_*.py"))]
    own = [f for f in files if place.stem.split("_")[0] in f.stem]
    return tuple(f.relative_to(PROJECT).as_posix() for f in own)


def run_tests(
    copy: Path, tests: tuple[str, ...], limit: float = 900
) -> tuple[str, str]:
    """The first test that is red ("" if none is), and what pytest said."""
    paths = os.pathsep.join(str(copy / part) for part in ("src", "tests/support"))
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "-m", KINDS, *tests],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": paths, "CI": "true", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return "it never ended", ""
    if done.returncode == 0:
        return "", done.stdout
    red = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return red[1] if red else "pytest could not begin", done.stdout


def keep(out: Path, run: dict[str, Any]) -> None:
    """Replace the part's line of the stored file, in the order of the parts."""
    lines = out.read_text("utf-8").splitlines() if out.is_file() else []
    runs = {one["part"]: one for one in map(json.loads, lines)} | {run["part"]: run}
    kept = [
        json.dumps(runs[name], ensure_ascii=False) for name in PARTS if name in runs
    ]
    write_whole(out, ("\n".join(kept) + "\n").encode())


if __name__ == "__main__":
    cyclopts.run(main)
