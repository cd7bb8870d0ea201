"""The page of a trace: whole, escaped, with links that lead somewhere, and compared."""

import re
from html.parser import HTMLParser

import pytest
import torch
from bs4 import BeautifulSoup
from torch import nn

from mha import trace
from mha.tracing.compare import compare
from mha.tracing.page import page_of

X = torch.arange(12.0).view(3, 4)


def read(seen, beside=None):
    return BeautifulSoup(page_of(seen, beside), "html.parser")


def table_of(page, step):
    cells = page.select_one(f"#s{step} table tbody").select("tr")
    return [[td.find(string=True) for td in row.select("td")] for row in cells]


def test_a_page_needs_nothing_else(tmp_path):
    path = trace(lambda x: x * 2, X).save(tmp_path / "mine.html")
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=.?(https?:)?//", text)
    assert "default-src 'none'" in text
    assert text.startswith("<!doctype html>")


def test_numbers_are_those_of_the_tensor():
    page = read(trace(lambda x: x / 8, X))
    assert table_of(page, 1) == [
        ["0", "0.125", "0.25", "0.375"],
        ["0.5", "0.625", "0.75", "0.875"],
        ["1", "1.125", "1.25", "1.375"],
    ]
    assert page.select_one("#s1 .form").text == (
        "(3, 4) · strides (4, 1) · float32 · 0 to 1.375"
    )


def test_every_link_leads_somewhere_and_forward_too():
    page = read(trace(lambda x: (x @ x.mT).relu_() + x[:, :3], X))
    targets = {one["id"] for one in page.select("article")}
    links = page.select("nav a, article a")
    assert {one["href"][1:] for one in links} == targets
    used = page.select_one("#o1").text
    assert "Used by #1 mT, #2 matmul and #4 getitem." in used
    assert "Made from #2 matmul as #3 left it and #4 getitem." in page.text
    assert "A view of x, and no number was copied." in page.select_one("#s4").text
    assert "Changed in place: #2" in page.select_one("#s3").text
    assert "Returned." in page.select_one("#s5").text


def test_what_was_changed_last_is_what_is_returned():
    page = read(trace(lambda x: (x * 2).relu_(), X))
    assert "Returned." not in page.select_one("#s1").text
    assert "Returned." in page.select_one("#s2").text


def test_without_scripts_each_step_is_in_the_list_and_in_full():
    page = read(trace(lambda x: x * 2 + 1, X))
    assert page.select_one(".bar").has_attr("hidden")
    assert [one.text for one in page.select("article h2")] == [
        "#1 mul",
        "#2 add",
        "x input",
    ]


class Strange(nn.Module):
    def __init__(self):
        super().__init__()
        self.add_module("<b>&", nn.Linear(4, 2))

    def forward(self, x):
        return {"</script><script>alert(1)": self._modules["<b>&"](x["<i>"]) + ord("<")}


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)


def test_whatever_it_shows_is_escaped():
    Strange.__qualname__ = Strange.__name__ = "<u>Strange"
    seen = trace(Strange(), {"<i>": X})
    tags = Tags()
    tags.feed(page_of(seen, trace(Strange(), {"<i>": X + 1})))
    assert tags.seen.count("script") == 1
    assert "u" not in tags.seen
    assert "&lt;b&gt;&amp;.weight" in page_of(seen)
    assert "ord(&quot;&lt;&quot;)" in page_of(seen)
    assert "<b>&" not in page_of(seen)
    assert "<i>'" not in page_of(seen)


def test_what_is_left_out_is_said():
    page = read(trace(lambda x: x.repeat(9, 9, 5), X))
    text = page.select_one("#s1").text
    assert "256 of 4,860 numbers are shown" in text
    assert [one.text for one in page.select("#s1 caption")] == [
        "[0]",
        "[1]",
        "[2]",
        "[8]",
    ]
    columns = [th.text for th in page.select_one("#s1 thead").select("th")]
    assert columns == ["0", "1", "2", "3", "4", "5", "18", "19"]


def test_a_fused_attention_says_what_it_hides():
    attend = nn.functional.scaled_dot_product_attention
    assert "in no tensor" in read(trace(attend, X, X, X)).select_one("#s1").text


def moved(x, scale=1.0, hide=False):
    scores = x @ x.mT * scale
    if hide:
        scores = scores.masked_fill(torch.ones(3, 3).bool().triu(1), -torch.inf)
    return scores.softmax(-1) @ x


def test_the_same_run_twice_is_the_same():
    page = read(trace(moved, X), trace(moved, X))
    assert page.select_one(".compared").text == (
        "Both runs have the same numbers throughout."
    )
    assert not page.select(".moved, .d, .first")


