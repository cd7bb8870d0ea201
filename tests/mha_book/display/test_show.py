"""What a cell ends with: names, shapes, words, digits."""

import math
import re
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import nbformat
import numpy as np
import pandas as pd
import pytest
import torch
from bs4 import BeautifulSoup
from IPython.core.formatters import HTMLFormatter

from mha_book import palette, show
from mha_book.display import notebook
from mha_book.display.frames import write_frame
from mha_book.display.marked import marked
from mha_book.display.notebook import write_table
from mha_book.display.numbers import decimals_for, decimals_for_tensor, write_number
from mha_book.display.tiles import ROLES, role_of
from mha_book.scales import on_weight_scale
from mha_book.site.kernels import execute


def parsed(shown) -> BeautifulSoup:
    return BeautifulSoup(shown._repr_html_(), "html.parser")


def rows(table) -> list[list[str]]:
    """The texts of a table, row by row."""
    return [[cell.text for cell in row.select("th, td")] for row in table.select("tr")]


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (1024, 0, "1,024"),
        (-3, 0, "−3"),
        (24030.0, 0, "24,030"),
        (0.5, 4, "0.5000"),
        (-0.25, 2, "−0.25"),
        (5.039054983252885e-16, 4, "5 × 10⁻¹⁶"),
        (-2e-7, 4, "−2 × 10⁻⁷"),
        (0.0, 4, "0.0000"),
        (math.nan, 4, "–"),
        (None, 4, "–"),
        (math.inf, 4, "∞"),
        (-math.inf, 4, "−∞"),
        (True, 4, "✓"),
        (False, 4, "·"),
        ("how", 4, "how"),
    ],
)
def test_a_number_is_written_for_a_reader(value, decimals, text):
    assert write_number(value, decimals) == text


def test_a_tile_writes_next_to_nothing_as_zero():
    assert write_number(-2e-7, 4, tiny=False) == "0.0000"
    cells = parsed(show(x=torch.tensor([0.25, -2e-7]), decimals=2)).select("td")
    assert [cell.text for cell in cells] == ["0.25", "0.00"]


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([0.1, 0.25, 3.0], 2),
        ([2.0, 24030.0], 0),
        ([1 / 3], 4),
        ([1.100000023841858, 2.0], 1),  # 1.1 in 32 bits
        ([1e-9 / 3, 0.5], 1),
        ([100 / 3], 3),
        ([1e5 / 3], 0),
        ([math.nan, 0.5], 1),
        ([math.inf, "how", 7], 0),
        ([], 0),
    ],
)
def test_a_column_has_as_many_decimals_as_say_something(values, decimals):
    assert decimals_for(values) == decimals


@pytest.mark.parametrize(
    ("values", "decimals"),
    [
        ([0.0, 1.0, 0.0, 0.34962], 2),
        ([0.0, 1.0, 0.0, 0.03041], 3),  # two digits
        ([0.0, 1.0, 0.0, 0.99981], 4),  # 1.00 it is not
        ([0.0, 1.0, 0.34962, 0.65038], 4),  # half of them
        ([0.0, 1.0, 3.0], 0),
        ([True, False], 0),
    ],
)
def test_a_tensor_of_mostly_whole_numbers_has_fewer_decimals(values, decimals):
    assert decimals_for_tensor(values) == decimals


def test_a_tensor_has_its_name_its_shape_and_its_words():
    words = ("how", "are", "you")
    page = parsed(show(scores=torch.tensor([[1.5, -2.0], [0, 1], [3, 4]]), words=words))
    assert page.figcaption.text == "scores (3, 2)"
    assert rows(page.table) == [
        ["how", "1.5", "−2.0"],
        ["are", "0.0", "1.0"],
        ["you", "3.0", "4.0"],
    ]


def test_words_stand_above_the_columns_where_there_are_as_many():
    square = show(weights=torch.eye(2), words=("good", "morning"))
    assert rows(parsed(square).table)[0] == ["", "good", "morning"]
    heads = [(h["scope"], h.text) for h in parsed(square).select("th")]
    assert heads[:2] == [("col", "good"), ("col", "morning")]
    assert heads[2:] == [("row", "good"), ("row", "morning")]
    other = show(x=torch.eye(2), rows=("a", "b"), columns=("c", "d"))
    assert rows(parsed(other).table) == [
        ["", "c", "d"],
        ["a", "1", "0"],
        ["b", "0", "1"],
    ]
    one = show(x=torch.eye(2), words=("good", "morning"), rows=("a", "b"))
    assert rows(parsed(one).table)[:2] == [["", "good", "morning"], ["a", "1", "0"]]


