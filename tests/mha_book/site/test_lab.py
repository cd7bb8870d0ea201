"""A chapter in real JupyterLab: a notebook, whose explorer reaches Python."""

import asyncio
import atexit
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import nbformat
import pytest
import torch
from matplotlib.colors import to_rgb
from nbformat.sign import MemorySignatureStore, NotebookNotary
from torch.nn import functional as F

from mha_book import palette
from mha_book.examples import HOW_ARE_YOU
from mha_book.site import folds
from mha_book.site.lab import HIDDEN, Chapters, style_folder
from project import CHAPTERS, PROJECT

pytestmark = pytest.mark.notebook
EDIT_HERE = "section[aria-label='Attention explorer']"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


OWN = """---
kernelspec: {display_name: Python 3, language: python, name: python3}
---

```{code-cell} ipython3
import torch
from mha_book.explorers import OwnSentence, Record

def read(sentence):
    words = sentence.split()
    return Record("even", words, torch.full((1, 1, *2 * [len(words)]), 1 / len(words)))

OwnSentence(read, "one two")
```
"""
FAULTY = OWN.split("import torch")[0] + "1 / 0\n```\n"
MODEL = """\
from mha_book import SentenceExplorer
SentenceExplorer("one two")
```
"""
WRITER = """\
from mha_book import WriterExplorer, your_file
your_file.begin("keep-keys-and-values")
from from_scratch import Decoder
WriterExplorer(Decoder(3, 8, 2, 8, 1), "abc")
```
"""
LEARNER = """\
from mha_book import LearningExplorer
LearningExplorer()
```
"""


