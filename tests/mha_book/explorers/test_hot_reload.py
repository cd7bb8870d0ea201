"""With ANYWIDGET_HMR=1 a widget's script and style follow their sources."""

import os
import subprocess
import sys

import pytest

TOY = """
from mha_book.explorers.base import Explorer


class Toy(Explorer):
    def static_tables(self):
        return ""
"""
# Edits a source until the widget has it: a watcher takes its time to start.
EDIT = """
import threading
from pathlib import Path

from toy import Toy

toy, changed = Toy(), threading.Event()
toy.observe(lambda change: changed.set(), ["_esm", "_css"])


def edit(file, text, trait, linked):
    for attempt in range(100):
        Path(file).write_text(f"{text} /* {attempt} */\\n")
        changed.wait(0.2)
        changed.clear()
        if linked in getattr(toy, trait):
            print(linked)
            return


print(toy._esm.count("first"), toy._css.count(".first"))
edit("part.js", 'export const WORD = "second";', "_esm", 'const WORD = "second";')
edit("style.css", ".second {}", "_css", ".second {}")
Path("index.js").write_text('import { LOST } from "./part.js";')
Path("style.css").write_text(".third {}")
edit("index.js", "export default 4;", "_esm", "= 4;")  # what is damaged does not end it
print(toy._css.count(".third"))
"""


@pytest.fixture
def folder(tmp_path):
    sources = {
        "index.js": 'import { WORD } from "./part.js";\nexport default { WORD };\n',
        "part.js": 'export const WORD = "first";\n',
        "style.css": ".first {}\n",
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
    found = done.stdout.splitlines()
    assert found == ["1 1", 'const WORD = "second";', ".second {}", "= 4;", "1"]
