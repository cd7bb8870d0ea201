"""core.js alone: the arithmetic that both languages must agree on."""

import math
from itertools import permutations
from urllib.parse import quote

import pytest
import torch
from matplotlib.colors import to_rgb

from mha.explorers.base import JS
from mha.explorers.link import link
from mha.figures import palette, plots
from project import contrast


@pytest.fixture(scope="module")
def core(browser):
    """A function: JavaScript expression with `core` in scope -> its value."""
    page = browser.new_page()
    url = f"data:text/javascript,{quote(link(JS / 'core.js'))}"
    page.evaluate(f"import('{url}').then(core => (window.core = core)).then(() => 0)")
    yield lambda expression, argument=None: page.evaluate(
        f"a => {expression}", argument
    )
    page.close()


def test_weights_have_the_figures_colours_and_readable_text(core):
    scale = plots.weight_colormap()
    for step in range(101):
        weight = step / 100
        found = core("core.weightColour(a[0], a[1])", [weight, list(palette.WEIGHTS)])
        red, green, blue = (int(c) for c in found["background"][4:-1].split(","))
        expected = [round(255 * c) for c in scale(weight)[:3]]
        # matplotlib tabulates 256 colours; half a step of its table apart at most
        assert (
            max(abs(a - b) for a, b in zip((red, green, blue), expected, strict=True))
            <= 3
        )
        assert (
            contrast((red / 255, green / 255, blue / 255), to_rgb(found["text"])) >= 4.5
        )


def test_softmax_survives_large_scores_and_empty_rows(core):
    found = core("core.softmax([1000, 999, -Infinity])")
    expected = torch.tensor([1000.0, 999.0, -math.inf]).double().softmax(0)
    assert found == pytest.approx(expected.tolist(), abs=1e-12)
    assert core("core.softmax([-Infinity, -Infinity])") == [0, 0]


@pytest.mark.parametrize(
    ("number", "decimals", "text"),
    [
        ("-Infinity", 4, "−∞"),
        ("-0.00001", 4, "0.0000"),
        ("-1.5", 2, "−1.50"),
        ("2", 3, "2.000"),
    ],
)
def test_numbers_as_shown(core, number, decimals, text):
    assert core(f"core.show({number}, {decimals})") == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("300", "300"),
        ("-12.5", "−12.5"),
        ("-0.0000001", "0"),
        ("0.1 + 0.2", "0.3"),
        ("1000.000001", "1000.000001"),
    ],
)
def test_brief_numbers_have_the_digits_they_need(core, number, text):
    assert core(f"core.brief({number})") == text


def test_a_size_of_one_never_breaks_contiguity(core):
    tensor = torch.zeros(1, 3, 2).transpose(0, 1)
    found = core(
        "core.isContiguous({shape: a[0], strides: a[1]})",
        [list(tensor.shape), list(tensor.stride())],
    )
    assert found == tensor.is_contiguous()


def test_view_strides_are_pytorchs(core):
    shapes = [(2, 3, 3, 1), (1, 2, 3, 2), (2, 1, 3, 5), (6, 1, 1, 2), (3, 2)]
    news = [(2, 3, 3), (2, 3, 2), (12,), (1, 12), (30,), (5, 6), (2, 15), (3, 1, 2)]
    tried = 0
    for shape in shapes:
        for order in permutations(range(len(shape))):
            tensor = torch.empty(shape).permute(order)
            for new in (n for n in news if math.prod(n) == tensor.numel()):
                old = {"shape": list(tensor.shape), "strides": list(tensor.stride())}
                found = core("core.viewStrides(a[0], a[1])", [old, list(new)])
                assert found == view_strides(tensor, new), (old, new)
                tried += 1
    assert tried > 100


def view_strides(tensor, shape):
    try:
        return list(tensor.view(shape).stride())
    except RuntimeError:
        return None
