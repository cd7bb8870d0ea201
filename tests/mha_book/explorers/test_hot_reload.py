"""With ANYWIDGET_HMR=1 a widget's script and style follow their sources."""

import os
import subprocess
import sys

import pytest

from mha_book.explorers import base

TOY = """
from mha_book.explorers.base import Explorer


class Toy(Explorer):
    def static_tables(self):
        return ""
"""
# Edits a source until that is seen: a watcher takes its time to start.
EDIT = r"""
import threading
import warnings
from pathlib import Path

from toy import Toy

toy, seen, told = Toy(), threading.Event(), []
toy.observe(lambda change: seen.set(), ["_esm", "_css"])
warnings.simplefilter("always")


def tell(message, *where):
    print(message, flush=True)
    told.append(str(message))
    seen.set()


warnings.showwarning = tell


def edit(file, text, is_there):
    for attempt in range(100):
        Path(file).write_text(f"{text} /* {attempt} */\n")
        is_seen = seen.wait(0.2)
        seen.clear()
        if is_seen and is_there():
            return print("seen", text)


print(toy._esm.count("own-first"), toy._css.count("own-first"))
edit("part.js", "export const WORD = 2;", lambda: "WORD = 2" in toy._esm)
edit("style.css", ".own-second {}", lambda: "own-second" in toy._css)
edit("part.js", "export const LOST = 3;", lambda: told and "LOST" not in toy._esm)
edit("part.js", "export const WORD = 4;", lambda: "WORD = 4" in toy._esm)
absent = lambda: "./lost.js" in told[-1] and "WORD = 4" in toy._esm
edit("index.js", 'import { WORD } from "./lost.js";', absent)
edit("index.js", "export default 5;", lambda: "5" in toy._esm)
"""


@pytest.fixture
def folder(tmp_path):
    sources = {
        "index.js": 'import { WORD } from "./part.js";\nexport default { WORD };\n',
        "part.js": 'export const WORD = "own-first";\n',
        "style.css": ".own-first {}\n",
        "toy.py": TOY,
        "edit.py": EDIT,
    }
    for name, text in sources.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_an_edited_source_shows_without_a_new_kernel(folder):
    done = subprocess.run(
        [sys.executable, "edit.py"],
        cwd=folder,
        env=os.environ | {"ANYWIDGET_HMR": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    lines = list(dict.fromkeys(done.stdout.splitlines()))  # a fault may be said twice
    absent = "which is not there"
    fault = f"found WORD, which {folder.name}/part.js does not export; expected one of"
    assert lines == [
        "1 1",
        "seen export const WORD = 2;",
        "seen .own-second {}",
        f"not linked anew: {folder.name}/index.js, line 1: {fault} LOST",
        "seen export const LOST = 3;",
        "seen export const WORD = 4;",  # a damaged source does not end it
        f"not linked anew: {folder.name}/index.js imports ./lost.js, {absent}",
        'seen import { WORD } from "./lost.js";',
        "seen export default 5;",  # nor does one that is not there
    ]


def test_what_all_explorers_share_is_watched_too(monkeypatch, tmp_path):
    seen = []
    monkeypatch.setattr(base.hot_reload, "is_on", lambda: True)
    monkeypatch.setattr(
        base.hot_reload, "follow_edits", lambda read, watched: seen.extend(watched)
    )
    base._script_and_style(tmp_path)
    for path in (tmp_path, base.SHARED_STYLE, base.DIAGRAM_STYLE):
        assert {path, path.parent} & {*seen}, path
