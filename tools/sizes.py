"""Measures what `make book` loads and what it takes on disk: `make sizes`.

uv resolves pyproject.toml with the versions of requirements.txt for each system, and
its lock file says the size of each package. The environment and the site are measured
where they are. What is found stands in sizes.json, beside this.
"""

import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1]
ENVIRONMENT = PROJECT / ".venv"
PYTHON = "{}.{}".format(*sys.version_info)
# What uv calls a system, by the names that Python gives it; and how its wheels end.
SYSTEMS = {
    "Linux x86_64": ("x86_64-manylinux_2_28", r"manylinux\w*_x86_64"),
    "Linux aarch64": ("aarch64-manylinux_2_28", r"manylinux\w*_aarch64"),
    "Darwin arm64": ("aarch64-apple-darwin", r"macosx\w*_(arm64|universal2)"),
    "Windows AMD64": ("x86_64-pc-windows-msvc", r"win_amd64"),
}
CUDA = re.compile(r"(torch|triton|nvidia-.*|cuda-.*)$")
# A name, its version, and for which systems, as in requirements.txt.
PIN = re.compile(r"^([\w.-]+)(?:\[.*?\])?==([^\s;]+)( ; [^\\\n]+)?", re.MULTILINE)
Package = tuple[str, str]


def uv(*words: str) -> str:
    """What uv prints."""
    command = [ENVIRONMENT / "bin" / "uv", *words]
    known = os.environ | {"MACOSX_DEPLOYMENT_TARGET": "14.0"}  # torch wants that one
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=known
    )
    return done.stdout


def lock() -> dict[Package, list[dict]]:
    """What each package of pyproject.toml offers: its files, with names and sizes."""
    pinned = (PROJECT / "requirements.txt").read_text(encoding="utf-8")
    pins = [f"{name}=={version}{where}" for name, version, where in PIN.findall(pinned)]
    head = "[tool.uv]\n"
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    settings = f"{head}package = false\nconstraint-dependencies = {json.dumps(pins)}\n"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pyproject.toml").write_text(text.replace(head, settings), "utf-8")
        uv("lock", "--project", folder)
        locked = tomllib.loads(Path(folder, "uv.lock").read_text("utf-8"))["package"]
    return {
        (one["name"], one["version"]): [
            *one.get("wheels", []),
            *([one["sdist"]] if "sdist" in one else []),
        ]
        for one in locked
    }


def wanted(system: str) -> list[Package]:
    """What a reader's environment has on a system."""
    told = uv(
        *("pip", "compile", "--quiet", "--extra", "book", "--group", "weights"),
        *("--python-platform", SYSTEMS[system][0], "--python-version", PYTHON),
        *("--constraints", str(PROJECT / "requirements.txt")),
        str(PROJECT / "pyproject.toml"),
    )
    return [(name, version) for name, version, _ in PIN.findall(told)]


def size(files: list[dict], system: str) -> int:
    """The bytes of the file that a system takes: its own wheel, or one for all."""
    tags = rf"(cp{PYTHON.replace('.', '')}-\w+|cp3\d+-abi3|py3-none)"
    own = rf"-{tags}-\w*{SYSTEMS[system][1]}"
    for pattern in (own, r"-none-any\.whl", r"\.tar\.gz"):
        for file in files:
            if re.search(pattern, file["url"]):
                return file["size"]
    raise ValueError(f"no file fits {system}: {[file['url'] for file in files]}")


def measure(folder: Path) -> int:
    """The bytes of all files in a folder."""
    stats = (path.lstat() for path in folder.rglob("*"))
    return sum({stat.st_ino: stat.st_size for stat in stats}.values())  # each file once


def loads(files: dict[Package, list[dict]], system: str) -> dict[str, int]:
    """How many packages a system loads, their bytes, and torch's with its CUDA."""
    sizes = {one: size(files[one], system) for one in wanted(system)}
    torch = sum(number for (name, _), number in sizes.items() if CUDA.match(name))
    return {"packages": len(sizes), "bytes": sum(sizes.values()), "torch": torch}


def main(wheel: str) -> None:
    """Measure, and write."""
    files = lock()
    measured = {
        "measured_by": "make sizes",
        "loads": {system: loads(files, system) for system in SYSTEMS},
        "torch_for_cpus": Path(wheel).stat().st_size,
        "disk": {
            "system": f"{platform.system()} {platform.machine()}",
            "environment": measure(ENVIRONMENT.resolve()),
            "torch": measure(Path(sysconfig.get_path("purelib"), "torch")),
            "site": measure(PROJECT / "_build"),
        },
    }
    text = json.dumps(measured, indent=1) + "\n"
    Path(__file__).with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
