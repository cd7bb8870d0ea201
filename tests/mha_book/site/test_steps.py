"""Steps of the site on trees and pages of a few lines, without a site."""

from copy import deepcopy
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes

from mha_book.site import folds, lab, neighbours
from mha_book.site.index_entries import NamePlaces, find_place
from mha_book.site.letters import LEAST, add_letters, write_letters

# ---- the place on the path -------------------------------------------------------


@pytest.fixture
def app(monkeypatch, tmp_path):
    """Of a book of two numbered pages and one without a number."""
    monkeypatch.setattr(neighbours, "minutes_of", lambda page, project: len(page) * 5)
    titles = {name: nodes.title("", name) for name in ("one", "t<w>o", "aside")}
    titles["one"]["secnumber"], titles["t<w>o"]["secnumber"] = (1,), (2,)
    relations = {
        "one": (None, None, "t<w>o"),
        "t<w>o": (None, "one", "aside"),
        "aside": (None, "t<w>o", None),
    }
    env = SimpleNamespace(titles=titles, collect_relations=lambda: relations)
    return SimpleNamespace(env=env, srcdir=tmp_path / "book")


def test_a_numbered_page_says_below_its_title_where_it_stands(app):
    said = {}
    for page in app.env.titles:
        body = BeautifulSoup("<h1>Title</h1><p>Text</p>", "html.parser")
        neighbours.tell_place(app, page, body)
        said[page] = body.get_text("|")
    assert said == {
        "one": "Title|Page 1 of 2 · about 15 minutes|Text",
        "t<w>o": "Title|Page 2 of 2 · about 25 minutes|Text",
        "aside": "Title|Text",
    }


def test_numbered_pages_and_links_to_them_say_which_they_are(app):
    found = {}
    for page in app.env.titles:
        context = {"prev": {"title": "before"}, "next": {"title": "after"}}
        neighbours.number_neighbours(app, page, "", context, None)
        found[page] = context
    before, after = {"title": "before"}, {"title": "after"}
    second = {"title": "t&lt;w&gt;o", "place": "2 of 2"}
    first = {"title": "one", "place": "1 of 2"}
    assert found == {
        "one": {"prev": before, "next": second, "pagetitle": "1. one"},
        "t<w>o": {"prev": first, "next": after, "pagetitle": "2. t&lt;w&gt;o"},
        "aside": {"prev": second, "next": after},
    }


# ---- the index and the glossary --------------------------------------------------


def test_an_entry_of_the_index_leads_to_the_term_or_section_around_it():
    outer, inner = nodes.section(ids=["outer"]), nodes.section(ids=["inner", "same"])
    term = nodes.definition_list_item(
        "", nodes.term(ids=["term-x"]), nodes.definition("", nodes.paragraph())
    )
    outer += [nodes.paragraph(), inner, nodes.definition_list("", term)]
    inner += nodes.section("", nodes.paragraph())  # has no id
    page = new_document("page")
    page += [nodes.paragraph(), outer]
    places = [find_place(found) for found in page.findall(nodes.paragraph)]
    assert places == ["", "outer", "inner", "term-x"]


def test_all_entries_of_a_page_are_changed_and_keep_the_rest():
    page, section = new_document("page"), nodes.section(ids=["here"])
    section += addnodes.index(entries=[("single", "word", "index-0", "", None)])
    alone = addnodes.index(entries=[("pair", "a; b", "index-1", "main", "k")])
    page += [alone, section]
    NamePlaces(page).apply()
    (entry,) = section[0]["entries"]
    assert entry == ("single", "word", "here", "", None)
    assert alone["entries"] == [("pair", "a; b", "index-1", "main", "k")]