@pytest.mark.parametrize(
    ("shape", "captions"),
    [
        ((3,), []),
        ((2, 3), []),
        ((1, 2, 3), ["sentence 0"]),
        ((2, 1, 3), ["sentence 0", "sentence 1"]),
        ((2, 1, 1, 3), ["[0, 0]", "[1, 0]"]),
    ],
)
def test_a_leading_axis_is_counted(shape, captions):
    x = torch.arange(math.prod(shape)).view(shape)
    page = parsed(show(x=x, axis="sentence"))
    assert page.figcaption.text == f"x {shape}"
    assert [caption.text for caption in page.select("caption")] == captions
    assert len(page.select("table")) == max(len(captions), 1)
    assert [t.text for t in page.select("td")] == [str(n) for n in range(x.numel())]
    assert not page.select("th")  # no words were given


def test_all_tables_of_a_tensor_have_the_same_decimals():
    page = parsed(show(x=torch.tensor([[[0.5]], [[0.25]]])))
    assert [cell.text for cell in page.select("td")] == ["0.50", "0.25"]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("query", "query"),
        ("keys", "key"),
        ("W_q", "query"),
        ("K", "key"),
        ("v", "value"),
        ("kept", "plain"),
        ("W_o", "plain"),
        ("Value", "value"),
        ("weights_of_head", "weights"),
        ("scores", "plain"),
    ],
)
def test_a_tensor_has_its_roles_colour(name, role):
    assert f"mha-{role}" in parsed(show(**{name: torch.ones(2)})).figure["class"]


@pytest.mark.parametrize("role", ROLES)
def test_a_roles_colour_is_the_palettes_also_where_no_page_names_it(role):
    style = parsed(show(x=1)).style.text
    pattern = rf"\.mha-tiles\.mha-{role} {{\s+--role: var\(--mha-(\w+), (#\w+)\);"
    ((name, colour),) = re.findall(pattern, style)
    assert name == role
    assert colour in str(getattr(palette, role.upper())).lower()  # weights have nine


def test_a_number_that_is_none_is_said_to_be():
    cells = parsed(show(x=torch.tensor([math.nan, -math.inf, 0.5]))).select("td")
    assert [cell.text for cell in cells] == ["NaN", "−∞", "0.5"]


def test_the_stronger_the_colour_the_larger_the_weight():
    weights = torch.tensor([0.0, 0.25, 0.5, 0.875])
    cells = parsed(show(weights=weights)).select("td")
    scale = [on_weight_scale(weight) for weight in weights.tolist()]
    assert [c["style"] for c in cells] == [
        f"background: {ground}; color: {ink}" for ground, ink in scale
    ]
    assert not parsed(show(scores=torch.ones(1))).select(".mha-shade")


def test_results_are_well_formed_and_wear_the_classes_that_have_a_style():
    table = pd.DataFrame({"who": ["a<b"]}, pd.Index(["x"], name="row"))
    sparse = pd.DataFrame({"one": ["·", "yes"], "two": ["·", "·"]})
    roles = ("query", "key", "value", "weights")
    tensors = {f"{role}s": torch.ones(2, 2, 2) for role in roles}
    mask = torch.ones(1, 2).bool()  # its ticks stand in the middle
    shown = show(table, sparse, words=("<", "&"), n=1, value_mask=mask, **tensors)
    page = ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")
    worn = {name for part in page.iter() for name in part.get("class", "").split()}
    assert worn == set(re.findall(r"\.(mha-[a-z]+)", page.findtext("style")))
    assert {e.tag for e in page} == {"style", "div"}


def test_a_table_of_what_differs_says_so_where_most_is_as_ever():
    rows = [["·", "50%"], ["·", "·"], ["all", "·"]]
    table = parsed(show(pd.DataFrame(rows, columns=["norm", "part"]))).table
    assert "mha-sparse" in table["class"]
    assert [cell.text for cell in table.select("td.mha-same")] == ["·"] * 4
    assert not table.select("tbody td:nth-of-type(2).mha-words")  # 50% is a number
    dense = pd.DataFrame([["1", "·"]], columns=["norm", "part"])
    assert "mha-sparse" not in parsed(show(dense)).table["class"]


def test_names_in_ticks_are_code():
    table = parsed(show(pd.DataFrame({"here": ["`a<b`"]}, ["`attn_q`"]))).table
    assert [code.text for code in table.select("code")] == ["attn_q", "a<b"]


def test_a_number_stands_beside_its_name():
    page = parsed(show(difference=5e-16, loss=torch.tensor(1.25), n=np.int64(7)))
    texts = [p.text for p in page.select("p")]
    assert texts == ["difference = 5 × 10⁻¹⁶", "loss = 1.25", "n = 7"]
    (rounded,) = parsed(show(loss=1.75, decimals=0)).select("p")
    assert rounded.text == "loss = 2"


