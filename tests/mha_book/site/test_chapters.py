"""The chapters keep the content contract of docs/writing.md."""

import ast
import json
import re

import nbformat
import pytest
from nbformat import v4

from mha_book.site import folds
from mha_book.site.kernels import execute
from mha_book.your_file.listings import listings
from project import (
    CHAPTERS,
    PATH,
    PROJECT,
    REFERENCE,
    SHELF,
    TEACHING,
    listed,
    notebook_of,
)
from timed import build_cache, execution_seconds, record_of

# All but the first page and the questions, which say what others show.
WALKED = [PROJECT / "book" / f"{name}.md" for name in listed() if name != "questions"]


def cells(path, kind):
    return [c for c in notebook_of(path).cells if c.cell_type == kind]


def prose(path) -> str:
    """The chapter's words, without code, formulas, links' targets and directives."""
    text = "\n\n".join(cell.source for cell in cells(path, "markdown"))
    for noise in (r"`[^`]*`", r"\$\$.*?\$\$", r"\$[^$]*\$", r"\]\([^)]*\)"):
        text = re.sub(noise, " ", text, flags=re.DOTALL)
    return text


def executed(path):
    """The chapter's executed notebook, as the site offers it."""
    built = PROJECT / "_build" / "html" / "_sources" / f"{path.stem}.ipynb"
    return nbformat.read(built, as_version=4)


def output_text(notebook) -> str:
    outputs = [o for c in notebook.cells for o in c.get("outputs", [])]
    return json.dumps(outputs, ensure_ascii=False)


@pytest.fixture(scope="module", autouse=True)
def _built(site):
    """The executed notebooks come from the built book."""


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_every_number_in_the_prose_stands_in_an_output(path):
    shown = output_text(executed(path))
    numbers = re.findall(r"(?<![\w.])\d+\.\d+(?!\.?\d)", prose(path))
    assert not_in(shown, numbers) == []


def not_in(text: str, numbers: list[str]) -> list[str]:
    """Which numbers do not stand in a text, there perhaps with more digits."""
    found = {float(number) for number in re.findall(r"\d+\.\d+", text)}
    digits = {number: len(number.split(".")[1]) for number in numbers}
    shown = {n: {f"{x:.{n}f}" for x in found} for n in set(digits.values())}
    return [number for number, n in digits.items() if number not in shown[n]]


def test_a_number_that_no_output_has_is_seen():
    assert not_in("0.2996 and 12.5", ["0.300", "0.3", "12.50"]) == []
    assert not_in("0.2996 and 12.5", ["0.299", "2.5"]) == ["0.299", "2.5"]


@pytest.mark.parametrize("path", PATH, ids=lambda p: p.stem)
def test_a_page_of_the_path_has_every_part(path):
    words = prose(path)
    headings = re.findall(r"^## (.+)$", words, re.MULTILINE)
    ending = ["Write it now", "Exercises", "Where this comes from", "Your file so far"]
    assert headings[-4:] == ending
    assert words.count(":class: predict") >= 2
    assert words.count(":class: write-now") == 1
    for part in ("You will do", "You will learn", "You need:"):
        assert part not in words  # the site says the page's place, and its minutes


@pytest.mark.parametrize("path", PATH, ids=lambda p: p.stem)
def test_a_page_of_the_path_starts_from_the_file_and_ends_with_it(path):
    code = [cell.source for cell in cells(path, "code")]
    assert f'your_file.begin("{path.stem}")' in code[0]
    assert f'your_file.show("{path.stem}")' in code[-1]
    last = notebook_of(path).cells[-1]
    assert last.cell_type == "markdown"  # what the file cannot do yet
    after = PATH[PATH.index(path) + 1 : PATH.index(path) + 2]
    assert all(f"({page.name})" in last.source for page in after)


