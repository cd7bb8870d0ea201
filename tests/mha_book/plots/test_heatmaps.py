"""Figures show the numbers they are given, in the book's colours."""

from io import StringIO

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.colors import to_hex, to_rgb

from mha_book import palette, plots, scales
from mha_book.scales import contrast

WEIGHTS = torch.tensor([[0.25, 0.75, 0.0], [0.1, 0.2, 0.7]])


@pytest.fixture(autouse=True)
def _close_figures():
    mpl.use("agg")
    yield
    plt.close("all")


def test_heatmap_annotates_every_weight_on_the_common_scale():
    ax = plots.weight_heatmap(WEIGHTS, ["how", "are", "you"], title="one head")
    texts = [text.get_text() for text in ax.texts]
    assert texts == ["0.25", "0.75", "0.00", "0.10", "0.20", "0.70"]
    labels = ax.get_title(), ax.get_xlabel(), ax.get_ylabel()
    assert labels == ("one head", "key: attended to", "query: attending")
    mesh = ax.collections[0]
    assert mesh.get_clim() == (0, 1)
    assert to_hex(mesh.cmap(0.0)) == palette.WEIGHTS[0]
    assert to_hex(mesh.cmap(1.0)) == palette.WEIGHTS[-1]


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.bfloat16])
def test_heatmap_takes_weights_of_any_precision_and_still_to_be_trained(dtype):
    weights = WEIGHTS.to(dtype).requires_grad_()
    ax = plots.weight_heatmap(weights, ["how", "are", "you"])
    found = torch.tensor(ax.collections[0].get_array().reshape(2, 3))
    torch.testing.assert_close(found, weights.detach().float(), rtol=0, atol=0)


def test_a_heatmap_forces_numbers_that_numpy_cannot_see_by_itself():
    """As those on a GPU: here they are the negative of what stands in memory."""
    unseen = (-1j * torch.eye(2)).conj().imag
    assert unseen.is_neg()
    ax = plots.weight_heatmap(unseen, ["a", "b"])
    assert [text.get_text() for text in ax.texts] == ["1.00", "0.00", "0.00", "1.00"]


@pytest.mark.parametrize("step", range(0, 101, 5))
def test_annotations_are_readable_on_every_weight(step):
    weights = torch.tensor([[step / 100, 0.5]])
    ax = plots.weight_heatmap(weights, ["a", "b"])
    ground = ax.collections[0].get_facecolors()[0][:3]
    assert contrast(ground, mpl.colors.to_rgb(ax.texts[0].get_color())) >= 4.5


def test_heatmap_is_drawn_where_one_says():
    _, axes = plt.subplots(1, 2)
    assert plots.weight_heatmap(WEIGHTS, ["how", "are", "you"], ax=axes[1]) is axes[1]
    assert axes[1].collections
    assert not axes[0].collections


def test_heatmap_names_queries_by_rows_and_keys_by_columns():
    ax = plots.weight_heatmap(WEIGHTS, ["how", "are", "you"])
    assert [t.get_text() for t in ax.get_xticklabels()] == ["how", "are", "you"]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["are", "you"]
    assert {t.get_rotation() for t in ax.get_yticklabels()} == {0}  # words lie


def test_many_numbers_are_smaller_than_few():
    sizes = []
    for count in (8, 9):
        ax = plots.weight_heatmap(torch.eye(count), ["a"] * count)
        sizes.append({text.get_size() for text in ax.texts})
    (few,), (many,) = sizes
    assert few > many


def test_heatmap_of_cross_attention_has_another_texts_words_by_its_rows():
    ax = plots.weight_heatmap(WEIGHTS, ["how", "are", "you"], asking=["2026", "11"])
    assert [t.get_text() for t in ax.get_yticklabels()] == ["2026", "11"]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["how", "are", "you"]
    with pytest.raises(ValueError, match="2 rows of weights but 1 words that ask"):
        plots.weight_heatmap(WEIGHTS, ["how", "are", "you"], asking=["2026"])


@pytest.mark.parametrize(
    ("weights", "tokens", "message"),
    [
        (WEIGHTS[0], ["a", "b", "c"], r"shape \(3,\); expected \(Tq, Tk\)"),
        (WEIGHTS[None], ["a", "b"], r"shape \(1, 2, 3\); expected \(Tq, Tk\)"),
        (WEIGHTS, ["a", "b"], "3 columns of weights but 2 tokens"),
    ],
)
def test_heatmap_refuses_what_it_cannot_label(weights, tokens, message):
    with pytest.raises(ValueError, match=message):
        plots.weight_heatmap(weights, tokens)


def test_style_gives_figures_their_own_ground():
    with mpl.rc_context():
        plots.use_style()
        assert to_hex(plt.figure().get_facecolor()) == palette.GROUND


def test_the_same_figure_is_the_same_file():
    def drawn():
        with mpl.rc_context():
            plots.use_style()
            plt.subplots()[1].plot([1, 3], [2, 1], "o")
            file = StringIO()
            plt.savefig(file, format="svg", metadata={"Date": None})
        return file.getvalue()

    assert drawn() == drawn()


@pytest.mark.parametrize("colour", [*palette.GROUPS[1:], palette.FILLED])
def test_colours_that_stay_stand_out_on_every_ground(colour):
    for ground in ("#ffffff", "#121212", palette.GROUND):  # the site's, a notebook's
        assert contrast(to_rgb(colour), to_rgb(ground)) >= 3


def test_the_signed_scale_is_the_palettes_pale_in_the_middle():
    scale = scales.signed_colormap()
    assert [to_hex(scale(i)) for i in (0.0, 1.0)] == list(palette.SIGNED[::10])
    middle, pale = scale(0.5)[:3], to_rgb(palette.SIGNED[5])
    assert middle == pytest.approx(pale, abs=0.01)
