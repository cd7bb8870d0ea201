"""Books of a few pages that a test writes itself, built as the real one is."""

import gc
import os
import shutil
import subprocess
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import yaml
from bs4 import BeautifulSoup
from jupyter_book.config import get_final_config
from sphinx.testing.util import SphinxTestApp
from sphinx.util.console import strip_colors

import checks
from project import PROJECT

FRONT = """---
jupytext:
  text_representation: {extension: .md, format_name: myst}
kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""

PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy")
NOWHERE = dict.fromkeys(PROXIES, "http://127.0.0.1:9")


def cell(*lines: str) -> str:
    """A cell of code."""
    return "\n".join(["```{code-cell} ipython3", *lines, "```", ""])


@contextmanager
def without_proxies() -> Iterator[None]:
    """For sphinx-external-toc, which asks every object there is for its class.

    A weak proxy whose object is gone, left by another test, raises at that.
    """
    everything = gc.get_objects

    def real_ones() -> list[object]:
        return [o for o in everything() if type(o) not in weakref.ProxyTypes]

    with mock.patch.object(gc, "get_objects", real_ones):
        yield


class Book:
    """Pages of a test's own, with the project's settings; no cell is run."""

    def __init__(self, folder: Path, pages: dict[str, str]):
        self.folder, self.site = folder, folder / "_build" / "html"
        (folder / "book").mkdir(parents=True)
        shutil.copy2(PROJECT / "requirements.txt", folder)
        for name in ("favicon.svg", "references.bib"):
            shutil.copy2(PROJECT / "book" / name, folder / "book")
        for name, text in pages.items():
            self.write(name, text)
        root, *others = pages
        toc: dict = {"format": "jb-book", "root": root}
        if others:
            toc["chapters"] = [{"file": name} for name in others]
        (folder / "_toc.yml").write_text(yaml.safe_dump(toc), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """A page, with what it begins with."""
        path = self.folder / "book" / f"{name}.md"
        path.write_text(f"{FRONT}# Page {name}\n\n{text}\n", encoding="utf-8")

    def build(self, **changed: object) -> str:
        """Build the site in this process, and return the warnings.

        Args:
            changed: settings of Sphinx that are not as in the project.
        """
        source = self.folder / "book"
        settings, _ = get_final_config(
            user_yaml=PROJECT / "_config.yml",
            sourcedir=source,
            cli_config={"latex_individualpages": False},
        )
        settings |= {"external_toc_path": str(self.folder / "_toc.yml")}
        settings |= {"nb_execution_mode": "off", "nitpicky": True} | changed
        (source / "conf.py").touch()
        with warnings.catch_warnings(), without_proxies():
            warnings.simplefilter("ignore")  # of the tools among themselves
            app = SphinxTestApp(
                srcdir=source, builddir=self.site.parent, confoverrides=settings
            )
            try:
                app.build()
            finally:
                app.cleanup()
        return strip_colors(app.warning.getvalue())

    def html(self, name: str) -> str:
        """A page as it was built."""
        return (self.site / f"{name}.html").read_text(encoding="utf-8")

    def parsed(self, name: str) -> BeautifulSoup:
        """A page as it was built, as nodes."""
        return checks.parsed(self.site / f"{name}.html")


class Project(Book):
    """A copy of the project with pages of its own, whose cells run."""

    def __init__(self, folder: Path, pages: dict[str, str]):
        super().__init__(folder, pages)
        shutil.copytree(PROJECT / "src", folder / "src")
        for name in ("Makefile", "_config.yml", "pyproject.toml"):
            shutil.copy2(PROJECT / name, folder)

    def make(self) -> subprocess.CompletedProcess:
        """`make book` with the project's environment, as it is, and this package.

        Whatever would ask the network is sent to nowhere: a build needs none.
        """
        environment = PROJECT / ".venv"
        return subprocess.run(
            ["make", "book", f"VENV={environment}", "-o", f"{environment}/.installed"],
            cwd=self.folder,
            env=os.environ | NOWHERE | {"PYTHONPATH": str(self.folder / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def download(self, name: str) -> str:
        """A page as the notebook that readers download."""
        return (self.site / "_sources" / f"{name}.ipynb").read_text(encoding="utf-8")

    def change(self, module: str, edit: Callable[[str], str]) -> None:
        """Edit a file of this copy's package."""
        path = self.folder / "src" / module
        path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")