@pytest.mark.parametrize("path", PATH, ids=lambda p: p.stem)
def test_the_path_takes_nothing_from_the_package_that_its_reader_has_written(path):
    """In sight; what holds the two equal is folded."""
    written = {one.name for one in listings(PATH[-1].stem)[1]}
    written |= {"scaled_dot_product_attention", "AttentionHead", "KVCache", "SwiGLU"}
    written |= {"LanguageModel", "sinusoidal", "MultiHeadAttentionWrapper"}
    shown = [
        c for c in cells(path, "code") if not {"checked", "hide-cell"} & set(tags(c))
    ]
    taken = re.findall(
        r"from mha[\w.]* import \(?([^)]*?)(?:\)|$)",
        "\n\n".join(cell.source for cell in shown),
        re.MULTILINE,
    )
    names = {name for line in taken for name in re.findall(r"\w+", line)}
    assert names & written == set()


@pytest.mark.parametrize("path", [*SHELF, *REFERENCE[:1]], ids=lambda p: p.stem)
def test_a_page_of_the_shelf_says_where_one_comes_from_and_what_it_answers(path):
    first = notebook_of(path).cells[0].source.split("\n\n")[1]
    line = r"\*From the shelf\. You come from \[\]\(([\w-]+\.md)\); this page answers "
    found = re.match(line, " ".join(first.split()))
    assert found
    assert PROJECT / "book" / found[1] in PATH


def test_pages_that_are_looked_up_begin_with_their_table():
    for path in REFERENCE:
        words, *more = (cell.source for cell in notebook_of(path).cells)
        is_made = "mha_book.teaching.glance import" in "".join(more[:1])  # it is run
        assert "\n| --- |" in words or is_made, path.stem


# What a page may conclude from its numbers, wherever it stands in a sentence.
CONCLUSION = re.compile(
    r"\b(faster|slower|cheaper|dearer|flatter|steeper|fewer|equally?|alike|identical"
    r"|no clear order|as fast as|as long as|times as (?:much|many|long|large))\b",
    re.IGNORECASE,
)
ENDING = {"Shapes, again", "What breaks in practice", "Exercises", "Write it now"}
ENDING |= {"Where this comes from", "Your file so far"}


def unproven(cells) -> list[str]:
    """Headings of sections that conclude something, and hold no assertion."""
    sections: list[tuple[str, list[str], list[str]]] = []
    for cell in cells:
        if cell.cell_type == "raw":  # a page's front matter
            continue
        if cell.cell_type == "code":
            sections[-1][2].append(cell.source)
            continue
        parts = re.split(r"^(?=##? )", cell.source, flags=re.MULTILINE)
        for part in filter(None, parts):  # nothing stands before a first heading
            if part.startswith("#"):
                sections.append((part.splitlines()[0].lstrip("# "), [], []))
            sections[-1][1].append(part)
    return [
        heading
        for heading, words, code in sections[1:]  # the opening tells what will be shown
        if heading not in ENDING
        and CONCLUSION.search(" ".join(words))
        and not re.search(r"^ *assert ", "\n".join(code), re.MULTILINE)
    ]


@pytest.mark.parametrize("path", WALKED, ids=lambda p: p.stem)
def test_a_conclusion_stands_beside_an_assertion(path):
    assert unproven(notebook_of(path).cells) == []


def test_a_conclusion_without_an_assertion_is_seen():
    opening = v4.new_markdown_cell("# Which is faster?")
    text = v4.new_markdown_cell("## Measured\n\nThe second is faster.")
    check = v4.new_code_cell("assert second < first")
    after = v4.new_markdown_cell("## After\n\nNothing.")
    assert unproven([opening, text, check, after]) == []
    assert unproven([opening, text, after, check]) == ["Measured"]


def exercises(path) -> list[str]:
    """The titles of a chapter's exercises, which begin with their levels."""
    words = "\n".join(cell.source for cell in cells(path, "markdown"))
    return re.findall(r"^:::+\{exercise\} (.*)$", words, re.MULTILINE)


