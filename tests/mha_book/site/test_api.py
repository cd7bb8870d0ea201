"""The reference has what people import, under the name they import it by."""

import inspect
import pydoc
import re
import tomllib

import pytest

import checks
import mha
import mha.check
import mha_book
from later import later
from mha_book import in_numpy
from project import CHAPTERS, PROJECT
from small_book import Book


@pytest.fixture(scope="module")
def built(site):
    return checks.parsed(site / "api.html")


@pytest.fixture(scope="module")
def entries(built) -> list[str]:
    """The names that have an entry of their own, methods left out."""
    entries = built.select("dl.py:is(.function, .class, .data) > dt")
    return [entry["id"] for entry in entries]


def exports() -> list[str]:
    """What packages and checks offer, and what the module without torch defines."""
    doors = (mha, mha.check, mha_book)
    offered = [f"{door.__name__}.{name}" for door in doors for name in door.__all__]
    own = [
        f"{in_numpy.__name__}.{name}"
        for name, value in vars(in_numpy).items()
        if getattr(value, "__module__", "") == in_numpy.__name__
        and name[0] != "_"
        and name not in mha_book.__all__
    ]
    return offered + own


def test_every_public_name_has_an_entry_and_nothing_else_has(entries):
    assert sorted(entries) == sorted(exports())


def test_a_new_name_is_asked_for(entries, monkeypatch):
    monkeypatch.setattr(mha, "__all__", [*mha.__all__, "block"])
    assert set(exports()) - set(entries) == {"mha.block"}


DOCUMENTED = '''"""A module."""

def causal_mask(length: int):
    """Single: `NAME`. Double: ``causal_maks``.

    Args:
        length: as in `torch.Tensor`.
    """
'''


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("causal_maks", ["causal_maks"]),
        *later(("causal_mask", []), ("mha.nope", ["mha.nope"])),
    ],
)
def test_a_docstring_that_names_what_is_not_there_is_a_warning(
    name, told, tmp_path, monkeypatch
):
    module = f"planted_{len(told)}_{name.replace('.', '_')}"
    (tmp_path / f"{module}.py").write_text(DOCUMENTED.replace("NAME", name))
    monkeypatch.syspath_prepend(tmp_path)
    entry = f"```{{eval-rst}}\n.. autofunction:: {module}.causal_mask\n```"
    warnings = Book(tmp_path / "book", {"index": entry}).build()
    assert re.findall("target not found: (.*)", warnings) == told
    assert len(warnings.splitlines()) == len(told)


def test_each_example_is_one_that_a_test_runs(built, entries):
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    options = settings["tool"]["pytest"]["ini_options"]
    assert "--doctest-modules" in options["addopts"]
    tested = [PROJECT / folder for folder in options["testpaths"]]
    shown = [
        entry
        for entry in built.select("dl.py > dt[id]")
        if entry.find_next_sibling("dd").select(".highlight-pycon, .doctest")
    ]
    assert len(shown) > 20
    for entry in shown:
        file = inspect.getfile(inspect.unwrap(pydoc.locate(entry["id"])))
        assert any(folder in PROJECT.joinpath(file).parents for folder in tested), file


def test_each_group_leads_to_the_chapter_that_explains_it(built):
    chapters = {chapter.stem for chapter in CHAPTERS}
    groups = built.select("article section section")
    assert len(groups) > 5
    for group in groups:
        links = {a["href"].split(".html")[0] for a in group.select("p > a[href]")}
        assert links & chapters, group.h2


def test_names_in_docstrings_are_links(built):
    entry = built.find(id="mha.next_probabilities").find_next_sibling("dd")
    assert entry.select_one("a[href='#mha.generate']")  # of the same room
    entry = built.find(id="mha.LanguageModel").find_next_sibling("dd")
    assert entry.select_one("a[href='#mha.MultiHeadAttention']")  # of another


def test_signatures_have_names_and_defaults_and_types_stand_beside_arguments(built):
    for argument in built.select("dl.py > dt[id] .sig-param"):
        text = argument.get_text()
        assert re.fullmatch(r"/|\*{0,2}\w*(=[^:]+)?", text), text
        assert text != "self"
    entry = built.find(id="mha.sliding_window_mask")
    shown = "mha.sliding_window_mask(query_len, key_len=None, *, window, device=None)"
    assert " ".join(entry.get_text().split()).startswith(shown)
    text = " ".join(entry.find_next_sibling("dd").get_text().split())
    assert "window (int)" in text
    assert "device (device | str | None)" in text