@contextmanager
def started(notebooks: Path) -> Iterator[str]:
    """JupyterLab as `make lab` starts it: its address. It ends, whatever happens."""
    port = free_port()
    options = f"--no-browser --allow-root --port={port} --IdentityProvider.token=''"
    options += " --ServerApp.disable_check_xsrf=True"
    options += " --LabApp.expose_app_in_browser=True"
    # -o: what is installed counts as new, so nothing is installed here.
    command = ["make", "-o", ".venv/.installed", "lab", f"NOTEBOOKS={notebooks}"]
    with subprocess.Popen(
        [*command, f"LAB={options}"],
        cwd=PROJECT,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(f"{url}/api", server)
            yield url
        finally:
            end_all(server)


def end_all(server: subprocess.Popen, seconds: int = 30) -> None:
    """End a server, which ends its kernels; kill what has not heard in time."""
    with suppress(ProcessLookupError):  # raised once nobody of its group is left
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=seconds)
        for _ in range(seconds * 10):
            os.killpg(server.pid, 0)
            time.sleep(0.1)
        os.killpg(server.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    """A copy of the chapters that JupyterLab may save into."""
    folder = shutil.copytree(PROJECT / "book", tmp_path_factory.mktemp("lab") / "book")
    shutil.copy(PROJECT / "_toc.yml", folder.parent)
    (folder / "a-sentence.md").write_text(OWN, encoding="utf-8")
    begun = OWN.split("import torch")[0]
    for name, cell in {"model": MODEL, "writer": WRITER, "learner": LEARNER}.items():
        (folder / f"a-{name}.md").write_text(begun + cell, encoding="utf-8")
    (folder / "a-fault.md").write_text(FAULTY, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(notebooks):
    """JupyterLab on the chapters."""
    with started(notebooks) as url:
        yield url


@pytest.fixture
def lab(server):
    """Its address. Each test ends the kernels that it started."""
    yield server
    for session in answer(f"{server}/api/sessions"):
        answer(f"{server}/api/sessions/{session['id']}", method="DELETE")


def answer(url: str, method: str = "GET"):
    """What a server answers, as JSON."""
    request = urllib.request.Request(url, method=method)
    with urllib.request.urlopen(request) as told:
        return json.loads(told.read() or "null")


def wait_for(url: str, server: subprocess.Popen, seconds: int = 60) -> None:
    for _ in range(seconds * 10):
        assert server.poll() is None, f"the server ended with {server.returncode}"
        with suppress(OSError):
            return answer(url)
        time.sleep(0.1)
    raise TimeoutError(f"{url} did not answer in {seconds} s")


def wait_until_idle(url: str, seconds: int = 120) -> None:
    """Until every notebook's kernel has been idle for two seconds on end."""
    quiet = 0
    for _ in range(seconds * 2):
        kernels = []
        with suppress(OSError):  # as one starts, the server may fail to list them
            kernels = answer(f"{url}/api/kernels")
        idle = kernels and all(k["execution_state"] == "idle" for k in kernels)
        quiet = quiet + 1 if idle else 0
        if quiet == 4:
            return
        time.sleep(0.5)
    raise TimeoutError(f"no kernel was idle within {seconds} s")


def walk_to(page, target, key):
    """Select cell after cell until the target is built.

    JupyterLab builds cells as they come into view, and guesses the heights of the
    others, so that scrolling by the wheel may jump over one.
    """
    for _ in range(300):
        if target.count() and target.first.is_visible():
            return target.first.scroll_into_view_if_needed()
        page.keyboard.press(key)
        page.wait_for_timeout(100)
    raise AssertionError(f"{target} is nowhere in the notebook")


def run_all(page, lab, name):
    """Open a file as a notebook and run its cells."""
    page.set_default_timeout(60_000)
    page.goto(f"{lab}/lab?reset")
    page.locator(".jp-DirListing-item", has_text=name).dblclick()
    page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for()
    wait_until_idle(lab)  # run before its kernel is there, and JupyterLab asks for one
    run_cells(page, lab)


def run_cells(page, lab):
    """Run all cells of the notebook that is open."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    wait_until_idle(lab)


@pytest.mark.slow
def test_a_sentence_of_ones_own_goes_through_the_model(lab, page):
    run_all(page, lab, "a-sentence.md")
    box = page.get_by_role("textbox", name="Sentence")
    assert box.input_value() == "one two"
    box.fill("one two three")
    box.press("Enter")
    header = page.locator(".mha-explorer th", has_text="three").first
    header.wait_for()
    assert "0.33" in page.locator(".mha-explorer").inner_text()


@pytest.mark.slow
def test_where_python_runs_it_reads_the_sentence_for_minilm(lab, page):
    run_all(page, lab, "a-model.md")
    explorer = page.get_by_role("region", name="Your sentence")
    field = explorer.get_by_label("Your sentence", exact=True)
    field.fill("one two three")
    field.press("Enter")
    explorer.locator("th", has_text="three").first.wait_for()
    explorer.get_by_label("Switch this head off").check()
    told = "layer 0, head 0 is switched off"
    explorer.locator(".mha-switches", has_text=told).wait_for()
    field.fill("one " * 50)
    field.press("Enter")
    refused = "The sentence has 50 tokens, and 46 fit."
    explorer.locator(".mha-model", has_text=refused).wait_for()


@pytest.mark.slow
def test_a_readers_own_model_writes_with_its_own_letters(lab, page):
    page.emulate_media(reduced_motion="reduce")  # all letters at once
    run_all(page, lab, "a-writer.md")
    writer = page.get_by_role("region", name="A model that writes")
    writer.get_by_role("button", name="▶ Write").click()
    writer.locator(".mha-live", has_text="It wrote 96 letters").wait_for()
    assert set(writer.locator(".mha-paper b").first.inner_text()) <= set("abc")
    field = writer.get_by_label("Your beginning")
    field.fill("abx")
    told = "“x” is not one of its 3 letters; “a” is kept."
    writer.get_by_role("alert").filter(has_text=told).wait_for()
    assert field.input_value() == "abx"


@pytest.mark.slow
def test_a_model_learns_in_a_notebook_and_a_fault_asks_first(lab, page):
    run_all(page, lab, "a-learner.md")
    learner = page.get_by_role("region", name="Training")
    stands = learner.locator(".mha-state")
    learner.get_by_role("button", name="One step").press("Enter")
    stands.filter(has_text="Step 1 of 1,000. The pictures show step 1.").wait_for()
    learner.locator("summary").click()
    learner.get_by_role("radio", name="one layer only").check()
    stands.filter(has_text="Your answer to the question below").wait_for()
    learner.get_by_role("button", name="It stays higher").press("Enter")
    stands.filter(has_text="s of training").wait_for()
    learner.locator("dd[data-fact*='head (1, 1)']", has_text="–").wait_for()
    learner.get_by_role("button", name="Reset").dblclick()  # the first press asks
    stands.filter(has_text="A thousand steps take").wait_for()


# The errors of all cells, those that were never in view too.
ERRORS = """() => [...jupyterapp.shell.currentWidget.content.model.cells]
  .filter(cell => cell.type === "code").flatMap(cell => cell.outputs.toJSON())
  .filter(output => output.output_type === "error").map(error => error.evalue)"""


@pytest.mark.slow
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_runs(lab, page, path):
    run_all(page, lab, path.name)
    assert page.evaluate(ERRORS) == []


@pytest.mark.slow
def test_a_cell_that_fails_is_seen(lab, page):
    run_all(page, lab, "a-fault.md")
    assert page.evaluate(ERRORS) == ["division by zero"]


@pytest.mark.slow
def test_a_chapter_opens_as_a_notebook_runs_and_talks_to_python(lab, page):
    run_all(page, lab, "attention-by-hand.md")
    explorer = page.locator(EDIT_HERE)
    walk_to(page, explorer, "ArrowUp")  # the last cell is selected
    assert page.evaluate(ERRORS) == []
    assert explorer.get_by_role("button", name="Copy link").count() == 0  # site only

    explorer.get_by_label("embedding of “how”, x1").fill("2.5")
    reader = page.locator(".jp-CodeCell", has_text="explorer.embeddings)")
    page.locator(".jp-mod-selected .jp-InputPrompt").click()  # leave the number
    walk_to(page, reader, "ArrowDown")
    reader.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    printed = reader.locator(".jp-OutputArea-output", has_text="[[2.5, 1.2]")
    printed.wait_for()
    edited = torch.tensor([[2.5, 1.2], *HOW_ARE_YOU.embeddings[1:]]).double()
    output = F.scaled_dot_product_attention(edited, edited, edited)
    rounded = [[round(number, 4) for number in row] for row in output.tolist()]
    assert f"output: {rounded}" in printed.inner_text()


@pytest.mark.slow
def test_lab_opens_on_the_index_whose_links_open_notebooks_beside_it(lab, page):
    page.set_default_timeout(60_000)
    with urllib.request.urlopen(lab) as opened:
        assert opened.url == f"{lab}/lab/tree/index.md"
    page.goto(f"{lab}/lab/tree/index.md?reset")
    listed = page.locator(".jp-MarkdownCell", has_text="The chapters, in their order")
    listed.get_by_role("link", name="Compute attention by hand").click()
    tabs = page.locator("#jp-main-dock-panel .lm-TabBar-tabLabel")
    page.locator("h1:visible", has_text="Compute attention by hand").first.wait_for()
    assert tabs.all_inner_texts() == ["index.md", "attention-by-hand.md"]
    assert page.locator(".jp-NotebookPanel").count() == 2
    assert len(page.context.pages) == 1


@pytest.mark.slow
def test_a_chapter_says_what_its_page_says_beside_its_text(lab, page):
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": 1280, "height": 14_000})  # shows every cell
    page.goto(f"{lab}/lab/tree/attention-by-hand.md?reset")
    page.locator(".jp-MarkdownCell", has_text="You are here: 3 score").wait_for()
    page.locator(".jp-MarkdownCell", has_text="Figure 1. Three scores on").wait_for()
    page.get_by_role("link", name="Vaswani et al. (2017)").first.wait_for()
    assert page.get_by_text("vaswani2017", exact=True).count() == 0


@pytest.mark.slow
def test_a_chapter_is_folded_and_coloured_as_its_page(lab, page):
    page.set_default_timeout(60_000)
    page.set_viewport_size({"width": 1280, "height": 14_000})  # shows every cell
    page.goto(f"{lab}/lab/tree/softmax-and-scale.md?reset")
    predict = page.locator(".myst-admonition.predict").first
    answer = predict.get_by_text("No: only about 1.5 times")
    answer.wait_for(state="attached")
    assert answer.is_hidden()
    aside = page.locator(".jp-MarkdownCell", has_text=folds.ASIDE)
    aside.get_by_text(re.compile("cells? hidden")).first.wait_for()
    hidden = page.locator(".jp-RenderedMarkdown p", has_text="Half precision keeps")
    assert hidden.is_hidden()
    page.locator("details.myst-exercise:not([open])").nth(2).wait_for()
    solution = page.locator(".jp-CodeCell", has_text="cold, hot")
    solution.locator(".jp-InputPlaceholder").wait_for()
    colour = predict.evaluate("node => getComputedStyle(node).borderLeftColor")
    red, green, blue = (round(255 * c) for c in to_rgb(palette.WEIGHTS[6]))
    assert colour == f"rgb({red}, {green}, {blue})"


# JupyterLab knows when a kernel is there, and when all that was asked for has run.
READY = "() => jupyterapp.shell.currentWidget.sessionContext.ready"
RUN_ALL = "() => jupyterapp.commands.execute('notebook:run-all-cells')"
DIRTY = "() => jupyterapp.shell.currentWidget.context.model.dirty"
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
ADD_A_LINE = """() => {
  const cells = [...jupyterapp.shell.currentWidget.content.model.cells];
  const code = cells.filter(cell => cell.type === "code");
  const source = code.at(-1).sharedModel;
  source.setSource(source.getSource() + "\\n# my own line");
}"""


def assert_unchanged_by_a_walk(page, lab, path):
    """Open a chapter, run it, save it: its file is as it was, and then with an edit."""
    before = path.read_text(encoding="utf-8")
    page.set_default_timeout(60_000)
    page.goto(f"{lab}/lab/tree/{path.name}?reset")
    page.locator(".jp-NotebookPanel .jp-CodeCell").first.wait_for()
    page.evaluate(READY)
    assert not page.evaluate(DIRTY)
    page.evaluate(RUN_ALL)
    page.evaluate(SAVE)
    assert path.read_text(encoding="utf-8") == before
    page.evaluate(ADD_A_LINE)
    page.evaluate(SAVE)
    old, new = before.splitlines(), path.read_text(encoding="utf-8").splitlines()
    assert [line for line in new if line not in old] == ["# my own line"]
    assert len(new) == len(old) + 1


def test_a_chapter_that_is_read_and_run_stays_as_it_was(lab, notebooks, page):
    assert_unchanged_by_a_walk(page, lab, notebooks / "hide-the-future.md")


@pytest.mark.slow
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_chapter_that_is_read_and_run_stays_as_it_was(lab, notebooks, page, path):
    assert_unchanged_by_a_walk(page, lab, notebooks / path.name)


def finished(work):
    """What a coroutine returns; the browser's own loop has this thread."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.fixture
def chapters(tmp_path):
    """What reads and writes a folder's chapters; it notes nowhere what it trusts."""
    notary = NotebookNotary(store_factory=MemorySignatureStore)
    return Chapters(root_dir=str(tmp_path), notary=notary)


def test_a_fold_leaves_no_trace_in_the_file(chapters, tmp_path):
    path = Path(shutil.copy(PROJECT / "book" / "attention-by-hand.md", tmp_path))
    before = path.read_text(encoding="utf-8")
    name = "attention-by-hand.md"
    model = finished(chapters.get(name, type="notebook"))
    cells = model["content"]["cells"]
    hidden = [cell for cell in cells if "jupyter" in cell["metadata"]]
    folding = [c for c in cells if set(HIDDEN) & set(c["metadata"].get("tags", []))]
    assert hidden == folding != []
    checks = [c for c in cells if "checked" in c["metadata"].get("tags", [])]
    assert {tuple(c["metadata"]["jupyter"]) for c in checks} == {("source_hidden",)}
    finished(chapters.save(model, name))
    assert path.read_text(encoding="utf-8") == before


def test_what_a_reader_changes_is_saved_and_nothing_else(chapters, tmp_path):
    path = Path(shutil.copy(PROJECT / "book" / "attention-by-hand.md", tmp_path))
    before = path.read_text(encoding="utf-8").splitlines()
    model = finished(chapters.get(path.name, type="notebook"))
    code = [c for c in model["content"]["cells"] if c["cell_type"] == "code"]
    code[-1]["source"] += "\n# mine"
    told = finished(chapters.save(model, path.name))
    assert (told["type"], told["content"]) == ("notebook", None)
    after = path.read_text(encoding="utf-8").splitlines()
    after.remove("# mine")
    assert after == before


def test_a_text_that_is_no_chapter_is_saved_as_it_is(chapters, tmp_path):
    Path(tmp_path, "notes.txt").write_text("one", encoding="utf-8")
    model = {"type": "file", "format": "text", "content": "two"}
    told = finished(chapters.save(model, "notes.txt"))
    assert (told["type"], told["path"]) == ("file", "notes.txt")
    assert Path(tmp_path, "notes.txt").read_text(encoding="utf-8") == "two"


def test_the_styles_folder_goes_with_the_process(monkeypatch):
    later = []
    monkeypatch.setattr(atexit, "register", later.append)
    folder = Path(style_folder())
    assert ".mha-your-file" in (folder / "custom.css").read_text(encoding="utf-8")
    (leave,) = later
    leave()
    assert not folder.exists()


def test_an_ipynb_file_keeps_what_its_reader_has_folded(chapters, tmp_path):
    hidden = {"jupyter": {"source_hidden": True}}
    cell = nbformat.v4.new_code_cell("1", metadata=hidden)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "own.ipynb")
    model = finished(chapters.get("own.ipynb", type="notebook"))
    finished(chapters.save(model, "own.ipynb"))
    (saved,) = nbformat.read(tmp_path / "own.ipynb", as_version=4).cells
    assert saved.metadata["jupyter"] == hidden["jupyter"]
