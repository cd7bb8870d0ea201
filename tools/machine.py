"""Says what this machine has, what it lacks for the book, and how to get that.

It runs before anything is installed, so with nothing but Python, and on older ones:
`make doctor-env`, or where there is no make, `python tools/machine.py`.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "tests" / "support"))
from chromium import find_chromium  # noqa: E402  # pyrefly: ignore

ENVIRONMENT = PROJECT / os.environ.get("VENV", ".venv")
SIZES = json.loads(Path(__file__).with_name("sizes.json").read_text(encoding="utf-8"))
SYSTEM = f"{platform.system()} {platform.machine()}"
PYTHONS = ((3, 11), (3, 13))  # the first and the last
INSTALLS = ("requirements.txt", "pyproject.toml")
INSTALLS += ("src/mha_book/editor/npm/package-lock.json",)
INDEX = "https://pypi.org/simple/"
UNPACKS = 1.6  # times that CUDA is larger on disk than as it is loaded
SECONDS = 5  # that an index has to answer
OK, LACKS, ASIDE = "ok", "MISSING", "note"  # each comes with a sentence


def python() -> tuple[str, str]:
    """The Python that would run the book, and whether it can make an environment."""
    found = platform.python_version()
    if not PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]:
        return LACKS, f"{found}, and the book needs 3.11, 3.12 or 3.13: python.org"
    if find_spec("ensurepip") is None:
        return LACKS, f"{found} without venv: apt-get install python3-venv"
    return OK, f"{found} at {sys.executable}"


def make() -> tuple[str, str]:
    """GNU make, or what to do without it."""
    found = shutil.which("make") or shutil.which("gmake")
    return (OK, found) if found else (ASIDE, "none; docs/install.md has plain pip")


def system() -> tuple[str, str]:
    """Whether the book's packages were found for this kind of machine."""
    if SYSTEM in SIZES["loads"]:
        return OK, f"{SYSTEM}; every package comes built, so no compiler is needed"
    return ASIDE, f"{SYSTEM} was not tried; a compiler may be needed"


def to_load() -> tuple[int, int]:
    """How many packages an empty environment loads, and about how many bytes."""
    loads = SIZES["loads"].get(SYSTEM, SIZES["loads"]["Linux x86_64"])
    small = SIZES["torch_for_cpus"] if os.environ.get("TORCH_INDEX") else loads["torch"]
    return loads["packages"], loads["bytes"] - loads["torch"] + small


def gigabytes(number: float) -> str:
    """A size as people say it."""
    return f"{number / 1e9:.1f} GB"


def installed() -> bool:
    """Whether the environment is there, and as new as what it is made from."""
    stamp = ENVIRONMENT / ".installed"
    times = [(PROJECT / name).stat().st_mtime for name in INSTALLS]
    return stamp.is_file() and stamp.stat().st_mtime >= max(times)


def packages() -> tuple[str, str]:
    """What `make book` would install."""
    number, size = to_load()
    if installed():
        return OK, f"installed in {ENVIRONMENT.name}; nothing is loaded any more"
    what = f"`make book` loads up to {number} packages, {gigabytes(size)}"
    small = SIZES["torch_for_cpus"]
    if not SYSTEM.startswith("Linux") or os.environ.get("TORCH_INDEX"):
        return ASIDE, what
    less = gigabytes(size - SIZES["loads"][SYSTEM]["torch"] + small)
    return ASIDE, f"{what}; without CUDA {less}: see `make help`"


def disk() -> tuple[str, str]:
    """Whether there is room for the environment and the site."""
    disk, free = SIZES["disk"], shutil.disk_usage(PROJECT).free
    cuda = SYSTEM.startswith("Linux") and not os.environ.get("TORCH_INDEX")
    loaded = SIZES["loads"].get(SYSTEM, {}).get("torch", 0)
    more = loaded * UNPACKS - disk["torch"] if cuda else 0
    needed = 0 if installed() else disk["environment"] + disk["site"] + more
    told = f"{gigabytes(free)} free; the book takes about {gigabytes(needed)} more"
    return (OK if free > needed else LACKS), told


def index() -> tuple[str, str]:
    """Whether packages can be had."""
    if installed():
        return OK, "no network is needed any more"
    names = ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL")
    addresses = [next(filter(None, map(os.environ.get, names)), INDEX)]
    addresses += filter(None, [os.environ.get("TORCH_INDEX")])
    for address in addresses:
        try:
            request = urllib.request.Request(address, method="HEAD")
            urllib.request.urlopen(request, timeout=SECONDS).close()
        except urllib.error.HTTPError:
            pass  # it answered
        except (OSError, ValueError) as error:
            return LACKS, f"{address} does not answer: {error}"
    return OK, f"{' and '.join(addresses)} answers"


def browser() -> tuple[str, str]:
    """What the tests drive; reading needs none of these in particular."""
    found = find_chromium("")
    return (OK, found) if found else (ASIDE, "for tests alone: `make browser`")


def fonts() -> tuple[str, str]:
    """What a browser writes with; figures bring their own."""
    lister = shutil.which("fc-list")
    if platform.system() != "Linux":
        return OK, "the system has some"
    if lister and subprocess.run([lister], capture_output=True, check=False).stdout:
        return OK, "there are some; figures bring their own"
    return ASIDE, "none for a browser: apt-get install fonts-dejavu-core"


def node() -> tuple[str, str]:
    """What draws formulas."""
    return OK, "comes with the packages, and so does MicroPython"


CHECKS: dict[str, Callable[[], tuple[str, str]]] = {
    "system": system, "Python": python, "make": make, "packages": packages,
    "disk": disk, "network": index, "Node": node, "browser": browser, "fonts": fonts,
}  # fmt: skip


def report() -> Iterator[str]:
    """A line for each."""
    for what, check in CHECKS.items():
        mark, words = check()
        yield f"{mark:<8} {what:<9} {words}"


if __name__ == "__main__":
    if "--loads" in sys.argv:  # what `make` is about to install
        print(f"Now the book's packages: {packages()[1]}.")
    else:
        lines = list(report())
        print("\n".join(lines))
        sys.exit(any(line.startswith(LACKS) for line in lines))