@pytest.mark.parametrize("path", TEACHING, ids=lambda p: p.stem)
def test_exercises_have_levels_or_folded_solutions_that_assert(path):
    titles = exercises(path)
    if titles:  # test_built_pages.py sees that each is solved
        levels = {title.split(":")[0] for title in titles}
        assert (
            levels == set(folds.LEVELS) if path in PATH else levels <= set(folds.LEVELS)
        )
        return
    words = prose(path).split("## Exercises")[1]
    folded = [cell.source for cell in cells(path, "code") if "hide-cell" in tags(cell)]
    assert len(re.findall(r"^\*\*\d\. ", words, re.MULTILINE)) == len(folded) >= 2
    assert all("assert " in solution for solution in folded)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_an_aside_starts_and_ends_with_a_cell(path):
    """JupyterLab folds whole cells: from the one after the heading to the next one."""
    assert badly_cut(cells(path, "markdown")) == []


def badly_cut(cells) -> list[str]:
    """Headings of asides, and what ends them, that stand inside a cell."""
    found, level = [], 0  # of the aside that is open
    for cell in cells:
        for match in re.finditer(r"^(#+) (.*)$", cell.source, re.MULTILINE):
            aside = match[2].startswith(folds.ASIDE)
            ends = len(match[1]) <= level
            if (aside or ends) and match.start() > 0:
                found.append(match[2])
            if aside or ends:
                level = len(match[1]) if aside else 0
    return found


def test_an_aside_inside_a_cell_is_seen():
    aside, after = f"## {folds.ASIDE}: why\n\nWords.", "## Next"
    sound = [v4.new_markdown_cell(text) for text in (aside, "### More", after)]
    assert badly_cut(sound) == []
    assert badly_cut([v4.new_markdown_cell(f"{aside}\n\n{after}")]) == ["Next"]
    assert len(badly_cut([v4.new_markdown_cell(f"Words.\n\n{aside}")])) == 1


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_code_fits_a_phone_held_sideways(path):
    lines = [line for c in cells(path, "code") for line in c.source.splitlines()]
    assert [line for line in lines if len(line) > 72] == []


def lost(source: str) -> list[str]:
    """What a cell shows before its last line: a notebook writes the last alone."""
    *earlier, _ = ast.parse(source).body or [None]
    calls = [line.value for line in earlier if isinstance(line, ast.Expr)]
    return [ast.unparse(c) for c in calls if ast.unparse(c).startswith("show(")]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_what_is_shown_ends_its_cell(path):
    assert [call for c in cells(path, "code") for call in lost(c.source)] == []


def test_what_a_notebook_does_not_write_is_seen():
    assert lost("show(a=1)\nshow(b=2)") == ["show(a=1)"]
    assert lost("x = 1\nshow(x=x)") == lost("") == []


@pytest.mark.slow  # of the clock: it wants a quiet machine
def test_the_path_runs_in_four_minutes():
    taken = {path.stem: execution_seconds(path) for path in PATH}
    print(taken)
    assert 0 < sum(taken.values()) < 240


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_the_downloaded_notebook_is_the_one_that_ran_in_an_empty_folder(path):
    notebook, ran = executed(path), cached(path)
    nbformat.validate(notebook)
    assert notebook.metadata["kernelspec"]["name"] == "python3"
    installs, *shown = code(notebook)
    assert "NEEDED = [" in installs  # where it runs, packages may be missing
    assert shown == code(ran)
    skipped = [c for c in cells(path, "code") if "skip-execution" in tags(c)]
    counted = [c.execution_count for c in ran.cells if c.cell_type == "code"]
    assert len([count for count in counted if count is None]) == len(skipped)


def cached(path):
    """The chapter as the build ran it; test_gates.py shows that it ran elsewhere."""
    return build_cache().get_cache_bundle(record_of(path).pk).nb


def code(notebook) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def tags(cell) -> list[str]:
    return cell.metadata.get("tags", [])


@pytest.mark.slow
@pytest.mark.notebook
def test_the_downloaded_notebook_runs_again_with_every_cell(tmp_path):
    """The quickest chapter's; a cell that the build skips is for this run."""
    notebook = executed(min(TEACHING, key=execution_seconds))
    ours = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in ours:
        cell.outputs = []
    execute(notebook, cwd=str(tmp_path), timeout=300)
    assert any(cell.outputs for cell in ours)
