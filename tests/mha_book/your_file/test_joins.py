"""What one page of the path writes fits the next, as a reader would join it."""

import subprocess
import sys

import pytest
import torch
from torch import nn

from file_states import run_file
from mha_book.your_file import file_after
from mha_book.your_file.contents import path_pages

B, T, E, H, V = 2, 5, 12, 3, 11


@pytest.fixture(scope="module")
def last() -> dict:
    """The whole file."""
    return run_file()


def x(width: int = E) -> torch.Tensor:
    return torch.randn(B, T, width, generator=torch.manual_seed(0))


def ids() -> torch.Tensor:
    return torch.randint(V, (B, T), generator=torch.manual_seed(0))


def mask() -> torch.Tensor:
    return torch.ones(T, T, dtype=torch.bool).tril()


def heads_join(names: dict, kind: str) -> None:
    layer = names[kind](E, H)
    output, weights = layer(x(), mask())
    assert output.shape == (B, T, E)
    assert weights.shape == (B, H, T, T)
    assert (weights.triu(1) == 0).all()


def head_joins_attend(names: dict) -> None:
    output, weights = names["Head"](E, 4)(x(), mask())
    assert output.shape == (B, T, 4)
    assert (weights.triu(1) == 0).all()


def attend_takes_a_mask(names: dict) -> None:
    weights = names["attend"](x(), x(), x(), mask())[1]
    assert (weights.triu(1) == 0).all()


def sentences_stay_apart(names: dict) -> None:
    changed = torch.cat([x()[:1], x()[:1]])  # another second sentence
    for layer in (lambda y: names["attend"](y, y, y), names["Head"](E, 4)):
        moved = names["moved"](layer, x(), changed)
        assert moved.shape == (B, T)
        assert torch.equal(moved[0], torch.zeros(T))
        assert (moved[1] > 0).all()
    farther = x() - torch.arange(E)  # the last number of a word by most
    moved = names["moved"](lambda y: (y, None), x(), farther)
    torch.testing.assert_close(moved, torch.full((B, T), E - 1.0))


def masks_join(names: dict) -> None:
    assert torch.equal(names["causal_mask"](T), mask())
    layer = names["MultiHeadAttention"](E, H)
    assert names["leak"](lambda y: layer(y, names["causal_mask"](T)), x()) == 0
    assert names["leak"](layer, x()) > 0


def rotation_joins_heads(names: dict) -> None:
    for width in (2, 4):
        heads = torch.randn(B, H, T, width)
        turned = names["rotate"](heads)
        assert turned.shape == heads.shape
        assert torch.equal(turned[..., 0, :], heads[..., 0, :])  # the first stays
        assert not torch.equal(turned[..., 1, :], heads[..., 1, :])
    layer = names["MultiHeadAttention"](E, H, rope_base=10_000.0)
    swapped, plain = layer(x().flip(1))[0].flip(1), layer(x())[0]
    assert (swapped - plain).abs().max() > 1e-3  # it knows the order now


def sinusoids_join_words(names: dict) -> None:
    assert (x() + names["sinusoids"](T, E)).shape == (B, T, E)


def blocks_join(names: dict) -> None:
    y, weights = names["Block"](E, H, 16, rope_base=10_000.0)(x(), mask())
    assert y.shape == (B, T, E)
    assert weights.shape == (B, H, T, T)
    names["Block"](E, H, 16)(y, mask())


def decoders_join(names: dict) -> None:
    logits, weights = names["Decoder"](V, E, H, 16, 2)(ids())
    assert logits.shape == (B, T, V)
    assert [w.shape for w in weights] == [(B, H, T, T)] * 2


def later_words_turn_as_before(names: dict) -> None:
    heads = torch.randn(B, H, T, 4)
    alone = names["rotate"](heads[..., 3:4, :], start=3)
    torch.testing.assert_close(alone, names["rotate"](heads)[..., 3:4, :])


def shared_keys_join(names: dict) -> None:
    model = names["Decoder"](V, E, 6, 16, 2, num_kv_heads=2, rope_base=100.0)
    assert model.blocks[0].attention.key.weight.shape == (4, E)
    assert model(ids())[0].shape == (B, T, V)


