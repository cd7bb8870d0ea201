"""Python for the page as one script, which a page loads when its reader asks to run.

It only holds the text of a worker. So it works from a file, where a browser refuses to
load a worker, a module or WebAssembly by its address.
"""

import base64
import json
from pathlib import Path

from mha_book.editor.fetch import PACKAGE

FOLDER = Path(__file__).parent
# MicroPython's script is an ES module; these make of it a part of a classic one.
CHANGES = (
    ("export default _createMicroPythonModule;", ""),
    ("export async function loadMicroPython", "async function loadMicroPython"),
    ("let Module={locateFile:", "let Module={wasmBinary:options.wasm,locateFile:"),
)
ADDRESS = "import.meta.url"
PACKAGES = {"torch": "small_torch", "engine": "engine"}


def page_script() -> str:
    """Give the script, which sets `mhaPython` to the text of the worker.

    Raises:
        FileNotFoundError: MicroPython is not installed.
    """
    return f"globalThis.mhaPython = {json.dumps(worker_script())};\n"


def worker_script() -> str:
    """Give MicroPython, the modules that it can import, and what answers the page."""
    wasm = base64.b64encode(_part("micropython.wasm")).decode()
    parts = [
        _as_classic(_part("micropython.mjs").decode()),
        f"const WASM = {json.dumps(wasm)};",
        f"const FILES = {json.dumps(modules())};",
        (FOLDER / "worker.js").read_text(encoding="utf-8"),
    ]
    return "\n".join(parts)


def modules() -> dict[str, str]:
    """What Python can import there: each file by its path, without its comments."""
    return {
        f"/lib/{name}/{path.name}": path.read_text(encoding="utf-8")
        for name, folder in PACKAGES.items()
        for path in sorted((FOLDER / folder).glob("*.py"))
    }


def _part(name: str) -> bytes:
    path = PACKAGE / name
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: `python -m mha_book.editor.fetch` brings it"
        )
    return path.read_bytes()


def _as_classic(script: str) -> str:
    """An ES module as a function that is run.

    Raises:
        ValueError: it does not look as it did, so another version has come.
    """
    for before, after in CHANGES:
        if script.count(before) != 1:
            raise ValueError(f"MicroPython's script has {before!r} not exactly once")
        script = script.replace(before, after)
    script = script.replace(ADDRESS, '"file:///"')
    return f"(async () => {{\n{script}\n}})();"