def test_a_glossary_has_letters_from_so_many_terms_on():
    terms = [f'<dt id="term-{k}">{k} {"ab"[k % 2]}</dt>' for k in range(LEAST)]
    body = '<dl class="glossary">{}</dl>'
    lines = []
    for few in (terms[1:], terms):
        page = BeautifulSoup(body.format("".join(few)), "html.parser")
        add_letters(page)
        lines.append(page.nav)
    assert lines[0] is None
    assert lines[1]["aria-label"] == "Terms by letter"
    assert lines[1].find_next_sibling("dl")  # it stands above
    (odd,) = BeautifulSoup('<dt id="one">42</dt>', "html.parser").select("dt")
    assert write_letters([odd]).a["href"] == "#one"
    assert write_letters([odd]).a.text == "#"  # it has no letter


# ---- exercises and checks --------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "kind", "shown"),
    [
        ("(On paper: add: twice)", "mha-paper", "On paper Add: twice"),
        ("In code: add", "mha-code", "In code Add"),
        ("Find the bug: 1 + 1", "mha-bug", "Find the bug 1 + 1"),
    ],
)
def test_an_exercises_level_is_its_badge(title, kind, shown):
    exercise = nodes.admonition("", nodes.title("", title), nodes.paragraph())
    folds.show_level(exercise)
    assert exercise["classes"] == [kind]
    line, _ = exercise
    assert line.astext() == shown
    assert line["classes"] == ["admonition-title"]
    assert not [*exercise.findall(nodes.title)]  # the search would list it
    (badge,) = line.findall(nodes.inline)
    assert badge["classes"] == ["mha-level"]


@pytest.mark.parametrize("title", ["add", "on paper: add", "On paper, add"])
def test_an_exercise_without_a_level_is_told_with_the_levels(title, monkeypatch):
    told = []
    monkeypatch.setattr(
        folds.logger, "warning", lambda text, *parts, **_: told.append(text % parts)
    )
    exercise = nodes.admonition("", nodes.title("", title))
    folds.show_level(exercise)
    (said,) = told
    assert repr(title) in said
    assert said.endswith("'On paper', 'In code', 'Find the bug'")
    assert exercise["classes"] == []
    assert [*exercise.findall(nodes.title)]


# ---- cells in JupyterLab ---------------------------------------------------------

SOURCE, OUTPUTS = {"source_hidden": True}, {"outputs_hidden": True}
FOLDED = {
    "hide-input": {"jupyter": SOURCE},
    "remove-input": {"jupyter": SOURCE},
    "checked": {"jupyter": SOURCE},
    "hide-output": {"jupyter": OUTPUTS, "collapsed": True},
    "hide-cell": {"jupyter": SOURCE | OUTPUTS, "collapsed": True},
    "your-file": {},
}


def unfolded(cell, kept):
    """The same cell after JupyterLab is done with it, with what a reader may set."""
    cell = deepcopy(cell)
    cell["metadata"].setdefault("jupyter", {}).update(kept)
    lab.unfold_cell(cell)
    return cell


@pytest.mark.parametrize("tag", FOLDED)
def test_a_cell_is_hidden_as_its_tag_says_and_nothing_of_it_is_kept(tag):
    cell = {"cell_type": "code", "source": "# x", "metadata": {"tags": [tag]}}
    before = deepcopy(cell)
    lab.fold_cell(cell)
    assert cell["metadata"] == {"tags": [tag]} | FOLDED[tag]
    assert unfolded(cell, {}) == before
    other = {"jupyter": {"editable": False}}
    assert unfolded(cell, other["jupyter"])["metadata"] == {"tags": [tag]} | other


@pytest.mark.parametrize(
    ("kind", "source", "collapsed"),
    [
        ("markdown", "## Going deeper: why", True),
        ("markdown", "Going deeper", False),
        ("markdown", "## Deeper", False),
        ("code", "# Going deeper", False),
    ],
)
def test_an_asides_heading_is_collapsed(kind, source, collapsed):
    cell = {"cell_type": kind, "source": source, "metadata": {}}
    lab.fold_cell(cell)
    assert cell["metadata"].get(lab.COLLAPSED, False) is collapsed
    assert unfolded(cell, {})["metadata"] == {}
