"""What the page says beside the numbers: in words, in marks, and where it shades."""

import torch
import torch.nn.functional as F
from bs4 import BeautifulSoup
from torch import nn

from mha import trace
from mha.tracing.compare import compare
from mha.tracing.numbers import Numbers
from mha.tracing.page import page_of
from mha.tracing.tables import tables

X = torch.arange(12.0).view(3, 4)


def read(seen, beside=None):
    return BeautifulSoup(page_of(seen, beside), "html.parser")


def compared(function, one, other):
    return read(trace(function, one), trace(function, other))


def styles(page, where):
    return [td.get("style") for td in page.select(f"{where} tbody td")]


def test_the_title_and_the_count_say_what_it_is():
    seen = trace(lambda x: x * 2, X)
    assert "beside another run" not in read(seen).title.text
    assert read(seen, seen).title.text.endswith(", beside another run")
    assert "1 operation, in" in read(seen).header.text
    assert "2 operations, in" in read(trace(lambda x: x * 2 + 1, X)).header.text


def test_shades_follow_the_largest_finite_number():
    x = torch.tensor([1.0, -2.0, 4.0, 0.01, -torch.inf, torch.nan])
    page = read(trace(lambda x: x * 1, x))
    assert styles(page, "#s1") == ["--v:0.25", "--v:0.50", "--v:1.00", None, None, None]
    assert styles(read(trace(lambda x: x * 0, X)), "#s1") == [None] * 12


def test_a_rounded_number_has_all_its_digits_in_its_title():
    page = read(trace(lambda x: x / 3, torch.tensor([1.0, 1.5])))
    titles = [td.get("title") for td in page.select("#s1 td")]
    assert titles == ["0.3333333432674408", None]
    assert [td.text for td in page.select("#s1 td")] == ["0.3333", "0.5"]


def test_a_gap_stands_where_places_are_left_out():
    page = read(trace(lambda x: x * 1, torch.zeros(81, 61)))
    assert [th.text for th in page.select("#s1 thead th.g")] == ["59"]
    assert [tr.th.text for tr in page.select("#s1 tbody tr.g")] == ["79"]
    assert len(page.select("#s1 tbody td.g")) == 8
    whole = read(trace(lambda x: x * 1, X))
    assert not whole.select(".g")
    page = read(trace(lambda x: x * 1, torch.zeros(500, 9)))  # one of nine is left out
    assert [th.text for th in page.select("#s1 thead th.g")] == ["7"]


def test_shares_have_their_colour_and_it_is_said():
    page = read(trace(lambda x: x.softmax(-1) * 2, X))
    assert [one["id"] for one in page.select("article:has(.weights)")] == ["s1"]
    assert "each row sums to 1" in page.select_one("#s1 .form").text
    assert "each row" not in page.select_one("#s2 .form").text


def test_a_device_that_is_not_the_usual_one_is_told():
    page = read(trace(lambda x: x.to("meta"), X))
    assert page.select_one("#s1 .form").text.endswith("float32 · meta")
    assert "cpu" not in page.select_one("#o1 .form").text
    why = Numbers((2,), unread="an <u> is why")
    assert "an &lt;u&gt; is why." in tables(why, None, False)


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.ReLU(), nn.ReLU()

    def forward(self, x):
        return self.second(self.first(x + 1) * 2 - 1)


def test_each_module_stands_once_above_its_operations():
    page = read(trace(Two(), X))
    inside = [one.text.split() for one in page.select("nav li.in")]
    relu = "ReLU"
    assert inside == [["Two"], ["first", relu], ["Two"], ["second", relu]]
    assert [one.text for one in page.select("article > .in")] == [
        "in Two",
        "in first ReLU",
        "in Two",
        "in Two",
        "in second ReLU",
    ]
    chained = read(trace(lambda x: x + 1 + 1, X))
    assert not chained.select(".in")


def test_a_number_that_is_read_is_told():
    page = read(trace(lambda x: x.sum().item(), X))
    assert "It gives 66.0" in page.select_one("#s2").text
    assert "It gives" not in page.select_one("#s1").text


def test_several_outputs_are_numbered_and_so_is_what_is_returned():
    page = read(trace(lambda x: x.chunk(2, -1), X))
    assert [one.text for one in page.select("#s1 h3")] == ["[0]", "[1]"]
    assert "Returned as [0] and [1]." in page.select_one("#s1").text
    assert not read(trace(lambda x: x * 2, X)).select("h3")


def test_who_uses_a_tensor_twice_is_told_once():
    page = read(trace(lambda x: (x + x).add_(x), X))
    assert "Used by #1 add and #2 add_." in page.select_one("#o1").text
    assert "Made from x input." in page.select_one("#s1").text
    halves = read(trace(lambda x: torch.add(*x.chunk(2, -1)), X))
    assert "Used by #2 add." in halves.select_one("#s1").text


