"""What *Write it now* asks holds in a file of one's own, in PyTorch's 32 bits.

The pages compare in 64 bits, so only this sees a test that fails for a reader who has
done everything right.
"""

import re
from functools import partial
from types import SimpleNamespace

import pytest
import torch

from file_states import run_file
from mha import check
from mha.check.subjects import SUBJECTS
from mha_book.your_file.contents import PROJECT, path_pages
from mha_book.your_file.listings import file_after
from mha_book.your_file.module import MODULE

SEEDS = range(100)
TASK = re.compile(r"^:+\{admonition\} Write it now.*?\n(.*?)^:{4,}$", re.S | re.M)
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.S | re.M)
COMPARISON = re.compile(r"`(torch\.allclose\([^`]*\))`")


def task_of(page: str) -> str:
    """The words of the admonition."""
    text = (PROJECT / "book" / f"{page}.md").read_text(encoding="utf-8")
    return TASK.search(text)[1]


def agree(page: str, one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether the comparison that the page prints finds both equal."""
    code = COMPARISON.search(task_of(page))[1]
    return eval(code, {"torch": torch, "one": one, "other": other})


@pytest.fixture(autouse=True)
def in_32_bits():
    assert torch.get_default_dtype() == torch.float32
    with torch.no_grad():
        yield


@pytest.fixture
def names(request) -> SimpleNamespace:
    """The file as it stands after the page that the test is about."""
    return SimpleNamespace(**run_file(request.param))


def of(page: str):
    return pytest.mark.parametrize("names", [page], indirect=True)


def run_snippet(page: str, seed: int, capsys) -> str:
    """Append the page's snippet to the file, and say what it prints."""
    (snippet,) = SNIPPET.findall(task_of(page))
    torch.manual_seed(seed)
    exec(file_after(page) + "\n\n" + snippet, {"__name__": MODULE})
    return capsys.readouterr().out


def test_attend_and_pytorchs_differ_by_rounding(capsys):
    for seed in SEEDS:
        printed = run_snippet("attention-by-hand", seed, capsys)
        found = [float(n) for n in re.findall(r"-?\d[\d.]*(?:e[-+]\d+)?", printed)]
        assert len(found) == 33
        assert max(map(abs, found)) < 2e-6


def test_a_head_makes_three_rows_of_two(capsys):
    printed = run_snippet("queries-keys-values", 0, capsys)
    assert printed == "torch.Size([3, 2])\n"


@of("heads-in-one-product")
def test_the_loop_and_the_weight_split_agree(names):
    for seed in SEEDS:
        torch.manual_seed(seed)
        loop, layer = names.HeadsInALoop(12, 3), names.MultiHeadAttention(12, 3)
        for kind in ("query", "key", "value"):
            rows = [getattr(head, kind).weight for head in loop.heads]
            getattr(layer, kind).weight.data = torch.cat(rows)
        layer.output.weight.data = loop.output.weight.data
        x = torch.randn(2, 5, 12)
        assert torch.equal(names.merge_heads(names.split_heads(x, 3)), x)
        assert agree("heads-in-one-product", loop(x)[0], layer(x)[0])
        loop.heads[0], loop.heads[1] = loop.heads[1], loop.heads[0]
        assert not agree("heads-in-one-product", loop(x)[0], layer(x)[0])


@of("hide-the-future")
def test_a_mask_leaks_exactly_nothing(names):
    for seed in SEEDS:
        torch.manual_seed(seed)
        layer = names.MultiHeadAttention(12, 3)
        for shape in ((5, 12), (2, 5, 12)):
            x = torch.randn(shape)
            masked = partial(layer, mask=names.causal_mask(5))
            assert names.leak(masked, x) == 0
            assert names.leak(layer, x) > 1e-4


@of("tell-the-order")
def test_only_the_distance_counts(names):
    for seed in SEEDS:
        torch.manual_seed(seed)
        q, k = (names.rotate(torch.randn(8).expand(100, 8)) for _ in "qk")
        assert agree("tell-the-order", q[3] @ k[5], q[90] @ k[92])
        assert not agree("tell-the-order", q[3] @ k[5], q[90] @ k[93])


@of("keep-keys-and-values")
def test_a_text_in_pieces_has_the_logits_of_one_call(names):
    for seed in SEEDS:
        torch.manual_seed(seed)
        model = names.Decoder(64, 64, 4, 128, 2)
        ids = torch.randint(64, (1, 6))
        boxes = [names.Cache() for _ in model.blocks]
        parts = [model(p, cache=boxes)[0] for p in ids.split([3, 1, 2], dim=1)]
        whole = model(ids)[0]
        assert agree("keep-keys-and-values", torch.cat(parts, dim=1), whole)
        alone = [model(part)[0] for part in ids.split([3, 1, 2], dim=1)]
        assert not agree("keep-keys-and-values", torch.cat(alone, dim=1), whole)


@pytest.mark.usefixtures("quick_reader")
def test_with_the_file_and_two_packages_the_real_model_says_you(capsys):
    printed = run_snippet("run-a-real-model", 0, capsys)
    chance = float(re.search(r"0\.\d+", printed)[0])
    assert round(chance, 2) == 0.43


CHECK = re.compile(r"`(check\.\w+\(\w*\))`")


@pytest.mark.parametrize("page", path_pages(PROJECT))
def test_each_task_ends_with_its_check_and_the_book_s_file_passes(
    page, tmp_path, monkeypatch
):
    (tmp_path / f"{MODULE}.py").write_text(file_after(page), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    calls = CHECK.findall(task_of(page))
    assert calls
    for call in calls:
        found = eval(call, {"check": check, **run_file(page)})
        assert found.ok, str(found)


def test_a_check_leads_to_the_page_that_writes_what_it_checks():
    written = {}
    for page in path_pages():
        for name in re.findall(r"^(?:def|class) (\w+)", file_after(page), re.M):
            written.setdefault(name, page)
    led = {one.name: one.page for one in SUBJECTS if one.name in written}
    assert led == {name: written[name] for name in led}
    assert len(led) > 12
