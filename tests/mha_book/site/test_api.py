"""The reference has what people import, under the name they import it by."""

import inspect
import pydoc
import re
import tomllib
from types import ModuleType

import pytest

import checks
import mha
import mha.attention
import mha.models
import mha_book.explorers
from mha.data import letters, news, packaged, tokens, windows
from project import CHAPTERS, PROJECT

ROOMS = (
    mha,
    mha.attention,
    mha.models,
    mha_book.explorers,
)  # each lists what it exports
MODULES = (letters, news, packaged, tokens, windows)


@pytest.fixture(scope="module")
def built(site):
    return checks.parsed(site / "api.html")


@pytest.fixture(scope="module")
def entries(built) -> list[str]:
    """The names that have an entry of their own, methods left out."""
    entries = built.select("dl.py:is(.function, .class) > dt")
    return [entry["id"] for entry in entries]


def public(module: ModuleType) -> dict[str, object]:
    """What a module defines for others."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__ == module.__name__
    }


def exports() -> list[str]:
    """What people import, each by the shortest name that it is exported under."""
    shortest: dict[int, str] = {}
    modules = list(MODULES)
    for room in ROOMS:
        for name in room.__all__:
            value = getattr(room, name)
            if inspect.ismodule(value):
                modules.append(value)
            else:
                shortest.setdefault(id(value), f"{room.__name__}.{name}")
    inside = [f"{m.__name__}.{name}" for m in modules for name in public(m)]
    return [*shortest.values(), *inside]


def test_every_export_has_an_entry_and_nothing_else_has(entries):
    assert sorted(entries) == sorted(exports())


def test_a_new_export_is_asked_for(entries, monkeypatch):
    monkeypatch.setattr(mha.models, "__all__", [*mha.models.__all__, "block"])
    monkeypatch.setattr(mha.models, "block", lambda: None, raising=False)
    assert set(exports()) - set(entries) == {"mha.models.block"}


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
    entry = built.find(id="mha.models.next_probabilities").find_next_sibling("dd")
    assert entry.select_one("a[href='#mha.generate']")  # of the same room
    entry = built.find(id="mha.LanguageModel").find_next_sibling("dd")
    assert entry.select_one("a[href='#mha.MultiHeadAttention']")  # of another


def test_signatures_have_names_and_defaults_and_types_stand_beside_arguments(built):
    for argument in built.select("dl.py > dt[id] .sig-param"):
        text = argument.get_text()
        assert re.fullmatch(r"\*|(\*\*)?\w+(=[-\w.]+)?", text), text
        assert text != "self"
    entry = built.find(id="mha.sliding_window_mask")
    shown = "mha.sliding_window_mask(query_len, key_len=None, *, window, device=None)"
    assert " ".join(entry.get_text().split()).startswith(shown)
    text = " ".join(entry.find_next_sibling("dd").get_text().split())
    assert "window (int)" in text
    assert "query_len, key_len, device –" in text  # of several types