def test_what_a_change_in_place_reaches_is_told_and_the_call_stays_as_written():
    def call(x):
        y = x * 1
        row = y[0]
        row.zero_()
        return y + row

    page = read(trace(call, X))
    changed = page.select_one("#s3 .kind").text
    assert changed == (
        "Changed in place: #2. What lies in the same memory has changed with it: #1."
    )
    assert page.select_one("#s4 code.call").text == "add(#1, #2)"
    assert "Made from #1 mul as #3 left it and #2" in page.select_one("#s4").text


def test_lines_are_marked_whosever_they_are_and_found_by_their_place():
    def call(x):
        return F.relu(
            x
        ).exp()  # fmt: skip

    page = read(trace(call, X))
    (figure,) = page.select("#s1 figure")[:1]
    assert [one.text for one in figure.select("mark")] == ["F.relu(", "x", ")"]
    assert not figure.has_attr("class")
    found = page.select_one("#s1")["data-find"]
    assert "test_told.py:" in found
    assert "f.relu(" in found
    assert "(3, 4)" in found
    inside = read(trace(nn.Linear(4, 2), X)).select("#s1 figure")
    assert {tuple(one.get("class", ())) for one in inside} == {("library",)}
    space = {}
    exec("def call(x):\n    return x * 2", space)
    page = read(trace(space["call"], X))
    assert "This line's text cannot be read." in page.select_one("#s1").text


# ---- beside another run ----------------------------------------------------------


def test_where_single_numbers_cannot_be_told_the_first_that_can_is_told_too():
    one = torch.zeros(70, 90)
    other = one.clone()
    other[30, 40] = 1  # not among what is kept
    page = compared(lambda x: (x + 1).sum() * 1, one, other)
    told = page.select_one(".compared")
    assert [a["href"] for a in told.select("a")] == ["#o1", "#s2"]
    assert "is in #2 sum: 6300 here, 6301 in the other run. Go there" in told.text
    assert "3 of 3 operations have moved." in told.text
    assert told.text.endswith("A shade says how far a step has moved.")
    assert [td["class"] for td in page.select("td.first")] == [["d", "first"]]
    shapes = compared(lambda x: x * 1, X, X[:2])
    assert "A shade says" not in shapes.select_one(".compared").text


def test_how_far_it_moved_is_said_of_each_step():
    page = compared(lambda x: (x * 1).masked_fill(x == 0, -torch.inf), X, X + 1)
    assert "moved: 1 at most" in page.select_one("#s1 .form").text
    assert "moved: out of measure" in page.select_one("#s3 .form").text
    assert "What they return" not in page.select_one(".compared").text
    shapes = compared(lambda x: x * 1, X, X[:2])
    form = shapes.select_one("#s1 .form").text
    assert form.endswith("moved: there the shape is (2, 4)")
    assert not shapes.select("#s1 td.d")


def test_a_small_move_is_shaded_too():
    page = compared(lambda x: x * 1, X, X + 0.001)
    assert {one["style"] for one in page.select("nav li.moved")} == {"--m:0.08"}
    page = compared(lambda x: x * 1, X, X / 2)
    assert {one["style"] for one in page.select("nav li.moved")} == {"--m:0.50"}


def test_all_that_is_returned_is_compared():
    page = compared(lambda x: (x.sign(), x * 2), X + 1, X + 2)
    assert "What they return is up to 2 apart." in page.select_one(".compared").text
    page = compared(lambda x: x.aminmax(dim=0), torch.eye(2), torch.eye(2) * 3)
    moved = ["moved" in one.text for one in page.select("#s1 .form")]
    assert moved == [False, True]


def test_numbers_that_are_none_in_both_runs_are_no_difference():
    one, other = torch.tensor([torch.nan, 1.0]), torch.tensor([torch.nan, 2.0])
    page = compared(lambda x: x * 1, one, other)
    assert [td.find("small") is None for td in page.select("#s1 td")] == [True, False]
    assert page.select("#s1 td")[1].find("small").text == "2"


def test_an_operation_of_one_run_alone_says_so_and_where_it_was_called():
    layer = nn.Linear(4, 2)
    one, other = trace(lambda x: x * 1, X), trace(lambda x: layer(x), X)
    page = read(one, other)
    assert [em.text for em in page.select("nav em")] == ["only here"]
    (alone,) = page.select("nav .there")
    assert "in the other run alone, tests/mha/tracing/test_told.py:" in alone.text


def test_what_stands_in_an_operations_place_comes_after_it():
    one, other = (
        trace(lambda x: x.relu().exp() + 1, X),
        trace(lambda x: x.relu() + 1, X),
    )
    assert compare(one, other).there == {2: []}
    other = trace(lambda x: x.relu().sin().cos() + 1, X)
    (at,) = (both := compare(one, other).there)
    assert (at, [step.name for step in both[at]]) == (2, ["sin", "cos"])


def test_long_runs_are_paired_too():
    def run(more):
        def call(x):
            x = x * 2 if more else x
            for _ in range(300):
                x = x + 1
            return x

        return trace(call, torch.zeros(2))

    both = compare(run(True), run(False))
    assert len(both.pairs) == 300
    assert both.pairs[301] == 300