def test_the_first_number_that_differs_is_lit_and_the_later_are_shaded():
    x, other = torch.eye(3), torch.eye(3)
    other[1, 2] = 0.5
    page = read(trace(moved, x), trace(moved, other))
    told = page.select_one(".compared").text
    first = "The first number that differs is in input x, at [1, 2]: 0 here, 0.5 in"
    assert told.startswith(first)
    assert page.select_one(".compared a")["href"] == "#o1"
    lit = page.select_one("#o1 td.first")
    assert lit.find("small").text == "0.5"
    assert page.select("#o1 td.d") == page.select("td.first") == [lit]
    assert len(page.select("#s3 td.d")) > 1
    shaded = [one.a["href"] for one in page.select("nav .moved")]
    assert shaded == ["#o1", "#s1", "#s2", "#s3", "#s4", "#s5"]
    end = (trace(moved, x).output - trace(moved, other).output).abs().max()
    assert f"What they return is up to {end:.4g} apart." in told


def test_how_far_a_step_moved_is_what_its_numbers_say():
    both = compare(trace(moved, X), trace(moved, X, 1.25))
    (product,) = both.moved["3"]
    scores = X @ X.mT
    assert product.by == (scores * 0.25).abs().max()
    assert product.part == pytest.approx(0.2)  # of the larger one
    assert product.first == (0, 0)
    assert not both.differs("2")
    assert both.differs("4")


def test_of_what_has_no_name_the_first_is_beside_the_first():
    def run(one, other):
        made = [torch.full((4,), number) for number in (one, other)]
        return trace(lambda x, take: x * take(0) + take(1), X, made.__getitem__)

    here, there = run(2.0, 3.0), run(2.0, 5.0)
    ones = [one.key for one in here.origins if one.kind == "from outside"]
    assert [compare(here, there).differs(key) for key in ones] == [False, True]


def test_what_moves_further_than_its_size_has_moved_as_a_whole():
    (moved,) = compare(trace(moved_by, 2.0), trace(moved_by, -2.0)).moved["1"]
    assert (moved.by, moved.part) == (4.0, 1.0)


def moved_by(number):
    return torch.full((1,), number)


def test_zero_has_the_colour_of_no_sign():
    page = read(trace(lambda x: x - 1, X))  # -1, 0, 1, …
    signs = [
        "n" in td.get("class", []) for td in page.select("#s1 tbody tr:first-child td")
    ]
    assert signs == [True, False, False, False]


def test_operations_of_one_run_alone_stand_where_they_ran():
    free, hidden = trace(moved, X), trace(moved, X, hide=True)
    page = read(free, hidden)
    there = page.select("nav .there")
    assert [one.find(string=True).strip() for one in there] == [
        "ones",
        "bool",
        "triu",
        "masked_fill",
    ]
    assert "softmax" in there[-1].find_next_sibling("li").text
    assert "0 operations are in this run alone, 4 in the other." in page.text
    other = read(hidden, free)
    assert "4 operations are in this run alone, 0 in the other." in other.text
    assert "The other run has no such operation here." in other.select_one("#s7").text


def test_other_shapes_are_told():
    page = read(trace(moved, X), trace(moved, X[:2]))
    assert "What first differs is a shape, in input x: (3, 4) here, (2, 4)" in page.text


def test_of_large_tensors_a_change_outside_the_sample_is_seen():
    x = torch.zeros(70, 90)
    inside, outside = x.clone(), x.clone()
    inside[2, 3], outside[30, 40] = 1, 1
    run = [trace(lambda x: x + 1, one) for one in (x, inside, outside)]
    assert "in input x, at [2, 3]: 0 here, 1 in" in read(run[0], run[1]).text
    assert "in input x, among those not shown." in read(run[0], run[2]).text
    assert "the same numbers" in read(run[0], trace(lambda x: x + 1, x)).text


def test_of_a_tensor_kept_whole_the_place_that_differs_is_shown():
    x = torch.zeros(30, 40)
    other = x.clone()
    other[20, 30] = 1
    page = read(trace(lambda x: x + 1, x), trace(lambda x: x + 1, other))
    assert page.select_one("#o1 td.first").find("small").text == "1"


def test_numbers_that_are_none_are_compared_too():
    def call(x):
        return x / x

    one, other = torch.tensor([0.0, 1.0]), torch.tensor([1.0, 1.0])
    assert not compare(trace(call, one), trace(call, one)).differs("1")
    assert compare(trace(call, one), trace(call, other)).differs("1")


def test_beside_is_a_trace(tmp_path):
    with pytest.raises(TypeError, match=r"what mha\.trace gave, found int"):
        trace(moved, X).save(tmp_path / "x.html", beside=3)