def test_a_notebook_without_html_gets_the_same_in_words():
    shown = show(pd.DataFrame({"n": [7]}), x=torch.tensor([1]), y=2)
    assert repr(shown) == "   n\n0  7\nx (1,)\ntensor([1])\ny = 2"


def test_a_tensor_too_large_to_read_is_refused():
    match = r"x has shape \(17, 2\); expected at most 16"
    with pytest.raises(ValueError, match=match):
        show(x=torch.ones(17, 2))
    with pytest.raises(ValueError, match=r"y has shape \(3, 1, 17\); expected"):
        show(y=torch.ones(3, 1, 17))
    show(x=torch.ones(2, 16, 16))
    assert "head 16" in show(x=torch.ones(17, 1, 1))._repr_html_()  # many tables


def test_a_table_has_one_row_of_heads_and_its_index_in_the_corner():
    index = pd.Index([11, 13], name="seed")
    table = pd.DataFrame(
        {"tokens": [1024, 7], "ratio": [0.5, None], "who": ["a<b", "c"]}, index
    )
    page = BeautifulSoup(write_frame(table), "html.parser")
    assert rows(page) == [
        ["seed", "tokens", "ratio", "who"],
        ["11", "1,024", "0.5", "a<b"],
        ["13", "7", "–", "c"],
    ]
    assert [cell.text for cell in page.select("td.mha-words")] == ["a<b", "c"]
    heads = {(h.text, h["scope"]): h.get("class") for h in page.select("th")}
    assert heads == {
        **{(name, "col"): ["mha-words"] for name in ("seed", "who")},
        **{(name, "col"): None for name in ("tokens", "ratio")},
        **{(name, "row"): None for name in ("11", "13")},
    }


def test_heads_one_above_the_other_become_one():
    columns = pd.MultiIndex.from_tuples([("time", "1"), ("time", 0), ("of", "")])
    index = pd.MultiIndex.from_tuples([("cpu", 2.5)], names=["device", "share"])
    table = pd.DataFrame([[0.25, 0.5, 7]], index, columns)
    page = BeautifulSoup(write_frame(table), "html.parser")
    assert rows(page) == [
        ["device", "share", "time, 1", "time, 0", "of"],
        ["cpu", "2.5", "0.25", "0.5", "7"],
    ]


@pytest.mark.parametrize(
    ("label", "head"),
    [(0.1 + 0.2, "0.3"), (-5e-16, "−5 × 10⁻¹⁶"), (2026, "2026"), ("a<b", "a<b")],
)
def test_a_head_is_a_number_for_a_reader_or_a_name_as_it_is(label, head):
    page = BeautifulSoup(write_frame(pd.Series([7], [label])), "html.parser")
    assert page.tbody.th.text == head


def test_a_columns_head_stands_over_what_it_heads():
    table = pd.DataFrame(
        {
            "verdict": ["alike", "2–3"],
            "quartiles": ["0.5–0.6", "1 ± 2"],
            "right": [2, "words"],
            "time": [1.5, None],
        }
    )
    page = BeautifulSoup(write_frame(table), "html.parser")
    for row in page.select("tr"):
        left = ["mha-words" in cell.get("class", "") for cell in row.select("th, td")]
        assert left[1:] == [True, False, True, False]


@pytest.mark.parametrize(
    ("cell", "is_word"),
    [
        *((cell, False) for cell in ("12", "1,024", "0.38–0.39", "3 ± 1", "2/3")),
        *((cell, False) for cell in ("50 %", "-3", "− 3", "2 × 4", "±0", " 7 ")),
        *((cell, True) for cell in ("3 heads", "page 3", "3a", "a3", "x", "–", "")),
    ],
)
def test_a_cell_is_a_number_where_nothing_else_stands_in_it(cell, is_word):
    page = BeautifulSoup(write_frame(pd.DataFrame({"n": [1, cell]})), "html.parser")
    assert len(page.select("td.mha-words")) == 2 * is_word


def test_a_shape_before_a_row_stays_on_one_line():
    table = pd.Series([0.5], ["T5, (1, H, T, T)"], name="time")
    head = BeautifulSoup(write_frame(table), "html.parser").select_one("tbody th")
    assert head.text == "T5, (1,\xa0H,\xa0T,\xa0T)"


def test_a_long_name_of_code_goes_on_below_after_its_dot_and_not_within_a_word():
    table = pd.Series([1, 2], ["blk.0.attn_output.weight", "mlp.up"])
    heads = BeautifulSoup(write_frame(table), "html.parser").select("tbody th")
    assert heads[0].decode_contents() == "blk.0.<wbr/>attn_output.<wbr/>weight"
    assert heads[1].decode_contents() == "mlp.up"


