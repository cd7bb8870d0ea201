"""The cheat sheet: its shapes, counts, masks and faults are what they are elsewhere."""

import re

import pytest
import torch

from mha import KVCache, LanguageModel, MultiHeadAttention, SwiGLU
from mha_book.museum import exhibit
from mha_book.museum.verdicts import CHECK, RUNS, SHAPES, verdicts
from mha_book.teaching.glance import counts, outline, shapes, silent_faults, usual_tests
from mha_book.teaching.glance.counts import COUNTS
from mha_book.teaching.glance.faults import SILENT
from mha_book.teaching.glance.outline import called
from mha_book.teaching.glance.shapes import LETTERS, lettered
from mha_book.teaching.glance.usual import OTHERS, SENTENCE, SUMS, WORD, found_by
from mha_book.teaching.table import MarkedTable
from mha_book.your_file.contents import path_pages
from mha_book.your_file.listings import listings
from project import PROJECT

SIZES = {letter: size for size, letter in LETTERS.items()} | {"F": 11, "L": 7}
B, T, H, G, D, E, F, L = (SIZES[letter] for letter in "BTHGDEFL")


def test_shapes_are_those_of_the_packages_layer():
    assert len(set(SIZES.values())) >= len(LETTERS)
    rows = {name: shape for name, _, shape in shapes().rows}
    output, weights = MultiHeadAttention(E, H)(torch.randn(B, T, E))
    assert rows["output"] == lettered(output.shape) == "(B, T, E)"
    assert rows["weights"] == lettered(weights.shape) == "(B, H, T, T)"
    assert rows["padding mask"] == "(B, 1, 1, T)"
    assert rows["keys that heads share"] == "(B, G, T, D)"
    shared = MultiHeadAttention(E, H, num_kv_heads=G)
    own = {tuple(one.shape) for one in shared.parameters()}
    assert (G * D, E) in own
    assert rows["keys’ matrix, where heads share keys"] == "(G·D, E)"
    assert rows["how long each text is"] == "(B,)"


def numbers_of(module) -> int:
    return sum(one.numel() for one in module.parameters())


def test_counts_are_those_of_the_packages_modules():
    model = LanguageModel(5, E, H, num_layers=L, num_kv_heads=G)
    cache = KVCache()
    model(torch.zeros(B, T, dtype=torch.long), cache=cache)
    _, weights = MultiHeadAttention(E, H)(torch.randn(B, T, E))
    found = (
        numbers_of(MultiHeadAttention(E, H, bias=False)),
        numbers_of(MultiHeadAttention(E, H, num_kv_heads=G, bias=False)),
        numbers_of(SwiGLU(E, F)),
        weights.numel(),
        cache.nbytes // 4,  # float32
    )
    written = [eval(count.replace("·", "*"), dict(SIZES)) for count in COUNTS.values()]
    assert tuple(written) == found
    assert len(counts().rows) == len(found)


@pytest.mark.parametrize("place", SILENT, ids=lambda place: place[1])
def test_a_silent_fault_gets_through_the_usual_tests_and_not_through_the_check(place):
    passes = {one.asked: one.passes for one in verdicts(exhibit(*place))}
    assert passes[RUNS]
    assert passes[SHAPES]
    assert not passes[CHECK]


def test_each_fault_stands_beside_the_line_that_is_right():
    for name, right, ask in silent_faults().rows:
        assert name in [fault for _, fault in SILENT]
        assert right.startswith("`")
        assert ask.endswith("?")


def test_each_test_finds_as_many_of_the_faults_as_the_sheet_says():
    found = {place[1]: found_by(*place) for place in SILENT}
    assert all(OTHERS in tests for tests in found.values())
    assert found["The softmax runs over the queries"] == {WORD, SUMS, OTHERS}
    assert found["The mask hides what may be seen"] >= {SUMS}
    missed = {name for name, tests in found.items() if WORD not in tests}
    assert missed == {SILENT[1][1], SILENT[9][1]}
    counts = dict(usual_tests().rows)
    assert [counts[test][:2].strip() for test in (WORD, SENTENCE, SUMS, OTHERS)] == [
        str(sum(test in tests for tests in found.values()))
        for test in (WORD, SENTENCE, SUMS, OTHERS)
    ]


def test_a_minus_stays_with_its_number_and_words_with_a_hyphen_as_they_are():
    html = MarkedTable(("a",), [("`fill(~m, -math.inf)`", "`x[:, -1:]`", "well-kept")])
    assert "<span>-math.inf</span>" in html._repr_html_()
    assert "<span>-1</span>" in html._repr_html_()
    assert "well-kept" in html._repr_html_()


def test_the_outline_has_each_definition_of_the_file_once():
    _, written = listings(path_pages()[-1])
    names = [one.name for one in written if "def " in one.code]
    calls = re.findall(r"`([A-Za-z_]\w*)\(", repr(outline()))
    assert calls == names


def test_a_class_is_shown_with_what_is_asked_of_it():
    code = "class A:\n    def __init__(self, n=1): ...\n    def _b(self): ...\n"
    code += "    def forward(self, x): ...\n    def c(self): ..."
    assert [*called(code), *called("def f(a, *, b=2): ...")] == [
        "A(n=1)(x).c()",
        "f(a, *, b=2)",
    ]


def table_of(page: str) -> set[str]:
    text = (PROJECT / "book" / f"{page}.md").read_text(encoding="utf-8")
    return set(
        re.findall(r"^\|.*may attend.*\||^\|.*`.*\|.*\|.*\|$", text, re.MULTILINE)
    )


def test_masks_are_the_rows_of_the_page_that_runs_them():
    here, there = table_of("cheat-sheet"), table_of("mask-conventions")
    assert here <= there
    libraries = {row.split(",")[0] for row in here}
    assert len(libraries) == 7  # six, as PyTorch has a function and a module
    hidden = {row.split(",")[0] for row in here if "True = hidden" in row}
    assert hidden == {"| module"}


def test_code_stays_whole_up_to_24_letters_and_stacks_beyond():
    for length, is_whole in ((24, True), (25, False)):
        html = MarkedTable(("a", "b"), [("one", f"`{'x' * length}`")])._repr_html_()
        assert ('<code class="mha-whole">' in html) == is_whole