def learning_joins(names: dict) -> None:
    torch.manual_seed(0)
    model = names["Decoder"](V, E, H, 16, 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    losses = [names["learn"](model, optimizer, ids()) for _ in range(30)]
    assert losses[-1] < losses[0] / 2


def writing_joins(names: dict) -> None:
    torch.manual_seed(0)
    model = names["Decoder"](V, E, H, 16, 1)
    text = torch.arange(V).repeat(8)
    losses = names["train"](model, text, steps=60, window=8, batch=8, lr=0.01)
    assert len(losses) == 60
    assert losses[-1] < losses[0] / 2
    written = names["generate"](model, text[None, :4], 5, temperature=0)
    assert written[0].tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert names["generate"](model, ids(), 3, 1.0, 2).shape == (B, T + 3)


def caches_join(names: dict, heads: int = 6, **options: int) -> None:
    model = names["Decoder"](V, E, 6, 16, 2, **options)
    whole = model(ids())[0]
    cache = [names["Cache"]() for _ in model.blocks]
    steps = [model(ids()[:, :3], cache=cache)[0]]
    steps += [model(ids()[:, k : k + 1], cache=cache)[0] for k in (3, 4)]
    torch.testing.assert_close(torch.cat(steps, dim=1), whole)
    assert [len(kept) for kept in cache] == [T, T]
    assert cache[0].key.shape == (B, heads, T, 2)
    plain, kept = (
        names["generate"](model, ids(), 6, 0, cache=c)
        for c in (None, [names["Cache"]() for _ in model.blocks])
    )
    assert torch.equal(plain, kept)


def caches_join_shared_keys(names: dict) -> None:
    caches_join(names, heads=2, num_kv_heads=2)


# From which page on each join holds.
JOINS = {
    "attention-by-hand": [attend_takes_a_mask],
    "queries-keys-values": [head_joins_attend],
    "batched-products": [sentences_stay_apart],
    "heads-in-a-loop": [lambda names: heads_join(names, "HeadsInALoop")],
    "heads-in-one-product": [lambda names: heads_join(names, "MultiHeadAttention")],
    "hide-the-future": [masks_join],
    "tell-the-order": [rotation_joins_heads, sinusoids_join_words],
    "transformer-block": [blocks_join],
    "assemble-a-decoder": [decoders_join],
    "how-a-model-learns": [learning_joins],
    "write-the-next-word": [writing_joins],
    "keep-keys-and-values": [caches_join, later_words_turn_as_before],
    "run-a-real-model": [shared_keys_join, caches_join_shared_keys],
}


@pytest.mark.parametrize("after", path_pages())
def test_after_each_page_all_that_was_written_joins(after):
    names = run_file(after)
    for earlier in path_pages()[: path_pages().index(after) + 1]:
        for join in JOINS[earlier]:
            join(names)


def test_split_and_merge_undo_each_other(last):
    heads = last["split_heads"](x(), H)
    assert heads.shape == (B, H, T, E // H)
    assert torch.equal(heads[1, 2, 3], x()[1, 3, 8:12])
    assert torch.equal(last["merge_heads"](heads), x())


def test_every_parameter_learns(last):
    model = last["Decoder"](V, E, 6, 16, 2, num_kv_heads=2)
    last["loss_of"](model, ids()).backward()
    assert all(
        p.grad is not None and p.grad.abs().sum() > 0 for p in model.parameters()
    )
    loop = last["HeadsInALoop"](E, H)
    assert len(list(loop.parameters())) == 3 * H + 1
    assert isinstance(loop.heads, nn.ModuleList)


def test_all_is_made_where_the_models_numbers_are(last):
    """As on a GPU: a tensor that stayed on the CPU would not meet those on ``meta``."""
    model = last["Decoder"](V, E, H, 16, 2).to("meta")
    boxes = [last["Cache"]() for _ in model.blocks]
    begun = ids().to("meta")
    written = last["generate"](model, begun, 3, temperature=0.8, k=5, cache=boxes)
    assert written.shape == (B, T + 3)
    assert written.is_meta
    assert boxes[0].key.is_meta
    assert last["loss_of"](model, begun).is_meta


def test_choosing_keeps_to_the_likeliest(last):
    logits = torch.tensor([[1.0, 3.0, 2.0, 0.0]])
    assert last["top_k"](logits, 2).tolist() == [[-torch.inf, 3.0, 2.0, -torch.inf]]
    assert last["choose"](logits, 0).tolist() == [[1]]
    torch.manual_seed(0)
    drawn = {last["choose"](logits, 1.0, 2).item() for _ in range(50)}
    assert drawn == {1, 2}
    hot = [last["choose"](logits, 100.0).item() for _ in range(400)]
    assert min(hot.count(k) for k in range(4)) > 50
    cold = [last["choose"](logits, 0.1).item() for _ in range(50)]
    assert cold == [1] * 50


ALONE = """
import sys

class OnlyTorch:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked}:
            raise ImportError(name + " is not at hand")

sys.meta_path.insert(0, OnlyTorch())
names = {{"__name__": "from_scratch"}}
exec(open({path!r}, encoding="utf-8").read(), names)
import torch
model = names["Decoder"](11, 8, 2, 16, 1)
cache = [names["Cache"]() for _ in model.blocks]
print(names["generate"](model, torch.tensor([[10, 3, 5]]), 2, cache=cache).shape)
"""
OTHERS = {
    "mha",
    "mha_book",
    "transformers",
    "tokenizers",
    "gguf",
    "pandas",
    "matplotlib",
}


def test_the_file_runs_where_torch_alone_is_at_hand(tmp_path):
    path = tmp_path / "from_scratch.py"
    path.write_text(file_after(path_pages()[-1]), encoding="utf-8")
    code = ALONE.format(blocked=sorted(OTHERS), path=str(path))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.strip() == "torch.Size([1, 5])", ran.stderr