def test_a_table_whose_index_has_no_name_says_what_its_columns_are():
    table = pd.DataFrame([[1]], columns=pd.Index(["split"], name="design"))
    assert rows(BeautifulSoup(write_frame(table), "html.parser"))[0] == [
        "design",
        "split",
    ]
    half = pd.Series([1], pd.MultiIndex.from_tuples([(0, 1)], names=["layer", None]))
    assert rows(BeautifulSoup(write_frame(half), "html.parser"))[0][:2] == ["layer", ""]
    empty = BeautifulSoup(write_frame(pd.DataFrame({"a": [1]})), "html.parser")
    assert empty.select_one("thead td").text == ""  # no head that says nothing


def test_a_series_is_a_table_of_one_column():
    shown = write_frame(pd.Series([0.5], ["a"], name="share"))
    assert rows(BeautifulSoup(shown, "html.parser")) == [["", "share"], ["a", "0.5"]]


def test_a_notebook_that_imports_the_book_shows_tables_its_way():
    cells = "import pandas as pd", "import mha_book", "pd.DataFrame({'n': [7]})"
    cells = [nbformat.v4.new_code_cell(code) for code in (*cells, "pd.Series([7])")]
    notebook = execute(nbformat.v4.new_notebook(cells=cells))
    for cell in notebook.cells[2:]:
        assert '<table class="mha-table">' in cell.outputs[0].data["text/html"]


@pytest.mark.parametrize("name", ["DataFrame", "Series"])
@pytest.mark.parametrize("module", ["pandas", "pandas.core"])
def test_a_running_notebook_knows_tables_of_old_and_new_pandas(
    name, module, monkeypatch
):
    """Pandas 3 says where its public names are, pandas 2 where they are written."""
    html = HTMLFormatter()
    formatter = SimpleNamespace(formatters={"text/html": html})
    shell = SimpleNamespace(display_formatter=formatter)
    monkeypatch.setattr(notebook, "running_notebook", lambda: shell)
    notebook.adopt_tables()
    written = {"DataFrame": "frame", "Series": "series"}[name]
    place = module if module == "pandas" else f"{module}.{written}"
    assert html.lookup_by_type(type(name, (), {"__module__": place})) is write_table


def test_the_running_notebook_is_asked_for_only_where_there_can_be_one(monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: 7))
    assert notebook.running_notebook() == 7
    monkeypatch.delitem(sys.modules, "IPython")
    assert notebook.running_notebook() is None
    notebook.adopt_tables()  # of whom nobody asks: nothing is done


def test_a_long_table_is_left_to_pandas():
    assert write_table(pd.DataFrame({"n": range(61)})) is None
    written = BeautifulSoup(write_table(pd.DataFrame({"n": range(60)})), "html.parser")
    assert len(rows(written.table)) == 1 + 60
    assert rows(written.table)[-1] == ["59", "59"]
    assert written.style.text == parsed(show(x=1)).style.text


def test_a_single_letter_is_a_role_of_three_and_no_weight():
    names = ["Q", "k", "W_v", "w", "W", "weights_0", "values", "scores"]
    assert [role_of(name) for name in names] == [
        *ROLES[:3],
        *["plain"] * 2,
        "weights",
        "value",
        "plain",
    ]


def test_words_that_are_marked_keep_their_quotes_and_no_tag():
    text = 'He says "*no*", and `a * b < "c" * d`'
    assert marked(text) == (
        'He says "<em>no</em>", and <code>a * b &lt; "c" * d</code>'
    )
    assert marked("`a` *b* `c` *d* *e* `f` g") == (
        "<code>a</code> <em>b</em> <code>c</code> <em>d</em> <em>e</em> "
        "<code>f</code> g"
    )
    assert marked("no mark * at & all") == "no mark * at &amp; all"


@pytest.mark.parametrize(
    ("tensor", "words", "expected"),
    [
        (torch.eye(4), ("article", "noun", "verb", "alive"), "mha-roomy 7 35 4"),
        (torch.tensor([71, 78, 86, 1, 64, 81, 68]), None, "mha-roomy 2 14 7"),
        (torch.full((1, 6), -0.0719), None, "7 42 6"),
        (torch.eye(2), ("a", "b"), ""),
    ],
)
def test_a_wide_table_of_tiles_says_whether_a_phone_has_room(tensor, words, expected):
    (table,) = parsed(show(tensor=tensor, words=words)).select("table")
    numbers = re.findall(r"\d+", table.get("style", ""))
    assert " ".join([*table.get("class", []), *numbers]) == expected


def test_a_share_stays_on_one_line():
    table = pd.DataFrame({"keeps": ["windows, 13 of 26", "one of 3"]})
    cells = [cell.text for cell in parsed(show(table)).select("tbody td")]
    assert cells == ["windows, 13\xa0of\xa026", "one of 3"]
